"""Everybody goes everywhere, in every language, and looks at everything that they are sent."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from characters.models import Character
from league.core.queries.access import forget_leagues
from league.models import League
from tests.access.addresses import of_a_league
from tests.access.people import PEOPLE
from tests.factories.families import family
from tests.inspector.figures import compared
from tests.inspector.forms import Form, forms, sent_by, sent_late, sent_twice
from tests.inspector.hidden import difference, hidden_and_missing, of_a_play
from tests.inspector.looks import ALWAYS, Look, in_order, keeps, within_seconds, wrongs
from tests.inspector.pseudo import PSEUDO, Prose, data_texts, pseudo_locale
from tests.inspector.visits import Reader, Visit, Visitor
from tests.inspector.walk import CONFIGURATION, FILES, FRONT_DOOR, every_address, view_of, walk
from tests.inspector.world import ROLES, World, a_world

pytestmark = pytest.mark.django_db
EVERYTHING = bool(os.environ.get("ALL_WIDTHS"))
SECONDS = float(os.environ.get("INSPECT_SECONDS", 0))  # of the processor; judged by `run.py inspect` alone
OF_EACH_KIND = 3 if EVERYTHING else 1
LANGUAGES = (PSEUDO, *(language for language, _name in settings.LANGUAGES))
OUTSIDERS = ("stranger", "other organiser", "anonymous")
OF_FIGURES = ("/seasons/", "/tournaments/", "/api/v1/seasons/", "/api/v1/tournaments/")
LATE = 2 if EVERYTHING else 1  # other forms of the page that are sent before one
IN_THE_MEANTIME = ("player",)  # who tries forms of others in every run


@pytest.fixture(scope="module")
def world(rows_of_module) -> World:
    with rows_of_module.unblock():
        return a_world()


@pytest.fixture(autouse=True)
def unlimited(monkeypatch) -> None:
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)


@dataclass
class Walked:
    """What a walk by one reader has found: its addresses, what is wrong with them, and the forms of each page."""

    visits: int = 0
    wrong: list[str] = field(default_factory=list)
    pages: dict[str, list[Form]] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")
    most: tuple[int, str] = (0, "")


@pytest.fixture(scope="module")
def walked(world: World, rows_of_module) -> Callable[[Reader], Walked]:
    """Walk as a reader once, whatever is asked about it."""
    with rows_of_module.unblock():
        people = {*Character.objects.values_list("name", flat=True), *world.users}
        looks = [*ALWAYS, keeps(world.place.secrets), in_order(people), Prose(data_texts())]
    looks += [within_seconds(SECONDS)] if SECONDS else []

    @cache
    def walk_of(reader: Reader) -> Walked:
        found = Walked()
        found.pages = forms_of(seen(everything(visitor(world, reader), world), found, looks))
        return found

    return walk_of


def seen(visits: Iterable[Visit], found: Walked, looks: list[Look]) -> Iterator[Visit]:
    """Pass the visits on, and note what there is to say about them."""
    for visit in visits:
        found.visits += 1
        found.wrong += wrongs(visit, looks)
        found.slowest, found.most = (
            max(found.slowest, (visit.seconds, visit.path)),
            max(found.most, (visit.queries, visit.path)),
        )
        yield visit


def visitor(world: World, reader: Reader) -> Visitor:
    client = Client(raise_request_exception=False)
    if name := PEOPLE[reader.role]:
        client.force_login(world.users[name])
    return Visitor(reader, client)


def everything(visitor: Visitor, world: World) -> Iterator[Visit]:
    starts = [("/", FRONT_DOOR), *every_address(world.place)]
    with pseudo_locale() if visitor.reader.language == PSEUDO else nullcontext():
        yield from walk(visitor, of_each_kind=OF_EACH_KIND, starts=starts)


def forms_of(visits: Iterable[Visit]) -> dict[str, list[Form]]:
    """Return the forms of each page; of those that send the same fields to the same view one stands for all."""
    kinds, pages = set[tuple[str, ...]](), defaultdict[str, list[Form]](list)
    for visit in visits:
        for form in forms(visit):
            kind = (view_of(form.path), *form.kind)
            if kind not in kinds:
                kinds.add(kind)
                pages[visit.path].append(form)
    return pages


@pytest.mark.parametrize(
    "reader",
    [
        pytest.param(
            Reader(role, language),
            marks=[] if language == PSEUDO and role == "organiser" else pytest.mark.further,
            id=f"{role}-{language}",
        )
        for language in LANGUAGES
        for role in ROLES
    ],
)
def test_whatever_a_reader_comes_to_is_right(walked: Callable[[Reader], Walked], reader: Reader):
    found = walked(reader)
    slowest, most = found.slowest, found.most
    print(f"{reader}: {found.visits} addresses; {slowest[0]:.2f} s at {slowest[1]}; {most[0]} queries at {most[1]}")
    assert found.visits > 400
    assert found.wrong == []


@pytest.mark.parametrize("role", family(["organiser", *(role for role in ROLES if role != "organiser")]))
def test_every_form_may_be_sent_twice_late_and_by_others(world: World, walked: Callable[[Reader], Walked], role: str):
    own, pages = visitor(world, Reader(role)), walked(Reader(role, PSEUDO)).pages
    others = [one for one in ROLES if one not in (role, "staff") and (EVERYTHING or one in IN_THE_MEANTIME)]
    wrong = list[str]()
    for at_once in pages.values():
        for form in at_once:
            wrong += sent_twice(own, form)
            wrong += sent_late(own, form, [other for other in at_once if other is not form][:LATE])
    for other in others:
        another = visitor(world, Reader(other))
        wrong += [one for at_once in pages.values() for form in at_once for one in sent_by(another, form)]
    number = sum(map(len, pages.values()))
    print(f"{role}: {number} forms, each twice, late and by {len(others)} others")
    assert number > 20
    assert wrong == []


@pytest.mark.parametrize("role", family(OUTSIDERS))
def test_what_is_hidden_is_answered_as_what_never_was(world: World, role: str):
    outsider, pairs, told_apart = visitor(world, Reader(role)), list[tuple[str, str]](), list[str]()
    if role != "anonymous":  # who may have to sign in first
        pairs += hidden_and_missing(world.among_members, of_a_play())
        found = [difference(outsider, *pair, method) for pair in pairs for method in ("GET", "POST")]
        told_apart += [one for one in found if "answers 405" not in one]  # that a number is taken is no secret
    League.objects.filter(pk=world.place.club.league.pk).update(hidden_at=timezone.now(), hidden_why="Insults")
    forget_leagues()
    pairs += hidden_and_missing(world.place, of_a_league())
    told_apart += [difference(outsider, *pair) for pair in pairs]
    print(f"{role}: {len(pairs)} addresses of a hidden league and of a play among members")
    assert len(pairs) > 250 and not any(told_apart), "\n".join(filter(None, told_apart))


@pytest.mark.parametrize("role", family(["anonymous", "organiser"]))
def test_figures_on_pages_are_those_of_the_api(world: World, role: str):
    reader = visitor(world, Reader(role))
    everywhere = [path for path, _origin in every_address(world.place) if path.startswith(OF_FIGURES)]
    addresses = [path for path in everywhere if not path.endswith(FILES)]
    figures = list(compared([reader.get(path, CONFIGURATION) for path in addresses]))
    print(f"{role}: {len(figures)} figures on pages and in the API")
    assert len(figures) > 150
    assert [wrong for _figure, wrong in figures if wrong] == []
