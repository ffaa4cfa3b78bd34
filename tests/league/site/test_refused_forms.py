"""Every form that can be refused says so at its top, with links to what needs mending."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.factories.friday_club import FridayClub
from tests.factories.pages import text

TEMPLATES = Path(settings.BASE_DIR) / "templates"
DRAWS_A_FIELD = re.compile(r"form_field\.html|\.errors \}\}")
SUMMARY = re.compile(r"problem_list\.html|form_fields\.html")
ONE_FIELD = {"components/form_field.html", "allauth/elements/field.html"}
BY_SCRIPT = {
    "league/results/offline_entry.html",
    "league/results/offline_blanks.html",
}  # a device draws these without the site, and says itself what is missing


def templates() -> dict[str, str]:
    return {str(path.relative_to(TEMPLATES)): path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))}


def drawing() -> list[str]:
    return [
        name for name, told in templates().items() if DRAWS_A_FIELD.search(told) and name not in ONE_FIELD | BY_SCRIPT
    ]


def has_summary(name: str, every: dict[str, str]) -> bool:
    """Itself, or everything that it is a part of."""
    if SUMMARY.search(every[name]):
        return True
    around = [other for other, told in every.items() if f'"{name}"' in told and other not in BY_SCRIPT]
    return bool(around) and all(has_summary(other, every) or _beside(name, every[other], every) for other in around)


def _beside(name: str, told: str, every: dict[str, str]) -> bool:
    """Another part of the same page has it."""
    parts = re.findall(r'include "([^"]+)"', told)
    return any(SUMMARY.search(every[part]) for part in parts if part in every and part != name)


def test_fields_are_drawn_at_several_places():
    assert len(drawing()) > 8


@pytest.mark.parametrize("name", drawing())
def test_every_form_has_a_summary_of_its_problems(name: str):
    assert has_summary(name, templates())


def sending(every: dict[str, str]) -> set[str]:
    """Templates with a form's token in them, or in a part that sees what they see."""
    found = {name for name, told in every.items() if "{% csrf_token %}" in told}
    while (
        more := {name for name, told in every.items() if any(p in found for p, only in parts(told) if not only)} - found
    ):
        found |= more
    return found


def parts(told: str) -> list[tuple[str, bool]]:
    """What a template includes, and whether that sees no token."""
    found = re.findall(r'{%\s*include "([^"]+)"([^%]*)%}', told)
    return [(name, "only" in said.split() and "csrf_token=csrf_token" not in said) for name, said in found]


def test_no_form_is_drawn_where_its_token_is_not_handed_on():
    """Such a form looks well, and every browser is refused that sends it."""
    every = templates()
    with_token = sending(every)
    alone = [(name, part) for name, html in every.items() for part, only in parts(html) if only]
    assert len(alone) > 50 and [(name, part) for name, part in alone if part in with_token] == []


def refused(client: Client, url: str, **fields: str) -> str:
    """The page of a form that was sent with next to nothing in it."""
    return text(client.post(url, fields))


FORMS = {
    "character": (lambda club: reverse("character_register"), {"specialty": "law", "side_interest": "law"}),
    "league": (lambda club: reverse("league_create"), {"name": ""}),
    "season": (lambda club: reverse("season_create", args=[club.league.slug]), {"name": ""}),
    "tournament": (lambda club: reverse("tournament_create", args=[club.season.slug]), {"name": ""}),
    "upload": (lambda club: reverse("import_list", args=[club.league.slug]), {"name": ""}),
    "sign up": (lambda club: reverse("account_signup"), {"name": ""}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.django_db
def test_a_refused_form_leads_to_each_field(client: Client, club: FridayClub, form: str):
    address, fields = FORMS[form]
    if form != "sign up":
        client.force_login(club.cleo)
    page = refused(client, address(club), **fields)
    summary = page[page.index('id="problems"') : page.index("</ol>", page.index('id="problems"'))]
    led_to = re.findall(r'href="#([^"]+)"', summary)
    assert "autofocus" in summary
    assert led_to and [one for one in led_to if f'id="{one}"' not in page] == []
    assert page.count('id="problems"') == 1


def test_a_form_that_was_not_sent_has_no_summary(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    assert 'id="problems"' not in text(client.get(reverse("character_register")))
