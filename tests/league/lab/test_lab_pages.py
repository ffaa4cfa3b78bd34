"""The pages of the lab: a question leads to a form, a form to games, games to a sentence with figures behind."""

import csv
import io
import json

import pytest

from league.lab.models import Experiment
from league.lab.rules.lab import MOST_PAIRS, Measure
from league.lab.services.lab import Setup, order_experiment
from tests.factories.boards import a_board
from tests.factories.families import family
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.lab import play_all, sent

pytestmark = pytest.mark.django_db
LIST, NEW = "/lab/", "/lab/new/"
CHANCE, GREEDY = Setup(5, ("random",)), Setup(5, ("greedy",))


@pytest.fixture(scope="module")
def club(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_friday_club()


def order(club: FridayClub, **changes) -> Experiment:
    asked = {"system": "career_compass", "a": CHANCE, "b": GREEDY, "measure": Measure("turns"), "most": 60, "seed": 3}
    return order_experiment(**asked | {"by": club.dev} | changes)


def test_somebody_without_a_league_asks_a_question_and_sees_it_through(client, club: FridayClub, text):
    client.force_login(club.dev)
    assert "Does the board matter?" in text(LIST) and "No experiment yet" in text(LIST)
    asked = text(LIST).partition('<ul class="asks">')[2].partition("</ul>")[0]
    assert (asked.count("<a "), asked.count("button primary")) == (6, 1), "of six questions one is the button"
    address = f"{NEW}?preset=targets"
    page = client.post(address, sent(client, address, a_seats="2", a_target="40", b_target="20", most="40")).url
    waiting = text(page)
    assert (
        "Nothing has been played yet" in waiting and 'hx-trigger="every 2s"' in waiting and "0 of 40 pairs" in waiting
    )
    play_all()
    done = text(page)
    assert 'hx-trigger="every' not in done and "With 20 points a game takes" in done and "turns fewer" in done
    assert "What earned what" in done and "Payday" in done and "a success formula is fulfilled" in done
    assert "<strong>20 points</strong>" in done and "Run again with more" in done
    assert "Careers: 40 points against 20 points" in text(LIST)
    assert "Careers: 40 points against 20 points" in text(f"{LIST}?of=me")


def test_a_stranger_reads_by_the_address_alone_and_is_asked_to_sign_in_to_order(client, club: FridayClub, text):
    experiment = order(club)
    play_all()
    page = text(experiment.get_absolute_url())
    assert f"http://testserver/lab/{experiment.pk}/" in page and "without an account" in page
    assert "Run again with more" not in page and ">Stop<" not in page
    assert "Sign in" in text(f"{NEW}?game=careers")
    answer = client.post(f"{NEW}?preset=boards", sent(client, f"{NEW}?preset=boards", most=str(MOST_PAIRS)))
    assert answer.status_code == 302 and "login" in answer.url
    assert "Sign in to order an experiment" in client.get(answer.url).content.decode()
    assert client.post(f"{experiment.get_absolute_url()}change/", {"stop": "1"}).url.startswith("/accounts/login/")
    assert Experiment.objects.count() == 1


def test_a_million_asked_by_somebody_without_a_league_is_refused_in_a_sentence(client, club: FridayClub):
    client.force_login(club.dev)
    address = f"{NEW}?preset=boards"
    for most, said in ((MOST_PAIRS, "Without a league"), (MOST_PAIRS + 1, "1000000")):
        answer = client.post(address, sent(client, address, most=str(most)))
        assert answer.status_code == 422 and said in answer.content.decode()
    assert not Experiment.objects.exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    family(
        [
            ({"a_bots": "nobody"}, "A: "),
            ({"b_bots": "greedy, greedy, greedy, greedy, greedy"}, "B: Name 1 to 4 bots"),
            ({"b_seats": "9"}, "less than or equal to 6"),
            ({"b_bots": "random", "who": "7"}, "choose the turns, or one of 1, 2, 3, 4."),
            ({"width": "0"}, "greater than or equal to 0.01"),
            ({"a_board": "atlantis"}, "atlantis"),
            ({"most": "many"}, "whole number"),
        ],
        usual=2,
    ),
)
def test_what_is_wrong_stands_beside_the_form_and_nothing_is_ordered(client, club: FridayClub, changes, said):
    client.force_login(club.ada)
    address = f"{NEW}?game=careers"
    answer = client.post(address, sent(client, address, **changes))
    assert answer.status_code == 422 and said in answer.content.decode()
    assert not Experiment.objects.exists()


def test_settings_of_a_game_are_chosen_and_what_b_leaves_empty_is_as_in_a(client, club: FridayClub, text):
    client.force_login(club.ada)
    address = f"{NEW}?game=career_poker"
    client.post(address, sent(client, address, a_deals="2", a_auto_pass="True", b_deals="3", most="40"))
    experiment = Experiment.objects.get()
    a, b = experiment.arms
    assert (a["settings"]["deals"], b["settings"]["deals"]) == (2, 3)
    assert {**a["settings"], "deals": 3} == b["settings"] and a["seats"] == b["seats"]
    play_all()
    page = text(experiment.get_absolute_url())
    assert "With B" in page or "as with A" in page
    again = client.get(f"{NEW}?like={experiment.pk}").context["form"]
    assert (again["a_deals"].value(), again["b_deals"].value(), again["b_seats"].value()) == ("2", "3", None)


def test_whoever_ordered_it_stops_it_lets_it_go_on_and_runs_it_on(client, club: FridayClub, text):
    experiment, client_of = order(club), client
    client_of.force_login(club.dev)
    change = f"{experiment.get_absolute_url()}change/"
    client.post(change, {"stop": "1"})
    assert "Stopped" in text(experiment.get_absolute_url()) and "Go on" in text(experiment.get_absolute_url())
    assert "not running" in client.post(change, {"stop": "1"}, follow=True).content.decode()
    client.post(change, {})
    play_all()
    wrong = client.post(change, {"more": "1", "most": "60", "width": ""})
    assert wrong.status_code == 422 and "60 pairs have already been played" in wrong.content.decode()
    client.post(change, {"more": "1", "most": "90", "width": "1.5"})
    play_all()
    page = text(experiment.get_absolute_url())
    assert "2 orders in all" in page and "90 pairs" in page and "± 1.5" in page
    client.force_login(club.bo)
    assert client.post(change, {"stop": "1"}).status_code == 403


def test_files_have_every_figure(client, club: FridayClub):
    experiment = order(club)
    files = f"{experiment.get_absolute_url()}files/"
    assert client.get(f"{files}figures.csv").status_code == 404, "nothing is played yet"
    play_all()
    rows = list(csv.DictReader(io.StringIO(client.get(f"{files}figures.csv").content.decode("utf-8-sig"))))
    turns = rows[0]
    assert (turns["about"], turns["of"], turns["figure"], turns["pairs"]) == ("difference", "asked", "turns", "60")
    assert {"difference", "seat", "ended by", "cards"} == {row["about"] for row in rows}
    told = json.loads(client.get(f"{files}figures.json").content)
    assert told["seed"] == 3 and told["totals"]["pairs"] == 60
    assert float(turns["difference"]) == told["differences"][0]["mean"] / 10_000
    assert client.get(f"{files}figures.xls").status_code == 404


def test_two_ways_that_are_the_same_say_so(club: FridayClub, text):
    experiment = order(club, b=CHANCE)
    play_all()
    assert "Both ways to play are the same" in text(experiment.get_absolute_url())


def test_too_few_pairs_say_so(club: FridayClub, text):
    experiment = order(club, most=5)
    play_all()
    assert "Too little is played yet to say anything: 5 pairs." in text(experiment.get_absolute_url())


def test_a_board_of_a_league_is_seen_by_who_belongs_to_it(client, club: FridayClub, text):
    digest = a_board(club.league).versions.get().digest
    a, b = Setup(2, ("greedy",), board="london", target=20), Setup(2, ("greedy",), board=digest, target=20)
    experiment = order(club, system="careers", a=a, b=b, most=4, by=club.ada)
    play_all()
    client.force_login(club.bo)
    page = text(experiment.get_absolute_url())
    assert "Tesla" in page and "Only members of the league" in page and "Volts over London" in text(LIST)
    for stranger in (club.dev, None):
        if stranger:
            client.force_login(stranger)
        else:
            client.logout()
        assert client.get(experiment.get_absolute_url()).status_code == 404
        assert client.get(f"{experiment.get_absolute_url()}files/figures.json").status_code == 404
        assert client.get(f"{NEW}?like={experiment.pk}").status_code == 404
        assert "Volts over London" not in text(LIST)
        assert client.get(f"/api/v1/experiments/{experiment.pk}/").status_code == 404
        assert client.get("/api/v1/experiments/").json()["results"] == []


def test_the_pages_ask_the_database_no_more_for_more(client, club: FridayClub, queries):
    experiment = order(club)
    play_all()
    few, one = queries(client, LIST), queries(client, experiment.get_absolute_url())
    for person in (club.ada, club.bo, club.cleo):
        order(club, by=person, most=600)
    play_all()
    assert queries(client, LIST) == few
    assert queries(client, Experiment.objects.first().get_absolute_url()) == one


@pytest.mark.parametrize("address", ["/play/", "/how-to-play/careers/", "/help/bots/"])
def test_people_find_it_where_they_look(club: FridayClub, text, address):
    assert 'href="/lab/' in text(address)


@pytest.mark.parametrize("address", [f"{NEW}?game=chess", "/lab/999/", f"{NEW}?like=999", "/lab/999/files/figures.csv"])
def test_what_is_not_there_is_not_found(client, club: FridayClub, address):
    assert client.get(address).status_code == 404
