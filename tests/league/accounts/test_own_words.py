"""Pages, letters and messages about accounts are in our words and our look: nothing of the library stays stock."""

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.forms import LoginForm
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.template.loader import get_template
from django.utils.module_loading import import_string

from tests.factories.pages import text

STOCK = Path(allauth.__file__).parent / "templates"
OURS = Path(settings.BASE_DIR) / "templates"
# Only pieces around our content, without a word of their own.
FRAMES = re.compile(r"(account|mfa|usersessions)/(.*/)?base[a-z_]*\.html")
# What can't be reached, by the setting that keeps it away.
OFF = {
    r"account/.*phone.*": "ACCOUNT_SIGNUP_FIELDS has no phone",
    r"account/.*login_code.*|account/.*_code(_message|_subject)?\.(html|txt)": "codes by letter are not asked for",
    r"account/base_confirm_code.html|account/confirm_.*code\.html": "codes by letter are not asked for",
    r"account/signup_by_passkey\.html|mfa/webauthn/signup_form\.html": "MFA_PASSKEY_SIGNUP_ENABLED is off",
    r"mfa/trust\.html": "MFA_TRUST_ENABLED is off",
}
WORDS = re.compile(
    r"successfully|Hello from|Thank you for using|e-?mail address confirmation|Re-send|Make Primary", re.I
)


def stock() -> list[str]:
    """Every page, letter and message of the parts of the library that are installed."""
    parts = ("account", "mfa", "usersessions")
    return sorted(str(one.relative_to(STOCK)) for part in parts for one in (STOCK / part).rglob("*.*"))


def off(name: str) -> bool:
    return any(re.fullmatch(pattern, name) for pattern in OFF)


def shown() -> list[str]:
    return [name for name in stock() if not off(name) and not FRAMES.fullmatch(name)]


def test_there_is_something_to_look_at():
    assert len(shown()) > 60


@pytest.mark.parametrize("name", shown())
def test_no_page_letter_or_message_stays_stock(name: str):
    origin = Path(get_template(name).origin.name)
    assert origin.is_relative_to(OURS), f"{name} is the library's own."
    assert not WORDS.search(origin.read_text())


def test_what_is_said_to_be_off_is_off():
    for name in ("ACCOUNT_LOGIN_BY_CODE_ENABLED", "MFA_PASSKEY_SIGNUP_ENABLED", "MFA_TRUST_ENABLED"):
        assert not getattr(settings, name, False)
    assert not getattr(settings, "ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED", False)
    assert "phone" not in " ".join(settings.ACCOUNT_SIGNUP_FIELDS)


@pytest.mark.django_db
def test_signing_in_and_out_is_said_in_our_words(client):
    User.objects.create_user("nora", password="a long pass phrase")
    told = text(client.post("/accounts/login/", {"login": "nora", "password": "a long pass phrase"}, follow=True))
    assert "You are signed in as nora." in told
    assert "You are signed out." in text(client.post("/accounts/logout/", follow=True))


@pytest.mark.django_db
def test_the_way_back_to_a_forgotten_password_stands_once_on_the_page(client):
    told = client.get("/accounts/login/").content.decode()
    assert told.count("/accounts/password/reset/") == 1
    assert "Remember Me" not in told
    assert "Stay signed in on this device" in told
    assert "Username or e-mail" in told


@pytest.mark.django_db
def test_a_wrong_password_is_refused_in_our_words(client):
    User.objects.create_user("nora", password="a long pass phrase")
    told = text(client.post("/accounts/login/", {"login": "nora", "password": "wrong"}))
    assert "That name and password do not match." in told


def sent(subject: str) -> str:
    [letter] = [one for one in mail.outbox if subject in one.subject]
    assert letter.subject.startswith("[Corner Office] ")
    assert "Hello" not in letter.body
    assert "127.0.0.1" not in letter.subject
    return str(letter.body)


@pytest.mark.django_db
def test_letters_about_an_account_are_in_our_words(client):
    fields = {"username": "nora", "email": "nora@example.org", "password1": "a long pass phrase"}
    client.post("/accounts/signup/", fields)
    welcome = sent("is this your address?")
    assert "Welcome, nora." in welcome
    assert "/accounts/confirm-email/" in welcome
    client.post("/accounts/logout/")
    EmailAddress.objects.update(verified=True)
    client.post("/accounts/password/reset/", {"email": "nora@example.org"})
    assert "/accounts/password/reset/key/" in sent("A new password")


def test_every_letter_ends_with_the_name_of_the_site():
    for name in ("email_confirmation", "password_reset_key", "email_changed"):
        template = get_template(f"account/email/{name}_message.txt")
        user = User(username="nora")
        body = template.render({"user": user, "activate_url": "http://x/", "password_reset_url": "http://x/"})
        assert body.rstrip().splitlines()[-1].startswith("Corner Office")


@pytest.mark.parametrize("path", [*settings.ACCOUNT_FORMS.values()])
def test_the_forms_are_ours(path: str):
    assert import_string(path).__module__ == "league.accounts.forms"
    assert import_string(path) is not LoginForm
