"""Letters and notices speak the language of who receives them."""

from datetime import date
from decimal import Decimal

import pytest
from django import forms
from django.contrib.auth.models import User
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import get_language, gettext

from engine.translatable import said, spoken
from league.core.queries.figures import figure
from league.core.queries.languages import in_language_of
from league.models import LanguageChoice, League

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada")


def test_a_letter_is_in_the_chosen_language_else_in_that_of_the_league_else_in_english(ada):
    club = League(name="Club", language="fr")
    with in_language_of(ada):
        assert get_language() == "en-gb"
    with in_language_of(ada, club):
        assert gettext("Monday") == "lundi"
    LanguageChoice.objects.create(user=ada, language="de")
    ada = User.objects.select_related("language_choice").get()
    with in_language_of(ada, club):
        assert gettext("Monday") == "Montag"
    assert get_language() == "en-gb"


def test_who_is_nobody_reads_the_language_of_the_league():
    with in_language_of(None, League(name="Club", language="es")):
        assert get_language() == "es"
    with in_language_of(None):
        assert get_language() == "en-gb"


def test_a_language_that_is_no_longer_offered_counts_as_none(ada):
    LanguageChoice.objects.create(user=ada, language="tlh")
    with in_language_of(ada, League(name="Club", language="tlh")):
        assert get_language() == "en-gb"


def test_numbers_and_days_are_written_as_the_language_does():
    sentence = said(
        "{count:,} games and {points} points on {day:%-d %B %Y}",
        count=1234,
        points=Decimal("7.50"),
        day=date(2026, 3, 29),
    )
    assert (sentence, spoken(sentence)) == ("1,234 games and 7.50 points on 29 March 2026",) * 2
    with translation.override("de"):
        assert spoken(sentence) == "1.234 games and 7,50 points on 29 März 2026"
        assert (
            Template("{{ a|short }} {{ b|short }} {{ c|floatformat:'0g' }}").render(
                Context({"a": Decimal("7.50"), "b": "R1.5", "c": 1234})
            )
            == "7,50 R1.5 1.234"
        )
        assert figure(1234) == "1.234"
    assert figure(1234) == "1,234"


def test_numbers_are_read_as_they_always_were():
    field = forms.DecimalField()
    with translation.override("de"):
        assert field.clean("7.5") == Decimal("7.5")
