"""The record of a play proves where its chance comes from, and no line of it can be changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import SYSTEMS, BadRecord, EngineError
from games.models import Turn
from games.rules.fair_chance import commitment_to, hash_of, key_of, salt_from
from games.rules.play_records import (
    ACT,
    AUTHORS,
    BACK,
    FORMAT,
    FORMAT_WITH_REWINDS,
    REWOUND,
    TurnLine,
    digest_of,
    game_record,
    play_record,
    prove,
    that_stand,
)
from tests.factories.play_records import (
    a_secret,
    record_of_bots,
    recorded,
    some_salts,
    their_hashes,
    turns_of_bots,
    with_second_thoughts,
)

SYSTEM, SEATS, SEED = "career_poker", 4, 11
PUBLISHED, HASHES = commitment_to(a_secret(SEED)), their_hashes(some_salts(SEATS, SEED))
TURNS = with_second_thoughts(SYSTEM, SEATS, SEED)
RECORD = recorded(SYSTEM, SEATS, SEED, TURNS).splitlines()
BESIDE = sum('"turn"' in line for line in RECORD)
OPENED, FIRST = BESIDE + 1, BESIDE + 2  # lines of the engine's record: its first, its first action
Lines = list[str]


def changed(at: int, **told: Any) -> Callable[[Lines], Lines]:
    """Line `at`, from 0, says something else; a function is given what was said."""

    def alter(lines: Lines) -> Lines:
        line = json.loads(lines[at])
        assert set(told) <= set(line)
        line |= {name: value(line[name]) if callable(value) else value for name, value in told.items()}
        return [*lines[:at], json.dumps(line), *lines[at:][1:]]

    return alter


def without(at: int) -> Callable[[Lines], Lines]:
    return lambda lines: lines[:at] + lines[at:][1:]


def doubled(at: int) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[:at], lines[at], *lines[at:]]


def swapped(at: int, other: int) -> Callable[[Lines], Lines]:
    def alter(lines: Lines) -> Lines:
        lines = list(lines)
        lines[at], lines[other] = lines[other], lines[at]
        return lines

    return alter


def put_in(at: int, **told: Any) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[:at], json.dumps(told), *lines[at:]]


def of_kind(kind: str) -> int:
    return next(at for at, line in enumerate(RECORD) if f'"kind": "{kind}"' in line)


def holding(word: str) -> int:
    return next(at for at, line in enumerate(RECORD) if line.startswith(f'{{"{word}"'))


def other_digit(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


def flipped(salts: list[str]) -> list[str]:
    return [salts[1], salts[0], *salts[2:]]


# Refused by what the lines say of each other, even where the forger makes a digest of their own.
FORGED = {
    "another secret": changed(0, secret=other_digit),
    "another secret with its own commitment": changed(
        0, secret="00" * 32, commitment=commitment_to(bytes(32))
    ),
    "another commitment": changed(0, commitment=other_digit),
    "a secret with a blank": changed(0, secret=lambda secret: f"{secret} "),
    "no secret": changed(0, secret=""),
    "a secret that is no hexadecimal number": changed(0, secret="zz"),
    "another salt": changed(0, salts=lambda salts: [other_digit(salts[0]), *salts[1:]]),
    "salts in another order": changed(0, salts=flipped),
    "a salt too few": changed(0, salts=lambda salts: salts[:-1]),
    "a salt too many": changed(0, salts=lambda salts: [*salts, salts[0]]),
    "a salt in capitals": changed(0, salts=lambda salts: [salts[0][:-1] + "A", *salts[1:]]),
    "salts that are none": changed(0, salts=None),
    "another hash": changed(0, hashes=lambda hashes: [other_digit(hashes[0]), *hashes[1:]]),
    "a hash where none was given": changed(0, hashes=lambda hashes: [hashes[0], hashes[0], *hashes[2:]]),
    "a hash too few": changed(0, hashes=lambda hashes: hashes[:-1]),
    "a hash that is none": changed(0, hashes=lambda hashes: ["ab", *hashes[1:]]),
    "hashes that are none": changed(0, hashes=None),
    "another format": changed(0, format="corner-office-play/2"),
    "another key": changed(-1, key=other_digit),
    "no key": lambda lines: lines[:-1],
    "another commitment of the key": changed(OPENED, commitment=other_digit),
    "another game": changed(OPENED, game="career_compass"),
    "other rules": changed(OPENED, rules=lambda version: version + 1),
    "another number of seats": changed(OPENED, seats=5),
    "another setup": changed(OPENED, options={"settings": {"deals": 3}}),
    "no opening": without(OPENED),
    "another action": changed(FIRST, action="pass"),
    "an action that there is not": changed(FIRST, action="fly away"),
    "an action of another seat": changed(FIRST, seat=lambda seat: seat % SEATS + 1),
    "actions in another order": swapped(FIRST, FIRST + 1),
    "an action left out": without(FIRST + 3),
    "an action doubled": doubled(FIRST),
    "another fingerprint": changed(holding("digest"), digest=other_digit),
    "no fingerprint": without(holding("digest")),
    "a fingerprint elsewhere": changed(holding("digest"), after=49),
    "another winner": changed(holding("outcome"), outcome=lambda told: {**told, "winners": [0, 1, 2, 3]}),
    "another score": changed(holding("outcome"), outcome=lambda told: {**told, "scores": told["scores"][::-1]}),
    "another end": changed(holding("outcome"), outcome=lambda told: {**told, "reason": "time"}),
    "no outcome": without(holding("outcome")),
    "stopped before its end": lambda lines: [*lines[: FIRST + 4], lines[-1]],
    "taken back by another seat": changed(of_kind("back"), seat=lambda seat: seat % SEATS + 1),
    "taken back further": changed(of_kind("back"), back_to=lambda back: back - 1),
    "taken back less far": changed(of_kind("back"), back_to=lambda back: back + 1),
    "taken back at another moment": changed(of_kind("back"), turn=lambda number: number + 1),
    "no taking back": without(of_kind("back")),
    "taken back twice": doubled(of_kind("back")),
    "what was taken back was another action": changed(of_kind("act"), action="fly away"),
    "what was taken back was another seat's": changed(of_kind("act"), seat=lambda seat: seat % SEATS + 1),
    "a turn of no known kind": changed(of_kind("replaced"), kind="bribed"),
    "a turn of no seat": changed(of_kind("replaced"), seat=9),
    "a turn whose number is taken": changed(of_kind("replaced"), turn=lambda number: number + 1),
    "a turn of two kinds": changed(of_kind("act"), kind="returned"),
    "a turn that is no number": changed(of_kind("replaced"), turn="first"),
    "a turn whose seat is no number": changed(of_kind("replaced"), seat=True),
    "a turn whose kind is no word": changed(of_kind("replaced"), kind=[]),
    "a turn whose action is no word": changed(of_kind("act"), action=["pass"]),
    "taken back to no number": changed(of_kind("back"), back_to=[]),
    "a game that is no word": changed(OPENED, game=[]),
    "brackets without end": lambda lines: [lines[0], '{"turn":' * 100_000, *lines[1:]],
    "a turn of the far future": put_in(BESIDE + 1, turn=9999, seat=1, kind="paused", by="person"),
    "a turn by nobody": changed(of_kind("replaced"), by=None),
    "a choice taken back by the host": changed(of_kind("back"), by="host"),
    "another seat's voice as the host's, for a choice": changed(of_kind("act"), by="host"),
    "an action of a seat as the host's": put_in(FIRST, action="pass", by="host"),
    "an action of nobody": put_in(FIRST, action="pass"),
    "an action by a bot, who is a seat": put_in(FIRST, action="pass", by="bot"),
    "the host's action by a seat": put_in(FIRST, action="seat 2 leaves", seat=1),
    "what the host of a site never does": put_in(FIRST, action="seat 2 leaves", by="host"),
    "the host's action, and a seat's": put_in(FIRST, action="seat 2 leaves", by="host", seat=1),
    "no line at all": lambda lines: [],
    "no JSON": lambda lines: ["{", *lines[1:]],
    "a list": lambda lines: ["[]", *lines[1:]],
}  # fmt: skip
# Who was away leaves no trace in the game; the digest is what tells.
BY_DIGEST = {
    "somebody else was away": changed(of_kind("replaced"), seat=3),
    "away instead of back": changed(of_kind("returned"), kind="resigned"),
    "nobody was away": lambda lines: [line for line in lines if '"replaced"' not in line and '"returned"' not in line],
    "another digest": changed(0, digest=other_digit),
    "no digest": changed(0, digest=None),
    "a word more in a line": changed(FIRST, action=lambda text: f"{text} "),
    "another spacing": lambda lines: [*lines[:FIRST], lines[FIRST].replace(",", ", "), *lines[FIRST + 1 :]],
}  # fmt: skip


def test_the_record_as_it_is_is_proved() -> None:
    assert {turn.kind for turn in TURNS} == {ACT, BACK, "replaced", "returned"} and BESIDE == 4
    outcome = prove(RECORD, published=PUBLISHED)
    assert outcome is not None and outcome.as_dict() == json.loads(RECORD[holding("outcome")])["outcome"]


@pytest.mark.parametrize("alter", [*FORGED.values(), *BY_DIGEST.values()], ids=[*FORGED, *BY_DIGEST])
def test_an_altered_record_is_refused(alter: Callable[[Lines], Lines]) -> None:
    lines = alter(list(RECORD))
    assert lines != RECORD
    with pytest.raises(EngineError):
        prove(lines, published=PUBLISHED, hashes=HASHES)


@pytest.mark.parametrize("alter", FORGED.values(), ids=FORGED)
def test_a_forger_who_makes_the_digest_anew_is_refused(alter: Callable[[Lines], Lines]) -> None:
    lines = alter(list(RECORD))
    try:
        head = json.loads(lines[0])
        head["digest"] = digest_of("".join(f"{line}\n" for line in lines[1:]))
        lines = [json.dumps(head), *lines[1:]]
    except (IndexError, ValueError, TypeError):
        pass  # nothing is left that could have one
    with pytest.raises(EngineError):
        prove(lines, published=PUBLISHED, hashes=HASHES)


def test_a_line_that_is_no_turn_is_named_by_its_number() -> None:
    at = of_kind("replaced")
    with pytest.raises(EngineError, match=f"^Line {at + 1} is not a turn"):
        prove(changed(at, kind="bribed")(list(RECORD)))


def test_a_record_of_another_play_is_refused_by_the_published_commitment() -> None:
    with pytest.raises(EngineError, match="published"):
        prove(record_of_bots(SYSTEM, SEATS, SEED + 1).splitlines(), published=PUBLISHED)


def forged_with(salts: list[str], hashes: list[str]) -> list[str]:
    """The record of a game that was truly played, with the key that these salts lead to."""
    secret = a_secret(SEED)
    record = game_record(SYSTEM, SEATS, {}, key_of(secret, salts), [])
    return play_record(secret, salts, hashes, [], record).splitlines()


@pytest.mark.parametrize("seat", range(1, SEATS + 1))
def test_no_salt_can_be_drawn_again_by_who_looks_at_what_it_leads_to(seat: int) -> None:
    """The secret is committed to, and hashes are public before the salts are shown. Whoever holds the secret and all
    salts tries others for one seat, with the hash that was given or with one that fits."""
    salts = some_salts(SEATS, SEED)
    hashes = their_hashes(salts)
    prove(forged_with(salts, hashes), published=PUBLISHED, hashes=hashes)
    for number in range(50):
        drawn = [*salts[: seat - 1], f"{number:032x}", *salts[seat:]]
        fitting = [*hashes[: seat - 1], hash_of(drawn[seat - 1]), *hashes[seat:]]
        with pytest.raises(EngineError, match=f"the salt of seat {seat} follows neither"):
            prove(forged_with(drawn, hashes), published=PUBLISHED, hashes=hashes)
        with pytest.raises(EngineError, match="the hashes of the salts are not those that were published"):
            prove(forged_with(drawn, fitting), published=PUBLISHED, hashes=hashes)


def test_a_salt_that_was_announced_and_kept_back_is_no_choice_between_two_games() -> None:
    salts = some_salts(SEATS, SEED)
    hashes = their_hashes(salts)
    withheld = [salt_from(a_secret(SEED), 1), *salts[1:]]
    assert withheld != salts and hashes[0] != ""
    with pytest.raises(EngineError, match="the salt of seat 1"):
        prove(forged_with(withheld, hashes), published=PUBLISHED, hashes=hashes)


def test_chance_that_has_fallen_is_not_taken_back() -> None:
    """A throw that was thrown again: every line fits the rules, but nobody may do it."""
    turns = turns_of_bots("career_compass", 3, 5)
    throw = turns[0]
    assert throw.action == "throw"
    again = [throw, throw._replace(kind=BACK, action="", back_to=0), *turns]
    again = [one._replace(number=number) for number, one in enumerate(again)]
    assert [one.action for one in that_stand(again)] == [one.action for one in turns]
    with pytest.raises(EngineError, match="chance had fallen"):
        prove(recorded("career_compass", 3, 5, again).splitlines())


def of_a_table_that_went_back() -> list[TurnLine]:
    """The game of TURNS, in which the choice that was taken back was undone by everybody."""
    return [
        turn._replace(kind=REWOUND, author="host", seat=None) if turn.kind == BACK else turn._replace(author="person")
        for turn in TURNS
    ]


def test_a_table_that_went_back_is_proved_by_the_next_format_and_by_no_other() -> None:
    lines = recorded(SYSTEM, SEATS, SEED, of_a_table_that_went_back()).splitlines()
    assert json.loads(lines[0])["format"] == FORMAT_WITH_REWINDS and json.loads(RECORD[0])["format"] == FORMAT
    assert prove(lines, published=PUBLISHED, hashes=HASHES) == prove(RECORD)
    with pytest.raises(BadRecord, match="Line 1 does not say the format"):
        prove(changed(0, format=FORMAT)(lines))
    at = next(number for number, line in enumerate(lines) if '"rewound"' in line)
    for forged in ({"by": "person"}, {"back_to": 10_000}, {"back_to": -1}, {"turn": lambda number: number + 1}):
        with pytest.raises(EngineError):
            prove(changed(at, **forged)(lines))


def test_no_table_goes_back_over_chance() -> None:
    turns = turns_of_bots("career_compass", 3, 5)
    again = [turns[0], TurnLine(1, None, REWOUND, "", 0, "host"), *turns]
    again = [turn._replace(number=number) for number, turn in enumerate(again)]
    with pytest.raises(BadRecord, match="chance had fallen"):
        prove(recorded("career_compass", 3, 5, again).splitlines())


def test_the_kinds_of_turns_are_those_of_the_rows() -> None:
    assert tuple(AUTHORS) == Turn.KINDS and {name for names in AUTHORS.values() for name in names} == {*Turn.AUTHORS}


def test_there_are_at_least_thirty_kinds_of_alteration() -> None:
    assert len({**FORGED, **BY_DIGEST}) >= 30


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_a_play_of_every_game_is_proved(system: str) -> None:
    assert prove(record_of_bots(system, 4, 3).splitlines()) is not None


def test_a_call_for_a_trade_is_of_the_seat_that_called_whoever_was_on_turn():
    game, turns = SYSTEMS["careers"].new_game(3, key=key_of(a_secret(SEED), some_salts(3, SEED))), list[TurnLine]()
    while not game.asides():
        action = game.describe(game.legal_actions()[0])
        turns.append(TurnLine(len(turns), game.actor, ACT, action, None))
        game.play(action)
    [[caller, [call, *_others]], *_rest] = game.asides().items()
    turns.append(TurnLine(len(turns), caller, ACT, game.describe(call), None))
    back = TurnLine(len(turns), caller, BACK, "", len(turns) - 1)
    for right in (back, TurnLine(len(turns), caller, "paused", "", None)):
        assert prove(recorded("careers", 3, SEED, [*turns, right]).splitlines()) is None
    for wrong in ([*turns, back._replace(seat=game.actor)], [*turns[:-1], turns[-1]._replace(seat=game.actor), back]):
        with pytest.raises(BadRecord, match=r"was not|another's"):
            prove(recorded("careers", 3, SEED, wrong).splitlines())
