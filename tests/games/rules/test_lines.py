"""From a confirmed sheet to each character's line."""

import pytest

from characters.rules.facts import CareerFact, FactLine, decode, encode
from games.rules.lines import result_facts
from tests.factories.careers_sheets import ADA, BO, YESTERDAY, a_careers_sheet, a_seat

SHEET = a_careers_sheet(
    a_seat(1, 150, fame=30, cash=42_900, won=True, degrees={"law": 2}, trips={"bbc_news": 1}, layoffs=1, bumped=(2,)),
    a_seat(2, 80, character=None),
    a_seat(3, 60, character=BO, left_early=True, formula_cash=200),
)


def facts_of(sheet, **changes):
    return dict(result_facts(7, 3, "board", sheet, reference="g7", **changes))


def test_every_character_gets_a_line_and_a_guest_none():
    assert list(facts_of(SHEET)) == [ADA, BO]


def test_a_line_says_what_the_sheet_says_of_that_seat():
    assert facts_of(SHEET, because="corrected: cash was counted again")[ADA] == CareerFact(
        kind="result",
        at=YESTERDAY,
        game=7,
        because="corrected: cash was counted again",
        line=FactLine(
            game=7,
            reference="g7",
            at=YESTERDAY,
            version=3,
            system="careers",
            edition="london",
            rules="board",
            won=True,
            mode="formula",
            target=200,
            winner_total=222,
            happiness=150,
            fame=30,
            cash=42_900,
            degrees={"law": 2},
            trips={"bbc_news": 1},
            layoffs=1,
        ),
    )


def test_who_left_early_is_marked_so():
    assert (facts_of(SHEET)[BO].line.left_early, facts_of(SHEET)[ADA].line.left_early) == (True, False)


@pytest.mark.rule("careers R84")
def test_a_line_knows_the_winners_total_even_if_a_guest_won_with_fewer_points():
    sheet = a_careers_sheet(
        a_seat(1, 90), a_seat(2, 80), a_seat(3, 70, character=None, won=True), mode="timed", minutes=45
    )
    line = facts_of(sheet)[ADA].line
    assert (line.winner_total, line.target, line.minutes, line.mode) == (70, None, 45, "timed")


def test_lines_survive_being_stored():
    for fact in facts_of(SHEET).values():
        assert decode(encode(fact)) == fact
