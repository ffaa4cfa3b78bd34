"""Scripts are modules: a page names its own, and what they import comes with them."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client

from league.core.views.scripts import modules

TEMPLATES = [path.read_text(encoding="utf-8") for path in Path(settings.BASE_DIR, "templates").rglob("*.html")]
NAMED = sorted({name for text in TEMPLATES for tag in re.findall(r"{% modules (.+?) %}", text) for name in tag.split()})


def addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="([^"]+)"', page)


def test_what_a_module_imports_is_loaded_with_it_once():
    page = Template("{% modules 'league/events.js' 'league/table.js' %}").render(Context())
    assert [path.removeprefix("/static/league/") for path in addresses(page)] == [
        "lib.js",
        "outbox.js",
        "events.js",
        "table.js",
    ]
    assert page.count('rel="modulepreload"') == page.count('type="module"') == 2


@pytest.mark.parametrize("name", NAMED)
def test_a_browser_gets_every_module_of_a_page_as_a_script(client: Client, name: str):
    for address in addresses(modules(name.strip("'"))):
        assert client.get(address).headers["Content-Type"].startswith("text/javascript"), address


def test_every_script_is_on_some_page():
    folder = Path(settings.BASE_DIR, "league", "static")
    loaded = {address for name in NAMED for address in addresses(modules(name.strip("'")))}
    loaded |= {f"/static/{name}" for text in TEMPLATES for name in re.findall(r"league/[\w/]+\.js", text)}
    scripts = {f"/static/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*.js")}
    assert scripts - loaded == {"/static/league/worker.js"}
