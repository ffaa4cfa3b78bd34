"""Every component renders with the least that its first line asks for, and says its state in words."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.test import RequestFactory

from characters.charts.career import GAMES_PER_PAGE, ChartGame, career_chart


class Registration(forms.Form):
    name = forms.CharField(help_text="Unique in the league.")
    nickname = forms.CharField(required=False)
    system = forms.ChoiceField(choices=[("careers", "Careers")], widget=forms.RadioSelect)
    agreed = forms.BooleanField()


def rendered(component: str, **context: Any) -> str:
    request = RequestFactory().get("/characters/", {"level": "vp", "page": "2"})
    return " ".join(render_to_string(f"components/{component}.html", context, request=request).split())


GAME = ChartGame("a", "/games/1/", "Game 1", Decimal("44.00"), 60, 2, ("demotion",), "44 %")


def a_chart(*games: ChartGame) -> dict[str, Any]:
    return {"chart": career_chart(games), "chart_page": Paginator(games, GAMES_PER_PAGE).page(1)}


LEAST: list[tuple[str, dict[str, Any], str]] = [
    ("badge_level", {"level": "vp", "name": "Partner"}, "Partner"),
    ("badge_status", {"status": "disputed"}, "Disputed"),
    ("career_chart", a_chart(), "No games yet"),
    ("career_chart", a_chart(GAME), "below the minimum"),
    ("confirm_dialog", {"id": "a", "title": "Sure?", "text": "b", "form_id": "c", "confirm_label": "Void"}, "Void"),
    ("degrees_grid", {"rows": [{"name": "Law", "count": 5}]}, "Law"),
    ("diff_table", {"rows": [{"label": "Fame", "before": None, "after": 7, "changed": True}]}, "changed"),
    ("empty", {"title": "No games yet", "text": "They will stand here."}, "They will stand here."),
    ("event_line", {"kind": "demotion"}, "demoted"),
    ("event_mark", {"kind": "restart"}, "started again"),
    ("form_fields", {"form": Registration()}, "(optional)"),
    ("ladder", {"rungs": [{"name": "Entry", "state": "here"}]}, "here now"),
    ("memo", {"kind": "parachute", "subject": "Jump", "to": "Rhonda", "body": "Please."}, "golden parachute"),
    ("movement", {"places": -3}, "down"),
    ("movement", {"places": None}, "new"),
    ("org_chart", {"tiers": [{"level": "c_level", "name": "C-suite", "people": []}]}, "Vacant"),
    ("page_header", {"title": "Seasons"}, "<h1>Seasons</h1>"),
    ("pagination", {"page_obj": Paginator(range(10_000), 50).page(2)}, "51 to 100 of 10,000"),
    ("problem_list", {"problems": ["Nobody has won."]}, "One thing needs correcting"),
    ("progress_bar", {"label": "Points", "have": 1162, "need": 2500}, "1,162 of 2,500"),
    ("progress_bar", {"label": "Degrees", "have": 22, "need": 1}, "22 (1 needed)"),
    ("progress_bar", {"label": "Trips", "have": 0, "need": 0}, "nothing asked"),
    ("stat_tiles", {"tiles": [{"label": "Games", "value": 24}]}, "24"),
    ("theme_switch", {}, "hidden"),
]


@pytest.mark.parametrize(("component", "context", "words"), LEAST)
def test_a_component_needs_no_more_than_it_says(component: str, context: dict[str, Any], words: str) -> None:
    assert words in rendered(component, **context)


def test_pages_keep_the_filters_in_the_address() -> None:
    html = rendered("pagination", page_obj=Paginator(range(200), 50).page(2))
    assert "?level=vp&amp;page=3" in html and "?level=vp&amp;page=1" in html


def test_problems_stand_beside_their_fields() -> None:
    html = rendered("form_fields", form=Registration({}))
    assert html.count("has-problem") == 3
    assert 'id="id_name_error"' in html and 'aria-describedby="id_name_helptext id_name_error"' in html


def test_a_problem_says_where_why_and_what_to_do() -> None:
    problem = {"what": "-4 cannot be scored.", "where": "Seat 2", "why": "It starts at 0.", "remedy": "Retype it."}
    html = rendered("problem_list", problems=[problem, problem])
    assert "2 things need correcting" in html
    assert all(part in html for part in problem.values())


def test_a_rescinded_event_stays_readable_with_its_reason() -> None:
    html = rendered("event_line", kind="promotion", when=date(2026, 3, 12), rescinded="the sheet was corrected")
    assert "promoted" in html and "No longer holds: the sheet was corrected" in html and "12 Mar 2026" in html


def test_names_cannot_smuggle_markup() -> None:
    assert "<script>" not in rendered("event_line", kind="promotion", name="<script>", href="/")


@pytest.mark.parametrize("page", ["400", "500"])
def test_pages_for_the_worst_day_need_no_context(page: str) -> None:
    assert "Corner Office" in render_to_string(f"{page}.html")
