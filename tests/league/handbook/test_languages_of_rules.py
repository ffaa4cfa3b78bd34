"""Pages made of data that is kept for everybody are in the language of whoever looks, whoever looked before."""

import tomllib
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.translation import ngettext, override

import engine
from engine.careers.editions import edition
from engine.translatable import spoken
from league.clubs.services.joining import _hired
from league.management.commands.makemessages import WORDS_IN_DATA, sentences
from league.models import League
from league.signals import Arrival
from tests.engine.hearing import random_moments
from tests.speaking import speaking

pytestmark = pytest.mark.django_db


def test_the_house_rules_of_a_book_never_keep_the_language_of_the_reader_before(client: Client):
    page = reverse("rule_book", args=["careers"])
    told = {language: client.get(page, headers={"accept-language": language}) for language in ("en", "de", "es", "en")}
    english, german, spanish = (told[language].content.decode() for language in ("en", "de", "es"))
    assert "How far does a failed review demote?" in english
    assert "How far does" not in german + spanish
    assert "Wie weit stuft eine verfehlte Beurteilung herab?" in german
    assert "¿Cuánto hace bajar una evaluación fallida?" in spanish


def test_settings_and_the_guide_of_a_game_are_told_in_german(client: Client):
    page = client.get(reverse("how_to_play", args=["careers"]), headers={"accept-language": "de"})
    assert "Alle schreiben eine geheime Formel" in page.content.decode()
    assert "Wann gewinnt eine erfüllte Formel?" in page.content.decode()
    assert "Everybody writes down a secret formula" not in page.content.decode()


def test_money_of_an_edition_has_the_separators_of_the_reader():
    money = edition("london").money(281_400)
    assert money == "£281,400"
    with override("de"):
        assert spoken(money) == "£281.400"


def test_who_may_not_register_reads_so_in_their_language():
    league, stranger = League.objects.create(name="Elsewhere", slug="elsewhere"), User.objects.create_user("zoe")
    with override("de"), pytest.raises(ValidationError) as refused:
        _hired(Arrival(league, stranger, stranger, name="Zoe"))
    assert "Only" not in refused.value.messages[0] and "Liga" in refused.value.messages[0]


@pytest.mark.parametrize("system", ["career_poker", "game_of_the_year", "office_job"])
def test_a_log_asks_the_catalogue_for_every_word_of_the_box_that_it_shows(system: str):
    folder = Path(engine.__file__).parent
    files = {folder / file: keys for file, keys in WORDS_IN_DATA.items() if file.startswith(f"{system}/")}
    words = {word for file, keys in files.items() for word in sentences(tomllib.loads(file.read_text("utf-8")), keys)}
    asked: set[str] = set()

    def ask(text: str) -> str:
        asked.add(text)
        return text

    with speaking(ask, ngettext):
        log = "".join(
            sentence.spoken([str(seat) for seat in range(game.seats)])
            for game, action in random_moments(system, 3)
            for sentence in game.told(game.clone().play_aloud(action), 0)
        )
    shown = {word for word in words if word in log}
    assert len(shown) > len(words) / 3
    assert shown <= asked
