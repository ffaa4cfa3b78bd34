"""Taking a tournament along, and opening its file in the hall."""

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character
from league.models import Entry, Hall, LedgerEntry, Membership, Round, Tournament
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.hall.rules.files import BadHallFile
from league.tournaments.hall.services.along import hand_back, recall, take_along
from league.tournaments.hall.services.back import upload_back
from league.tournaments.hall.services.in_hall import open_file, unseal
from league.tournaments.tables.services.rulings import give_penalty
from tests.factories.archives import a_day_of_play, archive_of, lasting
from tests.factories.careers import climb, level
from tests.factories.characters import hire
from tests.factories.draws import play_round, published, to_draw
from tests.factories.games import review
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Tournament:
    return a_day_of_play(Tournament.RUNNING)


@pytest.fixture
def nora(day):
    return an_organiser(day.season)


def test_the_hall_has_all_that_home_had(day, nora, site):
    hall, words = take_along(tournament=day, by=nora)
    home = archive_of(day, private=True, with_secret=True)
    site.open(bytes(hall.file), words)
    with site.here():
        there = archive_of(Tournament.objects.get(), private=True, with_secret=True)
        assert set(Membership.objects.values_list("user__username", "role")) == {(nora.username, "organiser")}
    assert lasting(there) == lasting(home)


def test_people_have_the_levels_in_the_hall_that_they_have_at_home_and_keep_them_in_its_games(site):
    season = a_season("spring")
    ada = hire(season, "Winifred")
    climb(season, ada, 3)
    review()
    tournament = to_draw(8, season=season)
    Entry.objects.create(tournament=tournament, character=ada, number=9, status=Entry.CHECKED_IN)
    at_home = level(ada)
    assert at_home != "entry"
    hall, words = take_along(tournament=tournament, by=an_organiser(season))
    site.open(bytes(hall.file), words)
    with site.here():
        start_stage(tournament=Tournament.objects.get())
        play_round(published(Tournament.objects.get()))
        review()
        there = Character.objects.get(name="Winifred")
        assert level(there) == at_home


def test_opening_a_file_twice_changes_nothing(day, nora, site):
    hall, words = take_along(tournament=day, by=nora)
    first = site.open(bytes(hall.file), words)
    with site.here():
        before = LedgerEntry.objects.count()
    assert site.open(bytes(hall.file), words) == first
    with site.here():
        assert LedgerEntry.objects.count() == before


def test_a_hall_is_for_one_tournament_alone(day, nora, site):
    with pytest.raises(ValidationError, match="already has a league"):
        hall, words = take_along(tournament=day, by=nora)
        open_file(content=unseal(bytes(hall.file), words))


def test_the_words_are_those_of_one_file(day, nora, site):
    hall, words = take_along(tournament=day, by=nora)
    recall(hall=hall, by=nora)
    _, other_words = take_along(tournament=day, by=nora)
    with pytest.raises(BadHallFile):
        site.open(bytes(hall.file), other_words)
    assert words != other_words
    with site.here():
        assert not Tournament.objects.exists()


def test_a_tournament_is_in_one_hall_at_a_time(day, nora):
    take_along(tournament=day, by=nora)
    with pytest.raises(ValidationError):
        take_along(tournament=day, by=nora)
    assert Hall.objects.count() == 1


def test_a_tournament_that_is_over_stays(nora, day):
    Tournament.objects.filter(pk=day.pk).update(status=Tournament.FINISHED)
    with pytest.raises(ValidationError, match="finished"):
        take_along(tournament=day, by=nora)


def test_a_hall_that_was_given_up_goes_on_while_nothing_was_decided(day, nora):
    hall, _ = take_along(tournament=day, by=nora)
    recall(hall=hall, by=nora)
    assert Tournament.objects.get(pk=day.pk).hall is None
    hand_back(hall=hall, by=nora)
    assert Tournament.objects.get(pk=day.pk).hall == hall
    recall(hall=hall, by=nora)
    give_penalty(
        entry=day.entries.get(number=1),
        round=Round.objects.get(stage__tournament=day, number=1),
        points=1,
        reason="Late",
        by=nora,
    )
    with pytest.raises(ValidationError, match="decided here since"):
        hand_back(hall=hall, by=nora)
    assert Tournament.objects.get(pk=day.pk).hall is None


def test_it_is_not_taken_back_while_a_file_of_the_hall_waits_to_be_read(day, nora, site):
    hall, words = take_along(tournament=day, by=nora)
    site.open(bytes(hall.file), words)
    upload_back(tournament=day, name="day.hall", content=site.file(), by=nora)
    with pytest.raises(ValidationError, match="is being read"):
        recall(hall=hall, by=nora)
    assert Tournament.objects.get(pk=day.pk).hall == hall
