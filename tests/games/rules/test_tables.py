"""Tables for the engine and back: whatever bots play, by whichever house rules, is a sheet that can stand."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characters.rules.house_rules import HouseRules
from characters.rules.ladder import LEVELS
from engine import SYSTEMS as ENGINE
from engine import bot_specs, record_game
from engine.careers.editions import edition, edition_ids
from engine.careers.scores import score_of
from games.rules.bots import too_patient
from games.rules.sheets import Knowledge, ScoreSheet, Seated, SeatLine, errors
from games.rules.systems import SYSTEMS, problems, seats_by, setup_problems
from games.rules.tables import LONDON, TablePlayer, engine_options, played_sheet, translated
from tests.factories.careers_sheets import NOW, YESTERDAY, a_careers_sheet, a_seat

RULES = st.builds(
    HouseRules,
    unrelated=st.sampled_from(["forbidden", "normal"]),
    boss_only=st.booleans(),
    carry_over=st.sampled_from(["none", "degrees_and_trips"]),
    league_retire=st.sampled_from(["both", "level_only"]),
    layoff_from_hospital=st.booleans(),
    reorg_scope=st.sampled_from(["subordinates", "everyone_on_primary_path"]),
)


@st.composite
def tables(draw):
    """Two to six seats of one edition, few companies, so that bosses meet their people."""
    home = draw(st.sampled_from(edition_ids()))
    programs = [one.id for one in edition(home).career_programs][:3]
    players = []
    for seat in range(1, draw(st.integers(2, 6)) + 1):
        if seat > 2 and draw(st.booleans()):
            players.append(TablePlayer(""))
            continue
        specialty, side = draw(st.permutations(programs))[:2]
        level = draw(st.sampled_from(LEVELS))
        players.append(TablePlayer(f"C{seat}", level, home, specialty, side, {specialty: draw(st.integers(0, 9))}, {}))
    return home, players


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), RULES, st.sampled_from(["formula", "timed"]), st.integers(0, 2**32))
def test_what_the_bots_played_can_have_happened(table, rules, mode, seed):
    home, players = table
    names = edition(home)
    lines = tuple(SeatLine(at, at if one.level else None, one.name) for at, one in enumerate(players, 1))
    seated = {
        at: Seated(one.name, one.level, names.company_of(one.specialty).id, home)
        for at, one in enumerate(players, 1)
        if one.level
    }
    formula = mode == "formula"
    blank = ScoreSheet("careers", home, YESTERDAY, lines, mode, 100 if formula else None, None if formula else 20)
    known = Knowledge(NOW, rules, seated)
    assert setup_problems(blank, known) == []
    game = record_game("careers", len(players), ["greedy"], seed, engine_options(blank, players, rules)).game
    assert errors(problems(played_sheet(blank, game.outcome().scores), known)) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sheet_on_which_nobody_sits_yet_is_refused_in_words(system):
    blank = ScoreSheet(system, LONDON, YESTERDAY, (), next(iter(SYSTEMS[system].MODES), ""))
    assert "The sheet has 0 seats" in str(errors(problems(blank, Knowledge(NOW, HouseRules(), {})))[0].message)


@pytest.mark.parametrize("system", [one for one in SYSTEMS if one in ENGINE])
def test_any_system_that_the_engine_plays_gives_a_sheet_that_can_stand(system):
    least, most = seats_by(SYSTEMS[system], {})
    for seats in range(least, most + 1):
        lines = tuple(SeatLine(at, at if at < 3 else None, f"C{at}") for at in range(1, seats + 1))
        mode = next(iter(SYSTEMS[system].MODES), "")
        blank = ScoreSheet(system, LONDON, YESTERDAY, lines, mode, 100 if mode else None)
        known = Knowledge(NOW, HouseRules(), {at: Seated(f"C{at}", "entry", "harrods", LONDON) for at in (1, 2)})
        assert setup_problems(blank, known) == []
        options = engine_options(blank, [TablePlayer(line.name) for line in lines], known.rules)
        game = record_game(system, seats, ["random"], seats, options).game
        assert problems(played_sheet(blank, game.outcome().scores), known) == []


def test_seats_are_numbered_from_0_in_the_engine_and_from_1_on_a_sheet():
    scores = [
        {
            "won": True,
            "happiness": 9,
            "fame": 0,
            "cash": 0,
            "laid_off": [1],
            "bumped": [],
            "salary": 3,
            "layoffs": 1,
            "insurance": 1,
            "checkpoints": [30, 60],
        },
        {"won": False, "happiness": 1, "fame": 0, "cash": 0, "bumped": [0, 0], "formula_cash": None},
    ]
    first, second = played_sheet(a_careers_sheet(a_seat(1), a_seat(2)), scores).seats
    assert (first.won, second.won) == (True, False)
    assert first.figures == {
        "happiness": 9, "fame": 0, "cash": 0, "laid_off": (2,), "layoffs": 1,
        "salary": 3, "insurance": 1, "checkpoints": 2,
    }  # fmt: skip
    assert second.figures == {"happiness": 1, "fame": 0, "cash": 0, "bumped": (1, 1)}


@pytest.mark.parametrize("home", edition_ids())
def test_degrees_and_trips_have_a_name_in_every_edition_and_find_back(home):
    for vocabulary, ids in (("programs", edition(LONDON).programs), ("companies", edition(LONDON).companies)):
        counts = {one: number for number, one in enumerate(ids, 1)}
        abroad = translated(counts, vocabulary, LONDON, home)
        known = getattr(edition(home), vocabulary)
        assert len(abroad) == len(counts) and set(abroad) <= set(known)
        assert translated(abroad, vocabulary, home, LONDON) == counts


def test_a_system_that_takes_nothing_from_the_league_has_no_options():
    assert engine_options(a_careers_sheet(system="tiddlywinks"), [], HouseRules()) == {}


def test_a_timed_table_of_careers_has_its_minutes_and_a_formula_table_its_target():
    pair = [TablePlayer("Ada"), TablePlayer("Bo")]
    timed = engine_options(a_careers_sheet(mode="timed", target=None, minutes=75), pair, HouseRules())["settings"]
    assert (timed["mode"], timed["timed_minutes"], "target" in timed) == ("timed", 75, False)
    formula = engine_options(a_careers_sheet(target=150), pair, HouseRules())["settings"]
    assert (formula["mode"], formula["target"], "timed_minutes" in formula) == ("formula", 150, False)


def test_a_board_that_the_league_has_made_is_played_on():
    pair, board = [TablePlayer("Ada"), TablePlayer("Bo")], {"name": "Ours"}
    assert engine_options(a_careers_sheet(), pair, HouseRules(), board)["board"] == board
    assert engine_options(a_careers_sheet(), pair, HouseRules())["board"] != board
    poker = a_careers_sheet(system="career_poker", edition="london", mode="", target=None)
    assert "board" not in engine_options(poker, pair, HouseRules(), board), "the others have none"


def test_bots_are_read_from_one_line():
    assert bot_specs("greedy, search:visits=8,turns=1,random,") == ["greedy", "search:visits=8,turns=1", "random"]
    assert bot_specs(" ") == []


def test_a_bot_that_would_think_too_long_is_told_by_its_numbers():
    assert too_patient("careers", ["greedy", "search:visits=60"]) == []
    assert too_patient("careers", ["search:visits=300", "search:visits=200,turns=20"]) == [
        "The bot 'search:visits=300' would think too long: visits may be at most 200 here.",
        "The bot 'search:visits=200,turns=20' would think too long: "
        "it plays out 4,000 rounds for one decision; the limit here is 400.",
    ]


@pytest.mark.rule("careers Game Editions")
@pytest.mark.parametrize(
    ("home", "rule", "board"),
    [
        ("jazz_age", "edition", "jazz_age"),
        ("london", "edition", "london"),
        ("hi_tech", "london", "london"),
        ("london", "hi_tech", "hi_tech"),
    ],
)
def test_the_house_rules_say_on_which_board_bots_play(home, rule, board):
    blank = a_careers_sheet(a_seat(1), a_seat(2), edition=home)
    options = engine_options(blank, [TablePlayer("Ada"), TablePlayer("Bo")], HouseRules(board=rule))
    assert options["board"] == board
    cash = {"london": 2500, "hi_tech": 2000, "jazz_age": 1000}
    assert ENGINE["careers"].new_game(2, 1, options).cash == [cash[board]] * 2


def test_degrees_without_a_company_come_home_under_their_names():
    blank = a_careers_sheet(a_seat(1), a_seat(2), edition="jazz_age")
    game = ENGINE["careers"].new_game(2, 1, engine_options(blank, [TablePlayer("A"), TablePlayer("B")], HouseRules()))
    game.degrees[1] = 2
    assert game.table.board.figures["degrees"]["programs"][1]["name"] == "Government"
    first, _ = played_sheet(blank, [score_of(game, seat) for seat in (0, 1)]).seats
    assert first.figures["degrees"] == {"government": 2}
