"""Read what a finished tournament is remembered by, in a constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from characters.queries.history import HistoryLine
from characters.queries.people import Person, people
from games.models import Sheet, SheetSeat
from league.core.rules.grouping import grouped
from league.models import Draw, Entry, EveningPhoto, Stage, Tournament
from league.tournaments.desk.queries.evening import ConfirmedGame, confirmed_games, events_in
from league.tournaments.desk.rules.memories import Climb, Score, biggest_climb, closest_table, highest_score
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import FinalStandings, StageTableRow, stage_table


@dataclass(frozen=True, slots=True)
class CloseTable:
    """A game with first and second place there, and their scores."""

    game: ConfirmedGame
    persons: tuple[Person, ...]
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class HighScore:
    game: ConfirmedGame
    person: Person
    points: int


@dataclass(frozen=True, slots=True)
class ClimbLine:
    """Places of a stage after its first round and in the end."""

    person: Person
    stage: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Memories:
    """`events`: the promotions and falls of its games, the newest first."""

    podium: Sequence[tuple[Stage, StageTableRow]]
    characters: int
    games: int
    draws: int
    closest: CloseTable | None
    highest: HighScore | None
    climb: ClimbLine | None
    events: list[HistoryLine]


def photos_of(tournament: Tournament) -> QuerySet[EveningPhoto]:
    """Return the photos in the order in which they were added, hidden ones too, without their content."""
    return tournament.photos.defer("content")


def memories_of(tournament: Tournament) -> Memories:
    """Return what is remembered of the tournament."""
    games = confirmed_games(tournament)
    seats = SheetSeat.objects.filter(sheet__game__table__round__stage__tournament=tournament)
    rows = seats.filter(sheet__status=Sheet.CONFIRMED).order_by("place", "seat")
    by_game = grouped(
        (game, Score(*row)) for game, *row in rows.values_list("sheet__game", "place", "points", "character")
    )
    scores = {game.pk: by_game[game.pk] for game in games}
    closest, highest, climb = closest_table(scores), highest_score(scores), _climb(tournament)
    known = {game.pk: game for game in games}
    first_two = [seat.character for seat in scores[closest.game][:2]] if closest else []
    persons = people(
        {
            *(who for who in first_two if who),
            *([highest[1].character] if highest and highest[1].character else []),
            *([climb[1].character] if climb else []),
        }
    )
    return Memories(
        podium=FinalStandings(tournament)[:3],
        characters=Entry.objects.filter(tournament=tournament, stage_entries__isnull=False).distinct().count(),
        games=len(games),
        draws=Draw.objects.filter(tournament=tournament).count(),
        closest=CloseTable(
            known[closest.game],
            tuple(persons[who] for who in first_two if who in persons),
            closest.first,
            closest.second,
        )
        if closest
        else None,
        highest=HighScore(known[highest[0]], persons[highest[1].character or 0], highest[1].points)
        if highest
        else None,
        climb=ClimbLine(persons[climb[1].character], climb[0].name, climb[1].before, climb[1].after) if climb else None,
        events=events_in([game.pk for game in games]),
    )


def _climb(tournament: Tournament) -> tuple[Stage, Climb] | None:
    """Return the biggest climb of the first stage that goes by points, from its first round to its end."""
    stages = tournament.stages.exclude(status=Stage.PLANNED).order_by("number")
    stage = next((stage for stage in stages if format_of(stage).order == "points" and format_of(stage).drawn), None)
    if stage is None:
        return None
    stage.tournament = tournament
    climb = biggest_climb(list(stage_table(stage, until=1).standings), list(stage_table(stage).standings))
    return (stage, climb) if climb else None
