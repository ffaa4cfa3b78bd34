"""Paper and form have the same cells in the same order, and a character's own come first."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.rules.systems import SYSTEMS
from league.models import Enrolment
from league.sheets.rules.sheet_cells import DEALS, cells
from tests.factories.friday_club import FridayClub, friday_form, friday_game
from tests.factories.pages import inputs, text

IN_THE_FORM = (
    "seat-1-won",
    "points-1",
    "seat-1-happiness",
    "seat-1-fame",
    "seat-1-cash",
    "seat-1-degrees-law",
    "seat-1-degrees-journalism",
    "seat-1-degrees-total",
    "seat-1-trips-lister_bacon",
    "seat-1-trips-bbc_news",
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
    "Degrees in all",
    "Trips: primary company",
    "Trips: secondary company",
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


def test_own_programs_come_first_and_are_named_as_what_they_are(client: Client, club: FridayClub):
    page = figures_step(client, club, seat__1__degrees__law="3")
    label = page[page.index('<label for="seat-1-degrees-law">') :]
    assert "(specialty)" in label[: label.index("</label>")]
    assert re.search(r'name="seat-1-degrees-law" value="3"', page)
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


def test_a_table_plays_again_with_its_people_and_its_target(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    form = dict(inputs(client.get(reverse("result_enter"), {"again": game.game_id})))
    assert form["seat-2-character"] == str(club.bigdesk.pk) and form["target"] == "100"
    assert form["step"] == "figures" and form["seat-2-fame"] == ""
    client.force_login(club.dev)
    assert "Bo Bigdesk" not in text(client.get(reverse("result_enter"), {"again": game.game_id}))


def test_a_table_of_which_too_few_are_left_is_asked_who_played(client: Client, club: FridayClub):
    game = friday_game(club)
    Enrolment.objects.filter(character=club.bigdesk).delete()
    client.force_login(club.cleo)
    assert dict(inputs(client.get(reverse("result_enter"), {"again": game.game_id})))["step"] == "seats"
