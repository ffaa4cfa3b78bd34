"""A correction or a void of a tournament's game: the pages say what it touches and ask what happens to drawn tables."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.models import Sheet
from league.models import Draw, LedgerEntry, Membership, Round
from tests.factories.draws import begun, play_round, published
from tests.factories.pages import inputs, text
from tests.factories.tables import table_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds() -> tuple[Round, Round]:
    tournament = begun(32)
    return play_round(published(tournament)), published(tournament)


@pytest.fixture
def organiser(rounds) -> Client:
    cleo = User.objects.create(username="cleo")
    Membership.objects.create(league=rounds[0].stage.tournament.season.league, user=cleo, role="organiser")
    client = Client()
    client.force_login(cleo)
    return client


def test_the_page_of_a_void_names_the_tables_and_keeps_them_by_default(rounds, organiser):
    first, _ = rounds
    url = reverse("game_void", args=[table_at(first, 1).game_id])
    page = text(organiser.get(url))
    assert "In <bdi>Spring Open</bdi>" in page
    assert "Tables that were drawn from the standings as they were" in page
    assert "Keep the drawn rounds as they are" in page
    organiser.post(url, {"expected_version": "1", "reason": "Played twice", "redraw": ""})
    assert Draw.objects.count() == 2
    assert LedgerEntry.objects.get(kind="corrected").about["redrawn"] == []


def test_a_void_draws_the_tables_concerned_again_when_that_is_chosen(rounds, organiser):
    first, _ = rounds
    url = reverse("game_void", args=[table_at(first, 1).game_id])
    organiser.post(url, {"expected_version": "1", "reason": "Played twice", "redraw": "1"})
    assert Draw.objects.get(number=3).reason == "Round 1, table 1 is void: Played twice."
    assert LedgerEntry.objects.get(kind="corrected").about["redrawn"]


def test_a_correction_asks_before_it_is_sent_and_remembers_the_choice(rounds, organiser):
    first, _ = rounds
    table = table_at(first, 1)
    url = reverse("game_correct", args=[table.game_id])
    form = dict(inputs(organiser.get(url)))
    form |= {f"seat-{seat}-cards": str(cards) for seat, cards in enumerate((1, 2, 3, 27), start=1)}
    form |= {"redraw": "1", "reason": "Misread"}
    page = text(organiser.post(url, form | {"go": "check"}))
    assert "Draw again only table" in page
    response = organiser.post(url, form | {"go": "send"})
    assert response.status_code == 302, text(response)
    assert Sheet.objects.get(game=table.game_id, status=Sheet.CONFIRMED).version == 2
    assert Draw.objects.get(number=3).reason == "Round 1, table 1 is corrected: Misread."


def test_nothing_is_asked_where_every_table_has_been_played(rounds, organiser):
    first, second = rounds
    play_round(second)
    page = text(organiser.get(reverse("game_void", args=[table_at(first, 1).game_id])))
    assert "it has been played or reported and stays" in page
    assert "Keep the drawn rounds" not in page
