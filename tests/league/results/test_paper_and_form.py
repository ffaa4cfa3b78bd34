"""Paper and form have the same cells in the same order, and a character's own come first."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.rules.systems import SYSTEMS
from league.results.rules.sheet_cells import DEALS, cells
from tests.factories.friday_club import FridayClub, friday_form
from tests.factories.pages import text

IN_THE_FORM = (
    "seat-1-won",
    "points-1",
    "seat-1-happiness",
    "seat-1-fame",
    "seat-1-cash",
    "seat-1-degrees-law",
    "seat-1-degrees-journalism",
    "seat-1-trips-lister_bacon",
    "seat-1-trips-bbc_news",
    "seat-1-degrees-total",
    "seat-1-trips-total",
    "seat-1-degrees-pharmacology",
    "seat-1-trips-harrods",
    "seat-1-layoffs",
    "seat-1-reorgs",
    "seat-1-left_early",
)
ON_PAPER = (
    "Won",
    "Game points",
    "Happiness",
    "Fame",
    "Cash",
    "Degrees: specialty",
    "Degrees: side interest",
    "Trips: primary company",
    "Trips: secondary company",
    "Degrees in all",
    "Trips in all",
    "Other degrees",
    "Other trips",
    "Layoffs",
    "Reorgs",
    "Left early",
)


def figures_step(client: Client, club: FridayClub, **changes: str) -> str:
    client.force_login(club.cleo)
    return text(client.post(reverse("result_enter"), friday_form(club, go="figures", **changes)))


def in_order(page: str, found: tuple[str, ...]) -> bool:
    at = [page.index(one) for one in found]
    return at == sorted(at)


def test_the_form_goes_down_the_paper(client: Client, club: FridayClub):
    page = figures_step(client, club)
    assert in_order(page, tuple(f'"{one}"' for one in IN_THE_FORM))
    paper = text(client.get(reverse("paper_sheet", args=["careers", 4])))
    assert in_order(paper, tuple(f'<th scope="row">{one}' for one in ON_PAPER))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_figure_has_its_cell_on_paper(system: str):
    labels = [cell.label for cell in cells(SYSTEMS[system].FIGURES, DEALS)]
    assert len(labels) == len(set(labels))
    for figure in SYSTEMS[system].FIGURES:
        assert any(figure.label.casefold() in label.casefold() or figure.kind == "positions" for label in labels)


def test_own_programs_are_tapped_and_named_as_what_they_are(client: Client, club: FridayClub):
    page = figures_step(client, club, seat__1__degrees__law="3")
    row = page[page.index("<legend>Law ") : page.index("</fieldset>", page.index("<legend>Law "))]
    assert "specialty" in row
    assert re.search(r'name="seat-1-degrees-law" value="3" checked', row)
    assert page.index("Other degrees and trips") < page.index("seat-1-degrees-pharmacology")


def test_a_count_that_no_box_has_can_still_be_mended(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = text(client.post(reverse("result_enter"), friday_form(club, seat__1__degrees__law="5")))
    assert re.search(r'name="seat-1-degrees-law" value="5"', page)


def test_the_same_table_as_last_time_sits_down_at_once(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(reverse("result_enter"), friday_form(club))
    start = text(client.get(reverse("result_enter"), {"system": "careers", "season": club.season.slug}))
    assert 'name="target" value="100"' in start
    nobody = {"seat-1-character": None, "seat-2-character": None}
    asked = text(client.post(reverse("result_enter"), friday_form(club, go="seats", **nobody)))
    assert "The same table as last time: Ada Overtime and Bo Bigdesk" in asked
    seated = text(client.post(reverse("result_enter"), friday_form(club, again="1", go="", **nobody)))
    assert f'name="seat-1-character" value="{club.overtime.pk}"' in seated
    assert f'name="seat-2-character" value="{club.bigdesk.pk}"' in seated
