"""Rows of a history that no longer hold: each says what became known, and proves that it once followed."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from characters.rules.career import (
    CUT,
    NO_ROWS,
    READ_AGAIN,
    REASON_LENGTH,
    Event,
    reason_in_words,
    rescinded_digest,
    rescinded_reason,
    unexplained,
)
from characters.rules.facts import CareerFact
from characters.rules.house_rules import HouseRules
from engine.translatable import Translatable
from tests.factories.days import on_day
from tests.factories.facts import ADAS_PROFILE, BOARD, EVERYTHING, a_restart, a_result, life_of, withdrawn

PROMOTED = a_result(2, 500, **EVERYTHING)
EARLIER = a_result(1, 20)
VOIDED = withdrawn(2)._replace(because="voided: never took place")
FACTS = [PROMOTED, VOIDED, EARLIER]
WHY = "game g0002 was voided: never took place"
LATER = "game g0001, played 01 January 2026, was confirmed later"


def promotion() -> Event:
    return next(event for event in life_of([PROMOTED]).events if event.kind == "promotion")


def doubted(facts: Sequence[CareerFact], why: str, event: Event | None = None) -> bool:
    row = event or promotion(), why, on_day(9)
    return list(unexplained([row], facts, ADAS_PROFILE, {BOARD: HouseRules()})) == [row]


@pytest.mark.parametrize(
    ("facts", "reviewed", "why"),
    [
        (FACTS, 1, f"{WHY}; {LATER}"),
        (FACTS, 2, LATER),
        (FACTS, 3, READ_AGAIN),
        ([PROMOTED, a_restart(9)], 1, READ_AGAIN),
        ([PROMOTED, EARLIER, EARLIER], 1, LATER),  # said once
        ([PROMOTED, VOIDED, a_restart(9), EARLIER], 1, f"{WHY}; {LATER}"),
    ],
)
def test_a_reason_is_what_became_known_after_the_review(facts, reviewed, why):
    assert rescinded_reason(facts, reviewed) == why


@pytest.mark.parametrize(("more", "cut"), [(0, False), (1, True)])
def test_a_reason_that_is_too_long_is_cut_and_ends_in_dots(more: int, cut: bool):
    because = "voided: " + "x" * (REASON_LENGTH + more - len("game g0002 was voided: "))
    why = rescinded_reason([PROMOTED, VOIDED._replace(because=because)], 1)
    assert len(why) == REASON_LENGTH and why.endswith(CUT) is cut
    assert not doubted([PROMOTED, VOIDED._replace(because=because)], why)


@pytest.mark.parametrize(
    ("facts", "why", "doubt"),
    [
        ([PROMOTED, VOIDED], WHY, False),
        (FACTS, WHY, False),
        (FACTS, f"{WHY}; {LATER}", False),
        ([PROMOTED, VOIDED, a_restart(9), EARLIER], f"{WHY}; {LATER}", False),
        (FACTS, LATER, False),  # reviewed after the void, when the row still stood
        ([PROMOTED, VOIDED], "nothing happened", True),
        ([PROMOTED, EARLIER], WHY, True),
        ([PROMOTED, a_result(3, 20)], "game g0003, played 03 January 2026, was confirmed later", True),
        ([EARLIER], LATER, True),
    ],
)
def test_a_row_must_have_followed_once_and_ended_by_what_its_reason_names(facts, why, doubt):
    assert doubted(facts, why) is doubt


def test_a_row_of_other_figures_never_followed():
    assert doubted([PROMOTED, VOIDED], WHY, promotion()._replace(points=1))


def test_the_digest_covers_all_rows_in_any_order():
    one, other = (promotion(), WHY, on_day(9)), (promotion(), LATER, on_day(9))
    both = rescinded_digest(NO_ROWS, [one, other])
    assert both == rescinded_digest(rescinded_digest(NO_ROWS, [other]), [one]) and len(both) == 64
    later = one[0], one[1], one[2] + timedelta(seconds=1)
    assert len({both, *(rescinded_digest(NO_ROWS, [row]) for row in (one, other, later))}) == 4
    assert rescinded_digest(NO_ROWS, []) == NO_ROWS and rescinded_digest(both, []) == both


@pytest.mark.parametrize(
    ("why", "translatable"), [(LATER, True), (READ_AGAIN, True), (WHY, False), (f"{WHY}; {LATER}", False)]
)
def test_a_stored_reason_reads_as_it_was_written_and_a_single_one_of_the_site_in_any_language(why, translatable):
    assert reason_in_words(why) == why
    assert isinstance(reason_in_words(why), Translatable) is translatable
