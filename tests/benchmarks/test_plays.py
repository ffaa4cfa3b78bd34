"""What a turn of a play costs against the bare writes of its two rows, its page against the season's, a fragment of
it, an answer that nothing has changed, and how many tables two processors bear."""

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
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import take_own_turn
from tests.benchmarks.measures import measured
from tests.factories.play_pages import PageOfTable
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
TURNS = 300
TABLES, PAUSE = 250, 5  # at a move each so many seconds
MOVES = 40
SEATED = ("ada", "bo", "cleo", "dev")
# Turns of half a game, as the greedy bots play it.
HALF = {"career_compass": 6, "career_poker": 200, "careers": 135, "game_of_the_year": 180, "office_job": 60}


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


class Reader(Client):
    """Somebody in a browser; `taken`: what the last answer cost the site, without what a test does around it."""

    taken = 0.0

    def __init__(self, user: User):
        super().__init__()
        self.force_login(user)

    def request(self, **request: Any) -> Any:
        environ, found = self._base_environ(**request), []
        self.taken = computed(lambda: found.append(self.handler(environ)))
        return found[0]

    def cost(self, address: str, **headers: str) -> float:
        """Of an answer, the median of several."""
        taken = []
        for _round in range(12):
            assert self.get(address, headers=headers).status_code in (200, 304)
            taken.append(self.taken)
        return median(taken)


def a_play_more(system: str, number: int) -> tuple[Play, list[User]]:
    for person in User.objects.filter(username__startswith=f"{system}-"):
        User.objects.filter(pk=person.pk).update(username=f"{number}-{person.username}")
    return a_play(system)


def at_half(club: ThursdayClub, system: str) -> SeasonPlay:
    """A play of four people after half of its turns."""
    season_play = a_running_play(club, *SEATED, system=system, bots=0)
    bot, stream = SYSTEMS[system].bots["greedy"](), Stream(1)
    while (play := fresh(season_play).play).number < HALF[system] and play.status == Play.RUNNING:
        take_own_turn(season_play=season_play, by=decider(play), **next_turn(play, bot, stream))
    return fresh(season_play) if play.status == Play.RUNNING else at_half(club, system)  # some games are short


def next_turn(play: Play, bot: Any, stream: Stream) -> dict[str, Any]:
    game = game_of(play)
    legal = game.legal_actions()
    action = game.describe(legal[0] if len(legal) == 1 else bot.choose(game, legal, stream))
    return {"number": play.number, "action": action, "key": f"key-{play.number}"}


def of_a_page(club: ThursdayClub, play: Play, who: str, reader: Reader) -> str:
    at = f"/play/{play.pk}/"
    season = reader.cost(club.season.get_absolute_url())
    page = reader.cost(at)
    held = PageOfTable(reader, at)
    held.asks()
    marks = " ".join(f"{name}:{mark}" for name, mark in held.held.items())
    asks = {"HX-Request": "true", "X-Board": "kept", "X-Parts": marks}
    etag = reader.get(at, headers=asks).headers["ETag"]
    unchanged = reader.cost(at, **asks, **{"If-None-Match": etag})
    return f"{who}: page {page:.1f} ms, {page / season:.2f} times the season's; unchanged (304) {unchanged:.2f} ms"


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_table_at_half_of_its_game_and_how_many_two_processors_bear(system):
    """Its page against that of its season; then moves by the page's form, each with the fragments that the people of
    the table are sent after it, without what their pages have already."""
    club = a_thursday_club()
    season_play = at_half(club, system)
    at, play = f"/play/{season_play.pk}/", season_play.play
    told = [
        of_a_page(club, play, who, Reader(user))
        for who, user in (("who decides", decider(play)), ("who watches", club.users["vera"]))
    ]
    pages = {club.users[name].pk: PageOfTable(Reader(club.users[name]), at) for name in SEATED}
    for page in pages.values():
        page.asks()
    bot, stream, moves, looks, sizes = SYSTEMS[system].bots["greedy"](), Stream(2), [], [], []
    for _turn in range(MOVES):
        if (play := fresh(season_play).play).status != Play.RUNNING:
            break
        mover = pages[decider(play).pk].reader
        mover.post(f"{at}turns/", next_turn(play, bot, stream))
        moves.append(mover.taken)
        for page in pages.values():
            sizes.append(len(gzip.compress(page.asks())) / 1024)
            looks.append(page.reader.taken)
    move, look = mean(moves), mean(looks)
    cores = {people: (move + people * look) * TABLES / PAUSE / 1000 for people in (2, 4)}
    measured(
        f"A table of {system}",
        *told,
        f"a move by the form {move:.1f} ms",
        f"a fragment {look:.1f} ms (median {median(looks):.1f}), {mean(sizes):.1f} KB gzipped",
        f"{TABLES} tables at a move each {PAUSE} s: {cores[2]:.2f} processors with two readers",
        f"{cores[4]:.2f} with four",
    )
    assert len(moves) > 5
