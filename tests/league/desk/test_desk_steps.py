"""What an organiser is told: where the tournament is, what is in the way, and the one thing to do next."""

from dataclasses import replace

import pytest

from league.tournaments.desk.rules.desk_steps import (
    Playing,
    Situation,
    explained_problems,
    field_hint,
    next_step,
    state_sentence,
)
from league.tournaments.entries.rules import Places

BEFORE = Situation(
    name="Spring Open",
    status="planned",
    registration_open=True,
    places=Places(registered=0, checked_in=0, waiting=0, dropped=0, capacity=16),
    table_size=4,
    least=2,
    shortfall="mixed",
)
ON = Playing(stage="Swiss", format="swiss", rounds=3)


def before(**changes) -> Situation:
    places = {
        name: changes.pop(name) for name in ("registered", "checked_in", "waiting", "capacity") if name in changes
    }
    return replace(BEFORE, places=replace(BEFORE.places, **places), **changes)


def under_way(checked_in: int = 12, next_stage: str = "", **playing) -> Situation:
    now = before(status="running", checked_in=checked_in, next_stage=next_stage)
    return replace(now, playing=replace(ON, **playing))


@pytest.mark.parametrize(
    ("now", "key", "label"),
    [
        (before(first=""), "settings", "Choose how it is played"),
        (BEFORE, "add", "Register the first character"),
        (before(registration_open=False), "open", "Open registration"),
        (before(registered=12), "check_in", "Check in"),
        (before(registered=1, checked_in=11), "check_in", "Check in"),
        (before(checked_in=12), "draw", "Draw round 1"),
        (before(checked_in=3), "add", "Register another character"),
        (under_way(), "draw", "Draw round 1"),
        (under_way(round=1, round_status="draft"), "publish", "Publish round 1"),
        (under_way(round=1, round_status="published"), "clock", "Start the clock of round 1"),
        (under_way(round=1, round_status="running", tables=3, settled=1), "tables", "Look at the tables"),
        (under_way(round=1, round_status="running", tables=3, settled=2, frozen=1), "tables", "Go to the tables"),
        (under_way(round=1, round_status="running", tables=3, settled=3), "end_round", "End round 1"),
        (under_way(round=1, round_status="ended", tables=3, settled=3), "draw", "Draw round 2"),
        (under_way(round=3, round_status="ended", tables=3, settled=3), "end_stage", "End Swiss"),
        (under_way(format="knock_out", rounds=None, round=1, round_status="ended", tables=4), "draw", "Draw round 2"),
        (under_way(format="knock_out", rounds=None, round=2, round_status="ended", tables=1), "end_stage", "End Swiss"),
        (under_way(format="knock_out", round=1, round_status="ended", tables=1, byes=3), "draw", "Draw round 2"),
        (under_way(format="open", rounds=None, round=1, round_status="running"), "tables", "Open a table"),
        (under_way(stage="", next_stage="Top 4"), "draw", "Start Top 4"),
        (under_way(stage=""), "finish", "Close the tournament"),
        (under_way(checked_in=0), "add", "Look at the entries"),
        (before(status="finished"), "", "Nothing is left to do"),
        (before(status="cancelled"), "", "Nothing is left to do"),
    ],
)
def test_there_is_one_thing_to_do_next(now, key, label):
    step = next_step(now)
    assert (step.key, step.label) == (key, label)


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        (BEFORE, "Registration is open; nobody has entered yet."),
        (
            before(registered=14, checked_in=2, waiting=3, registration_open=False),
            "Registration is closed: 16 of 16 places taken, 3 waiting, 2 checked in.",
        ),
        (before(registered=14, capacity=None), "Registration is open: 14 registered, 0 checked in."),
        (under_way(), "Swiss has begun; no round is drawn yet."),
        (under_way(round=2, round_status="draft"), "Swiss, round 2 of 3 is drawn, and only organisers see it."),
        (
            under_way(round=2, round_status="running", tables=3, settled=1, frozen=1),
            "Swiss, round 2 of 3 is being played: 1 of 3 tables confirmed, 1 waiting for the referee.",
        ),
        (under_way(round=2, round_status="ended"), "Swiss, round 2 of 3 has ended."),
        (under_way(stage="", next_stage="Top 4"), "Spring Open is between two stages."),
        (under_way(stage=""), "Every stage has been played."),
        (under_way(format="open", stage="Open play"), "Open play is under way."),
        (before(status="cancelled"), "Spring Open is cancelled."),
    ],
)
def test_the_state_is_one_sentence(now, sentence):
    assert state_sentence(now) == sentence


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (before(checked_in=3), "3 characters are here, and a table of 4 needs 4. Check in one more"),
        (before(registered=3), "or choose tables of 3"),
        (before(checked_in=5, first="knock_out"), "Take 4 or 7 characters"),
        (under_way(checked_in=0), "Everybody has dropped"),
        (under_way(round=1, round_status="running", tables=3, frozen=1), "1 table disagrees and waits for a ruling"),
    ],
)
def test_what_is_in_the_way_is_explained_with_what_to_do(now, words):
    assert words in " ".join(explained_problems(now))


@pytest.mark.parametrize("now", [BEFORE, before(checked_in=12), before(registered=2, first="open")])
def test_where_nothing_is_in_the_way_nothing_is_said(now):
    assert explained_problems(now) == []


def test_a_number_of_characters_comes_to_tables_and_rounds():
    hint = field_hint(23, 4, "mixed", 2)
    assert (hint.tables, hint.recommended, hint.most) == ("5 tables of 4, 1 table of 3", 5, 7)
    assert field_hint(16, 4, "bye", 2).tables == "4 tables of 4"
    assert field_hint(17, 4, "bye", 2).tables == "4 tables of 4, 1 bye"
    assert field_hint(19, 4, "bot", 2).tables == "4 tables of 4, 1 table with a bot"


def test_too_few_characters_are_no_field():
    with pytest.raises(ValueError, match="a table of 4 needs 4"):
        field_hint(3, 4, "mixed", 2)
