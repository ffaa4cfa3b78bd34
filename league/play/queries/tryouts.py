"""A try-out as the person sees it who plays it, drawn like every other table."""

import json
from dataclasses import replace

from django.contrib.auth.models import User as Person
from django.urls import reverse
from django.utils.translation import gettext as _

from engine import SYSTEMS as ENGINE
from engine.core.films import Film
from engine.translatable import spoken
from games.models import Play, PlaySeat
from games.rules.systems import SheetSystem
from league.core.queries.systems import system_by_id
from league.models import Season, SeasonPlay, TryOut
from league.play.queries.replays import Reel, ReplaySitter, replayed
from league.play.queries.tables import PlayPage, table_view
from league.play.queries.turn_log import HeardTurn
from league.play.rules.first_games import lessons_of
from league.play.rules.levels import BY_KEY, name_at
from league.play.rules.systems import PLAYED_HERE

FIRST = "career_compass"  # five minutes


def offers() -> list[SheetSystem]:
    """Return the games to try out: the shortest first, then in the order in which the site names them."""
    played = [system_by_id(key) for key in PLAYED_HERE]
    return sorted(played, key=lambda system: system.ID != FIRST)


def try_out_of(key: str) -> TryOut | None:
    return TryOut.objects.filter(key=key).first() if key else None


def lessons(row: TryOut, table: PlayPage) -> list[str]:
    """Return what is explained automatically at this decision, a sentence each."""
    if row.learned is None or not table.choices:
        return []
    return [spoken(lesson) for lesson in lessons_of(row.system, table.view["prompt"], row.learned)]


def try_table(row: TryOut) -> PlayPage:
    """Return the table. Its play, number 0, and its seats are in no database, so every page of a game draws it as it
    is."""
    game = ENGINE[row.system].load(row.state)
    play = Play(
        pk=0,
        system=row.system,
        status=Play.OVER if row.outcome else Play.RUNNING,
        state=row.state,
        setup=row.state["setup"],
        number=row.actions,
        actions=row.actions,
        actor=None if game.over else game.actor,
        outcome=row.outcome,
    )
    reader = Person(pk=0)
    bot = BY_KEY[row.level].bots[row.system]
    seats = [
        PlaySeat(play=play, seat=at, name=name, **({"person": reader} if at == row.seat + 1 else {"bot": bot}))
        for at, name in enumerate(_names(row, game.seats), 1)
    ]
    first = row.actions - len(row.told)
    lines: list[HeardTurn] = []
    for at, line in enumerate(row.told):
        lines.insert(0, (first + at, "", None, json.dumps(line)))
    return table_view(SeasonPlay(play=play, season=Season()), reader, seats=seats, unkept=lines)


def reel_of_try_out(row: TryOut) -> Reel:
    """Return the reel of a try-out; one that can't be played again says so in it and raises no EngineError."""
    system = ENGINE[row.system]
    reel = Reel(
        system=row.system,
        title=system.title,
        eyebrow=_("Replay"),
        back=reverse("try_list"),
        sitters=(),
        over=row.outcome is not None,
        own=(row.seat,),
    )
    if row.opened is None:
        return replace(reel, trouble=_("The site did not keep the moves of this game, so nobody can look at it again."))
    state, moves, key = row.opened, tuple(row.moves), bytes(row.secret)
    reel = replayed(reel, lambda: Film(system.load(state), moves, key), lambda: system.load(row.state))
    names = _names(row, reel.film.opened.seats) if reel.film else []
    return replace(reel, sitters=tuple(ReplaySitter(name, mine=at == row.seat) for at, name in enumerate(names)))


def _names(row: TryOut, seats: int) -> list[str]:
    level = BY_KEY[row.level]
    return [_("Newcomer") if at == row.seat else name_at(level, at + 1) for at in range(seats)]
