"""Games that were played, moment by moment, through somebody's eyes: plays of the site, records and games that
the rule pages show. Before a game is over nobody sees more than its table shows them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from characters.models import Character
from engine import SYSTEMS as ENGINE
from engine import EngineError, Game, OldRules, Sentence, replay
from engine.core.chance import key_of_seed
from engine.core.films import Film, Frame, film_of
from engine.core.rulebook import clauses_in, rules_of
from games.models import GameRecord, Play, Sheet
from games.queries.plays import film_of_play
from games.services.plays import game_of
from league.core.forms import whole_number
from league.core.queries.games import headline_of
from league.handbook.queries.rule_moments import NAMES, game_of_rule
from league.models import Season, SeasonGame, SeasonPlay
from league.play.charts.careers import pictured
from league.play.charts.sparklines import Sparklines, sparklines
from league.play.queries.levels import face_of
from league.play.queries.tables import PlayPage, SeatView, seats_of
from league.play.queries.turn_log import speaks_to
from league.play.rules.film import film_of as steps_of
from league.play.rules.hands import MEASURE_NAMES, hidden_of, measure_of, measured
from league.play.rules.systems import PLAYED_HERE, arranged, laid_out, shown


class NotShown(ValueError):
    """A sentence on a moment that does not exist, or on eyes through which the reader may not look."""


ALL, WATCHING = "all", "watch"


@dataclass(frozen=True, slots=True)
class ReplaySitter:
    """The player of a seat."""

    name: str
    character: Character | None = None
    bot: str = ""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Reel:
    """A game that can be shown. `film` is None if it can't be played again, and `trouble` says why. `over`: all
    hands may be seen; `own`: the seats, from 0, through which the reader may look before that. `begins`: the moment
    that is shown unless the address names another. `play`: the play that it was, if it was one."""

    system: str
    title: str
    eyebrow: str
    back: str
    sitters: tuple[ReplaySitter, ...]
    film: Film | None = None
    trouble: str = ""
    over: bool = True
    own: tuple[int, ...] = ()
    begins: int = 0
    play: Play | None = None
    season: Season | None = None

    @property
    def last(self) -> int:
        return len(self.film.actions) if self.film else 0

    @property
    def names(self) -> list[str]:
        return [sitter.name for sitter in self.sitters]

    def may_look(self, eyes: str) -> bool:
        """Return whether the reader may look through `eyes`: a seat from 1, ALL or WATCHING."""
        if eyes == WATCHING:
            return True
        if eyes == ALL:
            return self.over
        return eyes in {str(seat + 1) for seat in (range(len(self.sitters)) if self.over else self.own)}

    @property
    def usual_eyes(self) -> str:
        if self.over:
            return ALL
        return str(self.own[0] + 1) if len(self.own) == 1 else WATCHING


class CitedSentence(NamedTuple):
    """`rules`: the clauses that it follows from, each with the address of its page, "" if it has none."""

    text: str
    rules: tuple[tuple[str, str], ...]


class ReplayStep(NamedTuple):
    """The sentences on an action, counted from 1."""

    number: int
    sentences: tuple[CitedSentence, ...]


class Moment(NamedTuple):
    """The game after `at` actions. `step` is the last of them and `steps` its film
    (league.play.rules.film) as JSON; `hands` are those of all seats if all may be seen, by name."""

    at: int
    actor: str
    over: bool
    step: ReplayStep | None
    steps: str
    table: PlayPage
    drawn: bool
    hands: tuple[tuple[str, list[str]], ...]
    view: dict[str, Any]


class Course(NamedTuple):
    """The whole game: what was told of each action, and how far each seat was."""

    steps: tuple[ReplayStep, ...]
    measure: str
    chart: Sparklines


def reel_of_play(season_play: SeasonPlay, reader: Person | AnonymousUser) -> Reel:
    """Return the reel of a play; one that can't be played again says so in it and raises no EngineError."""
    play, seats = season_play.play, seats_of(season_play.play)
    own = tuple(seat.seat - 1 for seat in seats if seat.person_id is not None and seat.person_id == reader.pk)
    over = play.status == Play.OVER
    reel = Reel(
        system=play.system,
        title=_("{game} {number}").format(game=ENGINE[play.system].title, number=play.pk),
        eyebrow=_("Replay"),
        back=play.get_absolute_url(),
        sitters=tuple(
            ReplaySitter(
                row.name or _("Seat {seat}").format(seat=row.seat), row.character, row.bot, row.seat - 1 in own
            )
            for row in seats
        ),
        over=over,
        own=own if len(own) == 1 else tuple(seat for seat in own if seat == play.actor),
        play=play,
        season=season_play.season,
    )
    if play.state is None:
        return replace(reel, trouble=_("This game has not begun."))
    reel = replayed(reel, lambda: film_of_play(play), lambda: game_of(play))
    return reel if over else replace(reel, begins=reel.last)


def replayed(reel: Reel, film_of_game: Callable[[], Film], ended: Callable[[], Game]) -> Reel:
    """Return the reel with its film, or with the trouble that the film leads elsewhere than the game went by its own
    rules."""
    try:
        film = film_of_game()
        same = film.at(len(film.actions))[0] == ended()
    except EngineError:
        same = False
    return replace(reel, film=film) if same else replace(reel, trouble=_rules_changed())


def reel_of_record(season_game: SeasonGame, record: GameRecord) -> Reel:
    """Return the reel of a game of a season that the engine played."""
    system = season_game.game.system
    reel = Reel(
        system=system,
        title=headline_of(season_game),
        eyebrow=_("Replay"),
        back=reverse("game_detail", args=[season_game.game_id]),
        sitters=(),
        season=season_game.season,
    )
    lines = record.text.splitlines()
    try:
        replay(lines)
        film = film_of(lines, ENGINE)
    except OldRules:
        return replace(reel, trouble=_rules_changed())
    except EngineError as error:
        return replace(reel, trouble=_("This record does not replay: {why}").format(why=error))
    sheet = Sheet.objects.filter(game=season_game.game_id).order_by("-version").first()
    rows = list(sheet.seats.select_related("character").order_by("seat")) if sheet else []
    named = {row.seat: ReplaySitter(row.character.name if row.character else row.name, row.character) for row in rows}
    return replace(reel, film=film, sitters=_seated(film.opened.seats, named))


def reel_of_game(game: int) -> Reel | None:
    """Return the reel of a game of a season, or None if it has no record."""
    season_game = SeasonGame.objects.select_related("season__league", "game").filter(game=game).first()
    record = GameRecord.objects.filter(game=game).first()
    return reel_of_record(season_game, record) if season_game and record else None


def game_to_play_on(reel: Reel | None, at: int) -> Game:
    """Return a game that is over as it stood after `at` actions, to be played on. Raise ValidationError if there is
    no such moment, or nobody had a choice."""
    if reel is None or reel.film is None or not reel.over or not 0 <= at < reel.last:
        raise ValidationError(_("Nobody can play on from there: the game, or this moment of it, is not recorded."))
    moment: Game = reel.film.at(at)[0]
    if moment.over or len(moment.legal_actions()) < 2:
        raise ValidationError(_("Nobody had a choice at this moment."))
    return moment


def _seated(seats: int, named: dict[int, ReplaySitter]) -> tuple[ReplaySitter, ...]:
    sitters = [(seat, named.get(seat, ReplaySitter(""))) for seat in range(1, seats + 1)]
    unnamed = _("Seat {seat}")
    return tuple(replace(sitter, name=sitter.name or unnamed.format(seat=seat)) for seat, sitter in sitters)


def reel_of_rule(system: str, rule: str) -> Reel | None:
    """Return the game that shows a rule at work, beginning there; None if no game does."""
    moment = game_of_rule(system, rule)
    if moment is None:
        return None
    stored, number = moment
    opened = stored.opened()
    key = key_of_seed(stored.seed)
    return Reel(
        system=system,
        title=_("Rule {rule} at work").format(rule=rule),
        eyebrow=ENGINE[system].title,
        back=reverse("rule_moment", args=[system, rule]),
        sitters=tuple(ReplaySitter(name) for name in NAMES[: stored.seats]),
        film=Film(opened, tuple(map(stored.move, range(len(stored.actions)))), key),
        begins=number + 1,
    )


def _rules_changed() -> str:
    return _("The rules have changed since this game was played, so it can't be played again move by move.")


def asked_of(reel: Reel, at: str, eyes: str) -> tuple[int, str]:
    """Return the moment and the eyes that an address asks for; "" means the usual ones. Raise NotShown."""
    number = whole_number(at) if at else reel.begins
    if number is None or number > reel.last:
        raise NotShown(_("This game has moves 0 to {last}.").format(last=reel.last))
    if not reel.may_look(eyes or reel.usual_eyes):
        raise NotShown(_("You can't look through those eyes, or not before the game is over."))
    return number, eyes or reel.usual_eyes


def moment_of(reel: Reel, at: int, eyes: str) -> Moment:
    """Return what the page shows at a moment; `eyes` must be among the eyes that the reader may look through."""
    assert reel.film is not None
    assert reel.may_look(eyes)
    game, frame = reel.film.at(at)
    reader = _reader(eyes)
    view, sentences = game.view(reader), _told(frame, eyes) if frame else ()
    drawn = reel.system in PLAYED_HERE
    hands = [(name, hidden_of(game, seat)) for seat, name in enumerate(reel.names)]
    return Moment(
        at=at,
        actor="" if game.over else reel.names[game.actor],
        over=game.over,
        step=step_of(reel, frame, eyes) if frame else None,
        steps=json.dumps(steps_of(sentences, speaks_to(reel.names))),
        table=_table(reel, game, view, reader, at, sentences),
        drawn=drawn,
        hands=tuple(hands) if eyes == ALL else (),
        view=view,
    )


def _reader(eyes: str) -> int | None:
    return int(eyes) - 1 if eyes.isdecimal() else None


def _table(
    reel: Reel, game: Game, view: dict[str, Any], reader: int | None, at: int, sentences: Sequence[Sentence]
) -> PlayPage:
    outcome = game.outcome()
    winners = outcome.winners if outcome else ()
    actor = None if game.over else game.actor
    shown_as = Play(system=reel.system, status=Play.OVER if game.over else Play.RUNNING, actor=actor, number=at)
    seats = [
        SeatView(
            number=seat + 1,
            name=sitter.name,
            character=sitter.character,
            bot=sitter.bot,
            taken=True,
            mine=sitter.mine,
            decides=seat == actor,
            won=seat in winners,
            knows=view["players"][seat],
            here=False,
            face=face_of(reel.system, sitter.bot, sitter.name) if sitter.bot and sitter.character is None else None,
        )
        for seat, sitter in enumerate(reel.sitters)
    ]
    here = reel.system in PLAYED_HERE
    spread = laid_out(reel.system, view, game, [*reversed(sentences)]) if here else view
    drawn = shown(reel.system, spread, reel.names) if here else {}
    return PlayPage(
        play=shown_as,
        season=reel.season or Season(),
        seats=seats,
        eyes=reader,
        hand_over=None,
        view=view,
        drawn=drawn,
        choices=[],
        log=[],
        my_move=False,
        controls=arranged(reel.system, []) if here else None,
        board=spread.get("board"),
        pieces=pictured(spread, drawn, []),
    )


def step_of(reel: Reel, frame: Frame, eyes: str) -> ReplayStep:
    """Return what was told of an action to these eyes."""
    return ReplayStep(frame.number + 1, tuple(_said(reel, sentence) for sentence in _told(frame, eyes)))


def _told(frame: Frame, eyes: str) -> Sequence[Sentence]:
    """Return what the events told these eyes; a reader who may see all hands is told what the acting seat was told."""
    return frame.game.told(frame.events, frame.seat if eyes == ALL else _reader(eyes))


def _said(reel: Reel, sentence: Sentence) -> CitedSentence:
    clauses, shown_rules = clauses_in(sentence.why), rules_of(reel.system)
    pages = [reverse("rule_moment", args=[reel.system, rule]) if rule in shown_rules else "" for rule in clauses]
    return CitedSentence(speaks_to(reel.names)(sentence), tuple(zip(clauses, pages, strict=True)))


def course_of(reel: Reel, at: int, eyes: str) -> Course:
    assert reel.film is not None
    assert reel.may_look(eyes)
    reader = _reader(eyes)
    course = [measured(reel.system, reel.film.opened.view(reader))]
    steps = []
    for frame in reel.film.frames():
        steps.append(step_of(reel, frame, eyes))
        course.append(measured(reel.system, frame.game.view(reader)))
    measure = MEASURE_NAMES[measure_of(reel.system)]
    return Course(tuple(steps), measure, sparklines(reel.names, course, at))
