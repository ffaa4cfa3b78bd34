"""The sample season folds into the careers that came with it, worked out by other hands."""

import json
from pathlib import Path

import pytest

from characters.rules.career import fold
from characters.rules.house_rules import DEFAULTS
from characters.rules.ladder import Profile
from characters.rules.names import name_key
from engine.careers.editions import edition
from games.rules.lines import result_facts
from league.people.rules import characters_from_csv
from league.results.rules.reported_games import to_sheet
from league.results.rules.result_rows import results_from_csv

ROOT = Path(__file__).resolve().parents[3]
SEASON = ROOT / "league" / "data" / "spring-2026"
EXPECTED = json.loads((ROOT / "tests" / "data" / "expected_careers.json").read_text(encoding="utf-8"))


def profile_of(row):
    names = edition(row.edition)
    companies = (names.company_of(row.specialty).id, names.company_of(row.side_interest).id)
    return Profile(row.specialty, row.side_interest, *companies, row.edition)


def the_lives():
    rows, problems = characters_from_csv((SEASON / "characters.csv").read_bytes())
    games, more_problems = results_from_csv((SEASON / "results.csv").read_bytes())
    assert problems + more_problems == []
    ids = {name_key(row.name): number for number, row in enumerate(rows)}
    facts = {number: [] for number in ids.values()}
    for number, game in enumerate(games, start=1):
        sheet, unknown = to_sheet(game, ids, name_key)
        assert unknown == []
        for character, fact in result_facts(number, 1, DEFAULTS.digest, sheet, reference=game.reference):
            facts[character].append(fact)
    rules = {DEFAULTS.digest: DEFAULTS}
    return {row.name: fold(facts[ids[name_key(row.name)]], profile_of(row), rules) for row in rows}


@pytest.fixture(scope="module")
def lives():
    return the_lives()


def test_the_season_is_the_one_whose_careers_are_known(lives):
    assert {career["name"] for career in EXPECTED} == set(lives)
    assert len(lives) == 24


@pytest.mark.rule("careers Employee Level and Promotions", "careers Performance", "careers R74", "careers R84")
@pytest.mark.parametrize("expected", EXPECTED, ids=lambda career: career["name"])
def test_a_career_is_what_it_must_be_in_every_key(lives, expected):
    life = lives[expected["name"]]
    found = {key: getattr(life.current, key) for key in expected if key not in ("name", "history")}
    history = [
        {"game": event.reference, "kind": event.kind, "from": event.from_level, "to": event.to_level}
        for event in life.events
        if event.kind != "review"
    ]
    assert {"name": expected["name"], **found, "history": history} == expected
