"""Plays of a season: who may sit down at one, and how a play that is over becomes a game of the season.

The hand-in happens in the transaction of the last turn, so a play that is over and counts is a game at the same moment,
or says why not."""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Character
from engine import SYSTEMS as ENGINE
from engine.careers.editions import edition_ids
from engine.core.rng import Stream
from engine.said import said, spoken
from games.models import Play, PlaySeat, Sheet
from games.queries.plays import actions_of, key_of_play
from games.rules.play_records import game_record
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS
from games.rules.tables import played_sheet
from games.services import plays
from games.services.sheets import keep_record
from games.services.thinking import counted
from league.core.queries.access import require
from league.core.services.quotas import use_quota
from league.models import Season, SeasonPlay
from league.play.queries import seats_of
from league.play.rules import PLAYED_HERE
from league.results.services.games import report_game
from league.results.services.played import NOBODY_WON, Chair, Table, blank_sheet, prepared

log = structlog.get_logger(__name__)
MOST_OPEN = 5  # of one person, before they begin or are over
SECONDS = 2  # that one job plays for bots before others come in between
TWO_PEOPLE = said("A game against bots alone is practice: it counts where at least two people play.")


@transaction.atomic
def open_season_play(*, season: Season, system: str, seats: int, counts: bool, by: Person) -> Play:
    """An open table of the season, with its first seat free. Raises ValidationError, PermissionDenied."""
    require(by, "register", season.league)
    if system not in PLAYED_HERE:
        raise ValidationError({"system": _("This game can't be played on the site yet.")})
    if Play.objects.filter(opened_by=by, status=Play.OPEN).count() >= MOST_OPEN:
        told = _("You have {number} open tables. Begin one of them, or close it.")
        raise ValidationError(told.format(number=MOST_OPEN))
    play = plays.open_play(system=system, edition=edition_ids()[0], seats=seats, table={}, counts=counts, by=by)
    use_quota("plays", by=by, league=season.league)
    SeasonPlay.objects.create(play=play, season=season)
    return play


def sit_down(*, season_play: SeasonPlay, seat: int, character: Character, by: Person, salt: str = "") -> PlaySeat:
    """A person sits down for a character of theirs. Raises ValidationError, PermissionDenied."""
    require(by, "register", season_play.season.league)
    own = Character.objects.filter(pk=character.pk, owner=by, enrolment__league=season_play.season.league_id)
    if not own.exists():
        told = _("{name} is not a character of yours in this league.")
        raise ValidationError({"character": told.format(name=character.name)})
    return plays.take_seat(play=season_play.play, seat=seat, character=character, name=character.name, by=by, salt=salt)


def seat_a_bot(*, season_play: SeasonPlay, seat: int, bot: str, by: Person) -> PlaySeat:
    """By whoever opened the play. Raises ValidationError."""
    _refuse_others(season_play.play, by)
    name = _("{bot} bot {seat}").format(bot=bot.partition(":")[0].strip().title(), seat=seat)
    return plays.seat_bot(play=season_play.play, seat=seat, bot=bot, name=name)


def stand_up(*, season_play: SeasonPlay, seat: int, by: Person) -> None:
    """Leaves an own seat, or sends a bot away from a play that one has opened. Raises ValidationError."""
    row = PlaySeat.objects.filter(play=season_play.play, seat=seat).first()
    if row is None or (row.person_id != by.pk and not (row.bot and season_play.play.opened_by_id == by.pk)):
        raise ValidationError(_("This is not a seat of yours."))
    plays.leave_seat(play=season_play.play, seat=seat)


def close_table(*, season_play: SeasonPlay, by: Person) -> None:
    """An open table is taken away by whoever opened it. Raises ValidationError."""
    _refuse_others(season_play.play, by)
    plays.close_play(play=season_play.play)


def _refuse_others(play: Play, by: Person) -> None:
    if play.opened_by_id != by.pk:
        raise ValidationError(_("Only {name}, who opened this table, can do that.").format(name=play.opened_by))


@transaction.atomic
def begin(*, season_play: SeasonPlay, by: Person) -> Play:
    """Everybody is seated: the game begins, by the levels and house rules of this moment. Raises ValidationError."""
    play = season_play.play
    seats = seats_of(play)
    if by.pk not in {play.opened_by_id, *(one.person_id for one in seats)}:
        raise ValidationError(_("Somebody who sits at this table begins the game."))
    if play.counts and len({one.person_id for one in seats if one.person_id}) < 2:
        raise ValidationError(spoken(TWO_PEOPLE))
    if any(not one.taken for one in seats):
        return plays.start_play(play=play, setup={})  # which says what is missing
    _sheet, options = prepared(season_play.season, _table(play, seats), practice=not play.counts)
    return plays.start_play(play=play, setup=options)


def _table(play: Play, seats: list[PlaySeat]) -> Table:
    return Table(tuple(Chair(one.character, one.bot or "greedy") for one in seats), play.system, **play.table)


@transaction.atomic
def take_own_turn(*, season_play: SeasonPlay, number: int, action: str, key: str, by: Person) -> plays.Taken:
    """A person's turn, with what follows where it is the last one. Raises what `take_turn` of the games does."""
    taken = plays.take_turn(play_id=season_play.pk, number=number, action=action, key=key, by=by)
    if not taken.again:
        _hand_in_if_over(taken.play, season_play)
    return taken


def play_for_bots() -> bool:
    """Takes the waiting turns of bots in one play, for about SECONDS; whether there were any. Safe with any number of
    workers: a turn that somebody else has taken meanwhile is dropped."""
    play = plays.waiting_bot()
    if play is None:
        return False
    began = time.monotonic()
    season_play = SeasonPlay.objects.select_related("season__league").get(pk=play.pk)
    with counted(play.opened_by_id):
        while play is not None and play.bot_decides and time.monotonic() - began < SECONDS:
            play = _bots_turn(play, season_play)
    return True


def _bots_turn(play: Play, season_play: SeasonPlay) -> Play | None:
    try:
        action = plays.bots_turn(play=play)
    except Exception:  # a stranger's bot may raise anything; the people at the table go on
        log.exception("bot_failed", play=play.pk, number=play.number)
        action = plays.any_turn(play=play, stream=Stream(play.number))
    with transaction.atomic():
        after = plays.take_bots_turn(play=play, action=action)
        if after is not None:
            _hand_in_if_over(after, season_play)
    return after


def _hand_in_if_over(play: Play, season_play: SeasonPlay) -> None:
    if play.status != Play.OVER or not play.counts:
        return
    try:
        with transaction.atomic():
            _hand_in(play, season_play)
    except ValidationError as error:
        log.warning("play_not_handed_in", play=play.pk, problems=error.messages)
        play.problem = " ".join(error.messages)[:300]
        play.save(update_fields=["problem"])


def _hand_in(play: Play, season_play: SeasonPlay) -> None:
    assert play.outcome is not None and play.started_at is not None
    if SYSTEMS[play.system].ONE_WINNER and len(play.outcome["winners"]) != 1:
        raise ValidationError(spoken(NOBODY_WON))
    seats = seats_of(play)
    made = report_game(
        season=season_play.season,
        reference="",
        sheet=played_sheet(_blank(play, seats), play.outcome["scores"]),
        source=Sheet.ENGINE,
        by=play.opened_by,
        confirm=True,
    )
    record = game_record(play.system, len(seats), _setup(play), key_of_play(play, seats), actions_of(play))
    keep_record(game=made.game, text=record, rules_version=ENGINE[play.system].version)
    play.game = made.game
    play.save(update_fields=["game"])


def _setup(play: Play) -> Mapping[str, Any]:
    assert play.setup is not None
    return dict(play.setup)


def _blank(play: Play, seats: list[PlaySeat]) -> ScoreSheet:
    """The sheet as it was known when the game began: levels are those of that moment (R99)."""
    assert play.started_at is not None
    table = _table(play, seats)
    blank = blank_sheet(table.seats, table.system, table.mode, table.target, table.minutes, play.started_at)
    return replace(blank, settings=table.choices)
