"""What a passport proves, step by step, and what nobody can make it prove."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from characters.rules import ladder
from characters.rules.facts import digest
from characters.rules.house_rules import HouseRules
from league.core.ledger.rules.heads import statement
from league.core.rules.signatures import public_key, sign
from league.people.rules.passport_proof import MOST_ITEMS, verify
from league.people.rules.passports import FORMAT, MOST_BYTES
from tests.factories.facts import a_climb, a_restart, a_result, withdrawn
from tests.factories.passports import ELSEWHERE, MADE_AT, STRANGER, a_passport, altered, as_file, signed


def verdicts(content: dict | bytes) -> dict[str, bool | None]:
    data = content if isinstance(content, bytes) else as_file(content)
    return {step.key: step.holds for step in verify(data).steps}


def said(content: dict | bytes) -> str:
    return " ".join(verify(content if isinstance(content, bytes) else as_file(content)).reasons)


ALL = {"file": True, "signature": True, "chain": True, "career": True}


def test_a_passport_holds():
    report = verify(as_file(a_passport()))
    assert report.holds and report.reasons == []
    assert report.passport and report.passport["career"]["level"] == "senior"


def test_the_same_passport_is_the_same_file():
    assert as_file(a_passport()) == as_file(a_passport())
    assert json.loads(as_file(a_passport()))["made_at"] == f"{MADE_AT:%Y-%m-%dT%H:%M:%SZ}"


def test_it_holds_however_it_is_laid_out():
    loose = json.dumps(a_passport(), indent=2, ensure_ascii=True).encode()
    assert verify(loose).holds and verify(loose).digest == verify(as_file(a_passport())).digest


def test_a_life_with_everything_in_it_holds():
    facts = [*a_climb(to="c_level"), a_result(6, 10_000), a_restart(7), a_result(8, 100), a_result(9, 5), withdrawn(9)]
    assert verdicts(a_passport(facts)) == ALL


def test_an_altered_figure_breaks_the_signature_and_the_chain():
    found = altered(a_passport(), lambda one: one["facts"][0].__setitem__(0, one["facts"][0][0].replace("500", "900")))
    assert verdicts(found) == {"file": True, "signature": False, "chain": False, "career": False}
    assert "Fact 1 was altered" in said(found)


def test_an_altered_career_breaks_the_signature_and_does_not_follow():
    found = altered(a_passport(), lambda one: one["career"].update(level="vp"))
    assert verdicts(found) == ALL | {"signature": False, "career": False}
    assert "level is said to be 'vp', the facts say 'senior'" in said(found)


def test_whoever_signs_a_false_career_can_not_make_it_follow():
    found = signed(altered(a_passport(), lambda one: one["career"].update(wins=9)))
    assert verdicts(found) == ALL | {"career": False}


@pytest.mark.parametrize("name", sorted(a_passport()["league"]))
def test_an_altered_word_or_figure_of_the_league_breaks_the_signature(name):
    told = a_passport()["league"][name]
    other = {int: 9, list: ["mallory"], str: str(told).replace("e", "a").replace("2024", "1999")}[type(told)]
    found = altered(a_passport(), lambda one: one["league"].update({name: other}))
    assert told != other and verdicts(found)["signature"] is False


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        ({"games": 40}, "says that 40 games count, the facts say 1"),
        ({"reporters": 2}, "more reports of the games"),
        ({"confirmed_by_reporter": 1}, "more reports of the games"),
        ({"played_here": 1}, "more reports of the games"),
    ],
)
def test_figures_of_the_league_that_the_facts_can_not_have_do_not_hold_whoever_signs_them(figures, why):
    found = signed(altered(a_passport(), lambda one: one["league"].update(figures)))
    assert verdicts(found) == ALL | {"career": False} and why in said(found)


@pytest.mark.parametrize("change", [{"made_at": "2026-13-01T00:00:00Z"}, {"league": {"since": "1066-10-14T09:00:00Z"}}])
def test_a_time_that_no_calendar_has_makes_it_no_passport(change):
    league = a_passport()["league"] | change.pop("league", {})
    assert "there is no such time" in said(signed(a_passport() | change | {"league": league}))


def test_a_chain_that_was_cut_off_shows_whoever_signs_it():
    facts = [*a_climb(to="senior"), a_result(2, 5)]
    found = signed(altered(a_passport(facts), lambda one: one["facts"].pop()))
    assert verdicts(found)["chain"] is False
    assert "ends at fact 1; the passport says 2" in said(found)


def test_the_key_of_somebody_else_has_not_signed():
    found = a_passport() | {"key": public_key(STRANGER)}
    assert verdicts(found) == ALL | {"signature": False}


def test_a_passport_of_any_key_holds_whose_it_is_is_another_question():
    report = verify(as_file(a_passport(key=STRANGER)))
    assert report.holds and report.passport and report.passport["key"] == public_key(STRANGER)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "as JSON"),
        (b"\xff", "as JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "its format must be"),
        (b"null", "its format must be"),
        (b'{"format":"corner-office-passport/9"}', "another kind, corner-office-passport/9"),
        (b'{"format":"corner-office-passport/1"}', "'installation' is a required property"),
        (b'{"a":1,"a":2}', "is twice"),
        (b'{"a":1.5}', "only whole numbers"),
        (b'{"a":NaN}', "only whole numbers"),
        (b'{"a":"\\u0000"}', "NUL"),
        (b'{"a":"\\ud800"}', "surrogate"),
        (b"[" + b"{}," * (MOST_ITEMS // 2) + b"{}]", "more parts than any passport"),
        (b" " * (MOST_BYTES + 1), "larger than 10 MB"),
    ],
)
def test_what_is_no_passport_is_refused_in_a_sentence(data, why):
    assert why in said(data) and verdicts(data) == {"file": False}


@pytest.mark.parametrize("value", ["", "x", None, -1, 10**30, [], {}, [[]], True])
@pytest.mark.parametrize("name", sorted(a_passport()))
def test_nonsense_in_any_place_is_a_sentence_and_no_error(name, value):
    found = signed(a_passport() | {name: value}) if name not in ("key", "signature") else a_passport() | {name: value}
    assert all(reason for reason in verify(as_file(found)).reasons)


@given(text=st.text(max_size=80))
def test_whatever_a_fact_says_is_a_sentence_and_no_error(text):
    found = altered(a_passport(), lambda one: one.update(facts=[[text, "0" * 64]]))
    assert not verify(as_file_or_empty(found)).holds


def as_file_or_empty(content: dict) -> bytes:
    try:
        return as_file(content)
    except UnicodeEncodeError:
        return b""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"happiness":500', '"happiness":-500'),
        ('"happiness":500', '"happiness":1e3'),
        ('"happiness":500', '"happiness":true'),
        ('"happiness":500', f'"happiness":{10**12}'),
        ('"happiness":500', '"happiness":"500"'),
        ('"law":4', '"law":-4'),
        ('"edition":"london"', '"edition":7'),
        ("2026-01-01T18:00:00Z", "1066-01-01T18:00:00Z"),
        ("2026-01-01T18:00:00Z", "2026-01-01T18:00:00"),
    ],
)
def test_figures_that_no_game_can_have_make_no_career_however_well_signed(before, after):
    def rewrite(one: dict) -> None:
        content = one["facts"][0][0].replace(before, after)
        assert content != one["facts"][0][0]
        one["facts"] = [[content, digest("", content)]]
        one["end"] = {"number": 1, "digest": digest("", content)}

    assert verdicts(signed(altered(a_passport(), rewrite))) == ALL | {"career": False}


def test_house_rules_are_those_of_their_digest():
    def other(one: dict) -> None:
        (name,) = one["rules"]
        one["rules"][name] = HouseRules(trips="combined").canonical()

    found = signed(altered(a_passport(), other))
    assert verdicts(found) == ALL | {"career": False} and "do not match that digest" in said(found)


@pytest.mark.parametrize(
    "change",
    [lambda one: one.update(ladder=ladder.VERSION + 1), lambda one: one["character"].update(edition="atlantis")],
)
def test_what_this_version_does_not_know_can_not_be_said(change):
    found = signed(altered(a_passport(), change))
    assert verdicts(found) == ALL | {"career": None}
    assert "can't be said here" in said(found) and not verify(as_file(found)).holds


def test_the_format_names_its_version():
    assert a_passport()["format"] == FORMAT and a_passport()["key"] == public_key(ELSEWHERE)


def a_head(key: Ed25519PrivateKey) -> dict:
    told = statement(installation="https://far.example", made_at="2026-02-01T10:00:00+00:00", ends=[])
    told["key"] = public_key(key)
    return {**told, "signature": sign(key, told)}


def test_a_head_of_the_same_key_is_checked_with_the_rest():
    found = signed(altered(a_passport(), lambda one: one.update(head=a_head(ELSEWHERE))))
    assert verdicts(found) == ALL | {"head": True}
    assert "over 0 chains" in verify(as_file(found)).steps[-1].text


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (a_head(ELSEWHERE) | {"tree_size": 7}, "it was altered"),
        (a_head(STRANGER), "a different key from the passport"),
        ({"format": "corner-office-head/1"}, "it was altered"),
        ({}, "This is not a head"),
        ({"format": "corner-office-head/1", "key": [], "signature": {}, "ends": 7}, "does not hold"),
    ],
)
def test_a_head_that_does_not_hold_is_found_however_well_the_passport_is_signed(head, says):
    found = signed(altered(a_passport(), lambda one: one.update(head=head)))
    assert verdicts(found) == ALL | {"head": False} and says in said(found)
