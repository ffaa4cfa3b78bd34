"""Golden records: one per kind of event in the rule book, and whole games. They stand for how the game behaves.

A change of behaviour breaks them on purpose: make it a setting, raise the rules version, and say in the system's
`readings` what the version before had.
"""

import json

import pytest

import engine
from engine import SYSTEMS
from engine.core.errors import BadRecord, EngineError
from tests.engine.golden_events import EVENTS, FOLDER, WHOLE, shows

RECORDS = sorted(FOLDER.glob("*.jsonl"))


def lines_of(name):
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_kind_of_event_has_its_record_and_no_record_is_left_over():
    assert {path.stem for path in RECORDS} == {*EVENTS, *WHOLE}


@pytest.mark.parametrize("name", sorted({*EVENTS, *WHOLE}))
def test_a_golden_record_replays(name):
    lines = lines_of(name)
    outcome = engine.replay(lines)
    ends = [line for line in lines if "key" not in json.loads(line)]
    assert "digest" in json.loads(ends[-1 if outcome is None else -2]), "the end is proved by a fingerprint"
    assert (outcome is not None) or name not in WHOLE


@pytest.mark.parametrize("name", EVENTS)
def test_a_golden_record_shows_its_event(name):
    _, prompt, action = EVENTS[name]
    assert shows(lines_of(name), prompt, action)


def altered(lines, number, change):
    entry = json.loads(lines[number])
    change(entry)
    return [*lines[:number], json.dumps(entry), *lines[number + 1 :]]


def test_a_record_that_was_tampered_with_does_not_replay():
    lines = lines_of("whole_standard")
    moves = [at for at, line in enumerate(lines) if "action" in json.loads(line)]
    digests = [at for at, line in enumerate(lines) if "digest" in json.loads(line)]
    outcome, key = len(lines) - 2, len(lines) - 1
    wrong = [
        altered(lines, 0, lambda head: head.update(commitment="0" * 64)),
        altered(lines, 0, lambda head: head.update(rules=99)),
        altered(lines, 0, lambda head: head.update(format="chess/1")),
        altered(lines, 0, lambda head: head.pop("options")),
        altered(lines, moves[3], lambda entry: entry.update(seat=3 - entry["seat"])),
        altered(lines, moves[3], lambda entry: entry.update(action="declare bankruptcy")),
        altered(lines, moves[3], lambda entry: entry.update(action="win at once")),
        altered(lines, digests[-1], lambda entry: entry.update(digest="0" * 16)),
        altered(lines, outcome, lambda entry: entry["outcome"].update(winners=[])),
        altered(lines, outcome, lambda entry: entry["outcome"]["scores"][0].update(cash=10**6)),
        altered(lines, key, lambda entry: entry.update(key="0" * 64)),
        [*lines[: moves[3]], *lines[moves[3] + 1 :]],
        [*lines[: digests[0]], *lines[digests[0] + 1 :]],
        [*lines[:key], lines[moves[3]], lines[key]],
        [*lines[:outcome], lines[key]],
        lines[:-1],
        ["not json", *lines[1:]],
        [*lines[:5], "[]", *lines[5:]],
        [*lines[:5], "{}", *lines[5:]],
        [],
    ]  # fmt: skip
    for number, record in enumerate(wrong):
        with pytest.raises(BadRecord, match=r".+"):
            engine.replay(record)
            pytest.fail(f"alteration {number} went unnoticed")


def test_a_record_of_an_unknown_game_or_of_too_many_seats_is_refused():
    lines = lines_of("whole_standard")
    for change in ({"game": "ludo"}, {"seats": 7}, {"options": {"settings": {"target": -1}}}):
        with pytest.raises(EngineError):
            engine.replay(altered(lines, 0, lambda head, change=change: head.update(change)))


def test_a_record_says_which_line_does_not_fit():
    lines = lines_of("degree")
    with pytest.raises(BadRecord, match=r"^Line 9: "):
        engine.replay(altered(lines, 8, lambda entry: entry.update(action="win at once")))


def test_every_rules_version_that_ever_was_has_records():
    heads = {json.loads(path.read_text(encoding="utf-8").splitlines()[0])["rules"] for path in RECORDS}
    assert heads == {*range(1, SYSTEMS["careers"].version + 1)}
