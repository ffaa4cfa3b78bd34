"""Whoever follows the links of the site never stands on a page whose only way on is back."""

import pytest
from django.test import Client

from tests.access.people import PEOPLE, Place, a_place
from tests.factories.crawling import crawl
from tests.factories.families import family
from tests.inspector.looks import uneven_rows
from tests.inspector.pseudo import PSEUDO, Prose, data_texts, pseudo_locale

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def place(rows_of_module) -> Place:
    with rows_of_module.unblock():
        return a_place()


@pytest.mark.parametrize("who", family(["anonymous", "player", "organiser"]))
def test_no_page_is_a_dead_end_has_an_uneven_table_or_speaks_english_alone(place: Place, who: str):
    """An organiser follows the links of the sample, in tests/league/site/test_sample.py."""
    client = Client(headers={"Accept-Language": PSEUDO})
    if PEOPLE[who]:
        client.force_login(place.club.users[PEOPLE[who]])
    with pseudo_locale():
        seen, ends = crawl(client, looks=(uneven_rows, Prose(data_texts())))
    assert seen > 40
    assert not ends, "\n".join(ends)
