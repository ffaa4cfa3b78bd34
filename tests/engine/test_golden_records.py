"""Golden records: one per kind of event in the rule book, and whole games. They stand for how the game behaves.

A change of behaviour breaks them on purpose: make it a setting, raise the rules version, and say in the system's
`readings` what the version before had. Then `python -m tests.engine.golden_events` writes whole games of the new one.
"""

import json

import pytest

import engine
from engine import SYSTEMS
from engine.core.errors import BadRecord, EngineError
from tests.engine.golden_events import EVENTS, FOLDER, WHOLE, later, shows

ALL_WHOLE = {*WHOLE}.union(*(later(version) for version in range(2, SYSTEMS["careers"].version + 1)))
RECORDS = sorted(FOLDER.glob("*.jsonl"))


def lines_of(name):
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_kind_of_event_has_its_record_and_no_record_is_left_over():
    assert {path.stem for path in RECORDS} == {*EVENTS, *ALL_WHOLE}


@pytest.mark.parametrize("name", sorted({*EVENTS, *ALL_WHOLE}))
def test_a_golden_record_replays(name):
    lines = lines_of(name)
    outcome = engine.replay(lines)
    ends = [line for line in lines if "key" not in json.loads(line)]
    assert "digest" in json.loads(ends[-1 if outcome is None else -2]), "the end is proved by a fingerprint"
    assert (outcome is not None) or name not in ALL_WHOLE


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
    rolls = [at for at, line in enumerate(lines) if json.loads(line).get("chance")]
    wrong = [
        altered(lines, 0, lambda head: head.update(seed=head["seed"] + 1)),
        altered(lines, 0, lambda head: head.update(seed="1")),
        altered(lines, 0, lambda head: head.update(rules=99)),
        altered(lines, 0, lambda head: head.update(format="chess/1")),
        altered(lines, 0, lambda head: head.pop("options")),
        altered(lines, rolls[3], lambda entry: entry["chance"].append(1)),
        altered(lines, rolls[3], lambda entry: entry.update(seat=3 - entry["seat"])),
        altered(lines, rolls[3], lambda entry: entry.update(action="declare bankruptcy")),
        altered(lines, rolls[3], lambda entry: entry.update(action="win at once")),
        altered(lines, len(lines) - 2, lambda entry: entry.update(digest="0" * 16)),
        altered(lines, len(lines) - 1, lambda entry: entry["outcome"].update(winners=[])),
        altered(lines, len(lines) - 1, lambda entry: entry["outcome"]["scores"][0].update(cash=10**6)),
        [*lines[: rolls[3]], *lines[rolls[3] + 1 :]],
        [*lines, lines[-2]],
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
        engine.replay(altered(lines, 8, lambda entry: entry.update(chance=[1, 2, 3])))


def test_every_rules_version_that_ever_was_has_records():
    heads = {json.loads(path.read_text(encoding="utf-8").splitlines()[0])["rules"] for path in RECORDS}
    assert heads == {*range(1, SYSTEMS["careers"].version + 1)}
