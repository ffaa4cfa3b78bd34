"""The input of the search for a draw, and how the rounds that it finds are written, seated and checked.

A witness is a plan: the round to be played, those to follow, and the `price` of the plan. It is part of the source, so
the published digest covers it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from typing import Any, Final, NamedTuple

from engine.translatable import said
from league.tournaments.draws.rules.chance import SEARCH
from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field, FieldPlayer, pair
from league.tournaments.draws.rules.pairing import cut, ranks, to_draw
from league.tournaments.draws.rules.planning import Plan
from league.tournaments.draws.rules.schedules import RoundsAhead
from league.tournaments.draws.rules.seating import seat_table
from league.tournaments.draws.rules.settled import Arrangement, Due, Prices
from league.tournaments.formats.format import Sizes

Witness = Mapping[str, Any]
Companies = list[list[int]]
METHODS: Final = frozenset({"swiss", "fixed", "knock_out", "career_poker"})


class Made(NamedTuple):
    """A draw, and its source with what proves it."""

    source: dict[str, Any]
    draw: DrawnRound


@dataclass(frozen=True, slots=True)
class DrawSetting:
    """The input of a search: the field, the `people` to be drawn by rank, the tables that they need and whose turn it
    is at the short ones. `whole`: a schedule, of which every round is played."""

    field: Field
    seed: str
    locked: Sequence[DrawnTable]
    people: Sequence[FieldPlayer]
    needed: Sizes
    due: Due
    whole: bool = False

    @classmethod
    def of(cls, field: Field, seed: str, locked: Sequence[DrawnTable] = (), *, whole: bool = False) -> "DrawSetting":
        people, needed = to_draw(field, locked)
        rank = ranks(field, SEARCH.stream(seed))
        people = sorted(people, key=lambda player: rank[player.id])
        tables, short = cut(field, people, needed)
        byes = tables.pop() if needed.byes else []
        due = {player.id for table, is_short in zip(tables, short, strict=False) if is_short for player in table}
        return cls(
            field=field,
            seed=seed,
            locked=locked,
            people=people,
            needed=needed,
            due=Due(
                frozenset(at for at, player in enumerate(people) if player in byes),
                frozenset(at for at, player in enumerate(people) if player.id in due),
            ),
            whole=whole,
        )

    def arranged(self, rounds: Sequence[Companies], outlook: RoundsAhead | None) -> Arrangement:
        """Return an arrangement of these rounds; with an outlook the rounds are a plan."""
        prices = None
        if outlook is not None:
            places = [outlook.number[player.id] for player in self.people]
            prices = Prices([outlook.shorts[at] for at in places], [outlook.undue[at] for at in places])
        byes = bool(self.needed.byes)
        return Arrangement(self.field, self.people, [*rounds], self.due, byes=byes, prices=prices, whole=self.whole)

    def in_order(self, companies: Companies) -> Companies:
        """Return the tables by who sits there, full ones first, and then who sits out."""
        tables = [sorted(company) for company in companies]
        byes = [tables.pop()] if self.needed.byes else []
        return sorted(tables, key=lambda company: (-len(company), company)) + byes

    def ranked(self, written: Mapping[str, Any]) -> Companies:
        """Return a round of a witness by rank. Raise KeyError for somebody who is not to be drawn."""
        rank = {player.id: at for at, player in enumerate(self.people)}
        byes = [written["byes"]] if self.needed.byes else []
        return self.in_order([[rank[who] for who in company] for company in (*written["tables"], *byes)])

    def written(self, companies: Companies) -> dict[str, Any]:
        named = [[self.people[who].id for who in company] for company in self.in_order(companies)]
        return {"tables": named, "byes": named.pop() if self.needed.byes else []}

    def plan(self, rounds: Sequence[Companies], outlook: RoundsAhead) -> Plan:
        """Return rounds by rank in the numbering of the outlook."""
        places = [outlook.number[player.id] for player in self.people]
        return [[[places[who] for who in company] for company in self.in_order(companies)] for companies in rounds]

    def by_rank(self, plan: Plan, outlook: RoundsAhead) -> list[Companies]:
        """Return rounds in the numbering of the outlook by rank."""
        rank = {player.id: at for at, player in enumerate(self.people)}
        return [[[rank[outlook.ids[who]] for who in company] for company in companies] for companies in plan]

    def seated(self, companies: Companies) -> DrawnRound:
        """Return locked tables first, then the others from the best down, with everybody in a seat."""
        rank = {player.id: at for at, player in enumerate(self.people)}
        tables = [*companies]
        byes = tables.pop() if self.needed.byes else []
        tables.sort(key=lambda company: (Fraction(sum(company), len(company)), company))
        drawn = [DrawnTable(self._seats(company, rank)) for company in tables]
        return DrawnRound((*self.locked, *drawn), tuple(self.people[who].id for who in sorted(byes)))

    def _seats(self, company: Sequence[int], rank: Mapping[int, int]) -> tuple[int | None, ...]:
        bots = 1 if self.needed.bots and len(company) < self.field.table_size else 0
        return seat_table(self.field, [self.people[who] for who in company], bots, rank.__getitem__)

    def problems(self, witness: Witness, rounds: int) -> Iterator[str]:
        """Yield what is wrong with a plan of that many rounds."""
        if len(witness["rounds"]) != rounds or not all(map(self._is_legal, witness["rounds"])):
            yield said("The plan does not seat everybody once in each round, at tables of the sizes that they need.")
            return
        ranked = [self.ranked(written) for written in witness["rounds"]]
        for written in witness["rounds"] if self.whole else witness["rounds"][:1]:
            if any(pair(*two) in self.field.bans for table in written["tables"] for two in combinations(table, 2)):
                yield said("Two characters who are kept apart sit together.")
        outlook = RoundsAhead(self.field, self.seed, SEARCH) if witness["price"] is not None else None
        if outlook is not None and outlook.price(self.plan(ranked, outlook))[0] != witness["price"]:
            yield said("The plan does not cost what it says.")
        better = self.arranged(ranked, outlook).improvement()
        if better is not None:
            first, other = (self.people[who].id for who in better)
            yield said(
                "Exchanging {one} and {other} would improve the plan, or is what the seed decides.",
                one=first,
                other=other,
            )

    def _is_legal(self, written: Mapping[str, Any]) -> bool:
        sizes = [self.field.table_size] * self.needed.full
        sizes += [self.field.table_size - 1] * (self.needed.small + self.needed.bots)
        everybody = sorted(player.id for player in self.people)
        return (
            sorted(map(len, written["tables"]), reverse=True) == sizes
            and len(written["byes"]) == self.needed.byes
            and sorted(chain(*written["tables"], written["byes"])) == everybody
        )
