"""`simulate`: what it prints in every format, and what it refuses."""

import csv
import io
import json

import pytest

from engine import SYSTEMS

USUAL = ("careers", "--seats", 3, "--games", 6, "--bots", "greedy,random", "--rng-seed", 4)


def test_json_has_games_speed_wins_and_means(run):
    status, out, reasons = run("simulate", *USUAL, "--format", "json")
    assert (status, reasons) == (0, [])
    found = json.loads(out)
    assert found["games"] == 6 and found["seconds"] > 0 and found["games_per_second"] > 0
    assert sum(seat["wins"] for seat in found["seats"]) == 6
    assert [seat["seat"] for seat in found["seats"]] == [1, 2, 3]
    means = found["seats"][0]["mean_scores"]
    assert {"happiness", "fame", "cash", "points"} <= set(means) and "seat" not in means


def test_the_seed_decides_and_the_number_of_processes_does_not(run):
    def seats(*more):
        return json.loads(run("simulate", *USUAL, *more, "--format", "json").out)["seats"]

    assert seats() == seats() == seats("--jobs", 2)
    assert seats() != seats("--rng-seed", 5)


def test_csv_has_a_row_for_each_seat(run):
    rows = list(csv.DictReader(io.StringIO(run("simulate", *USUAL, "--format", "csv").out)))
    assert [row["seat"] for row in rows] == ["1", "2", "3"]
    assert sum(int(row["wins"]) for row in rows) == 6


def test_the_table_ends_with_the_speed(run):
    assert "6 games in " in run("simulate", *USUAL).out.splitlines()[-1]


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_system_is_simulated(run, system):
    found = json.loads(run("simulate", system, "--games", 2, "--bots", "random", "--format", "json").out)
    assert found["games"] == 2 and len(found["seats"]) == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "no game system 'chess'"),
        (("careers", "--seats", 7), "2 to 6 seats"),
        (("careers", "--games", -1), "at least 0"),
        (("careers", "--jobs", 0), "at least 1"),
        (("careers", "--bots", "telepath"), "no bot 'telepath'"),
        (("careers", "--bots", ""), "Name 1 to 4 bots"),
        (("careers", "--bots", "greedy:courage=3"), "does not take"),
        (("careers", "--bots", "search:visits=²"), "visits must be a whole number"),
        (("careers", "--bots", "search:visits=--5"), "visits must be a whole number"),
        (("careers", "--bots", "greedy:cash=²"), "percentages"),
        (("game_of_the_year", "--bots", "greedy:pace=²"), "does not take"),
        (("career_poker", "--bots", "greedy:late=--5"), "does not take"),
        (("careers", "--bots", "random:reckless=²"), "does not take"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(run, arguments, said):
    status, out, reasons = run("simulate", *arguments)
    assert (status, out, len(reasons)) == (1, "", 1)
    assert said in reasons[0]
