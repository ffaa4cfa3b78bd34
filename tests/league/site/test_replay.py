"""`replay`: a record proves itself, or it is refused with the line that does not fit."""

import json

import pytest

from engine import SYSTEMS, Recorder, record_game


@pytest.fixture(scope="module")
def lines() -> list[str]:
    options = {"settings": {"target": 30}, "players": [{"name": "Ada"}, {"name": "Bo"}]}
    return record_game("careers", 2, ["greedy", "random"], 11, options).text().splitlines()


@pytest.fixture
def replay(run, write):
    return lambda lines, *more: run("replay", write("\n".join(lines).encode()), *more)


def test_a_record_prints_its_outcome(replay, lines):
    status, out, reasons = replay(lines)
    assert (status, reasons) == (0, [])
    header, ada, bo, end = out.splitlines()
    assert header.split() == ["seat", "name", "won", "points"]
    assert ada.split()[:2] == ["1", "Ada"] and bo.split()[:2] == ["2", "Bo"]
    assert end.startswith("Ended by formula after ")


def test_json_is_the_outcome_that_the_record_claims(replay, lines):
    assert json.loads(replay(lines, "--format", "json").out) == json.loads(lines[-2])["outcome"]


def test_csv_has_a_row_for_each_seat(replay, lines):
    assert replay(lines, "--format", "csv").out.splitlines()[0] == "seat,name,won,points"


def changed(lines, number, **entries):
    entry = json.loads(lines[number]) | entries
    return [*lines[:number], json.dumps(entry), *lines[number:][1:]]


def nested(depth):
    return json.loads("[" * depth + "]" * depth)


def another_winner(lines):
    outcome = json.loads(lines[-2])["outcome"]
    return [*lines[:-2], json.dumps({"outcome": outcome | {"winners": [1 - outcome["winners"][0]]}}), lines[-1]]


def stopped_early(lines):
    """A true record of a game that was broken off."""
    recorder = Recorder(SYSTEMS["careers"], 2, 11, {"settings": {"target": 30}})
    for _ in range(5):
        recorder.play(recorder.game.legal_actions()[0])
    recorder.stop()
    return recorder.lines


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (another_winner, "outcome"),
        (lambda lines: changed(lines, 0, commitment="0" * 64), "Line 1: the commitment"),
        (lambda lines: changed(lines, len(lines) - 1, key="0" * 64), "Line 1: the commitment"),
        (lambda lines: changed(lines, 0, commitment=nested(800)), "Line 1: the commitment"),
        (lambda lines: changed(lines, 0, rules=999), "rules version 999"),
        (lambda lines: changed(lines, 0, game="chess"), "chess"),
        (lambda lines: changed(lines, 0, seats=3), "all 3 players"),
        (lambda lines: changed(lines, 1, seat=9), "Line 2"),
        (lambda lines: changed(lines, 1, action="fly to the moon"), "Line 2"),
        (lambda lines: [lines[0], *lines[2:]], "Line "),
        (lambda lines: [*lines[:3], "not json"], "Line 4 is not JSON"),
        (lambda lines: [*lines[:3], "[" * 200_000], "Line 4 is not JSON"),
        (lambda lines: [*lines[:3], f'{{"digest": {"9" * 10_000}}}'], "Line 4 is not JSON"),
        (lambda lines: changed(lines, 0, options=nested(800)), "options"),
        (lambda lines: changed(lines, 0, seats=10**4000), "seats"),
        (lambda lines: changed(lines, 0, rules=10**4000), "rules version"),
        (lambda lines: changed(lines, 1, seat=nested(800)), "Line 2 does not say which seat played"),
        (lambda lines: lines[:-1], "does not reveal the key"),
        (lambda lines: [*lines[:-2], lines[-1]], "does not claim an outcome"),
        (stopped_early, "no outcome"),
        (lambda lines: [], "Line 1"),
        (lambda lines: ["[]"], "Line 1"),
    ],
)
def test_a_record_that_was_altered_is_refused(replay, lines, tamper, said):
    status, out, reasons = replay(tamper(lines))
    assert (status, out, len(reasons)) == (1, "", 1), reasons
    assert said in reasons[0]


def test_what_is_no_text_is_refused(run, write):
    outcome = run("replay", write(b"\xff\xfe\x00"))
    assert outcome.status == 1 and "UTF-8" in outcome.reasons[0]


def test_a_file_that_is_not_there_is_refused(run, tmp_path):
    assert run("replay", tmp_path / "nowhere.jsonl").status == 1
