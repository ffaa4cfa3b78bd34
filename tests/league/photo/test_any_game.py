"""The printed sheet of a game that a club defines is filled in, photographed and read by the door of a person: the form
comes back with what was written, and asks about the rest."""

from collections.abc import Iterator
from itertools import cycle

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.systems import SheetSystem, outcome
from league.clubs.services.own_games import add_game
from league.core.queries.systems import system_by_id
from league.handbook.queries.papers import blank_paper
from league.photo.models import ReadCount, SheetPhoto
from league.sheets.charts.sheet_layout import SIZES, key_of, sheet_pages
from league.sheets.rules.sheet_cells import POINTS, cells_of
from league.tournaments.tables.queries.links import table_path
from tests.factories.definitions import seven_on_paper
from tests.factories.families import family
from tests.factories.pages import inputs, text
from tests.factories.people import an_organiser
from tests.factories.phones import a_phone
from tests.factories.tables import a_table_with_variants, now
from tests.photos.pictures import a_played_sheet, on_paper, photographed, written
from tests.photos.tables import BARE

pytestmark = pytest.mark.django_db
SEATS = 4
MOST_ASKED = 3  # of all that four seats wrote, in good light
SHAPES = seven_on_paper()
PERSON = ("character", "name")
FORM = reverse("result_enter")
ON_PAPER = list(zip(SHAPES, cycle(SIZES), strict=False))


def photos_of(system: SheetSystem, size: str, sheet, forgotten: str = "") -> Iterator[SimpleUploadedFile]:
    """The pages as they are printed and filled in, but for a figure of the first seat and the points that tell it."""
    seats, rng = len(sheet.seats), np.random.default_rng(7)
    paper = blank_paper(system, seats, None, "https://club.example")
    cells = tuple(row.cell for row in paper.rows)
    filled = {
        (seat, at): what
        for (seat, at), what in written(system, sheet).items()
        if seat > 1 or cells[at].figure not in (forgotten, POINTS)
    }
    for page in sheet_pages(cells, seats, size):
        key = key_of(paper.system, page, seats, paper.made_by)
        drawn = on_paper(key, page, filled, rng, link=paper.link)
        yield SimpleUploadedFile("sheet.jpg", photographed(drawn, rng, BARE), "image/jpeg")


def entered(page) -> dict[str, list[str]]:
    """What the form would send, all values of a name."""
    values: dict[str, list[str]] = {}
    for name, value in inputs(page):
        values.setdefault(name, []).append(value)
    return values


@pytest.mark.parametrize(("shape", "size"), family(ON_PAPER, usual=2))
def test_its_photo_fills_the_form_in_and_what_is_missing_is_asked_for(season, cast, shape, size):
    people, client = list(vars(cast).values())[:SEATS], Client()
    client.force_login(an_organiser(season))
    system = system_by_id(add_game(league=season.league, content=SHAPES[shape], by=None).system)
    sheet = a_played_sheet(system, SEATS, np.random.default_rng(3))
    forgotten = next((figure.name for figure in system.FIGURES if figure.required), "")
    form = {"system": system.ID, "season": season.slug, "token": "t", "played_at": "2026-01-06T18:00"}
    form |= {f"seat-{at}-character": str(who.pk) for at, who in enumerate(people, 1)}
    (photo,) = photos_of(system, size, sheet, forgotten)
    page = client.post(f"{FORM}photo/", form | {"photo": photo})
    assert page.status_code == 200, text(page)
    sent, asked = entered(page), {field.slot for field in page.context["asked"]}
    assert len(asked) <= MOST_ASKED and (not forgotten or f"seat-1-{forgotten}" in asked)
    assert sent.get("winner", []) == [str(line.seat) for line in sheet.seats if line.won and system.STATED]
    wrote = {
        f"seat-{line.seat}-{name}": "yes" if value is True else str(value)
        for line in sheet.seats
        for name, value in line.figures.items()
    }
    figures = {f"seat-{seat}-{figure.name}" for seat in range(1, SEATS + 1) for figure in system.FIGURES}
    assert {name: sent.get(name, [""]) for name in figures} == {
        name: ["" if name in asked else wrote.get(name, "")] for name in figures
    }
    whole = sent | {name: [wrote[name]] for name in asked}
    answer = client.post(FORM, whole | {"go": "send"})
    assert answer.status_code == 302, text(answer)
    stored = score_sheet(Sheet.objects.get())
    assert [line.figures for line in stored.seats] == [line.figures for line in sheet.seats]
    assert outcome(stored).won == outcome(sheet).won
    assert SheetPhoto.objects.get().sheet == Sheet.objects.get()
    assert not ReadCount.objects.filter(changed__gt=0).exists()


def test_the_winners_of_both_pages_of_a_large_table_are_kept(season, cast):
    client = Client()
    client.force_login(an_organiser(season))
    system = system_by_id(add_game(league=season.league, content=SHAPES["sides"], by=None).system)
    sheet = a_played_sheet(system, 8, np.random.default_rng(3))
    form = {"system": [system.ID], "season": [season.slug], "token": ["t"], "played_at": ["2026-01-06T18:00"]}
    form |= {f"seat-{at}-character": [str(who.pk)] for at, who in enumerate(vars(cast).values(), 1)}
    form |= {f"seat-{at}-{what}": [f"Guest {at}" if what == "name" else ""] for at in range(5, 9) for what in PERSON}
    first, second = photos_of(system, "A5", sheet)
    for photo in (first, second):
        form = entered(client.post(f"{FORM}photo/", form | {"photo": photo}))
    assert form["winner"] == [str(line.seat) for line in sheet.seats if line.won]
    assert [form[f"seat-{line.seat}-side"] for line in sheet.seats] == [[line.figures["side"]] for line in sheet.seats]


def test_a_photo_at_a_table_leaves_its_variants_as_they_were_ticked():
    table = a_table_with_variants()
    state, path = now(table), table_path(table)
    phone, system = a_phone(table, 1), state.system
    sheet = a_played_sheet(system, SEATS, np.random.default_rng(3))
    page = sheet_pages(cells_of(system), SEATS, "A5")[0]
    key = key_of(system.ID, page, SEATS, system.content)
    rng = np.random.default_rng(7)
    drawn = on_paper(key, page, written(system, sheet), rng, link=f"https://club.example{path}")
    photo = SimpleUploadedFile("sheet.jpg", photographed(drawn, rng, BARE), "image/jpeg")
    form = entered(phone.post(f"{path}photo/", {f"{system.ID}__harbours": "on", "photo": photo}))
    assert form[f"{system.ID}__harbours"] and [form[f"seat-{seat}-coins"] for seat in range(1, SEATS + 1)] == [
        [str(line.figures["coins"])] for line in sheet.seats
    ]
