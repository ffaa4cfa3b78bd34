"""Every action that a game knows, of seats and of the host, sent by everybody through every door: only what the author
may do passes, and nothing else changes a row. The actions are the engine's own tables: a new one is tried by itself."""

import contextlib
import json
from collections.abc import Iterator
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.test import Client
from rest_framework.test import APIClient

from engine import SYSTEMS, BadRecord, Game, HostAction, replay
from engine.core.chance import commitment
from engine.core.records import Recorder, play_keyed
from engine.core.rng import Stream
from games.models import Play, Turn
from games.queries.play_check import play_differences
from games.rules.clocks import TIME_UP
from games.rules.fair_chance import key_of
from games.rules.play_records import HOST, TurnLine, play_record, prove
from games.services.plays import call_time, game_of, take_bots_turn
from league.accounts.services.tokens import create_token
from league.models import SeasonPlay
from league.play.rules.orders import specs_of
from league.play.rules.systems import PLAYED_HERE
from league.play.services.orders import give_order
from league.play.services.season_plays import take_own_turn
from tests.factories.families import family
from tests.factories.play_records import a_secret, some_salts, their_hashes
from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
PLAYERS = ("ada", "bo", "cleo", "dev")
OTHERS = ("otto", "sam", "vera", "xenia", "")  # organiser, score keeper, spectator, stranger, nobody
SEATS, KEY = len(PLAYERS), bytes(range(32))
# Games in which the host has most to do, where there is a choice.
SETTINGS = {"careers": {"mode": "timed", "clock": "host", "timed_minutes": 8}, "career_poker": {"time_limit": 30}}
EVERY_GAME = family([*SETTINGS, *sorted({*PLAYED_HERE} - {*SETTINGS})], usual=2)


class _UndoneError(Exception):
    """What was tried is rolled back."""


def all_texts(system: str) -> list[str]:
    """Everything that may be done in a game of this system, by whatever author."""
    made = SYSTEMS[system]
    return [*made.actions.texts, *(action.text for action in opened(system).host_table)]


def telling_texts(game: Game) -> list[str]:
    """One action of each shape, and what somebody may do."""
    shapes = {"".join("#" if c.isdigit() else c for c in text): text for text in game.actions.texts}
    return sorted({*shapes.values(), *possible_texts(game)})


def possible_texts(game: Game) -> list[str]:
    """Some of what the seat at turn may do now, what the others may, and all that the host ever may."""
    now = [choice.text for choice in game.legal]
    asides = [game.describe(action) for actions in game.asides().values() for action in actions]
    return sorted({*now[:2], *now[-2:], *asides, *(action.text for action in game.host_table)})


def opened(system: str, number: int = 0) -> Game:
    """A game after that many random actions."""
    game = SYSTEMS[system].new_game(SEATS, options={"settings": SETTINGS.get(system, {})}, key=KEY)
    stream = Stream(number)
    for at in range(number):
        if not game.over:
            play_keyed(game, stream.choice(game.legal_actions()), KEY, at)
    return game


def may(game: Game, seat: int | None, text: str) -> bool:
    """What the rules let a seat, from 0, do now; nobody who has none."""
    if seat is None:
        return False
    legal = game.legal_actions() if seat == game.actor else ()
    return text in {game.describe(action) for action in (*legal, *game.asides().get(seat, ()))}


# ---- the engine and its records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@pytest.mark.parametrize("number", [0, 7, 23])
def test_the_engine_takes_from_a_seat_what_it_may_choose_and_from_the_host_what_is_the_hosts(system, number):
    before = opened(system, number)
    host = {action.text for action in before.host_actions()}
    assert host <= {action.text for action in before.host_table} and not host & set(before.actions.texts)
    for text in all_texts(system):
        by_seat = any(may(before, seat, text) for seat in range(SEATS))
        assert passes(before, text) == by_seat, text
        assert passes(before, HostAction(text)) == (text in host), text


def passes(before: Game, move) -> bool:
    game = before.clone()
    try:
        game.play_aloud(move)
    except ValueError:
        assert game == before
        return False
    return True


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_record_is_proved_only_with_the_author_of_each_action(system):
    tried = 0
    for text, author, entry in claimed(opened(system, 7)):
        recorder = Recorder(SYSTEMS[system], SEATS, options={"settings": SETTINGS.get(system, {})}, key=KEY)
        stream = Stream(7)
        for _at in range(7):
            recorder.play(stream.choice(recorder.game.legal_actions()))
        honest = recorder.game.clone()
        intended = author == HOST and HostAction(text) in honest.host_actions()
        intended |= type(author) is int and may(honest, author, text) and honest.seat_of(honest.parse(text)) == author
        lines = ended(recorder, entry, text if author != HOST else HostAction(text))
        tried += 1
        if intended:
            replay(lines)
        else:
            with pytest.raises(BadRecord, match=r"^Line 9"):
                replay(lines)
    assert tried > 10


def claimed(game: Game) -> Iterator[tuple[str, object, dict[str, object]]]:
    """Every telling action, as each seat's, the host's, a bot's, nobody's, and a seat's and the host's at once."""
    for text in telling_texts(game):
        for seat in range(SEATS):
            yield text, seat, {"action": text, "seat": seat + 1}
        yield text, HOST, {"action": text, "by": HOST}
        yield text, None, {"action": text}
        yield text, None, {"action": text, "by": "bot"}
        yield text, None, {"action": text, "by": HOST, "seat": 1}
        yield text, None, {"action": text, "seat": "1"}


def ended(recorder: Recorder, entry: dict[str, object], move) -> list[str]:
    """The record with one line more and an honest end, as far as the engine can be made to go there."""
    lines = [*recorder.lines, json.dumps(entry)]
    passes_here = passes(recorder.game, move)
    if passes_here:
        play_keyed(recorder.game, move, KEY, 7)
    outcome = recorder.game.outcome()
    lines.append(json.dumps({"digest": recorder.game.digest(), "after": 8}))
    if outcome is not None:
        lines.append(json.dumps({"outcome": outcome.as_dict()}))
    return [*lines, json.dumps({"key": KEY.hex()})]


def test_the_record_of_a_play_lets_its_host_call_time_and_nothing_else():
    secret, salts = a_secret(1), some_salts(SEATS, 1)
    key = key_of(secret, salts)
    game = partial(Recorder, SYSTEMS["career_poker"], SEATS, options={"settings": {"time_limit": 30}}, key=key)
    for action in game().game.host_actions():
        recorder = game()
        recorder.play(action)
        recorder.stop()
        turns = [TurnLine(0, None, "act", action.text, None, HOST)]
        lines = play_record(secret, salts, their_hashes(salts), turns, recorder.text()).splitlines()
        assert commitment(key) in lines[1]
        if action == TIME_UP:
            assert prove(lines) is None
        else:
            with pytest.raises(BadRecord, match="calls time, and does nothing else"):
                prove(lines)


# ---- the site ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def doors(club: ThursdayClub, play: Play):
    """Everybody at every door: a name, and what sends an action there and returns nothing."""
    form, api = f"/play/{play.pk}/turns/", f"/api/v1/plays/{play.pk}/turns/"
    for name in (*PLAYERS, *OTHERS):
        browser = Client()
        if name:
            browser.force_login(club.users[name])
        yield name, lambda text, browser=browser: browser.post(form, {"number": play.number, "action": text})
        yield name, partial(_by_program, club.client(name), api, play.number)
    for scope, name in (("organise", PLAYERS[play.actor]), ("read", "")):
        program = APIClient()
        secret = create_token(user=club.users[PLAYERS[play.actor]], name=scope, scope=scope)
        program.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
        yield name, partial(_by_program, program, api, play.number)


def _by_program(program: APIClient, address: str, number: int, text: str) -> None:
    program.post(address, {"number": number, "action": text, "key": ""}, format="json")


def turns_after(play: Play, send, text: str) -> list[tuple[str, int | None, str | None, str]]:
    """The turns that this brought about, rolled back."""
    turns = Turn.objects.filter(play=play, number__gte=play.number).order_by("number")
    try:
        with transaction.atomic():
            send(text)
            found = list(turns.values_list("author", "seat", "by__username", "action"))
            raise _UndoneError
    except _UndoneError:
        return found


@pytest.mark.parametrize("system", EVERY_GAME)
def test_through_every_door_everybody_does_what_their_seat_may_and_nothing_else(club, system):
    season_play = a_running_play(club, *PLAYERS, system=system, bots=0, passes=False)
    plays_on(season_play, most=4)
    play, tried, passed = fresh(season_play).play, 0, 0
    game = game_of(play)
    for name, send in doors(club, play):
        seat = PLAYERS.index(name) if name in PLAYERS else None
        for text in telling_texts(game) if seat == play.actor else possible_texts(game):
            turns, intended = turns_after(play, send, text), may(game, seat, text)
            assert turns[:1] == ([(Turn.PERSON, seat, name, text)] if intended else []), (name, text)
            tried, passed = tried + 1, passed + intended
    assert passed >= 3 and tried > 2 * len(telling_texts(game))
    assert fresh(season_play).play.number == play.number and list(play_differences(play)) == []


@pytest.mark.parametrize("system", EVERY_GAME)
def test_a_bot_decides_what_its_seat_may_choose_and_nothing_else(club, system):
    season_play = a_running_play(club, "ada", "bo", system=system, bots=2)
    play = bots_turn_of(season_play)
    game = game_of(play)
    for text in telling_texts(game):
        turns = turns_after(play, partial(_decided, play), text)
        intended = text in {choice.text for choice in game.legal}  # nothing beside
        assert turns[:1] == ([(Turn.BOT, play.actor, None, text)] if intended else []), text


def bots_turn_of(season_play: SeasonPlay) -> Play:
    for _turn in range(200):
        play = fresh(season_play).play
        if play.bot_decides and play.status == Play.RUNNING:
            return play
        plays_on_once(season_play, play)
    raise AssertionError("no bot came to its turn")


def plays_on_once(season_play: SeasonPlay, play: Play) -> None:
    person = play.seats.get(seat=play.actor + 1).person
    action = game_of(play).legal[-1].text
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=person)


def _decided(play: Play, text: str) -> None:
    with contextlib.suppress(ValidationError):
        take_bots_turn(play=play, action=text)


@pytest.mark.parametrize("system", EVERY_GAME)
def test_an_order_is_one_of_those_that_the_site_offers_and_never_an_action(club, system):
    play = a_running_play(club, *PLAYERS, system=system, bots=0).play
    for text in (*telling_texts(game_of(play)), *specs_of(system)):
        try:
            with transaction.atomic():
                give_order(play_id=play.pk, order=text, by=club.users["ada"])
        except ValidationError:
            assert text not in specs_of(system)
        else:
            assert text in specs_of(system)


def test_the_host_calls_time_once_and_the_log_names_him(club):
    ending = {"mode": "timed", "minutes": 30}
    season_play = a_running_play(club, *PLAYERS, system="careers", bots=0, **ending)
    play = call_time(play_id=season_play.pk)
    if play is None:
        pytest.fail("a timed game lets its host call time")
    [turn] = Turn.objects.filter(play=play, author=Turn.HOST)
    assert (turn.seat, turn.by, turn.action) == (None, None, TIME_UP.text)
    assert "The host calls time" in turn.told[""][0][0]
    assert call_time(play_id=season_play.pk) is None


@pytest.mark.parametrize("kind", ["back", "pause", "resign", "replace"])
def test_nobody_takes_back_pauses_gives_up_or_replaces_without_a_seat(club, kind):
    season_play = a_running_play(club, *PLAYERS, bots=0, pace="day")
    plays_on(season_play, most=1)
    play = fresh(season_play).play
    for name in OTHERS:
        club.client(name).post(f"/api/v1/plays/{play.pk}/{kind}/", {"number": play.number, "seat": 1}, format="json")
    assert fresh(season_play).play.number == play.number and not play.votes.exists()
