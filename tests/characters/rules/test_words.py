"""Every event says why, in words and figures."""

from decimal import Decimal

import pytest

from characters.rules import ladder, words
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need, Performance
from characters.rules.words import Why
from engine.translatable import Translatable
from tests.factories.facts import earned


@pytest.mark.rule("careers Performance")
@pytest.mark.parametrize(
    ("points", "yardstick", "level", "safe", "sentence"),
    [
        (162, 200, "vp", False, "162 of 200 points is 81 %; a Vice President needs 80 %"),
        (1250, 2000, "manager", False, "1,250 of 2,000 points is 62.5 %; a Manager needs 60 %"),
        (99, 200, "senior", False, "99 of 200 points is 49.5 %; a Senior needs 50 %"),
        (1, 3, "director", False, "1 of 3 points is 33.33 %; a Director needs 70 %"),
        (200, 200, "c_level", True, "200 of 200 points is 100 %; a C-level needs 90 %"),
        (0, 200, "senior", False, "0 of 200 points is 0 %; a Senior needs 50 %"),
        (20, 200, "entry", False, "20 of 200 points is 10 %; an Entry Level employee needs no minimum"),
        (
            150,
            200,
            "c_level",
            True,
            "150 of 200 points is 75 %; a C-level needs 90 %, but a win in a game of 200 or more always passes",
        ),
        (1200, None, "vp", False, "1,200 points; this timed game is not reviewed"),
    ],
)
def test_a_review_says_share_and_minimum(points, yardstick, level, safe, sentence):
    result = Performance(points, yardstick, ladder.MINIMUM_PERCENT[level], safe)
    assert words.review(result, level) == sentence


@pytest.mark.parametrize(
    ("value", "text"),
    [("81.00", "81 %"), ("80.50", "80.5 %"), ("100.00", "100 %"), ("0.00", "0 %"), ("33.33", "33.33 %")],
)
def test_a_percentage_is_written_without_idle_zeros(value, text):
    assert words.percent(Decimal(value)) == text


POINTS = Need("points", "", 1512, 500)


@pytest.mark.rule("careers Employee Level and Promotions")
@pytest.mark.parametrize(
    ("needs", "sentence"),
    [
        ([POINTS], "1,512 of 500 points"),
        (
            [
                POINTS,
                Need("degrees", "law", 1, 1),
                Need("degrees", "journalism", 2, 1),
                Need("trips", "lister_bacon", 3, 2),
                Need("trips", "bbc_news", 2, 2),
            ],
            "1,512 of 500 points, degrees 1 and 2 of 1 each, trips 3 and 2 of 2 each",
        ),
        ([POINTS, Need("trips", "lister_bacon", 6, 6)], "1,512 of 500 points, trips 6 of 6"),
    ],
)
def test_a_promotion_says_have_and_need(needs, sentence):
    assert words.promotion(needs) == sentence


@pytest.mark.rule("careers Golden Parachute")
def test_a_parachute_says_points_and_bonus():
    assert words.parachute(10_250) == "10,250 of 10,000 points as C-level; leaves with a bonus of £100,000"


def test_a_reason_is_read_in_the_currency_of_the_edition():
    assert words.in_currency(words.parachute(10_250), "$").endswith("a bonus of $100,000")


@pytest.mark.rule("careers R89")
def test_a_restart_says_which_career_begins():
    assert words.restart(2) == "starts career 2 at Entry Level after the golden parachute"


@pytest.mark.parametrize(
    ("kind", "sentence", "noun"),
    [
        ("promotion", "Ada becomes Manager", "promotion to Manager"),
        ("demotion", "Ada falls to Manager", "demotion to Manager"),
        ("parachute", "Ada leaves by golden parachute", "golden parachute"),
        ("restart", "Ada starts again as Manager", "new career"),
        ("review", "Ada is reviewed and stays Manager", "passed review"),
    ],
)
def test_what_happens_to_a_character_is_a_sentence(kind, sentence, noun):
    assert words.happens(kind, "Ada", "Manager") == sentence
    assert words.noun(kind, "Manager") == noun


def test_every_level_has_its_words():
    assert set(words.LEVEL_WORDS) == set(ladder.LEVELS)


@pytest.mark.parametrize(
    ("why", "read"),
    [
        (
            "512 of 500 points, degrees 22 and 8 of 1 each, trips 1 and 2 of 2 each",
            "512 of 500 game points, 22 degrees in Law and 8 in Journalism (1 each needed), "
            "1 trip through Harrods and 2 through Agrivi (2 each needed)",
        ),
        ("9 of 9 points, degrees 1 of 1", "9 of 9 game points, 1 degree (1 needed)"),
        ("88 of 200 points is 44 %; a Manager needs 60 %", "88 of 200 game points is 44 %; a Manager needs 60 %"),
    ],
)
def test_what_was_needed_is_read_as_a_sentence(why, read):
    assert words.as_read(why, "£", degrees=["Law", "Journalism"], trips=["Harrods", "Agrivi"]) == read
    assert "Law" not in words.as_read(why, "£")


NEEDS = [POINTS, Need("degrees", "law", 1, 1), Need("degrees", "journalism", 2, 1), Need("trips", "agrivi", 6, 6)]


@pytest.mark.parametrize(
    ("row", "english"),
    [
        (Why("restart", 2, "entry", 0, None, None, words.restart(2)), words.restart(2)),
        (Why("parachute", 1, "c_level", 10_250, None, None, words.parachute(10_250)), str(words.left(10_250, "£"))),
        (
            Why("promotion", 1, "senior", 1512, 500, None, words.promotion(NEEDS)),
            "1,512 of 500 game points, 1 degree in Law and 2 in Journalism (1 each needed), 6 trips (6 needed)",
        ),
    ],
)
def test_a_kept_reason_can_be_said_in_any_language(row, english):
    read = words.in_words(row, "£", degrees=["Law", "Journalism"], trips=["Harrods", "Agrivi"])
    assert read == english and isinstance(read, Translatable)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"earned_elsewhere": "shown"}, "it is shown but counts for nothing"),
        ({"earned_elsewhere": "capped", "earned_elsewhere_cap": "manager"}, "counts up to Manager"),
        ({"earned_elsewhere": "kept"}, "the career here begins as Director"),
    ],
)
def test_what_counts_of_a_career_elsewhere_is_said_by_the_house_rules(settings, sentence):
    assert sentence in words.counted(earned().earned, HouseRules(**settings))
