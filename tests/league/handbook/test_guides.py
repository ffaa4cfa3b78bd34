"""What the guides say where somebody once read them otherwise (findings G-11.3 and G-11.6)."""

import re

import pytest

import engine
from league.handbook.rules import guide


def steps_of(system):
    return " ".join(step.says for step in guide(system).steps)


def starters(birthdays):
    options = {"settings": {"birthdays": birthdays}}
    return {engine.new_game("game_of_the_year", 3, seed, options).start for seed in range(40)}


# G-11.3: characters' birthdays have no year
@pytest.mark.rule("game_of_the_year 8")
def test_the_youngest_begins_where_years_are_known_and_chance_decides_where_they_are_not_as_the_guide_says():
    assert starters(["1990-05-06", "2001-02-03", "1985-12-24"]) == {1}
    assert starters(["05-06", "02-03", "12-24"]) == {0, 1, 2}
    assert "The youngest begins; games that bots play here draw who begins" in steps_of("game_of_the_year")


# G-11.6: what the guides left out or let one misread
@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        ("office_job", "let somebody of a lower rank lose two, which nobody gains"),
        (
            "office_job",
            "Draw a second C-Suite Skill while one is in play, and it goes face down on top of the common deck",
        ),
        ("office_job", "When the common deck runs out, the cards put away are shuffled and become the new one."),
        ("office_job", "Equal rank and equal points at the end share the victory."),
        ("career_poker", "In the first deal nobody has a position: what is left over stays aside and nobody swaps."),
        ("career_poker", "When a player has left for good, the others swap as a table of that size would"),
    ],
)
def test_a_guide_says_what_was_missing(system, sentence):
    assert sentence in steps_of(system)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("system", "unit"), [("career_poker", "single plays"), ("office_job", "turns"), ("career_compass", "turns")]
)
def test_the_length_of_a_game_counts_single_plays_in_career_poker_and_turns_elsewhere(text, system, unit):
    page = text(f"/how-to-play/{system}/")
    units = re.findall(r"About [0-9][^ ]* ([a-z ]+?);", page)
    assert units and set(units) == {unit}
