"""The annual report and the personal ones as they are printed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from characters.models import CharacterPicture
from characters.rules.career import RETIRED
from league.core.queries.figures import figure
from league.models import Season
from league.reports.charts.annual_paper import AnnualPaper
from league.reports.charts.paper_parts import PaperDrawing, PaperPart
from league.reports.charts.personal_paper import PersonalPaper
from league.reports.queries.annual_report import AnnualReport
from league.reports.queries.annual_report_words import (
    career_words,
    dates_of,
    event_words,
    expectation_words,
    letter_of,
    met_words,
    named,
    people_words,
    tiles_of,
)
from league.reports.queries.personal_report import PersonalReport

MOST_PEOPLE = 100  # with a sheet of their own in one file
FIRST_OF_MANY = 5  # the same where games are many: a sheet takes all games of its character
MOST_EVENTS = 8


@dataclass(frozen=True, slots=True)
class Drawings:
    """The drawings of an annual report, as far as there is anything to draw."""

    race: Sequence[PaperDrawing]
    balance: Sequence[PaperDrawing]
    forecasts: Sequence[PaperDrawing]


def paper_of(
    report: AnnualReport, forecasts: Sequence[str], drawings: Drawings, people: Sequence[PersonalPaper]
) -> AnnualPaper:
    season = report.season
    parts = [
        PaperPart(
            _("Standings"),
            [(f"{row.position}  {row.name}", f"{row.points}, {row.level_name}") for row in report.standings],
        ),
        PaperPart(_("The race"), [("", _("Points over the season"))] if drawings.race else [], drawings.race),
        PaperPart(_("Appointments and departures"), [(roll.title, named(roll)) for roll in report.rolls]),
        PaperPart(
            _("Records of the season"),
            [(record.title, f"{record.person.name}: {record.words}") for record in report.records],
        ),
        PaperPart(
            _("Balance of the games"),
            [("", _marked()), *((balance.title, balance.words) for balance in report.balance)],
            drawings.balance,
        ),
        PaperPart(_("Forecasts and how they did"), [("", forecast) for forecast in forecasts], drawings.forecasts),
        PaperPart(_("Personal reports"), [("", people_words(len(people), report.characters))] if people else []),
    ]
    return AnnualPaper(
        title=season.name,
        league=season.league.name,
        kind=_("Annual report"),
        dates=dates_of(season),
        figures=[(tile.label, tile.value) for tile in tiles_of(report)],
        contents_title=_("Contents"),
        letter_title=_("Letter from the board"),
        letter=letter_of(report),
        signed=_("For the board"),
        parts=[part for part in parts if part.rows],
        people=people,
        foot=_printed(),
    )


def personal_paper(
    season: Season, report: PersonalReport, *, face: PaperDrawing, chart: PaperDrawing | None, photo: bytes = b""
) -> PersonalPaper:
    row = report.row
    lines = [f"{row.level_name} · {row.company_name}", career_words(report)]
    if row.status == RETIRED:
        lines.append(_("Left by golden parachute."))
    file, expectation, place = _file(report), report.expectation, _("place {place}")
    luck = PaperPart(_("Luck and opposition"), [("", expectation_words(expectation))] if expectation else [])
    best = PaperPart(_("Best games"), [(place.format(place=game.place), game.name) for game in report.best])
    met = PaperPart(_("Met most often"), [(met_words(games), person.name) for person, games in report.met])
    records = PaperPart(
        _("Records of the season"), [("", f"{record.title}: {record.words}") for record in report.records]
    )
    return PersonalPaper(
        head=f"{season.league.name} · {season.name}",
        name=row.name,
        lines=lines,
        face=face,
        photo=photo,
        figures=[
            (_("Position of {of}").format(of=figure(report.of)), figure(row.position)),
            (_("Points"), row.points),
            (_("Games"), figure(row.games)),
            (_("First places"), figure(row.wins)),
        ],
        chart_title=_("Points over the season"),
        chart=chart,
        parts=([part for part in (file, luck) if part.rows], [part for part in (best, met, records) if part.rows]),
        foot=_printed(),
    )


def photos_of(characters: Iterable[int]) -> dict[int, bytes]:
    """Return the uploaded pictures that anybody may see."""
    photos = CharacterPicture.objects.filter(character__in=list(characters), hidden_at=None)
    return {who: bytes(content) for who, content in photos.values_list("character", "content")}


def _marked() -> str:
    return _(
        "First places of each seat in percent of its games. The mark is where a bar ends if all seats are worth the "
        "same."
    )


def _file(report: PersonalReport) -> PaperPart:
    rows = [(date_format(event.when), event_words(event)) for event in report.events[:MOST_EVENTS]]
    if len(report.events) > MOST_EVENTS:
        rows.append(("", _("and {more} more").format(more=figure(len(report.events) - MOST_EVENTS))))
    return PaperPart(_("In the personnel file"), rows or [("", _("No promotion, no demotion: a quiet season."))])


def _printed() -> str:
    sentence = _("Printed on {day}. Every figure here follows from confirmed score sheets.")
    return sentence.format(day=date_format(timezone.localdate()))
