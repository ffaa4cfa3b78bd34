"""Boards: London, the two other editions with figures of their own, names on London's figures, boards of strangers."""

import re

import pytest

from engine import BadOptions, new_game, record_game, replay
from engine.careers import actions as a
from engine.careers.board import load_board
from engine.careers.boards import edition_board
from engine.careers.data import read_data
from engine.careers.editions import edition, edition_ids
from engine.core.rng import Stream
from tests.engine.support import careers, degrees, dice, hold, legal, place, play_randomly, trips, turn_of

rule = pytest.mark.rule
OWN = ("hi_tech", "jazz_age")
NAMES_ONLY = sorted(set(edition_ids()) - {"london", *OWN})
TESLA = {"paths": {"tesla": {**read_data()["paths"]["agrivi"], "name": "Tesla"}}}


def opened(board, seed=1):
    return new_game("careers", 3, seed, {"board": board})


def said(g, action):
    return [sentence.named(("Ada", "Bo", "Cleo", "Dev")) for sentence in g.telling(action, None)]


@rule("careers Game Editions")
@pytest.mark.parametrize("board", OWN)
def test_the_same_seed_gives_another_game_on_another_board(board):
    ends = []
    for name in ("london", board):
        g = opened(name)
        play_randomly(g, 7, 300)
        ends.append(g.digest())
    assert ends[0] != ends[1]


@rule("careers Game Editions")
@pytest.mark.parametrize("board", NAMES_ONLY)
def test_names_alone_change_no_game(board):
    assert not edition(board).own_board
    ends = []
    for name in ("london", board):
        g = opened(name)
        play_randomly(g, 7, 300)
        ends.append(g.digest())
    assert ends[0] == ends[1]


def test_london_is_what_is_played_when_no_board_is_named():
    assert opened("london").setup == new_game("careers", 3, 1).setup
    assert "board" not in opened("london").setup


@pytest.mark.parametrize("board", [*OWN, "medieval", TESLA], ids=["hi_tech", "jazz_age", "medieval", "tesla"])
def test_a_record_names_its_board_and_replays(board):
    recorder = record_game("careers", 3, ["greedy"], 5, {"board": board})
    assert recorder.game.setup["board"] == board
    assert replay(recorder.text().splitlines()) == recorder.game.outcome()


@pytest.mark.parametrize("board", OWN)
@pytest.mark.parametrize("settings", [{}, {"pfizer_layout": "later19", "experience_deck": "62", "loans": "tracked"}])
def test_whole_games_run_to_their_end_with_sentences_and_without_pounds(board, settings):
    options = {"board": board, "settings": {"target": 60} | settings}
    for seed in range(6):
        g, stream, heard = new_game("careers", 4, seed, options), Stream(seed), []
        for _ in range(400):
            if g.over:
                break
            action = stream.choice(g.legal_actions())
            heard += said(g, g.actions.text(action))
            assert g.about() and "£" not in repr(g.about())
            g.apply(action)
        assert heard and not any("£" in sentence for sentence in heard)


@rule("careers Game Editions")
def test_hi_tech_begins_with_its_own_cash_and_asks_half_the_tuition():
    g = careers(board="hi_tech")
    assert (g.cash[0], g.salary[0]) == (2000, 2000)
    board = load_board("hi_tech")
    assert next(path.fee for path in board.paths if path.university) == 500
    assert len(g.table.experience_deck) == 48 and len(g.table.opportunity_deck) == 73
    assert all(a.EXPERIENCE[kind].get("both_ways") is None for kind in g.table.experience_deck)


@rule("careers R27")
def test_the_four_amtrak_squares_are_one_ring():
    g = careers(board="hi_tech")
    assert [load_board("hi_tech").raw[at]["name"] for at in (3, 12, 22, 35)] == ["Amtrak"] * 4
    place(g, 0, "opportunity_01")
    dice(g, 1, 1)
    g.play("roll")
    assert legal(g) == ["ride rail"]
    assert g.about()["rail"]["name"] == "Amtrak" and "underground" not in g.about()
    assert said(g, "ride rail")[:2] == ["Ada takes the Amtrak train.", "Ada advances to Amtrak."]
    g.play("ride rail")
    assert g.where[0] == 12 or g.prompt != "ride"


@rule("careers R27")
def test_every_travel_card_is_for_the_one_ring():
    g = careers(board="hi_tech")
    place(g, 0, "opportunity_14")
    hold(g, 0, "to_underground")
    assert any("Travel by Amtrak" in sentence for sentence in said(g, "opportunity to_underground"))
    assert any("advances to Amtrak" in sentence for sentence in said(g, "opportunity to_underground"))


@rule("careers Game Editions")
def test_jazz_age_begins_with_a_thousand_and_a_salary_of_a_thousand():
    g = careers(board="jazz_age")
    assert (g.cash[0], g.salary[0]) == (1000, 1000)


@pytest.mark.parametrize(("salary", "tax"), [(3000, 0), (4000, 600), (10_000, 1500), (30_000, 15_000)])
@rule("careers Game Editions")
def test_jazz_age_has_taxes_of_its_own(salary, tax):
    g = careers(board="jazz_age")
    place(g, 0, "payday")
    g.cash[0], g.salary[0] = 100_000, salary
    dice(g, 1, 1)
    g.play("roll")
    assert g.where[0] == 2 and g.cash[0] == 100_000 - tax


@rule("careers Game Editions")
def test_jazz_age_sells_up_to_four_experience_cards_at_three_thousand():
    g = careers(board="jazz_age")
    g.cash[0] = 50_000
    place(g, 0, "entrance_stonehenge")
    dice(g, 1, 1)
    g.play("roll")
    assert g.prompt == "buy" and g.about()["most"] == 4 and g.about()["unit_price"] == 3000
    g.play("amount 4")
    assert g.cash[0] == 38_000 and len(g.experience[0]) == 4


@rule("careers R59")
def test_no_degree_opens_a_company_that_asks_for_none():
    g = careers(board="jazz_age")
    place(g, 0, "entrance_agrivi")
    degrees(g, 0, "information_technology", 4)
    turn_of(g, 0)
    g.cash[0] = 999
    assert "enter" not in legal(g)
    g.cash[0] = 1000
    assert "enter" in legal(g) and g.about()["entrance"] == {"path": "agrivi", "fee": 1000}
    trips(g, 0, "agrivi", 1)
    assert g.about()["entrance"]["fee"] == 0


@rule("careers R18")
@pytest.mark.parametrize(("square", "name", "program", "fee", "degrees_needed"), [
    ("entrance_pfizer_uk", "The Stork Club", "pharmacology", 5000, 1),
    ("entrance_bbc_news", "Cotton Club", "journalism", 1000, 1),
    ("entrance_lister_bacon", "The Untouchables", "law", 8000, 2),
])  # fmt: skip
def test_fees_and_degrees_are_those_of_the_board(square, name, program, fee, degrees_needed):
    g = careers(board="jazz_age")
    g.cash[0] = 20_000
    at = place(g, 0, square)
    assert g.table.board.raw[at]["name"] == name
    turn_of(g, 0)
    degrees(g, 0, program, degrees_needed - 1)
    assert g.about()["entrance"]["fee"] == fee
    degrees(g, 0, program, degrees_needed)
    assert g.about()["entrance"]["fee"] == 0


def test_programs_without_a_company_are_offered_by_their_names():
    programs = edition_board("jazz_age")["figures"]["degrees"]["programs"]
    homeless = [program["name"] for program in programs if "occupation" not in program]
    assert homeless == ["Government", "Hospitality", "Medicine"]
    g = careers(board="jazz_age", players=[{}, {}, {}])
    assert len(g.table.board.primary) == 9


@pytest.mark.parametrize("board", [name for name in edition_ids() if name != "london"])
def test_every_board_bears_the_names_of_its_edition(board):
    names, built = edition(board), load_board(board)
    entrances = {company.entrance: company.name for company in names.companies.values()}
    assert {path.entrance: path.name for path in built.paths if not path.university} == entrances
    assert {program["name"] for program in built.figures["degrees"]["programs"]} == {
        program.name for program in names.programs.values()
    }
    assert built.currency == names.currency and built.ids == load_board().ids
    assert not any("£" in square["caption"] for square in built.raw)


@pytest.mark.parametrize("board", OWN)
def test_a_board_of_its_own_says_what_comes_from_london(board):
    names = edition(board)
    assert names.own_board and names.from_london and "From London: " in names.figures_note
    assert edition("london").figures_note == ""


@rule("careers Board Customization")
def test_a_board_of_strangers_is_played_by_its_content():
    g = opened(TESLA)
    assert "Tesla" in [path.name for path in g.table.board.paths]
    assert g.table.board.ids == load_board().ids
    assert opened(TESLA | {"figures": {"starting_cash": 7000}}).cash == [7000] * 3


@rule("careers Board Customization")
@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("atlantis", "There is no board 'atlantis'"),
        (5, "an edition's id or a mapping"),
        ({"moon": 1}, "there is no entry 'moon'"),
        ({"squares": [{"number": 50}]}, "squares, entry 0, number is 50; it must lie from 0 to 41"),
        ({"squares": [{"number": 2, "bands": []}]}, "content of border squares is fixed"),
        ({"squares": 5}, "squares must be a list, not 5"),
        ({"figures": {"luck": 1}}, "no figure 'luck'"),
        ({"figures": {"starting_cash": -1}}, "figures.starting_cash is -1; it must lie from 0"),
        ({"counts": {"experience": {"e99": 1}}}, "no card 'e99'"),
        ({"counts": {"experience": {"e1": -1}}}, "counts.experience.e1 is -1"),
        ({"paths": {"tesla": {"entrance": 4}}}, "paths.tesla: the entry 'exit' is missing"),
        ({"tuition": "free"}, "tuition must be a whole number, not 'free'"),
        ({"experience": [{"id": "e1", "kind": "number", "value": 9, "count": 3}]}, "there is no entry 'experience'"),
        ({"travel": {"rail": {}}}, "travel.rail"),
    ],
)  # fmt: skip
def test_a_board_that_cannot_be_played_is_refused_with_a_reason(board, message):
    with pytest.raises(BadOptions, match=re.escape(message)):
        opened(board)
