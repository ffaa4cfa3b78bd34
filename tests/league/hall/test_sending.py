"""The hall sends itself home while there is a network."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.services.uploads import run_waiting_import
from league.models import FileImport, Hall, Tournament
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.hall.services.along import hand_back, recall, take_along
from league.tournaments.hall.services.in_hall import close_hall, news_of
from league.tournaments.hall.services.laptops import send_out
from tests.factories.archives import archive_of
from tests.factories.draws import play_round, published, to_draw
from tests.factories.hall_sites import HallSite
from tests.factories.people import an_organiser


@pytest.fixture
def hall(db, site: HallSite) -> Hall:
    tournament = to_draw(8)
    hall, words = take_along(tournament=tournament, by=an_organiser(tournament.season))
    site.open(bytes(hall.file), words)
    return hall


def sent(site: HallSite, home: str) -> bool:
    with site.here():
        Hall.objects.update(home=home)
        return send_out(site.hall())


def test_without_a_network_it_keeps_what_it_has_for_the_next_time(hall, site):
    assert not sent(site, "http://127.0.0.1:9")
    with site.here():
        assert Hall.objects.get().as_of is None


@pytest.mark.django_db(transaction=True)
def test_home_follows_the_hall(live_server, hall, site):
    with site.here():
        start_stage(tournament=Tournament.objects.get())
        play_round(published(Tournament.objects.get()))
    assert sent(site, live_server.url)
    assert run_waiting_import()
    home = Tournament.objects.select_related("season__league").get()
    assert home.hall is not None
    assert home.hall.as_of is not None
    assert archive_of(home)["games"] == site.archive()["games"]
    assert sent(site, live_server.url)
    assert not run_waiting_import(), "nothing is new"


def received(client: Client, hall: Hall, content: bytes) -> int:
    return client.post(f"/halls/{hall.key}/", {"file": SimpleUploadedFile("day.hall", content)}).status_code


def test_only_what_the_hall_has_signed_is_taken(hall, site, client):
    file = site.file()
    assert received(client, hall, file[:-1] + bytes([file[-1] ^ 1])) == 403
    assert received(client, hall, bytes(hall.file)) == 403
    assert client.post(f"/halls/{hall.key}/").status_code == 400
    assert client.post(f"/halls/{'0' * 64}/", {"file": SimpleUploadedFile("x", file)}).status_code == 404
    assert not FileImport.objects.exists()
    assert received(client, hall, file) == 202


def test_of_files_that_wait_the_newest_is_kept(hall, site, client):
    received(client, hall, site.file())
    with site.here():
        start_stage(tournament=Tournament.objects.get())
    newest = site.file()
    received(client, hall, newest)
    assert bytes(FileImport.objects.get().content) == newest


def test_home_takes_nothing_from_a_hall_that_was_given_up(hall, site, client):
    recall(hall=hall, by=hall.taken_by)
    assert received(client, hall, site.file()) == 409


def test_a_file_that_was_asked_for_before_the_hall_was_closed_says_that_it_is(hall, site):
    with site.here():
        as_it_was = Hall.objects.select_related("tournament").get()
        close_hall(hall=Hall.objects.get(), by=as_it_was.taken_by)
        assert news_of(as_it_was)["hall"]["closed"] is True


@pytest.mark.django_db(transaction=True)
def test_what_home_has_not_taken_is_sent_again(live_server, hall, site):
    recall(hall=hall, by=hall.taken_by)
    assert not sent(site, live_server.url)
    hand_back(hall=hall, by=hall.taken_by)
    assert sent(site, live_server.url)
