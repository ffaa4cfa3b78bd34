"""Every paper prints whatever somebody is called: any script, any width, any length, in every language and size."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import cycle

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from characters.charts.lines import Series, line_chart
from characters.models import NAME_LENGTH
from characters.rules.names import can_be_shown
from engine.careers.board import Board
from engine.careers.board_files import playable_board
from league.boards.charts.paper import board_pdf
from league.config.budgets import RequestWork, watch
from league.core.charts import BOX, MOST_MARKS, lacks_letters, paper, printable
from league.models import Stage
from league.reports.charts.annual_paper import AnnualPaper, annual_pdf
from league.reports.charts.cards import draw_card
from league.reports.charts.paper_parts import PaperDrawing, PaperPart
from league.reports.charts.personal_paper import PersonalPaper, personal_pdf
from league.reports.rules import HEIGHT, WIDTH, ShareCard
from league.reports.views.annual_paper import _drawing
from league.sheets.charts.score_sheets import FigureRow, SheetPaper, score_sheets
from league.sheets.rules.sheet_cells import Cell
from league.tournaments.desk.charts.posters import SIZES, SMALLEST, ListPaper, SeatCard, layout, list_paper, seat_cards
from tests.factories.boards import a_board_file, a_module
from tests.factories.evening import an_evening
from tests.factories.people import an_organiser

LANGUAGES = ("en", "de", "fr", "es")
SECONDS = 5  # of the processor, for one paper: the most expensive one takes one
NAMES = {
    "wide": "W" * 40,
    "capitals": "WOLFGANG AMADEUS MOMMSEN-WAGNER",
    "one word": "Donaudampfschifffahrt" * 9,
    "dashes": "–" * 60,
    "many words": "a b " * 49,
    "narrow": "i",
    "Chinese": "田中裕子と山田太郎の会社",
    "Korean": "김철수 박영희",
    "Arabic": "محمد بن عبد الله الخوارزمي",
    "ligatures": "ﷺ" * 20,
    "Hebrew": "שלום עליכם 12",
    "Thai": "สมชายกำแหงใจดีมาก",
    "Devanagari": "अमृता श्रीवास्तव क्षत्रिय",
    "Tamil": "இராமானுஜன்",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈🎲",
    "piled up": "Z̷̢̛a̵͓͝l̶̰̀" + "a" + "\u0301" * 60,
    "unseen": "A\u200bd\u200ca\u200d\ufeff",
    "template": "{name} %s <b>&amp;</b> %(x)s",
}
ALL = list(NAMES.values())
FACE = PaperDrawing('<svg viewBox="0 0 4 4"><rect width="4" height="4" /></svg>', 4, 4)
LINK = "https://example.org/t/1"


def a_list(names: Sequence[str], size: str) -> bytes:
    blocks = tuple(((str(at), name, "12"),) for at, name in enumerate(names))
    return list_paper(ListPaper(names[0], names[-1], ("#", names[0], "Points"), "RLR", blocks, wide=1, strong=2), size)


def sheets(names: Sequence[str]) -> bytes:
    rows = [
        (FigureRow(Cell(name, name, choices=(name,)), (name,) * 4), FigureRow(Cell("Won", ticks=4))) for name in names
    ]
    return score_sheets(
        [
            SheetPaper(at, name, name, (name,) * 4, row, LINK, name, (LINK,) * 4)
            for at, (name, row) in enumerate(zip(names, rows, strict=True))
        ]
    )


def cards(names: Sequence[str]) -> bytes:
    return seat_cards([SeatCard(name, name, name, LINK) for name in names])


def a_person(name: str) -> PersonalPaper:
    part = PaperPart(name, [(name, name), ("", name)])
    return PersonalPaper(
        head=name,
        name=name,
        lines=[name],
        face=FACE,
        photo=b"",
        figures=[(name, name)] * 4,
        chart_title=name,
        chart=_drawing("components/line_chart_svg.html", line_chart([Series(name, [1, 2, 3])], [name] * 3)),
        parts=([part], [part]),
        foot=name,
    )


def annual(names: Sequence[str]) -> bytes:
    name, rows = names[0], [(name, name) for name in names]
    return annual_pdf(
        AnnualPaper(
            title=name,
            league=name,
            kind=name,
            dates=name,
            figures=rows[:4],
            contents_title=name,
            letter_title=name,
            letter=names,
            signed=name,
            parts=[PaperPart(one, rows, [FACE]) for one in names],
            people=[a_person(one) for one in names],
            foot=name,
        )
    )


def a_board(name: str) -> Board:
    return playable_board(a_board_file(name=name[:60], paths={"agrivi": a_module(name=name[:30])}))


def boards(names: Sequence[str]) -> bytes:
    return board_pdf(a_board("Ada" if names[0] == NAMES["unseen"] else names[0]))  # no board is called so


def images(names: Sequence[str]) -> bytes:
    return draw_card(ShareCard(names[0], names[-1], names[0], names[-1], tuple(names), names[0]))


PAPERS: dict[str, Callable[[Sequence[str]], bytes]] = {
    **{f"list on {size}": lambda names, size=size: a_list(names, size) for size in SIZES},
    "score sheets": sheets,
    "seat cards": cards,
    "annual report": annual,
    "personal report": lambda names: personal_pdf(a_person(names[0])),
    "board": boards,
    "card to share": images,
}


@contextmanager
def a_budget() -> Iterator[None]:
    """What a request has, and less of it: `OverBudget` otherwise."""
    work = RequestWork(SECONDS)
    watch.enter(work)
    try:
        yield
    finally:
        watch.leave(work)


def prints(paper: str, names: Sequence[str], language: str) -> None:
    with override(language), a_budget():
        content = PAPERS[paper](names)
    if content.startswith(b"%PDF-"):
        assert content.rstrip().endswith(b"%%EOF")
    else:
        assert Image.open(BytesIO(content)).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize(("paper", "language"), [*zip(PAPERS, cycle(LANGUAGES), strict=False)])
def test_every_paper_prints_all_of_them(paper: str, language: str):
    prints(paper, ALL, language)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_every_paper_prints_each_of_them_in_every_language(paper: str, name: str, language: str):
    prints(paper, [name] * 6, language)


LISTS = ("rounds/1/2/print/names", "rounds/1/2/print/tables", "stages/1/standings")
SHEETS = ("rounds/1/2/print/sheets", "rounds/1/2/print/cards")


@pytest.mark.django_db
def test_a_tournament_of_such_people_prints_all_its_papers(client, settings):
    settings.REQUEST_CPU_SECONDS = SECONDS
    evening = an_evening()
    tournament = evening.tournament
    people = [entry.character for entry in tournament.entries.select_related("character")]
    for who, name in zip(people, ALL, strict=False):
        type(who).objects.filter(pk=who.pk).update(name=name)
    tournament.name = tournament.place = "W" * 100
    tournament.save()
    Stage.objects.filter(tournament=tournament).update(name="W" * 60)
    client.force_login(an_organiser(tournament.season))
    base = f"/tournaments/{tournament.slug}/"
    files = [f"{one}.pdf?size={size.lower()}" for one, size in zip(LISTS, SIZES, strict=True)]
    files += [f"{one}.pdf" for one in SHEETS]
    pages = [f"{one}/print/" if "stages" in one else f"{one}/" for one in (*LISTS, *SHEETS)]
    for at, address in enumerate([*files, *pages]):
        answer = client.get(base + address, headers={"accept-language": LANGUAGES[at % 4]})
        assert answer.status_code == 200, address


@pytest.fixture(scope="module")
def measured() -> Iterator[Callable[[str, float, str], float]]:
    with paper() as pdf:
        yield pdf.width_of


names = st.one_of(
    st.sampled_from(ALL),
    st.text(
        st.characters(exclude_categories=["Cc", "Cn", "Co", "Cs", "Zl", "Zp"]), min_size=1, max_size=NAME_LENGTH
    ).filter(can_be_shown),
    st.builds(lambda letter, times: letter * times, st.sampled_from("Wi–ﷺ田म"), st.integers(1, NAME_LENGTH)),
)


@given(st.lists(st.lists(names, min_size=1, max_size=6).map(tuple), min_size=1, max_size=40), names, names)
@settings(max_examples=25, deadline=None)
def test_a_list_is_laid_out_whatever_stands_in_it(measured, tables, head, points):
    blocks = tuple(tuple((str(at), name, points) for at, name in enumerate(table)) for table in tables)
    listed = ListPaper("Tables", "", ("#", head, "Points"), "RLR", blocks, wide=1, strong=2)
    for width, height in ((186, 243), (273, 354), (191.9, 227.4)):
        with a_budget():
            laid = layout(listed, width=width, height=height, measured=measured)
        assert laid.size >= SMALLEST and sum(laid.filled, ()) == listed.lines
        assert len(laid.filled) <= len(listed.lines)


READINGS = {"Chinese": "TianZhongYuZi", "Korean": "GimCheolSu BagYeongHui", "Tamil": "iramanujn", "emoji": ":woman:"}
READINGS |= {"Armenian": "Aram", "Khmer": "sokha", "Burmese": "'ean"}
NAMES |= {"Armenian": "Արամ", "Khmer": "សុខា", "Burmese": "အောင်"}


@pytest.mark.parametrize("script", READINGS)
def test_a_letter_that_the_font_lacks_is_printed_as_it_is_read(script: str):
    printed = printable(NAMES[script])
    assert printed.startswith(READINGS[script]) and BOX not in printed and lacks_letters(NAMES[script])


def test_what_nobody_sees_is_not_printed_and_marks_do_not_pile_up():
    assert printable(NAMES["unseen"]) == "Ada"
    assert printable("a" + "\u0301" * 60) == "a" + "\u0301" * MOST_MARKS
    assert printable("क\u200dष") == "क\u200dष"
