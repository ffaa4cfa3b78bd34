"""The life of a table's result as a table: every phase and every act, who may do it and where it leads."""

from itertools import product

import pytest

from league.tournaments.tables.rules import (
    ACTORS,
    ACTS,
    CONFIRMED,
    EMPTY,
    FROZEN,
    MAY,
    MOVES,
    OPEN,
    OUTSIDER,
    PHASES,
    VOID,
    WAITING,
    Facts,
    after,
    allowed,
    is_objected,
    phase_of,
    refusal,
)

# Rows: phases. Columns: acts, each with the phase that it leads to; "·" is refused.
DRAWN = """
                open        waiting     frozen      confirmed   void        empty
report          waiting     ·           frozen      ·           ·           waiting
agree           ·           waiting     ·           confirmed   ·           ·
contradict      ·           frozen      frozen      ·           ·           ·
replace         ·           waiting     ·           ·           ·           ·
new-version     ·           waiting     frozen      ·           ·           ·
dispute         ·           frozen      ·           ·           ·           ·
confirm         ·           confirmed   confirmed   ·           ·           ·
correct         ·           ·           ·           confirmed   confirmed   ·
void            void        void        void        void        ·           void
rule            confirmed   confirmed   confirmed   confirmed   ·           confirmed
mark-absent     open        open        open        ·           void        empty
mark-present    open        open        open        ·           void        empty
lock            open        waiting     frozen      confirmed   void        empty
unlock          open        waiting     frozen      confirmed   void        empty
object          ·           ·           ·           confirmed   ·           ·
end-countdown   ·           confirmed   ·           ·           ·           ·
"""


def drawn() -> dict[tuple[str, str], str | None]:
    head, *rows = DRAWN.strip("\n").splitlines()
    phases = head.split()
    found = {}
    for row in rows:
        act, *leads = row.split()
        found |= {(phase, act.replace("-", " ")): to for phase, to in zip(phases, leads, strict=True)}
    return {place: None if to == "·" else to for place, to in found.items()}


def test_every_act_in_every_phase_leads_where_it_is_drawn():
    assert {(phase, act): after(phase, act) for phase, act in product(PHASES, ACTS)} == drawn()


def test_whoever_may_not_is_told_why():
    leads = drawn()
    narrower = {(FROZEN, "new version"): {"referee", "organiser"}, (FROZEN, "confirm"): {"organiser"}}
    for phase, act, actor in product(PHASES, ACTS, ACTORS):
        may = leads[phase, act] is not None and actor in narrower.get((phase, act), MAY[act])
        assert allowed(phase, act, actor) is may
        assert (refusal(phase, act, actor) == "") is may
        assert refusal(phase, act, actor)[-1:] in ("", ".")


def test_an_outsider_may_nothing():
    assert not any(allowed(phase, act, OUTSIDER) for phase, act in product(PHASES, ACTS))


def test_every_phase_can_be_reached_and_left_but_for_an_empty_table():
    reached = {to for moves in MOVES.values() for to in moves.values()}
    assert reached == set(PHASES)
    assert all(any(to != phase for to in MOVES[phase].values()) for phase in PHASES)


@pytest.mark.parametrize(
    ("sheet", "referee_called", "people", "phase"),
    [
        (None, False, 4, OPEN),
        (None, True, 4, FROZEN),
        (None, False, 1, EMPTY),
        (None, False, 0, EMPTY),
        ("superseded", False, 4, OPEN),  # set aside: others sit there now
        ("superseded", False, 1, EMPTY),
        ("submitted", False, 4, WAITING),
        ("submitted", False, 1, WAITING),
        ("submitted", True, 4, FROZEN),
        ("disputed", False, 4, FROZEN),
        ("disputed", True, 4, FROZEN),
        ("confirmed", False, 4, CONFIRMED),
        ("confirmed", True, 4, CONFIRMED),
        ("void", False, 4, VOID),
        ("void", True, 4, VOID),
    ],
)
def test_the_phase_follows_from_what_is_kept(sheet: str | None, referee_called: bool, people: int, phase: str):
    facts = Facts(sheet, referee_called, people)
    assert phase_of(facts) == phase
    assert is_objected(facts) == (sheet == "confirmed" and referee_called)
