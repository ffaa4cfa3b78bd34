"""Knock-outs: who is still in, and in which order they ended. Of equals at a table the better seeding goes through."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Bye, Entry, Result, Round, Stage, StageEntry, TableSeat
from league.queries.draw_fields import present_entries

LAST_PLACE = 99


@dataclass(frozen=True, slots=True)
class Run:
    """How far somebody came: the last round that they sat in, whether they won it, their place at its table (with no
    result `LAST_PLACE`), and their seeding."""

    entry: int
    character: int
    seeding: int
    reached: int
    through: bool
    place: int

    @property
    def key(self) -> tuple[int, bool, int, int]:
        return -self.reached, not self.through, self.place, self.seeding


def survivors(stage: Stage, number: int) -> list[Entry]:
    """Who plays round `number`, by seeding: winners and byes of the one before who have not dropped."""
    last = stage.played_rounds.filter(number__lt=number).order_by("number").last()
    entries = present_entries(stage)
    if last is None:
        return entries
    through = winners(last, [entry.pk for entry in entries])
    return [entry for entry in entries if entry.pk in through]


def winners(played: Round, by_seeding: Sequence[int]) -> set[int]:
    """Ids of the entries that go through, among those given with the best seeding first. Without a result only somebody
    who sat there alone goes through."""
    seeding = {entry: place for place, entry in enumerate(by_seeding)}
    found = set(Bye.objects.filter(round=played, entry__in=by_seeding).values_list("entry", flat=True))
    places = _places(Result.objects.filter(game__table__round=played))
    tables: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    rows = TableSeat.objects.filter(round=played, absent=False).exclude(entry=None).order_by("table", "seat")
    for table, game, entry, character in rows.values_list("table", "table__game", "entry", "entry__character"):
        tables[table].append((places.get((game or 0, character), LAST_PLACE), entry or 0))
    for company in tables.values():
        still = [(place, seeding[entry], entry) for place, entry in company if entry in seeding]
        if still and (min(still)[0] < LAST_PLACE or len(company) == 1):
            found.add(min(still)[-1])
    return found


def runs(stage: Stage, *, until: int | None = None) -> list[Run]:
    """Everybody of the stage, best first, now or as after round `until`. Six queries at most."""
    rounds = stage.played_rounds.all() if until is None else stage.played_rounds.filter(number__lte=until)
    seeded = list(
        StageEntry.objects.filter(stage=stage).order_by("seeding").values_list("entry", "entry__character", "seeding")
    )
    ended = rounds.filter(status=Round.ENDED).order_by("number").last()
    through = winners(ended, [entry for entry, *_ in seeded]) if ended else set()
    places = _places(Result.objects.filter(game__table__round__stage=stage))
    last: dict[int, tuple[int, int]] = {}
    seats = TableSeat.objects.filter(round__in=rounds).exclude(entry=None).order_by("round__number")
    for entry, number, game, character in seats.values_list(
        "entry", "round__number", "table__game", "entry__character"
    ):
        last[entry or 0] = number, places.get((game or 0, character), LAST_PLACE)
    for entry, number in Bye.objects.filter(round__in=rounds).order_by().values_list("entry", "round__number"):
        if number > last.get(entry, (0, 0))[0]:
            last[entry] = number, LAST_PLACE
    found = [
        Run(
            entry, character, seeding, last.get(entry, (0, 0))[0], entry in through, last.get(entry, (0, LAST_PLACE))[1]
        )
        for entry, character, seeding in seeded
    ]
    return sorted(found, key=lambda run: run.key)


def _places(results: QuerySet[Result]) -> dict[tuple[int, int], int]:
    rows = results.order_by().values_list("game_id", "character_id", "place")
    return {(game, character): place for game, character, place in rows}
