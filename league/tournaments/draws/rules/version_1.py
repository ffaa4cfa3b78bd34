"""Draws of version 1: field and seed decide, and are proved by looking for the draw again.

The search is part of the version: its numbers, the exchanges that it tries and the order of them. What it finds is
*settled*: nobody has chosen anything. Only a solver, which is not ours and may find something else tomorrow, leaves a
witness behind, and only if it found a plan of several rounds that is strictly cheaper than the settled one. Such a
witness is checked (it is legal, costs what it says, no exchange of two people improves it), and the settled plan is
computed to see that it costs more, isn't the cheapest possible, and that counting pairs does not rule out a plan
without repeats (`_may_be_bettered`). The solver itself is never asked by a proof.

What somebody who alters the software, and knows the future seeds, can still choose:

- a round drawn alone (more than 24 people and few rounds for the field, or tables that were kept), a knock-out, and a
  round or schedule that `_may_be_bettered` denies a witness: nothing.
- other rounds and schedules: any plan that is strictly cheaper than the settled one and that no exchange betters, or
  the settled one in spite of them. In a first Swiss round of a stage, in which all are level and nobody shares a club
  or is kept apart, the meetings of that round follow from the seed even then.

The source is taken as it is: whether it tells the standings and tables of the rounds before is for others to compare.
It can be written in one way only (`_problem_of_field`), as the search would follow the order of what is in it.

From release 1.0 on nothing here may change, nor what it calls do anything else: `tests/data/draws/v1.json` is verified
by it. Another search is a version 2 beside this one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from engine.translatable import said
from league.tournaments.draws.rules.chance import SEARCH
from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field
from league.tournaments.draws.rules.pairing import BannedPairs, knock_out_draw, refuse_bans
from league.tournaments.draws.rules.planning import Plan
from league.tournaments.draws.rules.schedules import (
    RoundsAhead,
    best_first,
    is_planned,
    is_small,
    next_round,
    whole_schedule,
)
from league.tournaments.draws.rules.seating import seated_by_position
from league.tournaments.draws.rules.setting import Companies, DrawSetting, Made
from league.tournaments.draws.rules.sources import canonical, field_in, from_canonical, locked_in

Source = Mapping[str, Any]
VERSION: Final = 1
OTHER_TABLES: Final = said("The tables do not follow from the field and the seed.")


class Settled(NamedTuple):
    """The result of field and seed: `rounds` by rank, their `price` if they are a plan, and whether that is the
    `least` that any plan can cost. Without rounds: `refused`, because people who are kept apart would meet."""

    rounds: Sequence[Companies]
    price: int | None = None
    least: bool = False
    refused: BannedPairs | None = None

    def held(self) -> Sequence[Companies]:
        """Return the rounds. Raise the error that refused them."""
        if self.refused is not None:
            raise self.refused
        return self.rounds


def make(method: str, source: Source, seed: str) -> Made:
    """Return the draw, and its source with a witness if it needs one. A schedule that continues stays. Raise
    ValueError if the numbers do not work out, BannedPairs if the bans do not, KeyError for an incomplete source."""
    proved = {**source}
    plan = source.get("plan")
    if method == "knock_out":
        return Made(proved, outcome_of(method, proved, seed))
    if plan is not None:
        if "version" not in plan:
            proved["plan"] = {**plan, "version": VERSION, **_bettered_schedule(plan)}
        return Made(proved, outcome_of(method, proved, seed))
    setting = _setting(source, seed)
    settled = _settled_round(setting)
    witness = _bettered(setting, settled, setting.field.rounds_left)
    return Made({**proved, **witness}, _seated(method, source, seed, setting, _first_round(setting, settled, witness)))


def outcome_of(method: str, source: Source, seed: str) -> DrawnRound:
    """Return the tables and seats. Raise as `make` does."""
    plan = source.get("plan")
    if method == "knock_out":
        return knock_out_draw(source, SEARCH.stream(seed))
    if plan is not None:
        number: int = plan["round"]
        return _schedule(canonical(plan["field"]), plan["rounds"], plan["seed"], canonical(plan.get("witness")))[number]
    setting = _setting(source, seed)
    settled = Settled([]) if "witness" in source else _settled_round(setting)
    return _seated(method, source, seed, setting, _first_round(setting, settled, source))


def problems(method: str, source: Source, seed: str) -> list[str]:
    """Return what is wrong with the source, as far as the outcome does not show it."""
    plan = source.get("plan")
    if method == "knock_out":
        return []
    if plan is not None:
        if plan["version"] != VERSION:
            return [said("The schedule belongs to another version.")]
        sentences = _problem_of_field(plan["field"])
        if "witness" in plan:
            field, witness = canonical(plan["field"]), canonical(plan["witness"])
            sentences += _problems_of_plan(field, plan["rounds"], plan["seed"], witness)
        return sentences
    sentences = _problem_of_field(source["field"])
    if "witness" in source:
        setting = _setting(source, seed)
        sentences += _problems_of_witness(
            setting, source["witness"], setting.field.rounds_left, _settled_round(setting)
        )
    return sentences


def swiss_round(field: Field, seed: str, locked: Sequence[DrawnTable] = ()) -> DrawnRound:
    """Draw a round of this field. Raise as `make` does."""
    setting = DrawSetting.of(field, seed, locked)
    settled = _settled_round(setting)
    witness = _bettered(setting, settled, field.rounds_left)
    return setting.seated(_first_round(setting, settled, witness))


def _problem_of_field(written: Mapping[str, Any]) -> list[str]:
    """Return a problem if the field is not written in its canonical form."""
    field = Field.from_json(written)
    order = [(player.position, player.id) for player in field.players]
    pairs = chain(field.meetings, field.last_met, field.neighbours, field.bans)
    if field.to_json() == written and order == sorted(set(order)) and all(who < other for who, other in pairs):
        return []
    return [said("The field is not written in the required order.")]


def _setting(source: Source, seed: str) -> DrawSetting:
    field, byes = field_in(source), source["byes"]
    pool = replace(field, players=tuple(player for player in field.players if player.id not in byes))
    return DrawSetting.of(pool, seed, locked_in(source))


def _settled_round(setting: DrawSetting) -> Settled:
    """Return one settled round. Raise BannedPairs unless a plan may help."""
    field, seed = setting.field, setting.seed
    try:
        drawn = next_round(field, seed, SEARCH, setting.locked)
    except BannedPairs as error:
        if not is_planned(field, setting.locked) or not is_small(field):
            raise
        return Settled([], refused=error)
    if not drawn.plan:
        tables = [table.players for table in drawn.draw.tables[len(setting.locked) :]]
        return _settle(setting, [setting.ranked({"tables": tables, "byes": drawn.draw.byes})], None)
    outlook = RoundsAhead(field, seed, SEARCH)
    return _settle(setting, setting.by_rank(drawn.plan, outlook), outlook)


def _settle(setting: DrawSetting, rounds: Sequence[Companies], outlook: RoundsAhead | None) -> Settled:
    arranged = setting.arranged(rounds, outlook)
    arranged.settle()
    ordered = [setting.in_order(companies) for companies in arranged.rounds]
    if outlook is None:
        return Settled(ordered)
    try:
        for companies in ordered if setting.whole else ordered[:1]:
            tables = setting.written(companies)["tables"]
            refuse_bans(setting.field, [DrawnTable(tuple(table)) for table in tables])
    except BannedPairs as error:
        return Settled([], refused=error)
    return Settled(sorted(ordered) if setting.whole else ordered, *outlook.price(setting.plan(ordered, outlook)))


def _may_be_bettered(setting: DrawSetting, settled: Settled, rounds: int) -> bool:
    """Return whether a plan of that many rounds may have a witness."""
    if settled.least or (settled.price is None and settled.refused is None):
        return False
    outlook = RoundsAhead(setting.field, setting.seed, SEARCH)
    return not outlook.shape.byes and outlook.may_have_none(rounds)


def _bettered(setting: DrawSetting, settled: Settled, rounds: int) -> dict[str, Any]:
    """Return the witness, if a solver finds a plan that costs less."""
    if not _may_be_bettered(setting, settled, rounds):
        return {}
    outlook = RoundsAhead(setting.field, setting.seed, SEARCH)
    solved = outlook.solved(rounds)
    if not solved:
        return {}
    plan: Plan = solved if setting.whole else best_first(outlook, solved, rounds)
    solution = _settle(setting, setting.by_rank(plan, outlook), outlook)
    if not _is_cheaper(solution.price, settled):
        return {}
    return {
        "witness": {"rounds": [setting.written(companies) for companies in solution.rounds], "price": solution.price}
    }


def _is_cheaper(price: int | None, settled: Settled) -> bool:
    return price is not None and (settled.price is None or price < settled.price)


def _problems_of_witness(setting: DrawSetting, witness: Mapping[str, Any], rounds: int, settled: Settled) -> list[str]:
    if not _may_be_bettered(setting, settled, rounds):
        return [said("There is a witness although field and seed alone decide.")]
    if not _is_cheaper(witness["price"], settled):
        return [said("The witness is not cheaper than the plan that follows from field and seed.")]
    return list(setting.problems(witness, rounds))


def _first_round(setting: DrawSetting, settled: Settled, proved: Mapping[str, Any]) -> Companies:
    """Return the round to be played, from the witness if there is one."""
    if "witness" in proved:
        return setting.ranked(proved["witness"]["rounds"][0])
    return settled.held()[0]


def _seated(method: str, source: Source, seed: str, setting: DrawSetting, companies: Companies) -> DrawnRound:
    drawn = setting.seated(companies)
    if method == "career_poker":
        drawn = seated_by_position(source, drawn, SEARCH.stream(seed, "positions"))
    return DrawnRound(drawn.tables, (*source["byes"], *drawn.byes))


def _bettered_schedule(plan: Mapping[str, Any]) -> dict[str, Any]:
    field, rounds, seed = canonical(plan["field"]), plan["rounds"], plan["seed"]
    return _bettered(_whole(field, seed), _settled_schedule(field, rounds, seed), rounds)


def _whole(field: str, seed: str) -> DrawSetting:
    return DrawSetting.of(Field.from_json(from_canonical(field)), seed, whole=True)


@lru_cache(maxsize=4)
def _settled_schedule(field: str, rounds: int, seed: str) -> Settled:
    setting = _whole(field, seed)
    outlook = RoundsAhead(setting.field, seed, SEARCH)
    return _settle(setting, setting.by_rank(outlook.plan(rounds)[:rounds], outlook), outlook)


@lru_cache(maxsize=4)
def _schedule(field: str, rounds: int, seed: str, witness: str) -> list[DrawnRound]:
    setting, proved = _whole(field, seed), from_canonical(witness)
    outlook = RoundsAhead(setting.field, seed, SEARCH)
    if proved is None:
        ranked = _settled_schedule(field, rounds, seed).held()
    else:
        ranked = sorted(setting.ranked(written) for written in proved["rounds"])
    return whole_schedule(outlook, setting.plan(ranked, outlook))


@lru_cache(maxsize=4)
def _problems_of_plan(field: str, rounds: int, seed: str, witness: str) -> list[str]:
    settled = _settled_schedule(field, rounds, seed)
    return _problems_of_witness(_whole(field, seed), from_canonical(witness), rounds, settled)
