"""Draws of version 2: what a search found is kept as a witness, and proved by checking it instead of searching again.

A witness is a plan: the round to be played, where the field needs it those to follow, and the `price` of the plan. It
is part of the source, so the published digest covers it. The proof shows that

- everybody who had to be drawn is in every round of it once, at tables of the sizes that the numbers ask for, and
  nobody sits with somebody they are kept apart from;
- the plan costs what it says, and no exchange of two people betters it (`settled`): ties fall by the seed;
- seats, order of tables and order of those who sit out follow from the witness, the field and the seed alone.

It does not show that no cheaper plan exists, nor that this one is what the release of the day would have found:
somebody who alters the software, and knows the seeds to come, can choose among plans that no exchange betters. In a
first Swiss round, where all are level and nobody shares a club, there is one such plan only; later there are more. An
exchange between a short and a full table that brings a repeat is not tried. So draws are made by version 3 now.

What checks may not change: this module, `settled`, the prices of `planning`, ranks, the cut, which fields are planned,
seats and sizes of tables. `tests/data/draws/v2.json` is verified by them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from typing import Any, Final, NamedTuple

from engine.said import said
from league.tournaments.draws.rules import chance
from league.tournaments.draws.rules.chance import Chance
from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field, Player, pair
from league.tournaments.draws.rules.pairing import cut, knock_out_draw, ranks, to_draw
from league.tournaments.draws.rules.planning import Plan
from league.tournaments.draws.rules.schedules import Outlook, is_planned, is_small, next_round, whole_schedule
from league.tournaments.draws.rules.seating import seat_table, seated_by_position
from league.tournaments.draws.rules.settled import Arrangement, Due, Prices
from league.tournaments.draws.rules.sources import canonical, field_in, from_canonical, locked_in
from league.tournaments.formats.format import Sizes

Source = Mapping[str, Any]
Witness = Mapping[str, Any]
Companies = list[list[int]]
METHODS: Final = frozenset({"swiss", "fixed", "knock_out", "career_poker"})
OTHER_TABLES: Final = said("The tables are not those that follow from the witness and the seed.")


class Made(NamedTuple):
    """A draw, and its source with what proves it."""

    source: dict[str, Any]
    draw: DrawnRound


def make(method: str, source: Source, seed: str) -> Made:
    """The draw. ValueError where the numbers do not work out, BannedPairs where the bans do not, KeyError for a source
    that lacks something. A schedule that goes on keeps its witness."""
    proved = {**source}
    plan = source.get("plan")
    if plan is not None:
        field = Field.from_json(plan["field"])
        proved["plan"] = {"witness": _planned(field, plan["seed"], plan["rounds"]), **plan}
    elif method != "knock_out":
        proved["witness"] = _searched(_pool(source), seed, locked_in(source))
    return Made(proved, outcome_of(method, proved, seed))


def outcome_of(method: str, source: Source, seed: str) -> DrawnRound:
    """The tables and seats that follow from the witness."""
    if method == "knock_out":
        return knock_out_draw(source, _stream(seed))
    plan = source.get("plan")
    if plan is not None:
        number: int = plan["round"]
        return _schedule(canonical(plan["field"]), plan["seed"], canonical(plan["witness"]))[number]
    setting = Setting.of(_pool(source), seed, locked_in(source))
    found = setting.seated(setting.ranked(source["witness"]["rounds"][0]))
    if method == "career_poker":
        found = seated_by_position(source, found, _stream(seed, "positions"))
    return DrawnRound(found.tables, (*source["byes"], *found.byes))


def problems(method: str, source: Source, seed: str) -> list[str]:
    """What is wrong with the witness."""
    plan = source.get("plan")
    if method == "knock_out":
        return []
    if plan is not None:
        return _problems_of_plan(canonical(plan["field"]), plan["rounds"], plan["seed"], canonical(plan["witness"]))
    setting, witness = Setting.of(_pool(source), seed, locked_in(source)), source["witness"]
    planned = is_planned(setting.field, setting.locked)
    if (witness["price"] is not None) != planned and (not planned or is_small(setting.field)):
        return [
            said("The round is to be the first of a plan.")
            if planned
            else said("The round is to be drawn without a plan.")
        ]
    return list(setting.problems(witness, setting.field.rounds_left if witness["price"] is not None else 1))


def swiss_round(field: Field, seed: str, locked: Sequence[DrawnTable] = ()) -> DrawnRound:
    """A round of this field. Raises as `make` does."""
    setting = Setting.of(field, seed, locked)
    return setting.seated(setting.ranked(_searched(field, seed, locked)["rounds"][0]))


def schedule_of(field: Field, rounds: int, seed: str) -> list[DrawnRound]:
    """All rounds at once. Raises as `make` does."""
    return _schedule(canonical(field.to_json()), seed, canonical(_planned(field, seed, rounds)))


def _stream(seed: str, purpose: str = "draw") -> Chance:
    return chance.SEARCH.stream(seed, purpose)


def _pool(source: Source) -> Field:
    field, kept = field_in(source), source["byes"]
    return replace(field, players=tuple(player for player in field.players if player.id not in kept))


@dataclass(frozen=True, slots=True)
class Setting:
    """What is given before a search: the field, the `people` to be drawn by rank, the tables that they need and whose
    turn it is at the short ones. `whole`: a schedule, of which every round is played. `strict`: as in `settled`."""

    field: Field
    seed: str
    locked: Sequence[DrawnTable]
    people: Sequence[Player]
    needed: Sizes
    due: Due
    whole: bool = False
    strict: bool = False

    @classmethod
    def of(
        cls,
        field: Field,
        seed: str,
        locked: Sequence[DrawnTable] = (),
        *,
        whole: bool = False,
        strict: bool = False,
    ) -> "Setting":
        people, needed = to_draw(field, locked)
        rank = ranks(field, _stream(seed))
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
            strict=strict,
        )

    def arranged(self, rounds: Sequence[Companies], outlook: Outlook | None) -> Arrangement:
        """With an outlook the rounds are a plan."""
        prices = None
        if outlook is not None:
            places = [outlook.number[player.id] for player in self.people]
            prices = Prices([outlook.shorts[at] for at in places], [outlook.undue[at] for at in places])
        byes = bool(self.needed.byes)
        return Arrangement(
            self.field,
            self.people,
            [*rounds],
            self.due,
            byes=byes,
            prices=prices,
            whole=self.whole,
            strict=self.strict,
        )

    def in_order(self, companies: Companies) -> Companies:
        """Tables by who sits there, full ones first, and those who sit out."""
        tables = [sorted(company) for company in companies]
        byes = [tables.pop()] if self.needed.byes else []
        return sorted(tables, key=lambda company: (-len(company), company)) + byes

    def ranked(self, written: Mapping[str, Any]) -> Companies:
        """A round of a witness by rank. KeyError for somebody who is not to be drawn."""
        rank = {player.id: at for at, player in enumerate(self.people)}
        byes = [written["byes"]] if self.needed.byes else []
        return self.in_order([[rank[who] for who in company] for company in (*written["tables"], *byes)])

    def written(self, companies: Companies) -> dict[str, Any]:
        named = [[self.people[who].id for who in company] for company in self.in_order(companies)]
        return {"tables": named, "byes": named.pop() if self.needed.byes else []}

    def plan(self, rounds: Sequence[Companies], outlook: Outlook) -> Plan:
        """Rounds by rank as the outlook numbers people."""
        places = [outlook.number[player.id] for player in self.people]
        return [[[places[who] for who in company] for company in self.in_order(companies)] for companies in rounds]

    def by_rank(self, plan: Plan, outlook: Outlook) -> list[Companies]:
        """The other way round."""
        rank = {player.id: at for at, player in enumerate(self.people)}
        return [[[rank[outlook.ids[who]] for who in company] for company in companies] for companies in plan]

    def seated(self, companies: Companies) -> DrawnRound:
        """Locked tables first, then the others from the best down, everybody in a seat."""
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
        """What is wrong with a plan of so many rounds."""
        if len(witness["rounds"]) != rounds or not all(map(self._is_legal, witness["rounds"])):
            yield said("The plan does not seat everybody once in each round, at tables of the sizes that they need.")
            return
        found = [self.ranked(written) for written in witness["rounds"]]
        for written in witness["rounds"] if self.whole else witness["rounds"][:1]:
            if any(pair(*two) in self.field.bans for table in written["tables"] for two in combinations(table, 2)):
                yield said("Two sit together who are kept apart.")
        outlook = Outlook(self.field, self.seed, chance.SEARCH) if witness["price"] is not None else None
        if outlook is not None and outlook.price(self.plan(found, outlook))[0] != witness["price"]:
            yield said("The plan does not cost what it says.")
        better = self.arranged(found, outlook).improvement()
        if better is not None:
            one, other = (self.people[who].id for who in better)
            yield said(
                "An exchange of {one} and {other} would better the plan, or is what the seed decides.",
                one=one,
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


def _searched(field: Field, seed: str, locked: Sequence[DrawnTable]) -> dict[str, Any]:
    """The witness of one round."""
    setting = Setting.of(field, seed, locked)
    found = next_round(field, seed, chance.SEARCH, locked)
    if not found.plan:
        drawn = {"tables": [table.players for table in found.draw.tables[len(locked) :]], "byes": found.draw.byes}
        return _settled(setting, [setting.ranked(drawn)], None)
    outlook = Outlook(field, seed, chance.SEARCH)
    return _settled(setting, setting.by_rank(found.plan, outlook), outlook)


def _planned(field: Field, seed: str, rounds: int) -> dict[str, Any]:
    """The witness of a schedule."""
    outlook = Outlook(field, seed, chance.SEARCH)
    setting = Setting.of(field, seed, whole=True)
    return _settled(setting, setting.by_rank(outlook.plan(rounds)[:rounds], outlook), outlook)


def _settled(setting: Setting, rounds: Sequence[Companies], outlook: Outlook | None) -> dict[str, Any]:
    arranged = setting.arranged(rounds, outlook)
    arranged.settle()
    found = [setting.in_order(companies) for companies in arranged.rounds]
    written = [setting.written(companies) for companies in (sorted(found) if setting.whole else found)]
    price = outlook.price(setting.plan(found, outlook))[0] if outlook is not None else None
    return {"rounds": written, "price": price}


@lru_cache(maxsize=4)
def _schedule(field: str, seed: str, witness: str) -> list[DrawnRound]:
    setting = Setting.of(Field.from_json(from_canonical(field)), seed, whole=True)
    outlook = Outlook(setting.field, seed, chance.SEARCH)
    rounds = sorted(setting.ranked(written) for written in from_canonical(witness)["rounds"])
    return whole_schedule(outlook, setting.plan(rounds, outlook))


@lru_cache(maxsize=4)
def _problems_of_plan(field: str, rounds: int, seed: str, witness: str) -> list[str]:
    setting = Setting.of(Field.from_json(from_canonical(field)), seed, whole=True)
    return list(setting.problems({"price": None, **from_canonical(witness)}, rounds))
