import re

import pytest

from tests.factories.characters import a_character


def test_the_directory_counts_people(season, cast, text):
    page = text("/companies/")
    assert "AGRIVI" in page and "2<span class" in page and "Other editions" in page


def test_without_characters_every_desk_is_free(db, text):
    assert "Every desk is free" in text("/companies/")


def test_an_org_chart_runs_from_the_top_down_with_vacancies(season, cast, text):
    a_character(season, "Zoe", level="c_level")
    a_character(season, "Rita", level="c_level", status="retired")
    page = text("/companies/london/agrivi/")
    assert page.index("Zoe") < page.index("Vacant") < page.index("Ada") < page.index("Left by golden parachute")
    assert "3 people at work" in page and page.index("Rita") > page.index("Left by golden parachute")


def test_an_empty_company_shows_its_vacancies(db, text):
    page = text("/companies/london/harrods/")
    assert "The corner office is vacant" in page and "Six desks, nobody at them" in page


def test_a_crowded_level_leads_to_all_of_it(season, text, client, queries):
    a_character(season, "Ada")
    before = queries(client, "/companies/london/agrivi/")
    for number in range(20):
        a_character(season, f"Extra {number:02}")
    page = text("/companies/london/agrivi/")
    assert "9 more" in page and re.search('company=london%2Fagrivi[^"]*&amp;level=entry', page)
    assert queries(client, "/companies/london/agrivi/") == before


@pytest.mark.parametrize("address", ["london/nowhere", "atlantis/agrivi", "../london"])
def test_an_unknown_company_is_not_found(db, client, address):
    assert client.get(f"/companies/{address}/").status_code == 404
