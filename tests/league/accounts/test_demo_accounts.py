import importlib
import os
import re

import pytest
from django.contrib.auth.models import User
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from rest_framework.test import APIClient

from league.accounts.services.demo import close_demo_accounts, open_demo_account
from league.accounts.services.start import refuse_unsafe_start
from league.models import League, Season

pytestmark = pytest.mark.django_db
PUBLISHED = "corner-office"


@pytest.fixture(autouse=True)
def own_var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def password() -> str:
    return open_demo_account(user=User.objects.create_superuser("organiser"))


def doors(name: str, password: str) -> list[bool]:
    """Whether page, token and admin let somebody in."""
    by_page, by_admin = Client(), Client()
    by_page.post("/accounts/login/", {"login": name, "password": password}, secure=True)
    by_admin.post("/admin/login/", {"username": name, "password": password}, secure=True)
    token = APIClient().post("/api/v1/token/", {"username": name, "password": password}, format="json", secure=True)
    return ["_auth_user_id" in by_page.session, token.status_code == 200, "_auth_user_id" in by_admin.session]


def test_every_installation_has_passwords_of_its_own(settings, tmp_path, run):
    first = run("load_sample").out
    found = dict(re.findall(r"Sign in as (\S+) / (\S+)", first))
    assert set(found) == {"organiser", "player00"} and len(set(found.values())) == 2
    assert PUBLISHED not in found.values() and all(len(one) >= 16 for one in found.values())
    assert re.findall(r"Sign in as .*", run("load_sample").out) == re.findall(r"Sign in as .*", first)
    settings.VAR_DIR = tmp_path / "elsewhere"
    open_demo_account(user=User.objects.create_user("another"))
    assert not set(found.values()) & set((tmp_path / "elsewhere/demo-sign-ins.json").read_text().split('"'))


def test_an_installation_that_has_a_league_gets_nothing_of_the_sample(run):
    League.objects.create(name="Friday Club", slug="friday-club")
    assert run("load_sample") == (0, "", [])
    assert not Season.objects.exists() and not User.objects.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such permissions")
def test_the_passwords_are_kept_for_their_owner_only(password, tmp_path):
    path = tmp_path / "demo-sign-ins.json"
    assert password in path.read_text() and path.stat().st_mode & 0o077 == 0
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_password_that_somebody_chose_stays(password):
    user = User.objects.get()
    user.set_password("my own pass phrase")
    user.save()
    assert open_demo_account(user=user) == "the password that you chose"
    assert User.objects.get().check_password("my own pass phrase")


def test_a_demo_account_signs_in_here_and_nowhere_else(settings, password):
    assert doors("organiser", password)[:2] == [True, True]
    settings.LOCAL = False
    assert doors("organiser", password) == [False, False, False]


def test_its_session_ends_where_others_can_reach_the_site(settings, client, password):
    client.force_login(User.objects.get())
    assert client.get("/notices/").status_code == 200
    settings.LOCAL = False
    assert client.get("/notices/").status_code == 302


def test_production_refuses_to_start_while_a_demo_account_has_a_password(settings, password):
    refuse_unsafe_start()
    settings.LOCAL = False
    with pytest.raises(ImproperlyConfigured, match=r"demo accounts organiser have passwords.*close_demo_accounts"):
        refuse_unsafe_start()
    [error] = [one for one in checks.run_checks(include_deployment_checks=True) if one.id == "league.E001"]
    assert error.level == checks.ERROR
    assert not [one for one in checks.run_checks() if one.id == "league.E001"]


def test_the_server_asks_before_it_opens(settings, password):
    settings.LOCAL = False
    with pytest.raises(ImproperlyConfigured, match="close_demo_accounts"):
        importlib.reload(importlib.import_module("league.config.wsgi"))


def test_closed_they_stand_in_nobodys_way(settings, password, run):
    settings.LOCAL = False
    assert run("close_demo_accounts").out == "Closed: organiser.\n"
    refuse_unsafe_start()
    assert not User.objects.get().has_usable_password()
    settings.LOCAL = True
    assert open_demo_account(user=User.objects.get()) == password


def test_with_no_demo_account_nothing_is_closed(run):
    User.objects.create_user("ada", password="a long pass phrase")
    assert close_demo_accounts() == []
    assert User.objects.get().has_usable_password()
