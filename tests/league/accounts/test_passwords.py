import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


@pytest.mark.parametrize(
    "word", ["corner-office", "CornerOffice", "corner office 1", "2026_corner.office!", "league.example"]
)
def test_the_name_of_the_site_is_no_password(settings, word):
    settings.ALLOWED_HOSTS = ["league.example", "127.0.0.1"]
    with pytest.raises(ValidationError, match="first password that others try"):
        validate_password(word)


@pytest.mark.parametrize("word", ["the corner office of my dreams", "a long pass phrase", "4711-0815-#!"])
def test_anything_else_is_left_to_the_other_rules(settings, word):
    settings.ALLOWED_HOSTS = ["league.example", "127.0.0.1", "[::1]"]
    validate_password(word)


@pytest.mark.django_db
def test_the_sign_up_says_so(client):
    form = {"username": "eve", "password1": "corner-office"}
    assert b"first password that others try" in client.post("/accounts/signup/", form).content
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_sign_up_asks_for_a_password_once_and_says_its_rule_in_a_sentence(client):
    page = client.get("/accounts/signup/").content.decode()
    assert page.count('type="password"') == 1
    assert "At least 8 characters, and nothing that is easy to guess." in page
    assert "<li>Your password" not in page
