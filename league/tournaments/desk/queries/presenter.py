"""Read the notes of a presenter on the characters at a table. The number of queries does not grow with the tables."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from characters.models import CareerEvent
from characters.queries.history import HistoryLine, line
from characters.queries.people import Person
from league.core.queries.introductions import introductions_of_owners
from league.core.rules.grouping import grouped
from league.models import Introduction, Result, Season, Table, Tournament
from league.tournaments.desk.queries.evening import Evening, EveningTable, evening_of, name_plates
from league.tournaments.desk.rules.presenting import Meetings, meetings, wins_in_a_row
from league.tournaments.stages.queries.stage_standings import StageRows, StageTableRow

LAST = 5  # games that are listed


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes on a character. `row`: its place in the stage; `last`: its places in the newest games of the season;
    `games`, `wins`: of the season; `met`: the others at the table that it played against in the season; `introduction`:
    what its player wishes to be called."""

    person: Person
    row: StageTableRow | None
    last: list[int]
    in_a_row: int
    games: int
    wins: int
    met: list[tuple[Person, Meetings]]
    event: HistoryLine | None
    introduction: Introduction | None


@dataclass(frozen=True, slots=True)
class Presenter:
    """A table of the current round with notes on everybody who sits there; `table` is None once its result is in.
    `previous` and `following` are the numbers of the tables beside it, 0 for none; `last` that of the last one."""

    evening: Evening
    number: int = 0
    previous: int = 0
    following: int = 0
    last: int = 0
    table: EveningTable | None = None
    notes: Sequence[Notes] = ()


def presenter_of(tournament: Tournament, number: int | None) -> Presenter:
    """Return the notes on a table of the current round: the one with this number, else the first one still playing."""
    evening = evening_of(tournament)
    if evening.round is None:
        return Presenter(evening)
    numbers = list(Table.objects.filter(round=evening.round).order_by("number").values_list("number", flat=True))
    playing = [table.number for table in evening.tables_shown]
    chosen = number if number in numbers else next(iter([*playing, *numbers]), 0)
    persons = [plate.person for plate in name_plates(evening.round, chosen) if plate.person is not None]
    return Presenter(
        evening,
        number=chosen,
        previous=max((one for one in numbers if one < chosen), default=0),
        following=min((one for one in numbers if one > chosen), default=0),
        last=max(numbers, default=0),
        table=next((table for table in evening.tables if table.number == chosen), None),
        notes=_notes(tournament.season, evening, persons),
    )


def _notes(season: Season, evening: Evening, persons: list[Person]) -> list[Notes]:
    ids = [person.pk for person in persons]
    rows = {row.person.pk: row for row in StageRows(evening.stage).of(ids)} if evening.stage else {}
    events, players = _newest_events(ids), introductions_of_owners(ids)
    results = Result.objects.filter(season=season, character__in=ids).order_by("-played_at", "-game")
    played = list(results.values_list("game", "character", "place"))
    places = grouped((who, place) for _game, who, place in played)
    by_game: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for game, who, place in played:
        by_game[game][who] = place
    notes = []
    for person in persons:
        mine = list(places[person.pk])
        met = [(other, meetings(by_game, person.pk, other.pk)) for other in persons if other is not person]
        notes.append(
            Notes(
                person=person,
                row=rows.get(person.pk),
                last=mine[:LAST],
                in_a_row=wins_in_a_row(mine),
                games=len(mine),
                wins=mine.count(1),
                met=[(other, times) for other, times in met if times.games],
                event=events.get(person.pk),
                introduction=players.get(person.pk),
            )
        )
    return notes


def _newest_events(characters: Collection[int]) -> dict[int, HistoryLine]:
    """Return the newest promotion, fall or parachute of each that still holds; one query."""
    events = CareerEvent.objects.standing().of_note().filter(character__in=characters).select_related("character")
    return {event.character_id: line(event, event.character) for event in events.order_by("at", "id")}
