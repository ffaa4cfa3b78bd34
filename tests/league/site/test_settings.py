import os
import runpy
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured

from league.core.rules.waits import OTHERS, SITE
from run import OUR_SETTINGS

SETTINGS = str(Path(__file__).resolve().parents[3] / "league/config/settings.py")
STRONG = "kq3V9xT1mZ7bW4nY8cR2pL6dJ5hG0fS-aE_uQwXoNiBtMvCzKy"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch):
    configured = structlog.get_config()

    def run(**environment: str) -> dict:
        for name in OUR_SETTINGS:
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(SETTINGS)

    yield run
    structlog.configure(**configured)  # loggers that are in use keep these very processors


def test_with_nothing_set_it_answers_to_this_machine_only(load):
    local = load()
    assert local["LOCAL"] and not local["DEBUG"]
    assert local["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert local["SECRET_KEY"] == load()["SECRET_KEY"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such permissions")
def test_the_local_secret_is_for_its_owner_only(load):
    path = load()["VAR_DIR"] / "secret-key"
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"DEBUG": "false"}, ["SECRET_KEY", "ALLOWED_HOSTS"]),
        ({"SECRET_KEY": STRONG}, ["ALLOWED_HOSTS"]),
        ({"ALLOWED_HOSTS": "league.example"}, ["SECRET_KEY"]),
        ({"SECRET_KEY": "short", "ALLOWED_HOSTS": "league.example"}, ["SECRET_KEY"]),
        ({"SECRET_KEY": "a" * 60, "ALLOWED_HOSTS": "league.example"}, ["SECRET_KEY"]),
        ({"SECRET_KEY": "django-insecure-" + STRONG, "ALLOWED_HOSTS": "league.example"}, ["SECRET_KEY"]),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "league.example,*"}, ["ALLOWED_HOSTS"]),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "league.example", "DEBUG": "true"}, ["DEBUG"]),
    ],
)
def test_production_refuses_an_unsafe_value_and_says_which(load, environment, named):
    with pytest.raises(ImproperlyConfigured) as refusal:
        load(**environment)
    words = {"SECRET_KEY", "ALLOWED_HOSTS", "DEBUG"}
    sentences = str(refusal.value).removeprefix("Refusing to start: ")
    assert [word for word in sentences.split() if word in words][: len(named)] == named


def test_production_starts_on_safe_values_and_guards_its_cookies(load):
    production = load(SECRET_KEY=STRONG, ALLOWED_HOSTS="league.example")
    assert not production["LOCAL"]
    assert production["SESSION_COOKIE_SECURE"] and production["CSRF_COOKIE_SECURE"]
    assert production["SECURE_SSL_REDIRECT"]


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "8080"}, "http://127.0.0.1:8080"),
        ({"SITE_URL": "http://games.local:9000/"}, "http://games.local:9000"),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "127.0.0.1,.league.example,other.example"}, "https://league.example"),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": ".b.example", "SITE_URL": "https://a.b.example"},
            "https://a.b.example",
        ),
    ],
)
def test_letters_lead_to_the_address_of_the_site(load, monkeypatch, environment, address):
    monkeypatch.delenv("PORT", raising=False)
    assert load(**environment)["SITE_URL"] == address


@pytest.mark.parametrize(
    "address", ["league.example", "ftp://league.example", "https://league.example/games", "https://"]
)
def test_an_address_of_the_site_that_is_none_is_refused(load, address):
    with pytest.raises(ImproperlyConfigured, match="SITE_URL must be the https address"):
        load(SITE_URL=address)


@pytest.mark.parametrize("address", ["http://league.example", "https://elsewhere.example"])
def test_production_leads_nobody_to_another_site_or_past_encryption(load, address):
    with pytest.raises(ImproperlyConfigured, match="SITE_URL must be the https address"):
        load(SECRET_KEY=STRONG, ALLOWED_HOSTS="league.example", SITE_URL=address)


def test_production_sends_no_webhook_to_its_own_machine(load):
    assert load(WEBHOOK_LOOPBACK="true")["WEBHOOK_LOOPBACK"]
    assert not load(SECRET_KEY=STRONG, ALLOWED_HOSTS="league.example", WEBHOOK_LOOPBACK="true")["WEBHOOK_LOOPBACK"]


def test_redis_carries_the_hints_the_cache_and_drawn_reports_where_it_is_given(load):
    with_redis = load(REDIS_URL="redis://127.0.0.1:6379/3")
    default, papers = (with_redis["CACHES"][name] for name in ("default", "papers"))
    assert with_redis["CELERY_BROKER_URL"] == default["LOCATION"] == papers["LOCATION"] == "redis://127.0.0.1:6379/3"
    assert load()["CELERY_BROKER_URL"].startswith("memory:")


POSTGRES = "postgres://postgres@127.0.0.1:5432/league"


def test_the_site_waits_shortly_for_its_database_and_everybody_else_longer(load, monkeypatch):
    monkeypatch.setitem(sys.modules, "league.config.wsgi", sys)
    for url, bound in ((POSTGRES, SITE.postgresql), ("sqlite:///:memory:", SITE.lock)):
        options = load(DATABASE_URL=url)["DATABASES"]["default"]["OPTIONS"]
        assert bound in (options.get("options"), options.get("timeout"))
    monkeypatch.delitem(sys.modules, "league.config.wsgi")
    assert load(DATABASE_URL=POSTGRES)["DATABASES"]["default"]["OPTIONS"]["options"] == OTHERS.postgresql


def test_what_sqlite_acknowledged_is_on_the_disk(load, tmp_path):
    """By the settings as they are: those of tests don't wait for the disk."""
    opening = load(DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3")["DATABASES"]["default"]["OPTIONS"]["init_command"]
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        database.executescript(opening)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(
    ("environment", "backend", "sends"),
    [
        ({}, "console", True),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "league.example"}, "dummy", False),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "league.example", "EMAIL_URL": "consolemail://"}, "dummy", False),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "league.example", "EMAIL_URL": "smtp://mail.example:25"},
            "smtp",
            True,
        ),
    ],
)
def test_letters_are_printed_on_the_own_machine_only(load, environment, backend, sends):
    loaded = load(**environment)
    assert loaded["EMAIL_BACKEND"] == f"django.core.mail.backends.{backend}.EmailBackend"
    assert loaded["SENDS_MAIL"] is sends


def test_production_is_asked_for_over_tls_for_a_year(load):
    production = load(SECRET_KEY=STRONG, ALLOWED_HOSTS="league.example")
    assert production["SECURE_HSTS_SECONDS"] == 31_536_000
    assert not production["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    below = load(SECRET_KEY=STRONG, ALLOWED_HOSTS="league.example", HSTS_SUBDOMAINS="true")
    assert below["SECURE_HSTS_INCLUDE_SUBDOMAINS"]


@pytest.mark.parametrize("contact", ["security@league.example", "http://league.example", "mailto:a@b.example\nX: y"])
def test_a_contact_that_is_no_address_is_refused(load, contact):
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT must be"):
        load(SECURITY_CONTACT=contact)


DISCORD = {"DISCORD_CLIENT_ID": "1", "DISCORD_CLIENT_SECRET": "2"}
CLUB_LOGIN = {"OIDC_NAME": "Club", "OIDC_CLIENT_ID": "1", "OIDC_CLIENT_SECRET": "2"}


def test_providers_are_those_of_which_everything_is_said(load):
    assert load()["SIGN_IN_PROVIDERS"] == []
    rows = load(**DISCORD, **CLUB_LOGIN, OIDC_SERVER="https://login.example/realms/club/")["SIGN_IN_PROVIDERS"]
    assert [(row["provider_id"], row["name"]) for row in rows] == [("discord", "Discord"), ("oidc", "Club")]
    assert rows[1]["settings"]["server_url"] == "https://login.example/realms/club"


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DISCORD_CLIENT_ID": "1"}, "Signing in by DISCORD needs DISCORD_CLIENT_SECRET as well."),
        ({"GOOGLE_CLIENT_SECRET": "1"}, "Signing in by GOOGLE needs GOOGLE_CLIENT_ID as well."),
        (CLUB_LOGIN, "Signing in by OIDC needs OIDC_SERVER as well."),
        ({**CLUB_LOGIN, "OIDC_SERVER": "http://login.example"}, "OIDC_SERVER must be the https address"),
        ({**CLUB_LOGIN, "OIDC_SERVER": "https://login.example/?realm=1"}, "OIDC_SERVER must be the https address"),
        ({"DISCORD_PUBLIC_KEY": "ab" * 32}, "DISCORD_PUBLIC_KEY needs DISCORD_CLIENT_ID"),
        ({**DISCORD, "DISCORD_PUBLIC_KEY": "ab"}, "DISCORD_PUBLIC_KEY must be the 64 hexadecimal digits"),
    ],
)
def test_half_a_provider_is_refused(load, environment, sentence):
    with pytest.raises(ImproperlyConfigured, match="Refusing to start: ") as refusal:
        load(**environment)
    assert sentence in str(refusal.value)


def test_production_speaks_with_no_provider_on_its_own_machine(load):
    local = {**CLUB_LOGIN, "OIDC_SERVER": "http://localhost:9400"}
    assert load(**local)["SIGN_IN_PROVIDERS"]
    with pytest.raises(ImproperlyConfigured, match="OIDC_SERVER must be the https address"):
        load(SECRET_KEY=STRONG, ALLOWED_HOSTS="league.example", **local)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"MAIL_REPORTS": "pigeon"}, "MAIL_REPORTS must be brevo, mailgun"),
        ({"MAIL_REPORTS": "postmark"}, "MAIL_REPORTS_SECRET must be a name, a colon"),
        ({"MAIL_REPORTS": "postmark", "MAIL_REPORTS_SECRET": "a:short"}, "MAIL_REPORTS_SECRET must be a name, a colon"),
        ({"MAIL_REPORTS": "mailgun", "MAIL_REPORTS_SECRET": f"a:{STRONG}"}, "MAIL_REPORTS_KEY must be the key"),
    ],
)
def test_reports_of_letters_need_a_token_and_a_key_where_they_are_signed(load, environment, sentence):
    with pytest.raises(ImproperlyConfigured, match=sentence):
        load(**environment)
