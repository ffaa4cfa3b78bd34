"""Each look finds what it is there for."""

import json
from typing import Any

import pytest
from django.test import Client

from characters.rules.names import sort_key
from league.core.charts import BOX
from league.tournaments.desk.charts.posters import ListPaper, list_paper
from tests.access.people import Secret
from tests.inspector.figures import compared
from tests.inspector.hidden import difference
from tests.inspector.looks import (
    Look,
    even_rows,
    in_order,
    keeps,
    led_on,
    only_reads,
    opens_in_excel,
    printed_whole,
    whole_texts,
    within_bounds,
    within_seconds,
)
from tests.inspector.visits import Reader, Visit, Visitor, kept_writes
from tests.inspector.walk import CONFIGURATION, links

HEAD = "<table><thead><tr><th>Place</th><th>Name</th><th>Points</th></tr></thead>"
MARKER = Secret("marker", "marker 4711", frozenset(("organiser",)))
PEOPLE, MIXED, OPTION = ("Ada", "Émile", "Łukasz", "Zoë"), ("Zoë", "Ada", "Łukasz", "Émile"), "<option>{}</option>"
READ, ENTERED, JSON = ("UPDATE", "league_notice"), ("INSERT", "league_entry"), "application/json"


def a_visit(body: str | bytes = "", *, kind: str = "text/html", role: str = "player", **other: Any) -> Visit:
    sent = body.encode() if isinstance(body, str) else body
    values: dict[str, Any] = {"method": "GET", "path": "/seasons/spring/", "origin": "/", "status": 200}
    values |= {"queries": 0, "changes": (), "seconds": 0.0, "log": (), "headers": {"Content-Type": kind}}
    return Visit(Reader(role), body=sent, **values | other)


def a_list(*names: str) -> str:
    return f"<main><ul>{''.join(f'<li><a href=/x/>{name}</a> 3</li>' for name in names)}</ul></main>"


@pytest.mark.parametrize(
    ("rows", "uneven"),
    [
        ("<tr><td>1</td><td>Ada</td><td>9</td></tr>", 0),
        ("<tr><td>1</td><td>Ada</td><td>BBC News</td><td>9</td></tr>", 1),
        ("<tr><td>1</td><td>Ada</td></tr><tr><td>2</td></tr>", 2),
        ("<tr><td>1</td><td colspan=2>Ada</td></tr>", 0),
        ("<tr><td rowspan=2>1</td><td>Ada</td><td>9</td></tr><tr><td>Bo</td><td>9</td></tr>", 0),
        ("<tr><td>1</td><td>Ada<table><tr><td>inside</td></tr></table></td><td>9</td></tr>", 0),
    ],
)
def test_a_row_has_a_cell_under_each_heading(rows: str, uneven: int):
    assert len(list(even_rows(a_visit(f"{HEAD}<tbody>{rows}</tbody></table>")))) == uneven


@pytest.mark.parametrize(
    ("html", "gaps"),
    [
        ("<p>Ada (guest), Bo: 9</p><p>“Yes”, she said</p><pre>f()</pre>", 0),
        ("<button>Give to Bo: Lecturer (<span></span>)</button>", 1),
        ('<a aria-label="Ada, , Bo">x</a><img alt="The bot ()">', 2),
        ("<p>Thursday ·  · The Anchor</p>", 1),
        ("<p>Called “”</p>", 1),
    ],
)
def test_a_text_is_built_of_parts_that_are_there(html: str, gaps: int):
    assert len(list(whole_texts(a_visit(html)))) == gaps


@pytest.mark.parametrize(
    ("look", "right", "wrong"),
    [
        (led_on, a_visit("<main><a href='/on/'>On</a></main>"), a_visit("<main><a href='/seasons/spring/'>Here</a>")),
        (led_on, a_visit(status=404, origin=CONFIGURATION), a_visit(status=404)),
        (led_on, a_visit(status=403, origin=CONFIGURATION), a_visit(status=500, origin=CONFIGURATION)),
        (opens_in_excel, a_visit("\ufeffname", kind="text/csv"), a_visit("name", kind="text/csv")),
        (only_reads, a_visit(), a_visit(changes=(ENTERED,))),
        (only_reads, a_visit(path="/inbox/3/", changes=(READ,)), a_visit(path="/inbox/3/", changes=(READ, ENTERED))),
        (within_bounds, a_visit(queries=100), a_visit(queries=101)),
        (within_bounds, a_visit("a" * 1_000_000), a_visit("a" * 1_000_001)),
        (within_seconds(3), a_visit(seconds=3), a_visit(seconds=3.1)),
        (keeps([MARKER]), a_visit("marker 4711", role="organiser"), a_visit("marker 4711")),
        (keeps([MARKER]), a_visit(path="/?q=marker%204711", origin="/"), a_visit(headers={"Link": "marker 4711"})),
        (keeps([MARKER]), a_visit(), a_visit(role="organiser", log=("django: marker 4711",))),
        (keeps([MARKER]), a_visit('"other"', kind=JSON), a_visit('"mar\\u006ber 4711"', kind=JSON)),
        (in_order(PEOPLE), a_visit(a_list(*sorted(PEOPLE, key=sort_key))), a_visit(a_list(*sorted(PEOPLE)))),
        (in_order(PEOPLE), a_visit(a_list(*MIXED)), a_visit(f"<select>{''.join(map(OPTION.format, MIXED))}</select>")),
    ],
)
def test_a_look_finds_what_is_wrong_and_nothing_else(look: Look, right: Visit, wrong: Visit):
    assert list(look(right)) == []
    assert len(list(look(wrong))) == 1


@pytest.mark.parametrize(("name", "boxes"), [("Ada", 0), (f"Ada {BOX}", 1)])
def test_a_letter_that_a_pdf_lacks_is_seen(name: str, boxes: int):
    pdf = list_paper(ListPaper("Spring", "Spring", ("#", "Name", "Points"), "RLR", ((("1", name, "9"),),), 1, 2), "A4")
    assert len(list(printed_whole(a_visit(pdf, kind="application/pdf")))) == boxes


def test_what_is_taken_back_was_not_written():
    statements = ['INSERT INTO "a" VALUES (1)', 'SAVEPOINT "s1"', 'UPDATE "b" SET x = 1', 'ROLLBACK TO SAVEPOINT "s1"']
    assert kept_writes(statements) == (("INSERT", "a"),)
    assert kept_writes(statements[:3]) == (("INSERT", "a"), ("UPDATE", "b"))


@pytest.mark.parametrize(("points", "wrong"), [("1,234", 0), ("1,243", 1)])
def test_a_figure_that_the_api_gives_otherwise_is_seen(points: str, wrong: int):
    page = f"{HEAD}<tbody><tr><td>1</td><td>Ada</td><td>{points}</td></tr></tbody></table>"
    row = json.dumps(
        {"results": [{"character": {"name": "Ada"}, "points": "1234.00"}, {"name": "Ada", "points": 1234}]}
    )
    figures = list(compared([a_visit(page), a_visit(row, kind="application/json", path="/api/v1/seasons/spring/")]))
    assert len(figures) == 1 and sum(bool(why) for _figure, why in figures) == wrong


@pytest.mark.django_db
def test_an_answer_that_tells_the_hidden_from_the_missing_is_seen():
    reader = Visitor(Reader("stranger"), Client(raise_request_exception=False))
    assert difference(reader, "/nothing/of/that/", "/nothing/of/the/kind/") == ""
    assert "answers 200" in difference(reader, "/help/", "/nothing/of/that/")
    assert "answers otherwise" in difference(reader, "/help/levels/", "/help/standings/")


@pytest.mark.parametrize(
    ("visit", "ways"),
    [
        (a_visit("<a href='/on/#there'>On</a><img src=p.jpg>"), ["/on/", "/seasons/spring/p.jpg"]),
        (a_visit("<a href='?page=2'>More</a><a href='https://x.example/'>"), ["/seasons/spring/?page=2"]),
        (a_visit(status=302, headers={"Location": "/on/"}), ["/on/"]),
        (a_visit('{"next": "http://testserver/api/v1/games/?after=3"}', kind=JSON), ["/api/v1/games/?after=3"]),
    ],
)
def test_ways_on_are_links_redirects_and_addresses_in_json(visit: Visit, ways: list[str]):
    assert list(links(visit)) == ways
