"""Wherever a page names a rule, one tap leads to it."""

import re

import pytest
from django.urls import reverse

from engine.core.rulebook import rules_of
from games.rules.systems import SYSTEMS
from league.core.views.wording import cited
from tests.factories.friday_club import FridayClub
from tests.factories.seasons import set_house_rules

pytestmark = pytest.mark.django_db
LINKED = re.compile(r"<a\b.*?</a>|<(script|style|title|option)\b.*?</\1>|<[^>]+>", re.DOTALL)
NAMED = re.compile(r"\bR\d{1,3}\b")


def unlinked(page: str) -> list[str]:
    """The readings of Careers that a page names outside of a link."""
    return [one for one in NAMED.findall(LINKED.sub(" ", page)) if one in rules_of("careers")]


def pages(club: FridayClub) -> list[str]:
    season = club.season
    return [
        *(reverse("house_rules", args=[season.slug]), reverse("house_rules_edit", args=[season.slug])),
        *(f"{reverse('how_to_play', args=[one])}?season={season.slug}" for one in SYSTEMS),
        *(f"{reverse('season_play', args=[season.slug])}?system={one}" for one in SYSTEMS),
        *(reverse("help"), season.get_absolute_url(), reverse("character_register"), reverse("result_enter")),
        *(club.overtime.get_absolute_url(), f"{reverse('experiment_new')}?game=careers"),
    ]


def test_no_page_names_a_rule_that_it_does_not_lead_to(client, club: FridayClub):
    set_house_rules(club.season, engine_games="practice", games={"careers": {"trading": False}})
    client.force_login(club.cleo)
    found = {url: unlinked(client.get(url).content.decode()) for url in pages(club)}
    assert {url: names for url, names in found.items() if names} == {}


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_the_clauses_of_a_games_settings_lead_to_its_own_book(client, club: FridayClub, system: str):
    page = client.get(reverse("house_rules", args=[club.season.slug])).content.decode()
    if system in page:
        assert f"{reverse('rule_book', args=[system])}#" in page


def test_a_rule_of_another_book_is_found_by_its_number():
    assert cited("rule 23, B5", "office_job") == (
        '<a href="/rules/office_job/#23">rule 23</a>, <a href="/rules/office_job/#B5">B5</a>'
    )
    assert cited("B999 <b>", "office_job") == "B999 &lt;b&gt;"
    assert "/rules/careers/#R98" in cited("R98")
