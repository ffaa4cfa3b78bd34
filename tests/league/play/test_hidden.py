"""Two worlds: whatever a reader gets of a play is the same, byte for byte, in every world that agrees with what they
know. Pages, fragments, the program interface and the log, for every seat and for who watches."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from engine import SYSTEMS
from engine.core.records import play_keyed
from engine.core.rng import Stream
from games.models import Play, Turn
from games.queries.plays import key_of_play
from games.rules.told import told_of
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from tests.access.matrix import patterns
from tests.factories.families import family
from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
SEATED = ("ada", "bo", "cleo", "dev")
# What differs between two answers to the same question: the token of the form, its key, the nonce of a page.
CHANCE = re.compile(
    rb'name="(?:csrfmiddlewaretoken|key)"\s+value="[^"]*"|nonce="[^"]*"|csrf-token" content="[^"]*"|ticket=[^"]*"'
)
PLAY = re.compile(r"((?:play|api/v1/plays)/)<int:\w+>([^<]*)")
LENGTHS = {"career_compass": 12, "careers": 400}  # of a game, about; the others last longer than 60 turns

# Elsewhere the one choice is seen by everybody, or is a throw, which is never taken for anybody.
FORCED = ("careers", "career_poker")
further = pytest.mark.further


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


Ask = Callable[[], bytes]


def questions(club: ThursdayClub, play: int) -> Iterator[tuple[str, int | None, Ask]]:
    """Everything that a reader may ask of a play: what it is, through whose eyes, and how it is asked."""
    asked = readable(club, play)
    for eyes, name in (*enumerate(SEATED), (None, "vera"), (None, "")):
        browser, program = Client(), APIClient()
        if name:
            browser.force_login(club.users[name])
            program.force_authenticate(club.users[name])
        for address in asked:
            if address.startswith("/api/"):
                yield f"{address} for {name}", eyes, _asks(program, address)
            else:
                yield f"{address} for {name}", eyes, _asks(browser, address)
                yield f"{address} as a fragment for {name}", eyes, _asks(browser, address, {"HX-Request": "true"})


def addresses(play: int) -> list[str]:
    """Every address that needs nothing but the number of a play; some answer only once it is over, or to a form. What
    is told from the turns alone, and refuses a state that they do not lead to, has two worlds in test_replay and in
    tests/games/rules/test_rewinds.py."""
    found = [PLAY.sub(rf"/\g<1>{play}\g<2>", one) for one in patterns() if PLAY.fullmatch(one)]
    found = [one for one in found if not one.endswith(("/replay/", "/rewind/", "/card.png"))]
    assert {f"/play/{play}/", f"/api/v1/plays/{play}/turns/"} <= set(found)
    return found


def readable(club: ThursdayClub, play: int) -> list[str]:
    """Those that answer somebody who sits there."""
    browser = Client()
    browser.force_login(club.users["ada"])
    return [address for address in addresses(play) if browser.get(address).status_code == 200]


def _asks(client: Client | APIClient, address: str, headers: dict[str, str] | None = None) -> Ask:
    def asked() -> bytes:
        answer = client.get(address, headers=headers or {})
        assert answer.status_code != 429, address
        return CHANCE.sub(b"", f"{answer.status_code} {answer.headers.get('ETag', '')} ".encode() + answer.getvalue())

    return asked


def play_on(season_play: SeasonPlay, stream: Stream, turns: int) -> None:
    """So many turns of everybody by chance, as the services write them."""
    play = fresh(season_play).play
    seats = list(play.seats.all())
    game, key, rows = game_of(play), key_of_play(play, seats), []
    for _turn in range(turns):
        if game.over:
            break
        seat, action = game.actor, game.describe(stream.choice(game.legal_actions()))
        told = told_of(game, play_keyed(game, action, key, play.number))
        rows.append(Turn(play=play, number=play.number, author=Turn.SITE, seat=seat, action=action, told=told))
        play.number += 1
    Turn.objects.bulk_create(rows)
    play.actions, play.state, play.actor = play.number, game.save(), None if game.over else game.actor
    if game.over:
        play.status, play.outcome = Play.OVER, game.outcome().as_dict()
    play.save()


def differences(
    club: ThursdayClub, system: str, number: int, looks: int, met: Counter[str], most: int = 10_000
) -> list[str]:
    """One play, looked at in some moments, with a number of questions drawn from all in each of them."""
    season_play = a_running_play(club, *SEATED, system=system, bots=0)
    stream, found = Stream(number), []
    for moment in sorted(random.Random(number).sample(range(1, LENGTHS.get(system, 60)), looks)):
        play = fresh(season_play).play
        play_on(season_play, stream, moment - play.number)
        play = fresh(season_play).play
        if play.status != Play.RUNNING:
            break
        game = game_of(play)
        cache.clear()  # so many requests in a minute are refused otherwise
        everything = list(questions(club, play.pk))
        for what, eyes, ask in random.Random(number).sample(everything, min(most, len(everything))):
            seen = ask()
            Play.objects.filter(pk=play.pk).update(state=game.determinize(eyes, number * 1000 + moment).save())
            met[system] += 1
            if ask() != seen:
                found.append(f"{system} {number}, turn {play.number}, {game.prompt}: {what}")
            Play.objects.filter(pk=play.pk).update(state=play.state)
    return found


@pytest.mark.parametrize("system", family(PLAYED_HERE, usual=2))
def test_nothing_that_a_reader_gets_depends_on_what_is_hidden_from_them(club, system):
    assert differences(club, system, 1, 1, met := Counter()) == []
    assert met.total() > 20


def test_the_tickets_of_its_events_tell_nothing_either(club, settings):
    settings.EVENTS_URL = "https://events.example/events/"
    assert differences(club, "career_poker", 2, 1, met := Counter()) == []
    assert met.total() > 20


@pytest.mark.slow
@pytest.mark.parametrize("system", PLAYED_HERE)
def test_nothing_that_a_reader_gets_depends_on_what_is_hidden_in_200_games(club, system):
    met: Counter[str] = Counter()
    found = [wrong for number in range(200) for wrong in differences(club, system, number, 1, met, most=16)]
    print(f"{system}: {met.total():,} answers in two worlds, {len(found)} differences")
    assert found == [] and met.total() > 2_000


def test_the_comparison_finds_the_hand_of_another_seat(club):
    season_play = a_running_play(club, *SEATED, system="career_poker", bots=0)
    play = season_play.play
    asked = [(what, ask, ask()) for what, eyes, ask in questions(club, play.pk) if eyes == 1]
    Play.objects.filter(pk=play.pk).update(state=game_of(play).determinize(0, 5).save())
    differ = [what for what, ask, seen in asked if ask() != seen]
    assert {f"/play/{play.pk}/ for bo", f"/api/v1/plays/{play.pk}/ for bo"} <= set(differ)


@pytest.mark.parametrize("system", [one if one in FORCED else pytest.param(one, marks=further) for one in PLAYED_HERE])
def test_the_site_takes_a_turn_for_nobody_whose_hand_alone_leaves_no_choice(club, system):
    season_play = a_running_play(club, "ada", "bo", "cleo", system=system, bots=1)
    play = plays_on(season_play, most=40)
    seats = list(play.seats.all())
    key = key_of_play(play, seats)
    again = SYSTEMS[system].new_game(len(seats), options=play.setup, key=key)
    people, waited = 0, 0
    for turn in Turn.objects.filter(play=play).order_by("number"):
        forced = len(again.legal_actions()) == 1
        if seats[turn.seat].person_id:
            people += 1
            waited += forced and not again.openly_forced() and turn.by_id is not None
            assert turn.by_id is not None or again.openly_forced()
        play_keyed(again, turn.action, key, turn.number)
    assert people and (waited or system not in FORCED)
