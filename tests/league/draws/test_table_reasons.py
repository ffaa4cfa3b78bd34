"""A table keeps in English why it is composed so; readers of another language get the sentences in theirs."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override

from engine.translatable import spoken
from league.tournaments.draws.queries.draw_lines import sayable_reasons
from league.tournaments.draws.services.draw_changes import swap_seats
from league.tournaments.tables.queries.round_tables import round_tables
from tests.factories.draws import begun, play_round, published
from tests.speaking import speaking

pytestmark = pytest.mark.django_db


@pytest.fixture
def brackets() -> Iterator[None]:
    with speaking(lambda text: f"<{text}>", lambda one, many, count: f"<{one if count == 1 else many}>", format):
        yield


@pytest.mark.usefixtures("brackets")
def test_every_sentence_of_a_draw_and_of_a_swap_is_said_again():
    tournament = begun(8)
    play_round(published(tournament))
    played = published(tournament)
    swap_seats(round=played, place=(1, 1), other=(2, 1), reason="They came together.")
    with override("de"):
        told = [text for table in round_tables(played) for text in table.reasons]
    stored = [text for table in played.tables.order_by("number") for text in table.reasons]
    assert stored == told and len(told) >= 4
    assert all(spoken(text).startswith("<") for text in told)
    assert any("<The organiser swapped" in spoken(text) for text in told)


def test_in_english_nothing_is_asked(django_assert_num_queries):
    played = published(begun(8))
    with django_assert_num_queries(0):
        assert sayable_reasons(played) == {}


def test_what_no_draw_says_stays_as_it_was_written():
    played = published(begun(8))
    played.draws.update(source={}, outcome={})
    played.tables.update(reasons=["As somebody wrote."])
    with override("de"):
        assert {text for table in round_tables(played) for text in table.reasons} == {"As somebody wrote."}
