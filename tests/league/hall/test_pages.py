"""The page of the hall at home: what it offers, and to whom."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import FileImport, Hall, Tournament
from league.tournaments.hall.rules.files import MOST_BYTES
from league.tournaments.hall.services.along import recall, take_along
from tests.factories.draws import to_draw
from tests.factories.hall_sites import HallSite
from tests.factories.people import a_member, an_organiser

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Tournament:
    return to_draw(8)


@pytest.fixture
def olga(day, client: Client):
    user = an_organiser(day.season)
    client.force_login(user)
    return user


def page(client: Client, day: Tournament, *more: str) -> str:
    return client.get(f"/tournaments/{day.slug}/hall/").content.decode()


def test_the_file_and_the_words_are_two_taps_from_the_desk(day, olga, client, site: HallSite):
    assert f"/tournaments/{day.slug}/hall/" in client.get(f"/tournaments/{day.slug}/desk/").content.decode()
    answer = client.post(f"/tournaments/{day.slug}/hall/", {"act": "take"}, follow=True)
    words = " ".join(answer.context["words"])
    file = client.get(f"/tournaments/{day.slug}/hall/{day.slug}.hall")
    assert file.headers["Content-Disposition"].endswith(".hall")
    assert site.open(file.content, words).key == Hall.objects.get().key


def test_the_words_are_shown_to_the_person_alone_who_took_it_along(day, olga, client):
    client.post(f"/tournaments/{day.slug}/hall/", {"act": "take"})
    assert client.get(f"/tournaments/{day.slug}/hall/").context["words"]
    client.force_login(a_member(day.season, "nora", "organiser"))
    answer = client.get(f"/tournaments/{day.slug}/hall/")
    assert (answer.status_code, answer.context["words"]) == (200, [])


@pytest.mark.parametrize("role", ["score_keeper", "player"])
def test_only_organisers_take_a_tournament_along(day, client, role):
    client.force_login(a_member(day.season, "nora", role))
    for path in ("hall/", f"hall/{day.slug}.hall", "hall/back/"):
        assert client.get(f"/tournaments/{day.slug}/{path}").status_code == 403
        assert client.post(f"/tournaments/{day.slug}/{path}", {"act": "take"}).status_code in (403, 405)
    assert not Hall.objects.exists()


def test_what_is_no_file_of_this_hall_is_refused_beside_the_field(day, olga, client, tmp_path):
    take_along(tournament=day, by=olga)
    wrong = tmp_path / "wrong.hall"
    wrong.write_bytes(b"not one")
    with wrong.open("rb") as file:
        answer = client.post(f"/tournaments/{day.slug}/hall/back/", {"file": file})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"file": ["This is not the file of a hall."]}
    assert client.post(f"/tournaments/{day.slug}/hall/back/").status_code == 422
    large = SimpleUploadedFile("large.hall", b"x" * (MOST_BYTES + 1))
    answer = client.post(f"/tournaments/{day.slug}/hall/back/", {"file": large})
    assert answer.context["form"].errors == {"file": ["The file is larger than 10 MB."]}
    assert not FileImport.objects.exists()


def test_it_can_be_taken_back_and_the_hall_go_on(day, olga, client):
    take_along(tournament=day, by=olga)
    client.post(f"/tournaments/{day.slug}/hall/", {"act": "recall"})
    day.refresh_from_db()
    assert day.hall is None
    assert "Let the hall go on" in page(client, day)
    client.post(f"/tournaments/{day.slug}/hall/", {"act": "hand_back"})
    day.refresh_from_db()
    assert day.hall is not None


@pytest.mark.parametrize("act", ["close", "reopen", "recall", "else", ""])
def test_what_is_done_on_the_other_side_is_refused(day, olga, client, act):
    hall, _ = take_along(tournament=day, by=olga)
    if act == "recall":
        recall(hall=hall, by=olga)
    before = Hall.objects.values().get()
    answer = client.post(f"/tournaments/{day.slug}/hall/", {"act": act}, follow=True)
    assert len(answer.context["messages"]) == 1
    assert Hall.objects.values().get() == before
