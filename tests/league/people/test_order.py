"""Lists of people are sorted as people read."""

import re
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from characters.models import Character
from characters.rules.names import name_key, search_key, sort_key

NAMES = ["Ada", "Ada Abel", "Adam", "Çiğdem", "Dev", "Émile", "Eve", "Gülşen", "Gwendolyn", "Łukasz", "Lulu", "Ørsted"]
NAMES += ["Otto", "Zoë", "Елена", "Ёлкин", "Жанна", "王芳"]
OF_ALIASES = '"name_key",'  # which are no names of people on a page
ROOMS = ("characters", "games", "league")
BY_NAME = re.compile(r"(?:order_by|ordering =) ?\(([^()]*\b(?:name_key|character__name)\"[^()]*)\)")


def test_letters_with_signs_stand_beside_those_without():
    backwards = NAMES[::-1]
    assert sorted(backwards, key=lambda name: (sort_key(name), name_key(name))) == NAMES


def test_a_key_says_the_same_in_every_collation():
    assert all(re.fullmatch("[0-9a-f]{2,400}", sort_key(name)) for name in [*NAMES, "🪂", "!", "ﷺ" * 200])


def test_every_order_by_name_is_that_of_readers():
    """Of all queries that sort characters by name, and of all models that are sorted so by themselves."""
    sources = [
        path for room in ROOMS for path in (settings.BASE_DIR / room).rglob("*.py") if "migrations" not in path.parts
    ]
    orders = [match[1] for path in sources for match in BY_NAME.finditer(path.read_text(encoding="utf-8"))]
    assert orders
    assert [order for order in orders if "sort_key" not in order and order != OF_ALIASES] == []


def test_models_that_hold_characters_by_name_are_in_that_order():
    named = [model for model in apps.get_models() if any("name_key" in str(part) for part in model._meta.ordering)]
    with_key = [model for model in named if any("sort_key" in str(part) for part in model._meta.ordering)]
    assert Character in with_key and {model.__name__ for model in set(named) - set(with_key)} == {"Alias"}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/characters/", "/api/v1/characters/"])
def test_the_lists_of_all_characters_are_in_that_order(cast: SimpleNamespace, address: str):
    for who, name in zip((cast.ada, cast.bo, cast.cleo, cast.dev), ("Zoë", "Łukasz", "Émile", "Lulu"), strict=True):
        keys = {"name_key": name_key(name), "search_key": search_key(name), "sort_key": sort_key(name)}
        Character.objects.filter(pk=who.pk).update(name=name, **keys)
    page = Client().get(address).content.decode()
    main = page[page.find("<main") + 1 :]
    places = [main.index(name) for name in ("Émile", "Łukasz", "Lulu", "Zoë")]
    assert places == sorted(places)
