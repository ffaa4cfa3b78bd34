"""What there is to share: the card and the text of a season's standings, a tournament, a game, a personnel file or a
memo.

Nothing of a league that the staff has hidden: pictures and texts that left the site can't be taken back."""

from collections.abc import Sequence

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from characters.models import CareerEvent, Character
from characters.queries import history
from characters.queries.people import Person, people
from games.models import Sheet
from games.rules.systems import SYSTEMS
from league.clubs.queries import tournament_lines, with_entries
from league.core.queries.characters import find_character
from league.models import League, Season, SeasonGame, Tournament
from league.results.queries.game_lines import GameLine, game_lines
from league.sharing.rules import Card, Shared, as_text, listed, of_number
from league.standings.queries.standings import StandingRow, StandingRows
from league.tournaments.stages.queries.stage_standings import FinalRow, final_order, final_rows

TOP = 10
STATES = {
    Tournament.PLANNED: "to come",
    Tournament.RUNNING: "running",
    Tournament.FINISHED: "finished",
    Tournament.CANCELLED: "cancelled",
}
NOT_YET = {Sheet.SUBMITTED: "Not confirmed yet", Sheet.DISPUTED: "Disputed", Sheet.VOID: "Void: it counts for nothing"}


def season_of(slug: str) -> Season:
    """Raises Http404, also where the league is hidden."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    _refuse_hidden(season.league)
    return season


def top_rows(season: Season) -> list[StandingRow]:
    return list(StandingRows(season)[:TOP])


def season_shared(slug: str) -> Shared:
    season = season_of(slug)
    rows = top_rows(season)
    lines = [f"{row.position}. {row.name}, {_points(row)}" for row in rows]
    return Shared(
        title=f"Standings of {season.name}",
        card=_season_card(season, rows),
        text=as_text(f"{season.league.name}: standings of {season.name}", lines or ["No confirmed game yet."]),
        path=season.get_absolute_url(),
        card_path=reverse("season_card", args=[slug]),
    )


def _season_card(season: Season, rows: Sequence[StandingRow]) -> Card:
    if not rows:
        return Card("Standings", season.name, lines=("No confirmed game yet.",), foot=season.league.name)
    first = rows[0]
    return Card(
        eyebrow=f"Standings of {season.name}",
        title=f"{first.name} leads",
        figure=_short(first.points),
        measure=f"points in {of_number(first.games, 'game')}",
        lines=tuple(f"{row.position}.  {row.name}, {_short(row.points)}" for row in rows[1:3]),
        foot=season.league.name,
        portrait=first.portrait,
        photo=_photo(first.portrait.picture),
    )


def tournament_shared(slug: str) -> Shared:
    rows = Tournament.objects.select_related("season__league")
    tournament = get_object_or_404(rows, slug=slug)
    _refuse_hidden(tournament.season.league)
    podium = final_rows(final_order(tournament)[:3]) if tournament.status == Tournament.FINISHED else []
    line = tournament_lines(with_entries(Tournament.objects.filter(pk=tournament.pk)))[0]
    said = [f"{row.position}. {row.person.name}" for row in podium]
    state = f"{STATES[tournament.status]}, {of_number(line.entered, 'character')} entered"
    return Shared(
        title=tournament.name,
        card=_tournament_card(tournament, line.system, line.entered, podium),
        text=as_text(f"{tournament.name} ({line.system})", said or [state]),
        path=tournament.get_absolute_url(),
        card_path=reverse("tournament_card", args=[slug]),
    )


def _tournament_card(tournament: Tournament, system: str, entered: int, podium: Sequence[FinalRow]) -> Card:
    foot = tournament.season.league.name
    if not podium:
        state = f"{system} · {STATES[tournament.status]}"
        return Card(state, tournament.name, f"{entered:,}", "entered", foot=foot)
    first = podium[0].person
    return Card(
        eyebrow=f"{tournament.name} · {system}",
        title=f"{first.name} wins",
        figure="1st",
        measure=f"of {of_number(entered, 'character')}",
        lines=tuple(f"{row.position}.  {row.person.name}" for row in podium[1:]),
        foot=foot,
        portrait=first.portrait,
        photo=first.picture,
    )


def game_shared(pk: int) -> Shared:
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
    _refuse_hidden(season_game.season.league)
    found = game_lines([season_game])
    if not found:
        raise Http404("This game has no sheet.")
    line = found[0]
    seats = [f"{seat.place}. {seat.name}, {seat.points:,}" for seat in line.seats]
    note = [f"{NOT_YET[line.status]}."] if line.status in NOT_YET else []
    return Shared(
        title=line.name,
        card=_game_card(season_game, line),
        text=as_text(_called(line), seats + note),
        path=line.href,
        card_path=reverse("game_card", args=[pk]),
    )


def _game_card(season_game: SeasonGame, line: GameLine) -> Card:
    foot = f"{season_game.season.league.name} · {season_game.season.name}"
    won = [seat for seat in line.seats if seat.won]
    if not won or line.status == Sheet.VOID:
        return Card(_about(line), line.name, lines=(NOT_YET.get(line.status, ""),), foot=foot)
    winner = _person_at(line, won[0].href)
    others = [seat for seat in line.seats if not seat.won][:2]
    return Card(
        eyebrow=f"{line.name} · {NOT_YET[line.status]}" if line.status in NOT_YET else _called(line),
        title=f"{won[0].name} wins" if len(won) == 1 else f"{listed([seat.name for seat in won])} share the win",
        figure=f"{won[0].points:,}",
        measure=f"points at a table of {len(line.seats)}",
        lines=tuple(f"{seat.place}.  {seat.name}, {seat.points:,}" for seat in others),
        foot=foot,
        portrait=winner.portrait if winner else None,
        photo=winner.picture if winner else "",
    )


def _called(line: GameLine) -> str:
    """Its name, and what was played when where that does not say so."""
    return _about(line) if line.name.startswith(f"{line.system}, ") else f"{line.name} · {_about(line)}"


def _about(line: GameLine) -> str:
    day = timezone.localtime(line.played_at)
    system = SYSTEMS[line.system_id].NAME if line.system_id in SYSTEMS else line.system
    return f"{system}, {day.day} {day:%B %Y}"


def _person_at(line: GameLine, href: str) -> Person | None:
    """Of a winner who has a character: the one seat whose page this is."""
    slug = href.rstrip("/").rpartition("/")[2]
    pk = Character.objects.filter(slug=slug).values_list("pk", flat=True).first() if slug else None
    return people([pk]).get(pk) if pk is not None else None


def character_shared(slug: str) -> Shared:
    character, person = _person(slug)
    career = character.careers.get(current=True)
    played = f"{of_number(career.games, 'game')}, {career.wins:,} won"
    left = ["Left by golden parachute."] if person.retired else []
    return Shared(
        title=character.name,
        card=Card(
            eyebrow=f"Personnel file · {person.company_name}",
            title=character.name,
            figure=f"{career.points:,}",
            measure=f"points in {played}",
            lines=(f"{person.level_name}, {character.title}", *left),
            foot=_league_name(character),
            portrait=person.portrait,
            photo=person.picture,
        ),
        text=as_text(
            f"{character.name}, {person.level_name} at {person.company_name}",
            [f"{career.points:,} points in {played}.", *left],
        ),
        path=character.get_absolute_url(),
        card_path=reverse("character_card", args=[slug]),
    )


def memo_shared(slug: str, pk: int) -> tuple[Shared, CareerEvent]:
    """The letter of one event, or the one that took it back."""
    character, person = _person(slug)
    event = get_object_or_404(CareerEvent, pk=pk, character=character)
    taken_back = event.rescinded_at is not None
    if taken_back and event.kind not in CareerEvent.OF_NOTE:
        raise Http404("Nobody was told of this review, and it no longer holds.")
    memo = history.taken_back_memo(event, character) if taken_back else history.memo_of(event, character)
    first = memo.body.partition("\n\n")[0]
    counted = event.game is not None and not taken_back
    shared = Shared(
        title=memo.subject,
        card=Card(
            eyebrow=f"Memo to {character.name} · {event.at.day} {event.at:%B %Y}",
            title=memo.subject,
            figure=f"{event.points:,}" if counted else "",
            measure="points in the game that was reviewed" if counted else "",
            lines=(person.company_name,),
            foot=_league_name(character),
            portrait=person.portrait,
            photo=person.picture,
        ),
        text=as_text(f"To {character.name}: {memo.subject}", [first]),
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


def _points(row: StandingRow) -> str:
    return f"{_short(row.points)} points in {of_number(row.games, 'game')}"


def _short(points: str) -> str:
    return points.removesuffix(".00")


def _photo(address: str) -> str:
    """The digest in the address of an uploaded picture."""
    return address.rpartition("/")[2].removesuffix(".jpg")


def _refuse_hidden(league: League) -> None:
    if league.hidden_at is not None:
        raise Http404
