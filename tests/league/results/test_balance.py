"""Intervals, the figures of the bots' games, their charts, and the command that writes them."""

import pytest
from django.core.management import call_command

from games.rules.systems import SYSTEMS
from league.results.queries.balance import Balance, balance_of, balances, rate, seat_chart, to_toml


def test_wilsons_interval_as_in_the_books():
    one = rate(4, 10)
    assert (round(one.percent), round(one.low, 1), round(one.high, 1)) == (40, 16.8, 68.7)
    assert rate(0, 5).low == 0 and rate(5, 5).high == 100


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.ID)
def test_every_number_of_seats_was_measured(system):
    assert [one.seats for one in balance_of(system.ID)] == list(range(system.SEATS[0], system.SEATS[1] + 1))


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
