"""What a turn of a play costs against the bare writes of its two rows, its page against the season's, and how many
tables one processor bears."""

import gzip
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from engine import SYSTEMS
from engine.core.rng import Stream
from games.models import Play, Turn
from games.services.plays import game_of, open_play, start_play, take_seat, take_turn
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import take_own_turn
from tests.benchmarks.measures import measured
from tests.factories.play_pages import PageOfTable
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import a_thursday_club

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
TURNS = 300
TABLES, PAUSE = 250, 5  # at a move each so many seconds


def computed(act: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    start = time.process_time()
    act()
    return (time.process_time() - start) * 1000


def median(taken: list[float]) -> float:
    return sorted(taken)[len(taken) // 2]


def mean(taken: list[float]) -> float:
    return sum(taken) / len(taken)


def a_play(system: str) -> tuple[Play, list[User]]:
    """Four people at a table without a season."""
    people = [User.objects.create_user(f"{system}-{seat}") for seat in range(4)]
    play = open_play(system=system, edition="london", seats=4, table={}, counts=False, by=people[0])
    for seat, person in enumerate(people, 1):
        take_seat(play=play, seat=seat, character=None, name=f"Seat {seat}", by=person)
    return start_play(play=play, setup={}), people


def turns_of(play: Play, people: list[User]) -> Iterator[dict[str, Any]]:
    """What whoever decides sends next, by the greedy bot's judgement, to the end."""
    bot, stream = SYSTEMS[play.system].bots["greedy"](), Stream(play.pk)
    while play.status != Play.OVER:
        play = Play.objects.get(pk=play.pk)
        if play.status == Play.OVER:
            return
        game = game_of(play)
        legal = game.legal_actions()
        action = game.describe(legal[0] if len(legal) == 1 else bot.choose(game, legal, stream))
        yield {"number": play.number, "action": action, "key": f"key-{play.number}", "by": people[play.actor or 0]}


def write_bare(play: Play, turn: Turn) -> None:
    """The two rows as the last turn left them, once more."""
    with transaction.atomic():
        Play.objects.filter(pk=play.pk).update(
            state=play.state, number=play.number, actions=play.actions, actor=play.actor, changed_at=play.changed_at
        )
        turn.pk, turn.number, turn.key = None, turn.number + 100_000, f"bare-{turn.number}"
        turn.save(force_insert=True)


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_a_turn_against_the_bare_writes_of_its_two_rows(system):
    play, people = a_play(system)
    taken, bare, walls, bare_walls = [], [], [], []
    while len(taken) < TURNS:
        for sent in turns_of(play, people):
            before = Play.objects.values_list("number", flat=True).get(pk=play.pk)
            wall = time.perf_counter()
            one = computed(lambda pk=play.pk, sent=sent: take_turn(play_id=pk, **sent))
            walls.append((time.perf_counter() - wall) * 1000)
            row = Play.objects.get(pk=play.pk)
            turn = Turn.objects.filter(play=play, number__lt=100_000).latest("number")
            taken.append(one / (row.number - before))
            wall = time.perf_counter()
            bare.append(computed(lambda row=row, turn=turn: write_bare(row, turn)))
            bare_walls.append((time.perf_counter() - wall) * 1000)
            if len(taken) == TURNS:
                break
        else:
            play, people = a_play_more(system, len(taken))
    measured(
        f"A turn of {system}",
        f"{mean(taken):.2f} ms of the processor (median {median(taken):.2f})",
        f"bare writes {mean(bare):.2f} ms",
        f"{mean(taken) / mean(bare):.1f} times",
        f"by the clock {median(walls):.1f} ms against {median(bare_walls):.1f} ms",
    )
    assert len(taken) == TURNS


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def a_play_more(system: str, number: int) -> tuple[Play, list[User]]:
    for person in User.objects.filter(username__startswith=f"{system}-"):
        User.objects.filter(pk=person.pk).update(username=f"{number}-{person.username}")
    return a_play(system)


def the_page(client: Client, address: str, **headers: str) -> tuple[float, bytes]:
    taken, content = [], b""
    for _round in range(12):
        start = time.process_time()
        answer = client.get(address, headers=headers)
        taken.append((time.process_time() - start) * 1000)
        assert answer.status_code == 200
        content = answer.content
    return median(taken), content


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_the_page_of_a_table_against_that_of_its_season(system):
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system=system, bots=0)
    stream = Stream(1)
    for _turn in range(6 if system == "career_compass" else 60):
        play = fresh(season_play).play
        action = stream.choice([one.text for one in game_of(play).legal])
        take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
    play = fresh(season_play).play
    deciding, watching = Client(), Client()
    deciding.force_login(decider(play))
    watching.force_login(club.users["vera"])
    season, _page = the_page(watching, club.season.get_absolute_url())
    figures = []
    for who, client in (("who decides", deciding), ("who watches", watching)):
        page, whole = the_page(client, f"/play/{play.pk}/")
        fragment, part = the_page(client, f"/play/{play.pk}/", **{"HX-Request": "true"})
        figures += [
            f"{who}: page {page:.1f} ms, {page / season:.2f} times, {len(gzip.compress(whole)) / 1024:.1f} KB",
            f"fragment {fragment:.1f} ms, {len(gzip.compress(part)) / 1024:.1f} KB gzipped",
        ]
    measured(f"The page of {system}", f"season {season:.1f} ms", *figures)


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_how_many_tables_one_processor_bears(system):
    """A move by the page's form, then the fragment for all at the table, without what their pages have already."""
    club = a_thursday_club()
    names = ("ada", "bo", "cleo", "dev")
    season_play = a_running_play(club, *names, system=system, bots=0)
    at, stream, moves, looks = f"/play/{season_play.pk}/", Stream(2), [], []
    pages = {club.users[name].pk: PageOfTable(signed_in(club.users[name]), at) for name in names}
    for page in pages.values():
        page.asks()
    for _turn in range(80):
        play = fresh(season_play).play
        if play.status != Play.RUNNING:
            break
        by = decider(play)
        sent = {"number": play.number, "action": stream.choice([one.text for one in game_of(play).legal]), "key": ""}
        moves.append(computed(lambda by=by, sent=sent: pages[by.pk].reader.post(f"{at}turns/", sent)))
        looks += [computed(page.asks) for page in pages.values()]
    each = mean(moves) + 4 * mean(looks)
    measured(
        f"{TABLES} tables of {system} at a move each {PAUSE} s",
        f"a move {mean(moves):.1f} ms",
        f"a fragment {mean(looks):.1f} ms",
        f"with four fragments after each {each:.1f} ms",
        f"{each * TABLES / PAUSE / 10:.0f} % of one processor",
    )
    assert len(moves) > 10
