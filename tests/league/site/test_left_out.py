"""An installation without the apps that may be left out."""

import json
import os
import re
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.urls import get_resolver

from tests.database_copies import a_migrated_file

ROOT = settings.BASE_DIR
OPTIONAL = [app for app in apps.get_app_configs() if hasattr(app, "urls_module")]
OPTIONAL_ADDRESS = re.compile(r"""\{% url ['"](\w+)['"][^%]* as \w+ %\}""")


@pytest.fixture(scope="module")
def met(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what a player and an organiser of the sample season meet there; a visitor sees no more than they do."""
    environment = os.environ | {"OPTIONAL_APPS": "", "REDIS_URL": ""}
    path = tmp_path_factory.mktemp("left-out") / "db.sqlite3"
    a_migrated_file(path, environment)
    environment["DATABASE_URL"] = f"sqlite:///{path}"
    command = [sys.executable, "-m", "tests.left_out"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_no_page_leads_to_what_is_left_out(met):
    assert met["ends"] == [] and min(met["pages"]) > 40


def test_an_organiser_reads_how_photos_are_switched_on(met):
    assert met["switches_on"] == [True, True]


def test_previews_of_links_show_the_card_of_the_site(met):
    assert {urlsplit(card).path for card in met["cards"]} == {"/static/league/card.png"}


def test_programs_and_operators_are_told_nothing_of_it(met):
    modules = [app.api_urls_module for app in OPTIONAL if hasattr(app, "api_urls_module")]
    known = [str(one.pattern) for module in modules for one in get_resolver(module).url_patterns]
    paths = {"/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", one) for one in known}
    assert len(paths) == 12 and paths & set(met["paths"]) == set()
    assert {"experiments", "studies", "what_ifs"} & set(met["queues"]) == set()


def test_an_address_that_may_be_left_out_is_that_of_a_page():
    """Django says nothing of a name that it doesn't know where a template keeps the address."""
    asked = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in OPTIONAL_ADDRESS.findall(path.read_text(encoding="utf-8"))
    }
    known = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert len(asked) > 20 and asked - known == set()
