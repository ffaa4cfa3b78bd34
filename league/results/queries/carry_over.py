"""The state that a game leaves for the next one of its season: positions of Career Poker, seats of Office Job."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, QuerySet

from characters.rules.choices import title_names
from engine.career_poker.seeding import start_positions
from games.models import Sheet, SheetSeat
from games.rules import career_poker, office_job
from league.clubs.queries import house_rules_of
from league.models import Result, Season, Stage


@dataclass(frozen=True, slots=True)
class Held:
    """The last position that a character held in the season, at a table of `seats`, and what the season calls it."""

    position: int
    seats: int
    game: int
    played_at: datetime
    title: str


def last_positions(season: Season, *, stage: Stage | None = None, before: int = 0) -> dict[int, Held]:
    """Return positions by character, in order of play, the latest last; two queries. With `stage` only of its rounds
    before that number."""
    held: dict[int, Held] = {}
    chosen = house_rules_of(season).choices(career_poker.ID)
    rows = _seats(season, career_poker.ID).exclude(character=None).annotate(table=Count("sheet__seats"))
    if stage is not None:
        rows = rows.filter(sheet__game__table__round__stage=stage, sheet__game__table__round__number__lt=before)
        rows = rows.order_by("sheet__game__table__round__number", "sheet__game__table__number", "seat")
    for who, game, at, table, figures in rows.values_list(
        "character", "sheet__game", "sheet__played_at", "table", "figures"
    ):
        held.pop(who or 0, None)
        position = figures["positions"][-1]
        held[who or 0] = Held(position, table, game, at, title_names(table, chosen)[position - 1])
    return held


def boss_first(held: Mapping[int, Held], table: Sequence[int | None], chance: int = 0) -> list[int]:
    """Return seat numbers from boss to dishwasher for characters (None is a guest) in the order of their seats: by last
    position over table size, newcomers at the bottom, equal ones by chance (B16)."""
    positions = [held.get(who) if who is not None else None for who in table]
    former = [(position.position, position.seats) if position else None for position in positions]
    return [seat + 1 for seat in start_positions(former, rng_seed=chance)]


def wins_by_seat(season: Season) -> dict[int, list[tuple[int, int]]]:
    """Return wins and games of each seat of Office Job by number of seats, if people played, with seat 1 beginning.
    Bots begin as the season's rules say, usually at any seat."""
    counted: dict[int, list[list[int]]] = {}
    people = _seats(season, office_job.ID).filter(sheet__game__played_by_bots=False)
    rows = people.annotate(table=Count("sheet__seats"))
    for seat, won, table in rows.values_list("seat", "won", "table"):
        seats = counted.setdefault(table, [[0, 0] for _ in range(table)])
        seats[seat - 1][0] += won
        seats[seat - 1][1] += 1
    return {table: [(wins, games) for wins, games in counted[table]] for table in sorted(counted)}


def early_first(season: Season, table: Sequence[int | None]) -> list[int]:
    """Return seat numbers in the order that evens out the season: the character that sat late most often sits first
    (B16). Guests and newcomers count as having sat in the middle; equal ones stay in their order."""
    lateness = dict(_lateness(season, [who for who in table if who is not None]))
    return sorted(range(1, len(table) + 1), key=lambda seat: -lateness.get(table[seat - 1] or 0, 0.0))


def _lateness(season: Season, characters: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Yield, by character, how much later than the middle it sat, added up over the season's games."""
    sums: dict[int, float] = defaultdict(float)
    rows = _seats(season, office_job.ID).annotate(table=Count("sheet__seats"))
    for who, seat, table in rows.filter(character__in=characters).values_list("character", "seat", "table"):
        sums[who or 0] += (seat - 1) / (table - 1) - 0.5
    yield from sums.items()


def _seats(season: Season, system: str) -> QuerySet[SheetSeat]:
    """Return seats of the season's confirmed games of that system, in order of play, if they count, as results show."""
    counted = Result.objects.filter(season=season, system=system, game=OuterRef("sheet__game"))
    seats = SheetSeat.objects.filter(Exists(counted), sheet__status=Sheet.CONFIRMED)
    return seats.order_by("sheet__played_at", "sheet__game__season_game__reference", "seat")
