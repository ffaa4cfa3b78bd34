"""Plays of a season: who may sit down at one, and how a play that is over becomes a game of the season.

The hand-in happens in the transaction of the last turn, so a play that is over and counts is a game at the same moment,
or says why not."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from itertools import combinations
from typing import Any

import structlog
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.choices import BadChoice, one_games_choices
from engine import SYSTEMS as ENGINE
from engine import EngineError, replay
from engine.careers.editions import edition, edition_ids
from engine.translatable import said, spoken
from games.models import Game, Play, PlaySeat, Sheet
from games.queries.plays import actions_of, key_of_play, setup_of, turns_of
from games.rules import careers
from games.rules.absence import nobody_played
from games.rules.play_records import game_record
from games.rules.sheets import ScoreSheet, errors
from games.rules.systems import problems
from games.rules.tables import played_sheet
from games.services import plays, salts
from games.services.bot_turns import BOTS, bots_turn, waiting_bot
from games.services.sheets import refuse
from games.services.thinking import counted, has_spent
from league.clubs.queries import house_rules_of, known_for
from league.core.ledger.services import record
from league.core.queries.access import require
from league.core.queries.systems import system_by_id
from league.core.rules.origins import NOWHERE, Origin
from league.core.services.quotas import use_quota
from league.models import Round, Season, SeasonPlay
from league.play.queries.lobby import own_characters
from league.play.queries.rematches import AGAIN
from league.play.queries.tables import seats_of
from league.play.rules.levels import bot_of
from league.play.rules.systems import PASSED_IN, PLAYED_HERE
from league.play.services.origins import note_origin
from league.play.services.table_plays import (
    everybody_sits,
    name_of_bot,
    name_on_sheet,
    refuse_at_tables,
    refuse_for_others,
    refuse_reserved,
)
from league.results.services.games import keep_game_record, next_reference, report_game
from league.results.services.prepared_tables import NOBODY_WON, Chair, PreparedTable, blank_sheet, prepared
from league.signals import table_play_over

log = structlog.get_logger(__name__)
MOST_OPEN = 5  # of one person, before they begin or are over
LONGEST_MATCH = 10_000  # minutes that the engine knows as a limit of Career Poker; the round's clock calls time
MOST_UNFINISHED = 3  # games of a season that count and two people have begun together
SECONDS = 2  # that one job plays for bots before others come in between
OTHER_RULES = said("The rules of the site changed during this game: its result counts, without a record.")
TWO_PEOPLE = said("A game against bots only is practice: it counts if at least two people play.")
ROUNDS = 30


@transaction.atomic
def open_season_play(
    *,
    season: Season,
    system: str,
    seats: int,
    counts: bool,
    by: Person,
    edition: str = "",
    settings: Mapping[str, Any] | None = None,
    mode: str = "",
    target: int | None = None,
    minutes: int | None = None,
    pace: str = Play.NO_CLOCK,
    visibility: str = Play.LEAGUE,
    passes: bool = True,
    sits: bool = False,
    salt_hash: str = "",
    after: Play | None = None,
) -> Play:
    """Open a table of the season, with its first seat free, or `sits`: for its opener, if they have a character.

    `after`: the play whose people play again here. `salt_hash`: see `take_seat` of the games. `passes`: the site passes
    for a person at the table who can do nothing else. `settings`: those of this one game, instead of the season's;
    `mode`, `target` and `minutes`: how a game of Careers ends; the season's least target if no target is given.
    Raise ValidationError, PermissionDenied.
    """
    require(by, "register", season.league)
    for field, chosen, options in (("pace", pace, Play.PACES), ("visibility", visibility, Play.VISIBILITIES)):
        if chosen not in options:
            raise ValidationError({field: _("Choose one of: {known}.").format(known=", ".join(options))})
    if system not in PLAYED_HERE:
        raise ValidationError({"system": _("This game can't be played on the site yet.")})
    if Play.objects.filter(opened_by=by, status=Play.OPEN).count() >= MOST_OPEN:
        refusal = _("You have {number} open tables. Begin one of them, or close it.")
        raise ValidationError(refusal.format(number=MOST_OPEN))
    ending = ending_of(season, mode, target, minutes, counts=counts) if system == careers.ID else {}
    play = plays.open_play(
        system=system,
        edition=edition or edition_ids()[0],
        seats=seats,
        table=_agreed(season, system, edition, settings or {}) | ending | ({AGAIN: after.pk} if after else {}),
        counts=counts,
        by=by,
        pace=pace,
        visibility=visibility,
        passes=passes and system in PASSED_IN,
    )
    use_quota("plays", by=by, league=season.league)
    season_play = SeasonPlay.objects.create(play=play, season=season)
    character = own_characters(season, by).active().first() if sits else None
    if character is not None:
        sit_down(season_play=season_play, seat=1, character=character, by=by, salt_hash=salt_hash)
    return play


def _agreed(season: Season, system: str, edition_id: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    if edition_id and edition_id not in edition_ids():
        raise ValidationError({"edition": _("There is no edition '{name}'.").format(name=edition_id[:60])})
    try:
        one_games_choices(system, house_rules_of(season).choices(system), settings)
    except BadChoice as error:
        raise ValidationError({"settings": spoken(error.args[0])}) from error
    own_board = system == "careers" and edition_id and edition(edition_id).own_board
    return ({"choices": dict(settings)} if settings else {}) | ({"board": edition_id} if own_board else {})


@transaction.atomic
def sit_down(*, season_play: SeasonPlay, seat: int, character: Character, by: Person, salt_hash: str = "") -> PlaySeat:
    """Seat a person for one of their characters. `salt_hash`: see `take_seat` of the games. Raise ValidationError,
    PermissionDenied."""
    require(by, "register", season_play.season.league)
    own = Character.objects.filter(pk=character.pk, owner=by, enrolment__league=season_play.season.league_id)
    refuse_reserved(season_play, seat, character)
    if season_play.table_id is not None:
        refuse_for_others(season_play, character, by)
    elif not own.exists():
        refusal = _("{name} is not one of your characters in this league.")
        raise ValidationError({"character": refusal.format(name=character.name)})
    elif salts.kept_back_salt(season_play.play, by):
        raise ValidationError(_("Your browser did not show the part that it had announced here. Open another table."))
    play = season_play.play
    row = plays.take_seat(play=play, seat=seat, character=character, name=character.name, by=by, salt_hash=salt_hash)
    if (season_play.table_id is not None or AGAIN in play.table) and everybody_sits(play):
        begin(season_play=season_play, by=by)
    return row


def seat_a_bot(*, season_play: SeasonPlay, seat: int, bot: str, by: Person) -> PlaySeat:
    """Seat a bot, named on its own or by its level; only the person who opened the play may. Raise ValidationError."""
    refuse_at_tables(season_play)
    play = season_play.play
    _refuse_others(play, by)
    bot = bot_of(play.system, bot)
    return plays.seat_bot(play=play, seat=seat, bot=bot, name=name_of_bot(play.system, bot, seat))


def stand_up(*, season_play: SeasonPlay, seat: int, by: Person) -> None:
    """Leave an own seat, or send a bot away from a play that one has opened. Raise ValidationError."""
    refuse_at_tables(season_play)
    row = PlaySeat.objects.filter(play=season_play.play, seat=seat).first()
    if row is None or (row.person_id != by.pk and not (row.bot and season_play.play.opened_by_id == by.pk)):
        raise ValidationError(_("This is not your seat."))
    plays.leave_seat(play=season_play.play, seat=seat)


def close_table(*, season_play: SeasonPlay, by: Person) -> None:
    """Close an open table; only the person who opened it may. Raise ValidationError."""
    refuse_at_tables(season_play)
    _refuse_others(season_play.play, by)
    plays.close_play(play=season_play.play, by=by)


def _refuse_others(play: Play, by: Person) -> None:
    if play.opened_by_id != by.pk:
        raise ValidationError(_("Only {name}, who opened this table, can do that.").format(name=play.opened_by))


@transaction.atomic
def begin(*, season_play: SeasonPlay, by: Person, without: bool = False, practice: bool = False) -> None:
    """Begin the game once everybody is seated, by the levels and house rules of this moment. First the browsers show
    their salts, and with the last one it begins automatically; `without`: it goes on without seats that have not shown
    theirs, see `seal_seats`. `practice`: it counts no more, if only one person sits there. Raise ValidationError."""
    play = season_play.play
    plays.locked(play.pk)
    seats = seats_of(play)
    if by.pk not in {play.opened_by_id, *(seat.person_id for seat in seats)}:
        raise ValidationError(_("Only somebody at this table can begin the game."))
    if play.counts and len({seat.person_id for seat in seats if seat.person_id}) < 2:
        if not practice or season_play.table_id is not None:
            raise ValidationError(spoken(TWO_PEOPLE))
        Play.objects.filter(pk=play.pk).update(counts=False)
        play.counts = False
    if any(not seat.taken for seat in seats):
        plays.start_play(play=play, setup={})  # which says what is missing
    _sheet, options = prepared(season_play.season, _table(play, seats), practice=not play.counts)
    if play.counts and season_play.table_id is None:
        _refuse_another(season_play, seats)
    if season_play.table_id is not None and play.system == "career_poker":
        minutes = Round.objects.get(tables=season_play.table_id).minutes
        options["settings"] = options.get("settings", {}) | {"time_limit": min(minutes, LONGEST_MATCH)}
    if not salts.seal_seats(play=play, without=without):
        plays.start_play(play=play, setup=options)


def _refuse_another(season_play: SeasonPlay, seats: list[PlaySeat]) -> None:
    """Refuse another game to people who have MOST_UNFINISHED games with each other, so that nobody abandons game after
    game and chooses which of them end. Takes the lock of the season behind that of the play, as a hand-in does. Raise
    ValidationError."""
    Season.objects.select_for_update(no_key=True).get(pk=season_play.season_id)
    names = {seat.person_id: seat.name for seat in seats if seat.person_id is not None}
    begun = Q(play__status=Play.RUNNING) | Q(play__status=Play.OPEN, play__sealed_at__isnull=False)
    others = PlaySeat.objects.filter(
        begun,
        play__season_play__season=season_play.season_id,
        play__season_play__table=None,
        play__counts=True,
        person__in=names,
    ).exclude(play=season_play.pk)
    at_table: dict[int, set[int]] = {}
    for play, person in others.values_list("play", "person"):
        at_table.setdefault(play, set()).add(person)
    met = Counter(pair for people in at_table.values() for pair in combinations(sorted(people), 2))
    for (first, second), games in met.items():
        if games >= MOST_UNFINISHED:
            refusal = _(
                "{one} and {other} have {number} unfinished games that count in this season. End one of them first."
            )
            raise ValidationError(refusal.format(one=names[first], other=names[second], number=games))


@transaction.atomic
def show_salt(*, season_play: SeasonPlay, salt: str, by: Person) -> None:
    """Show what the browser of a seat adds to chance; with the last one the game begins. Raise ValidationError."""
    if salts.show_salt(play=season_play.play, salt=salt, by=by):
        begin(season_play=season_play, by=by)


def _table(play: Play, seats: list[PlaySeat]) -> PreparedTable:
    chairs = (Chair(seat.character, seat.bot or "greedy", name_on_sheet(play.system, seat)) for seat in seats)
    agreed = {name: value for name, value in play.table.items() if name != AGAIN}
    return PreparedTable(tuple(chairs), play.system, **agreed)


@transaction.atomic
def take_own_turn(
    *, season_play: SeasonPlay, number: int, action: str, key: str, by: Person, origin: Origin = NOWHERE
) -> plays.Taken:
    """Take a person's turn, with what follows if it is the last one. Raise what `take_turn` of the games does."""
    taken = plays.take_turn(play_id=season_play.pk, number=number, action=action, key=key, by=by)
    if not taken.again:
        if taken.play.counts:
            note_origin(season_play=season_play, origin=origin, by=by)
        _hand_in_if_over(taken.play, season_play)
    return taken


@transaction.atomic
def call_time(*, season_play: SeasonPlay) -> bool:
    """End the time of a game, with what follows if that ends the game; return whether anything changed."""
    play = plays.call_time(play_id=season_play.pk)
    if play is not None:
        _hand_in_if_over(play, season_play)
    return play is not None


def play_for_waiting_bots(*, ordered: bool) -> bool:
    """Call `play_for_bots` for one play after the other for about SECONDS, so that no table waits for the next sweep;
    return whether there were any turns."""
    began, played = time.monotonic(), False
    while time.monotonic() - began < SECONDS and play_for_bots(ordered=ordered):
        played = True
    return played


def play_for_bots(*, ordered: bool | None = None) -> bool:
    """Take the waiting turns of bots in one play, for about SECONDS, and return whether there were any. Safe with any
    number of workers: a turn that another worker has taken meanwhile is dropped."""
    play = waiting_bot(ordered=ordered)
    if play is None:
        return False
    began = time.monotonic()
    with BOTS.working_on(play):
        plainly = has_spent(play.opened_by_id)
        with counted(play.opened_by_id):
            season_play = SeasonPlay.objects.select_related("season__league").get(pk=play.pk)
            while play is not None and play.bot_decides and time.monotonic() - began < SECONDS:
                play = _bots_turn(play, season_play, plainly)
    return True


def _bots_turn(play: Play, season_play: SeasonPlay, plainly: bool) -> Play | None:
    decided = bots_turn(play=play, plainly=plainly)
    with transaction.atomic():
        after = plays.take_bots_turn(play=play, **asdict(decided))
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


@transaction.atomic
def hand_in_again(*, season_play: SeasonPlay, by: Person) -> None:
    """Report a game that could not be handed in when it ended, as while its league was closed. Raise PermissionDenied
    and ValidationError."""
    require(by, "confirm", season_play.season.league)
    play = plays.locked(season_play.pk)
    if play.status != Play.OVER or not play.counts or play.game_id is not None:
        raise ValidationError(_("There is nothing to hand in here."))
    _hand_in(play, season_play)


def _hand_in(play: Play, season_play: SeasonPlay) -> None:
    assert play.outcome is not None and play.started_at is not None
    if system_by_id(play.system).ONE_WINNER and len(play.outcome["winners"]) != 1:
        raise ValidationError(spoken(NOBODY_WON))
    seats = seats_of(play)
    blank = blank_sheet(_table(play, seats), play.started_at)  # levels are those of that moment (R99)
    play.game = _reported(season_play, seats, played_sheet(blank, play.outcome["scores"]))
    play.problem = _keep_proof(play, seats, play.game)
    play.save(update_fields=["game", "problem"])
    text = said("Table {number} was handed in.", number=play.pk)
    record(kind="play_handed_in", text=text, season=season_play.season, game=play.game, rows=[play])


def _reported(season_play: SeasonPlay, seats: list[PlaySeat], sheet: ScoreSheet) -> Game:
    if season_play.table_id is not None:
        return table_play_over.answer(season_play, sheet)
    play = season_play.play
    people = {seat.seat - 1: seat.person_id for seat in seats if seat.person_id is not None}
    rules = house_rules_of(season_play.season)
    return report_game(
        season=season_play.season,
        reference="",
        sheet=sheet,
        source=Sheet.ENGINE,
        by=play.opened_by,
        confirm=True,
        played_by_bots=nobody_played(turns_of(play), people, deserted_count=rules.deserted == "count"),
    ).game


def _keep_proof(play: Play, seats: list[PlaySeat], game: Game) -> str:
    """Keep the record of the game. If the rules of the site changed while it was played, its turns no longer lead to
    its end: the result then stands without a record, and the sentence returned says so."""
    try:
        text = game_record(play.system, len(seats), setup_of(play), key_of_play(play, seats), actions_of(play))
        outcome = replay(text.splitlines())
    except EngineError:
        outcome = None
    if outcome is None or outcome.as_dict() != play.outcome:
        log.warning("play_without_record", play=play.pk, rules_version=play.rules_version)
        return OTHER_RULES
    keep_game_record(season_game=game.season_game, text=text, rules_version=ENGINE[play.system].version)
    return ""


def ending_of(season: Season, mode: str, target: int | None, minutes: int | None, *, counts: bool) -> dict[str, Any]:
    """Return the part of a play's table that says how the game ends. A minute is a round of turns. Raise
    ValidationError if a game that counts may not end so."""
    mode = mode or careers.FORMULA
    sheet = ScoreSheet(careers.ID, edition_ids()[0], timezone.now(), (), mode)
    knowledge = known_for(season, sheet, next_reference(season))
    ending: dict[str, Any] = {"mode": mode}
    if mode == careers.FORMULA:
        ending["target"] = target or knowledge.rules.league_min_target
    else:
        ending["minutes"] = minutes or ROUNDS
    sheet = ScoreSheet(careers.ID, sheet.edition, sheet.played_at, (), **ending)
    figures = ("mode", "target", "minutes") if counts else ("mode",)
    refuse([problem for problem in errors(problems(sheet, knowledge)) if problem.figure in figures])
    return ending
