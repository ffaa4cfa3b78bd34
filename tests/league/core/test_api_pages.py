"""Pages of the API go on after a row: what stays where it is comes once, whatever happens meanwhile."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Game, Sheet
from league.config.pagination import columns_of
from league.core.api.views import ApiList
from league.models import SeasonGame
from tests.access.matrix import address
from tests.access.people import Place, a_place
from tests.factories.thursday_club import ThursdayClub, a_report, post_game

pytestmark = pytest.mark.django_db
URL = "/api/v1/games/"
MOMENT = "2026-01-20T18:00:00Z"


def lists(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, type[ApiList[Any]]]]:
    """Yield every address that comes in pages, with its view."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from lists(entry, f"{before}{entry.pattern}")
        elif isinstance(entry, URLPattern) and issubclass(getattr(entry.callback, "cls", object), ApiList):
            yield f"{before}{entry.pattern}", entry.callback.cls


LISTS = dict(lists())


@pytest.fixture(scope="module")
def place(rows_of_module) -> Place:
    with rows_of_module.unblock():
        return a_place()


@pytest.fixture
def thursday(place) -> ThursdayClub:
    return place.club


def pages(read: Callable[[str], Any], way: str, first: str) -> Iterator[list[Any]]:
    """Yield the rows of each page from `first` on, `way` being `next` or `previous`."""
    link: str | None = first
    while link:
        answer = read(link).json()
        yield answer["results"]
        link = answer[way]


@pytest.mark.parametrize("pattern", LISTS)
def test_every_list_is_read_row_by_row_as_in_one_go_and_back(place, monkeypatch, pattern):
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    cache.clear()
    client = place.club.client("root")
    whole = client.get(address(pattern, place) + "?page_size=200")
    assert whole.status_code == 200, whole.content
    rows = whole.json()["results"]
    first = address(pattern, place) + "?page_size=1"
    assert [row for page in pages(client.get, "next", first) for row in page] == rows
    last = first
    while link := client.get(last).json()["next"]:
        last = link
    assert [row for page in pages(client.get, "previous", last) for row in page] == rows[::-1]


@pytest.mark.parametrize("pattern", LISTS)
def test_every_list_is_ordered_down_to_a_column_that_is_unique(place, pattern):
    view = LISTS[pattern]
    model = view.queryset.model if view.queryset is not None else _model_of(view)
    last = columns_of(model, view.ordering)[-1]
    assert last.path == "pk" or (last.field.unique and not last.field.null and last.field.model is model)


def _model_of(view: type[ApiList[Any]]) -> Any:
    """`ApiList[Draw]` says of which rows it is."""
    [base] = (base for base in view.__orig_bases__ if hasattr(base, "__args__"))
    return base.__args__[0]


def names(page: list[dict[str, Any]]) -> list[str]:
    return [row["reference"] for row in page]


def seen(thursday: ThursdayClub, way: str, first: str, meanwhile: list[Callable[[], object]]) -> list[str]:
    """What a reader sees who turns the pages while this happens, a deed after each page."""
    found: list[str] = []
    for page in pages(thursday.client().get, way, first):
        found += names(page)
        if meanwhile:
            meanwhile.pop(0)()
    return found


def reported(thursday: ThursdayClub, *references: str, **changes: Any) -> None:
    for reference in references:
        post_game(thursday, confirm=False, reference=reference, **{"played_at": MOMENT} | changes)


def moved(thursday: ThursdayClub, reference: str, moment: str) -> None:
    game = SeasonGame.objects.get(reference=reference).game_id
    body = a_report(reference=reference, expected_version=1, reason="Another day", played_at=moment)
    answer = thursday.client("otto").post(f"{URL}{game}/correct/", body, format="json")
    assert answer.status_code == 200, answer.content


@pytest.mark.parametrize("way", ["next", "previous"])
def test_who_turns_pages_sees_each_game_that_stays_once_while_others_come_and_move(thursday: ThursdayClub, way: str):
    stay = ["b", "c", "d", "e", "g", "h", "j"]
    reported(thursday, *stay, "f")
    post_game(thursday, reference="i", played_at=MOMENT)
    first = f"{URL}?page_size=2"
    if way == "previous":
        *_, last = _links(thursday, first)
        first = last
    deeds: list[Callable[[], object]] = [
        lambda: reported(thursday, "a", "ha", "z"),
        lambda: moved(thursday, "i", "2026-01-08T18:00:00Z"),
        lambda: moved(thursday, "f", "2026-01-02T18:00:00Z"),
        lambda: reported(thursday, "bb", "zz", played_at="2026-01-07T18:00:00Z"),
    ]
    found = seen(thursday, way, first, deeds)
    assert deeds == []
    assert sorted(name for name in found if name in stay) == stay


def _links(thursday: ThursdayClub, link: str | None) -> Iterator[str]:
    while link:
        yield link
        link = thursday.client().get(link).json()["next"]


def test_of_1301_games_of_one_moment_each_is_seen_once(thursday: ThursdayClub):
    reported(thursday, "first")
    season_game = SeasonGame.objects.select_related("game").get(reference="first")
    sheet = Sheet.objects.get(game=season_game.game)
    games = Game.objects.bulk_create(_like(season_game.game) for _ in range(1_300))
    Sheet.objects.bulk_create(_like(sheet, game=game) for game in games)
    SeasonGame.objects.bulk_create(_like(season_game, game=game, reference=f"game-{game.pk}") for game in games)
    whole = [name for page in pages(thursday.client().get, "next", f"{URL}?page_size=200") for name in names(page)]
    assert len(whole) == len(set(whole)) == SeasonGame.objects.count() > 1_300


def _like(row: Any, **changes: Any) -> Any:
    """A copy of the row that is not stored yet."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key and field.name not in changes]
    return type(row)(**{field.attname: getattr(row, field.attname) for field in fields}, **changes)


@pytest.mark.parametrize("pattern", ["seasons/spring-2026/standings/", "tournaments/spring-open/stages/1/standings/"])
def test_parts_of_standings_say_of_which_version_they_are(place, pattern):
    client = place.club.client("root")
    first, second = (client.get(f"/api/v1/{pattern}?limit=1&offset={offset}").json() for offset in (0, 1))
    assert first["version"] == second["version"] and first["results"] != second["results"]


def test_standings_have_another_version_once_a_game_is_confirmed(thursday: ThursdayClub):
    versions = set()
    for winner in ("Ada", "Bo", "Cleo"):
        post_game(thursday, winner, "Dev", played_at=MOMENT)
        versions.add(thursday.client().get("/api/v1/seasons/spring-2026/standings/").json()["version"])
    assert len(versions) == 3


def test_a_cursor_opens_no_other_list_and_is_not_altered(thursday: ThursdayClub):
    reported(thursday, "a", "b")
    link = urlsplit(thursday.client().get(f"{URL}?page_size=1").json()["next"])
    [cursor] = parse_qs(link.query)["cursor"]
    for address_, sent, status in ((URL, cursor, 200), ("/api/v1/seasons/", cursor, 404), (URL, f"x{cursor}", 404)):
        assert thursday.client().get(address_, {"cursor": sent}).status_code == status
