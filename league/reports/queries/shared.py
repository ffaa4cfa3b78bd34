"""Things to share: the card and the text of standings, a report, a tournament, a game, a moment of a play, a personnel
file or a memo.

Nothing of a league that the staff has hidden: pictures and texts that left the site can't be taken back."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as date_text
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from characters.models import CareerEvent, Character
from characters.queries import history
from characters.queries.people import Person, people
from characters.rules.career import DEMOTION, PROMOTION
from engine.translatable import spoken
from games.models import Play, Sheet
from league.clubs.queries import tournament_lines, with_entries
from league.core.queries.characters import find_character
from league.core.queries.figures import figure
from league.core.queries.game_lines import GameLine, game_lines
from league.core.queries.systems import system_name
from league.models import League, Season, SeasonGame, Tournament
from league.play.queries.lobby import plays_to_see
from league.play.queries.replays import NotShown, asked_of, moment_of, reel_of_play
from league.play.rules.hands import MEASURE_NAMES, measure_of, measured
from league.reports.queries.annual_report import annual_report
from league.reports.queries.annual_report_words import career_words, letter_of, sizes_of
from league.reports.queries.personal_report import personal_report
from league.reports.rules import ShareCard, Shared, as_text
from league.standings.queries.league_records import league_records
from league.standings.queries.standings import StandingLine, StandingRows
from league.standings.queries.summaries import is_small
from league.tournaments.stages.queries.stage_standings import FinalRow, final_order, final_rows

TOP = 10
STATES = {
    Tournament.PLANNED: gettext_lazy("to come"),
    Tournament.RUNNING: gettext_lazy("running"),
    Tournament.FINISHED: gettext_lazy("finished"),
    Tournament.CANCELLED: gettext_lazy("cancelled"),
}
NOT_YET = {
    Sheet.SUBMITTED: gettext_lazy("Not confirmed yet"),
    Sheet.DISPUTED: gettext_lazy("Disputed"),
    Sheet.VOID: gettext_lazy("Void: it counts for nothing"),
}
MOST_SEATS = 5


def season_of(slug: str) -> Season:
    """Return the season of an address. Raise Http404, also if the league is hidden."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    _refuse_hidden(season.league)
    return season


def top_rows(season: Season) -> list[StandingLine]:
    return list(StandingRows(season)[:TOP])


def season_shared(slug: str) -> Shared:
    season = season_of(slug)
    rows = top_rows(season)
    lines = [f"{row.position}. {row.name}, {short(row.points)} {points_in(row.games)}" for row in rows]
    return Shared(
        title=_standings_of(season),
        card=_season_card(season, rows),
        text=as_text(
            _("{league}: standings of {season}").format(league=season.league.name, season=season.name),
            lines or [_("No confirmed game yet.")],
        ),
        path=season.get_absolute_url(),
        card_path=reverse("season_card", args=[slug]),
    )


def _standings_of(season: Season) -> str:
    return _("Standings of {season}").format(season=season.name)


def _season_card(season: Season, rows: Sequence[StandingLine]) -> ShareCard:
    if not rows:
        return ShareCard(_("Standings"), season.name, lines=(_("No confirmed game yet."),), foot=season.league.name)
    first = rows[0]
    return ShareCard(
        eyebrow=_standings_of(season),
        title=_("{name} leads").format(name=first.name),
        figure=short(first.points),
        measure=points_in(first.games),
        lines=tuple(f"{row.position}.  {row.name}, {short(row.points)}" for row in rows[1:3]),
        foot=season.league.name,
        portrait=first.portrait,
    )


def tournament_shared(slug: str) -> Shared:
    rows = Tournament.objects.select_related("season__league")
    tournament = get_object_or_404(rows, slug=slug)
    _refuse_hidden(tournament.season.league)
    podium = final_rows(final_order(tournament)[:3]) if tournament.status == Tournament.FINISHED else []
    line = tournament_lines(with_entries(Tournament.objects.filter(pk=tournament.pk)))[0]
    places = [f"{row.position}. {row.person.name}" for row in podium]
    entered = ngettext("{state}, {count} character entered", "{state}, {count} characters entered", line.entered)
    state = entered.format(state=STATES[tournament.status], count=figure(line.entered))
    return Shared(
        title=tournament.name,
        card=_tournament_card(tournament, line.system, line.entered, podium),
        text=as_text(f"{tournament.name} ({line.system})", places or [state]),
        path=tournament.get_absolute_url(),
        card_path=reverse("tournament_card", args=[slug]),
    )


def _tournament_card(tournament: Tournament, system: str, entered: int, podium: Sequence[FinalRow]) -> ShareCard:
    foot = tournament.season.league.name
    if not podium:
        state = f"{system} · {STATES[tournament.status]}"
        return ShareCard(state, tournament.name, figure(entered), _("entered"), foot=foot)
    first = podium[0].person
    return ShareCard(
        eyebrow=f"{tournament.name} · {system}",
        title=_("{name} wins").format(name=first.name),
        figure=_("1st"),
        measure=ngettext("of {count} character", "of {count} characters", entered).format(count=figure(entered)),
        lines=tuple(f"{row.position}.  {row.person.name}" for row in podium[1:]),
        foot=foot,
        portrait=first.portrait,
    )


def record_shared(slug: str, key: str) -> Shared:
    """Return a record of a league. Raise Http404 for one that nobody holds."""
    league = get_object_or_404(League, slug=slug)
    _refuse_hidden(league)
    record = next((record for record in league_records(league) if record.key == key), None)
    if record is None:
        raise Http404(_("Nobody holds this record."))
    holder = _("{name} holds it").format(name=record.person.name)
    return Shared(
        title=record.title,
        card=ShareCard(
            eyebrow=record.title,
            title=record.words,
            lines=(holder, spoken(record.game), _day(record.feat.at)),
            foot=league.name,
            portrait=record.person.portrait,
        ),
        text=as_text(f"{record.title}: {record.words}", [holder]),
        path=reverse("league_records", args=[slug]),
        card_path=reverse("record_card", args=[slug, key]),
    )


def game_shared(pk: int) -> Shared:
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
    _refuse_hidden(season_game.season.league)
    lines = game_lines([season_game])
    if not lines:
        raise Http404(_("This game has no sheet."))
    line = lines[0]
    seats = [f"{seat.place}. {seat.name}, {figure(seat.points)}" for seat in line.seats]
    note = [f"{NOT_YET[line.status]}."] if line.status in NOT_YET else []
    return Shared(
        title=line.name,
        card=_game_card(season_game, line),
        text=as_text(_called(line), seats + note),
        path=line.href,
        card_path=reverse("game_card", args=[pk]),
    )


def _game_card(season_game: SeasonGame, line: GameLine) -> ShareCard:
    foot = f"{season_game.season.league.name} · {season_game.season.name}"
    won = [seat for seat in line.seats if seat.won]
    if not won or line.status == Sheet.VOID:
        return ShareCard(_about(line), line.name, lines=(str(NOT_YET.get(line.status, "")),), foot=foot)
    who = won[0].character
    winner = people([who]).get(who) if who is not None else None
    others = [seat for seat in line.seats if not seat.won][:2]
    return ShareCard(
        eyebrow=f"{line.name} · {NOT_YET[line.status]}" if line.status in NOT_YET else _called(line),
        title=_who_won([seat.name for seat in won]),
        figure=figure(won[0].points),
        measure=_("game points at a table of {seats}").format(seats=len(line.seats)),
        lines=tuple(f"{seat.place}.  {seat.name}, {figure(seat.points)}" for seat in others),
        foot=foot,
        portrait=winner.portrait if winner else None,
    )


def _who_won(names: Sequence[str]) -> str:
    if len(names) == 1:
        return _("{name} wins").format(name=names[0])
    return _("{names} and {last} share the win").format(names=", ".join(names[:-1]), last=names[-1])


def _called(line: GameLine) -> str:
    """Return the name of a game, with what was played and when if the name does not say so."""
    return _about(line) if line.name.startswith(f"{line.system}, ") else f"{line.name} · {_about(line)}"


def _about(line: GameLine) -> str:
    day = timezone.localtime(line.played_at)
    return f"{line.system}, {_day(day)}"


def _day(moment: datetime) -> str:
    return date_text(moment, "j F Y")


def character_shared(slug: str) -> Shared:
    character, person = _person(slug)
    career = character.careers.get(current=True)
    played = ngettext(
        "game points in {count} game, {wins} won", "game points in {count} games, {wins} won", career.games
    )
    measure = played.format(count=figure(career.games), wins=figure(career.wins))
    left = [_("Left by golden parachute.")] if person.retired else []
    return Shared(
        title=character.name,
        card=ShareCard(
            eyebrow=_("Personnel file · {company}").format(company=person.company_name),
            title=character.name,
            figure=figure(career.points),
            measure=measure,
            lines=(f"{person.level_name}, {character.title}", *left),
            foot=_league_name(character),
            portrait=person.portrait,
        ),
        text=as_text(
            _("{character}, {level} at {company}").format(
                character=character.name, level=person.level_name, company=person.company_name
            ),
            [f"{figure(career.points)} {measure}.", *left],
        ),
        path=character.get_absolute_url(),
        card_path=reverse("character_card", args=[slug]),
    )


def memo_shared(slug: str, pk: int) -> tuple[Shared, CareerEvent]:
    """Return the letter of one event, or the one that took it back."""
    character, person = _person(slug)
    event = get_object_or_404(CareerEvent, pk=pk, character=character)
    taken_back = event.rescinded_at is not None
    if taken_back and event.kind not in CareerEvent.OF_NOTE:
        raise Http404(_("Nobody was told of this review, and it no longer holds."))
    memo = history.taken_back_memo(event, character) if taken_back else history.memo_of(event, character)
    subject, first = spoken(memo.subject), spoken(memo.body).partition("\n\n")[0]
    counted = event.game is not None and not taken_back
    shared = Shared(
        title=subject,
        card=ShareCard(
            eyebrow=_("Memo to {character} · {day}").format(character=character.name, day=_day(event.at)),
            title=subject,
            figure=figure(event.points) if counted else "",
            measure=_("game points in the game that was reviewed") if counted else "",
            lines=(person.company_name,),
            foot=_league_name(character),
            portrait=person.portrait,
        ),
        text=as_text(_("To {character}: {subject}").format(character=character.name, subject=subject), [first]),
        path=reverse("memo_detail", args=[slug, pk]),
        card_path=reverse("memo_card", args=[slug, pk]),
    )
    return shared, event


def _person(slug: str) -> tuple[Character, Person]:
    character = find_character(slug)
    if hasattr(character, "enrolment"):
        _refuse_hidden(character.enrolment.league)
    return character, people([character.pk])[character.pk]


def _league_name(character: Character) -> str:
    return character.enrolment.league.name if hasattr(character, "enrolment") else ""


def points_in(games: int) -> str:
    text = ngettext("season points in {count} game", "season points in {count} games", games)
    return text.format(count=figure(games))


def short(points: str) -> str:
    return points.removesuffix(".00")


def _refuse_hidden(league: League) -> None:
    if league.hidden_at is not None:
        raise Http404


def annual_shared(slug: str) -> Shared:
    season = season_of(slug)
    report = annual_report(season)
    title, league = _("Annual report of {season}").format(season=season.name), season.league.name
    if report is None:
        sentence = _("No confirmed game yet.") if is_small(season) else _("This many games take a while")
        card, lines = ShareCard(_("Annual report"), season.name, lines=(sentence,), foot=league), [sentence]
    else:
        first = report.standings[0]
        card = ShareCard(
            eyebrow=title,
            title=_("{name} holds the corner office").format(name=first.name),
            figure=short(first.points),
            measure=points_in(first.games),
            lines=(", ".join(sizes_of(report)), *_moves(report.moves[PROMOTION], report.moves[DEMOTION])),
            foot=league,
            portrait=first.portrait,
        )
        lines = letter_of(report)
    path = reverse("annual_report", args=[slug])
    return Shared(title, card, as_text(title, lines), path, reverse("annual_report_card", args=[slug]))


def personal_shared(slug: str, character: str) -> Shared:
    season, who = season_of(slug), find_character(character)
    report = personal_report(season, who)
    if report is None:
        raise Http404(_("This character has no game that counts in this season."))
    row = report.row
    title = _("{character}: report of {season}").format(character=row.name, season=season.name)
    place = _("Place {place} of {of}").format(place=figure(row.position), of=figure(report.of))
    kinds = [event.kind for event in report.events]
    lines = [place, career_words(report), *_moves(kinds.count(PROMOTION), kinds.count(DEMOTION))]
    points = points_in(row.games)
    return Shared(
        title=title,
        card=ShareCard(
            eyebrow=_("Personal report · {season}").format(season=season.name),
            title=row.name,
            figure=short(row.points),
            measure=points,
            lines=tuple(lines),
            foot=season.league.name,
            portrait=row.portrait,
        ),
        text=as_text(title, [f"{short(row.points)} {points}.", *lines]),
        path=reverse("annual_report_of", args=[slug, who.slug]),
        card_path=reverse("personal_report_card", args=[slug, who.slug]),
    )


def _moves(promotions: int, demotions: int) -> list[str]:
    """Return how many moved up and down, in a line; an empty list if nobody moved."""
    counts = [
        words.format(count=figure(number))
        for words, number in (
            (ngettext("{count} promotion", "{count} promotions", promotions), promotions),
            (ngettext("{count} demotion", "{count} demotions", demotions), demotions),
        )
        if number
    ]
    return [", ".join(counts)] if counts else []


def moment_card(pk: int, at: str, eyes: str) -> ShareCard:
    """Return the card of a moment. Raise Http404, also for what a stranger may not see and if the league is hidden."""
    rows = plays_to_see(AnonymousUser()).filter(season__league__hidden_at=None)
    season_play = get_object_or_404(rows.exclude(play__status=Play.CLOSED), pk=pk)
    reel = reel_of_play(season_play, AnonymousUser())
    if reel.film is None:
        raise Http404(reel.trouble)
    try:
        number, through = asked_of(reel, at, eyes)
    except NotShown as error:
        raise Http404(error) from error
    moment = moment_of(reel, number, through)
    sentences = [sentence.text for sentence in moment.step.sentences] if moment.step else [_("Before the first move")]
    values = sorted(zip(measured(reel.system, moment.view), reel.names, strict=True), reverse=True)
    measure = spoken(MEASURE_NAMES[measure_of(reel.system)])
    move = _("{game}, move {number} of {last}")
    return ShareCard(
        eyebrow=move.format(game=system_name(reel.system), number=number, last=reel.last),
        title=sentences[0] if sentences else reel.title,
        lines=tuple(f"{name}: {figure(value)} {measure}" for value, name in values[:MOST_SEATS]),
        foot=season_play.season.league.name,
    )
