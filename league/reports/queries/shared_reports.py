"""The things to share of a season's annual report and of a personal report."""

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.rules.career import DEMOTION, PROMOTION
from league.core.queries.characters import find_character
from league.core.queries.figures import figure
from league.reports.queries.annual_report import AnnualReport, annual_report
from league.reports.queries.annual_report_words import career_words, letter_of
from league.reports.queries.personal_report import personal_report
from league.reports.queries.shared import photo_of, points_in, season_of, short
from league.reports.rules import Card, Shared, as_text


def annual_shared(slug: str) -> Shared:
    season = season_of(slug)
    report = annual_report(season)
    title, league = _("Annual report of {season}").format(season=season.name), season.league.name
    if report is None:
        told = _("No confirmed game yet.")
        card, lines = Card(_("Annual report"), season.name, lines=(told,), foot=league), [told]
    else:
        first = report.standings[0]
        card = Card(
            eyebrow=title,
            title=_("{name} holds the corner office").format(name=first.name),
            figure=short(first.points),
            measure=points_in(first.games),
            lines=(_size(report), *_moves(report.moves[PROMOTION], report.moves[DEMOTION])),
            foot=league,
            portrait=first.portrait,
            photo=photo_of(first.portrait.picture),
        )
        lines = letter_of(report)
    path = reverse("annual_report", args=[slug])
    return Shared(title, card, as_text(title, lines), path, reverse("annual_report_card", args=[slug]))


def personal_shared(slug: str, character: str) -> Shared:
    season, found = season_of(slug), find_character(character)
    report = personal_report(season, found)
    if report is None:
        raise Http404(_("This character has no game that counts in this season."))
    row = report.row
    title = _("{character}: report of {season}").format(character=row.name, season=season.name)
    place = _("Place {place} of {of}").format(place=figure(row.position), of=figure(report.of))
    kinds = [one.kind for one in report.events]
    lines = [place, career_words(report), *_moves(kinds.count(PROMOTION), kinds.count(DEMOTION))]
    points = points_in(row.games)
    return Shared(
        title=title,
        card=Card(
            eyebrow=_("Personal report · {season}").format(season=season.name),
            title=row.name,
            figure=short(row.points),
            measure=points,
            lines=tuple(lines),
            foot=season.league.name,
            portrait=row.portrait,
            photo=photo_of(row.portrait.picture),
        ),
        text=as_text(title, [f"{short(row.points)} {points}.", *lines]),
        path=reverse("annual_report_of", args=[slug, found.slug]),
        card_path=reverse("personal_report_card", args=[slug, found.slug]),
    )


def _size(report: AnnualReport) -> str:
    games = ngettext("{count} game", "{count} games", report.games).format(count=figure(report.games))
    characters = ngettext("{count} character", "{count} characters", report.characters)
    return f"{games}, {characters.format(count=figure(report.characters))}"


def _moves(promotions: int, demotions: int) -> list[str]:
    """Return how many moved up and down, in a line; an empty list where nobody moved."""
    told = [
        words.format(count=figure(number))
        for words, number in (
            (ngettext("{count} promotion", "{count} promotions", promotions), promotions),
            (ngettext("{count} demotion", "{count} demotions", demotions), demotions),
        )
        if number
    ]
    return [", ".join(told)] if told else []
