"""Parts that an answer leaves out because the page has them."""

import re

from django.template import Context, RequestContext, Template
from django.test import RequestFactory

from league.core.views.pieces import parts_of

PAGE = Template('{% part "p" "hand" seat classes="card" %}{{ cards }}<i>{{ csrf_token }}</i>{% endpart %}')


def shown(cards: str, held: str = "", *, seat: object = 2, token: str = "a", htmx: bool = True) -> str:
    headers = {"X-Parts": held} | ({"HX-Request": "true"} if htmx else {})
    request = RequestFactory().get("/", headers=headers)
    context = RequestContext(request, {"cards": cards, "seat": seat})
    context.push(csrf_token=token)
    return PAGE.render(context)


def mark(page: str) -> str:
    found = re.search('data-part="([^"]+)"', page)
    assert found
    return found[1]


def test_a_part_says_its_name_and_a_mark_of_what_it_shows():
    page = shown("four")
    assert page == f'<p id="hand-2" data-part="{mark(page)}" class="card">four<i>a</i></p>'
    assert mark(page).startswith("hand-2:") and mark(shown("five")) != mark(page) == mark(shown("four"))


def test_what_the_page_has_is_left_out_and_nothing_else_is():
    held = mark(shown("four"))
    assert shown("four", f"other:1 {held}") == f'<p id="hand-2" data-part="{held}" hx-preserve="true"></p>'
    for page in (shown("five", held), shown("four", held, seat=3), shown("four", held, htmx=False), shown("four")):
        assert "hx-preserve" not in page and "</i></p>" in page


def test_a_token_of_before_is_as_good():
    assert "hx-preserve" in shown("four", mark(shown("four")), token="b")


def test_what_is_needed_again_soon_is_kept_where_the_page_has_it():
    keep = Template('{% keep "dialog" "trade" %}')
    request = RequestFactory().get("/", headers={"HX-Request": "true", "X-Parts": "hand:1 trade:2"})
    kept = keep.render(RequestContext(request))
    assert kept == '<dialog id="trade" data-part="trade:2" hx-preserve="true"></dialog>'
    assert keep.render(RequestContext(RequestFactory().get("/"))) == ""


def test_what_a_stranger_sends_is_never_a_part_of_the_page():
    request = RequestFactory().get("/", headers={"HX-Request": "true", "X-Parts": 'trade:"><script>'})
    assert "<script>" not in Template('{% keep "dialog" "trade" %}').render(RequestContext(request))


def test_a_template_without_a_request_shows_all():
    assert "four" in PAGE.render(Context({"cards": "four", "seat": 1})) and parts_of(None) == frozenset()
