"""Intervals, the figures of the bots' games, their charts, and the command that writes them."""

import tomllib
from dataclasses import replace

import pytest
from django.core.management import call_command

from games.rules.systems import SYSTEMS
from league.handbook.queries.balance import (
    Balance,
    balance_of,
    balances,
    measured_seats,
    rate,
    read_settings,
    seat_chart,
    to_toml,
    variations_of,
)
from league.management.commands.measure_balance import measure


def test_wilsons_interval_as_in_the_books():
    one = rate(4, 10)
    assert (round(one.percent), round(one.low, 1), round(one.high, 1)) == (40, 16.8, 68.7)
    assert rate(0, 5).low == 0 and rate(5, 5).high == 100


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.ID)
def test_every_number_of_seats_was_measured(system):
    assert [one.seats for one in balance_of(system.ID)] == list(measured_seats(system.SEATS))


@pytest.mark.parametrize("one", balances(), ids=lambda one: f"{one.system}-{one.seats}")
def test_the_wins_add_up_to_the_games_and_those_shared(one):
    assert len(one.wins) == one.seats
    assert one.games <= sum(one.wins) <= one.games + one.shared * (one.seats - 1)


def test_a_bar_ends_within_its_interval():
    chart = seat_chart(Balance("pig", 2, "greedy", 100, (60, 40), 0, 9.0, 3.0))
    assert [bar.low < 56 + bar.width < bar.high for bar in chart.bars] == [True, True]
    assert (chart.even_percent, chart.bars[0].percent) == ("50.0", "60.0")


def test_nobody_ever_wins_from_a_seat_and_there_is_a_chart_all_the_same():
    assert seat_chart(Balance("pig", 2, "greedy", 1, (1, 0), 0, 1.0, 1.0)).bars[1].width == 0


def test_the_command_writes_what_it_measured_and_keeps_the_rest(tmp_path, capsys):
    file = tmp_path / "balance.toml"
    call_command("measure_balance", "career_poker", "--games", "2", "--file", str(file))
    written = file.read_text()
    assert 'system = "career_poker"' in written and "games = 2\n" in written and "best_stays" in written
    assert 'system = "office_job"' in written


def test_the_command_refuses_a_game_that_is_none(tmp_path):
    with pytest.raises(SystemExit) as refused:
        call_command("measure_balance", "chess", "--file", str(tmp_path / "balance.toml"))
    assert refused.value.code == 1


def test_a_row_written_can_be_read():
    assert "wins = [1, 0]" in to_toml([Balance("pig", 2, "greedy", 1, (1, 0), 0, 1.0, 1.0)])


def test_a_board_stands_beside_the_usual_figures(tmp_path):
    file = tmp_path / "balance.toml"
    given = ("--games", "2", "--seats", "4", "--file", str(file))
    call_command("measure_balance", "careers", "--board", "hi_tech", *given)
    rows = [one for one in tomllib.loads(file.read_text())["balance"] if one["system"] == "careers"]
    assert [one["seats"] for one in rows if not one.get("variation")] == [2, 3, 4, 5, 6]
    (row,) = (one for one in rows if one.get("board") == "hi_tech" and one["seats"] == 4)
    assert row["games"] == 2 and row["variation"] is True


def test_a_board_plays_another_game_than_london(tmp_path):
    games = Balance("careers", 2, "greedy", 3, (), 0, 0.0, 0.0)
    assert measure(games, 0).turns != measure(replace(games, board="jazz_age"), 0).turns


def test_settings_stand_beside_the_usual_figures_when_they_are_a_variation(tmp_path):
    file = tmp_path / "balance.toml"
    given = ("--games", "1", "--seats", "4", "--file", str(file))
    call_command("measure_balance", "career_poker", "--setting", "deals=3", "--variation", *given)
    rows = [one for one in tomllib.loads(file.read_text())["balance"] if one["system"] == "career_poker"]
    assert [one["seats"] for one in rows if not one.get("settings")] == [4, 5, 6, 7, 8]
    (row,) = (one for one in rows if one.get("settings") == "deals=3")
    assert row["games"] == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("careers", "--board", "atlantis"), "atlantis"),
        (("career_poker", "--board", "hi_tech"), "settings"),
        (("careers", "--seats", "9"), "9"),
        (("careers", "--setting", "trading"), "name=value"),
    ],
)
def test_the_command_says_what_it_can_not_measure(tmp_path, capsys, given, says):
    file = tmp_path / "balance.toml"
    with pytest.raises(SystemExit):
        call_command("measure_balance", *given, "--games", "1", "--file", str(file))
    assert says in capsys.readouterr().err and not file.exists()


def test_settings_are_read_as_the_engine_takes_them():
    written = ("trading=no", "offers_per_turn=0", "experience_deck=62", "target=60")
    expected = {"trading": False, "offers_per_turn": 0, "experience_deck": "62", "target": 60}
    assert read_settings("careers", written) == expected


def test_settings_are_said_in_words():
    row = Balance("careers", 4, "greedy", 1, (1, 0, 0, 0), 0, 1.0, 1.0, settings="trading=no,target=60")
    assert row.rules == "May players trade? No; target: 60"


def test_boards_and_settings_of_careers_were_measured():
    found = variations_of("careers")
    boards = {(one.board, one.seats) for one in found if one.board}
    assert boards == {(board, seats) for board in ("hi_tech", "jazz_age") for seats in range(2, 7)}
    assert any(one.settings for one in found)
