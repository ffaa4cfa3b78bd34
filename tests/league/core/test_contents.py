"""What is on a tall page: its headings as links, each leading to its place."""

import re

import pytest
from django.template import engines

from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.seasons import a_season
from tests.factories.sheets import at


def drawn(held: str) -> str:
    return str(engines["django"].from_string("{% contents %}" + held + "{% endcontents %}").render({}))


def test_every_heading_is_listed_and_leads_to_its_place():
    page = drawn('<h2>One &amp; two</h2><h2 id="own">Two</h2><h2>One &amp; two</h2><h2 class="x">Four</h2>')
    found = re.findall(r'<a href="#([^"]+)">([^<]+)</a>', page)
    assert found[:2] == [("on-one-two", "One &amp; two"), ("own", "Two")]
    assert found[2:] == [("on-one-two-2", "One &amp; two"), ("on-four", "Four")]
    assert all(page.count(f'id="{address}"') == 1 for address, _ in found)


def test_a_few_headings_need_no_list():
    few = "<h2>One</h2><h2>Two</h2><h2>Three</h2>"
    assert drawn(few) == few


def test_a_page_of_long_parts_lists_as_few_as_it_says():
    two = engines["django"].from_string("{% contents 2 %}<h2>One</h2><h2>Two</h2>{% endcontents %}").render({})
    assert re.findall(r'<a href="#([^"]+)">', two) == ["on-one", "on-two"]


@pytest.mark.django_db
def test_a_tall_page_begins_with_what_is_on_it(client):
    season = a_season()
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    played(season, "g1", at(ada, 110), at(bo, 20))
    review()
    page = text(client.get(f"{season.get_absolute_url()}report/"))
    anchors = re.findall(r'<a href="#(on-[^"]+)">', page)
    assert anchors and all(page.count(f'id="{anchor}"') == 1 for anchor in anchors)
