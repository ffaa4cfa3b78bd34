"""The hours in which people play: said on a page, and respected by the clocks of their tables."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from games.models import PlayHours, PlaySeat
from games.rules.clocks import first_bank, runs_out
from games.rules.hours import Hours, hours_in
from games.services import absence
from games.services.plays import game_of
from league.accounts.services.farewell import forget_person
from league.play.queries.hours import hours_in_words, hours_of
from league.play.services.hours import set_play_hours
from league.play.services.season_plays import take_own_turn
from tests.factories.plays import a_running_play, decider, fresh, time_passes
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
EVENINGS = {"days": ["0", "1", "2", "3", "4"], "start": "18", "end": "22", "zone": "Europe/Berlin"}
HOURS = Hours((0, 1, 2, 3, 4), 18, 22, "Europe/Berlin")


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def everybody_plays(club, hours: Hours) -> None:
    for name in ("ada", "bo"):
        set_play_hours(person=club.users[name], days=hours.days, start=hours.start, end=hours.end, zone=hours.zone)


def takes_a_turn(season_play):
    play = fresh(season_play).play
    action = game_of(play).legal[0].text
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
    return fresh(season_play).play


def test_a_person_says_when_they_play_and_takes_it_back(club):
    ada = club.signed_in("ada")
    page = ada.get("/play/hours/").content.decode()
    assert "Now: always." in page and "If you choose none, your clock never stops." in page
    page = ada.post("/play/hours/", EVENINGS, follow=True).content.decode()
    assert "Now: Mon–Fri 18:00–22:00, Berlin time." in page and hours_of(club.users["ada"].pk) == HOURS
    page = ada.post("/play/hours/", EVENINGS | {"days": []}, follow=True).content.decode()
    assert "Now: always." in page and not PlayHours.objects.exists()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"days": ["0", "1"]}, "These are 8 hours a week. Choose at least 10"),
        ({"start": "8", "end": "8"}, "Choose two different hours"),
        ({"zone": "Mars/Olympus"}, "Select a valid choice"),
        ({"days": ["7"]}, "Select a valid choice"),
        ({"start": "24"}, "Select a valid choice"),
    ],
)
def test_hours_that_are_too_few_or_cannot_be_are_refused_in_a_sentence(club, sent, sentence):
    answer = club.signed_in("ada").post("/play/hours/", EVENINGS | sent)
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not PlayHours.objects.exists()


def test_the_service_asks_for_itself(club):
    chosen = {"person": club.users["ada"], "days": [0, 1, 2], "start": 18, "end": 22, "zone": "Europe/Berlin"}
    for wrong in ({"days": [9]}, {"start": 24}, {"end": -1}, {"zone": "x"}, {"days": [0]}):
        with pytest.raises(ValidationError):
            set_play_hours(**chosen | wrong)


def test_a_slow_clock_counts_the_hours_and_the_table_says_why(club):
    everybody_plays(club, HOURS)
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0, pace="day")
    play = season_play.play
    assert play.decide_by == runs_out("day", play.decides_since, first_bank("day"), HOURS)
    assert play.decide_by > play.decides_since + timedelta(days=8)
    page = club.signed_in("ada").get(f"/play/{play.pk}/").content.decode()
    assert "plays Mon–Fri 18:00–22:00, Berlin time. The clock counts these hours." in page
    assert "You play Mon–Fri 18:00–22:00" in page
    time_passes(season_play, timedelta(days=2))
    takes_a_turn(season_play)
    banks = set(PlaySeat.objects.filter(play=play).values_list("bank", flat=True))
    assert banks == {first_bank("day")}, "two days are less than a day of hours"


@pytest.mark.parametrize("pace", ["live", "none"])
def test_other_clocks_do_not(club, pace):
    everybody_plays(club, HOURS)
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0, pace=pace)
    play = season_play.play
    assert play.decide_by == runs_out(pace, play.decides_since, first_bank(pace))
    page = club.signed_in("ada").get(f"/play/{play.pk}/").content.decode()
    assert "18:00" not in page and "Say when you play" not in page


def test_hours_that_are_said_while_somebody_thinks_count_from_the_next_choice_on(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0, pace="day")
    time_passes(season_play, timedelta(days=1, hours=6))
    late = fresh(season_play).play.actor + 1
    everybody_plays(club, HOURS)
    after = takes_a_turn(season_play)
    spent = first_bank("day") - PlaySeat.objects.get(play=after, seat=late).bank
    assert 6 * 3600 <= spent < 6 * 3600 + 60
    assert hours_in(PlaySeat.objects.get(play=after, seat=after.actor + 1).hours) == HOURS


def test_a_pause_takes_no_time_of_these_hours(club):
    everybody_plays(club, HOURS)
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0, pace="day")
    for name in ("ada", "bo"):
        absence.ask_for_pause(play_id=season_play.pk, by=club.users[name])
    time_passes(season_play, timedelta(days=9))
    absence.ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    play = fresh(season_play).play
    assert play.changed_at - play.decides_since < timedelta(minutes=1)


def test_they_go_with_the_account(club):
    everybody_plays(club, HOURS)
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0, pace="day")
    takes_a_turn(season_play)
    for name in ("ada", "bo"):
        forget_person(user=club.users[name], label="former")
    assert not PlayHours.objects.exists() and not PlaySeat.objects.exclude(hours="").exists()


def test_hours_are_said_in_words():
    assert hours_in_words(Hours((0, 2, 6), 22, 2, "Europe/Berlin")) == "Mon, Wed, Sun 22:00–02:00, Berlin time"
    assert hours_in_words(Hours((0, 1, 2, 3, 4, 5, 6), 0, 0, "UTC")).startswith("every day")
