"""Other house rules tried out. The row is the job: some seasons at a time, in any worker, until all are lived. Games
that the engine plays count as thinking time of the person who asked."""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.queries.history import rules_in
from characters.rules.choices import BadChoice, checked_choices
from characters.rules.facts import NOTHING
from characters.rules.house_rules import BadHouseRule, HouseRules, house_rules
from characters.services.facts import keep_rules
from engine import EngineError
from engine.translatable import spoken
from games.services.jobs import Jobs
from games.services.thinking import ASK_EVERY, NoLongerWanted, refuse_spent
from league.boards.queries import own_board
from league.clubs.queries import newest_house_rules
from league.core.services.quotas import use_quota
from league.lab.models import WhatIf
from league.lab.queries.what_if import club_of, has_games, inputs_of, roster_of, usual_format, worlds_of
from league.lab.rules.what_if import JUDGED, SEASONS, Club, WorldTotals, live
from league.lab.rules.what_if_games import Roster, live_games, prove
from league.lab.rules.what_if_worlds import PLAYED, SETTINGS, BadFormat, TableFormat, World, check_format
from league.lab.services.orders import Work, one_at_a_time
from league.models import BoardVersion, League

LEAST_GAMES, MOST_GAMES = 10, {WhatIf.RESULTS: 1000, WhatIf.ENGINE: 300}
SO_MANY = (50, 100, SEASONS)
LEAST_PEOPLE = 2
ROWS = Jobs(WhatIf, to_do=Q(status=WhatIf.RUNNING), order=("done", "pk"))  # the least advanced first


@transaction.atomic
def order_what_if(
    *,
    league: League,
    values: Mapping[str, Any],
    begins: str,
    games: int,
    source: str = WhatIf.RESULTS,
    seasons: int = SEASONS,
    choices: Mapping[str, Any] = NOTHING,
    formats: tuple[TableFormat, TableFormat] | None = None,
    by: User | None = None,
) -> WhatIf:
    """Order a comparison. `values`: the house rules that change. For games that the engine plays also the settings of
    Careers that change (`choices`), and the `formats` of both worlds: the usual one if they are missing.

    Raise ValidationError and QuotaError.
    """
    _check_numbers(source=source, begins=begins, games=games, seasons=seasons)
    today = newest_house_rules(league)
    other = _other(today, values, choices, source)
    written = ("", "")
    if source == WhatIf.ENGINE:
        refuse_spent(by)
        written = _proved(league, (today, other), formats or (usual_format(league),) * 2)
    elif formats:
        raise ValidationError(
            _("Games that were played keep their format. Let the engine play to try out another one.")
        )
    if other == today and written[0] == written[1]:
        raise ValidationError(_("These are today's house rules. Change at least one of them."))
    if source == WhatIf.RESULTS and not has_games(league):
        raise ValidationError(_("Nobody has played Careers in this league yet, so there are no games to draw from."))
    use_quota("orders", by=by)
    with one_at_a_time():
        return WhatIf.objects.create(
            league=league,
            method=WhatIf.METHODS[source],
            source=source,
            today=keep_rules(rules=today),
            other=keep_rules(rules=other),
            today_format=written[0],
            other_format=written[1],
            begins=begins,
            games=games,
            seasons=seasons,
            seed=secrets.token_hex(16),
            asked_by=by,
        )


def _check_numbers(*, source: str, begins: str, games: int, seasons: int) -> None:
    if source not in WhatIf.SOURCES:
        raise ValidationError({"source": _("Choose where the games come from.")})
    if begins not in WhatIf.BEGINNINGS:
        raise ValidationError({"begins": _("Choose where everybody begins.")})
    most = MOST_GAMES[source]
    if not LEAST_GAMES <= games <= most:
        raise ValidationError({"games": _("From {least:,} to {most:,} games.").format(least=LEAST_GAMES, most=most)})
    if seasons not in SO_MANY:
        choices = ", ".join(map(str, SO_MANY))
        raise ValidationError({"seasons": _("Choose how many seasons: {known}.").format(known=choices)})


def _other(today: HouseRules, values: Mapping[str, Any], choices: Mapping[str, Any], source: str) -> HouseRules:
    names = JUDGED if source == WhatIf.RESULTS else PLAYED
    _refuse_unknown(values, choices, source, names)
    try:
        checked = house_rules({name: getattr(today, name) for name in names} | dict(values))
        chosen = checked_choices("careers", {**today.choices("careers"), **choices}) if choices else None
    except (BadHouseRule, BadChoice) as error:
        raise ValidationError(spoken(error.args[0])) from error
    changed = replace(today, **{name: getattr(checked, name) for name in names})
    if chosen is None:
        return changed
    games = {**today.games, "careers": chosen}
    return replace(
        changed, games={system: chosen_settings for system, chosen_settings in sorted(games.items()) if chosen_settings}
    )


def _refuse_unknown(values: Mapping[str, Any], choices: Mapping[str, Any], source: str, names: Sequence[str]) -> None:
    unknown = sorted(values.keys() - set(names))
    if source == WhatIf.RESULTS:
        unknown += sorted(choices)
        refused = _("'{name}' can't be judged from games that were played; choose one of {known}.")
    else:
        if not unknown:
            unknown, names = sorted(choices.keys() - set(SETTINGS)), SETTINGS
        refused = _("'{name}' changes nothing in games that the engine plays; choose one of {known}.")
    if unknown:
        raise ValidationError(refused.format(name=unknown[0], known=", ".join(names)))


def _proved(
    league: League, rules: tuple[HouseRules, HouseRules], formats: tuple[TableFormat, TableFormat]
) -> tuple[str, str]:
    """Return both formats as they are stored. Raise ValidationError for a world in which no table could sit down."""
    roster = roster_of(league, begins=WhatIf.TODAY)
    if len(roster.people) < LEAST_PEOPLE:
        raise ValidationError(_("A table needs two characters. Register more of them in this league first."))
    careers = {who: career for who, (career, _profile) in roster.people.items()}
    for house, format in zip(rules, formats, strict=True):
        try:
            check_format(format, house, len(roster.people))
            world = World(house, format, own_board(league, house.board))
            prove(roster, careers, world)
        except (BadFormat, BoardVersion.DoesNotExist, EngineError) as error:
            raise ValidationError(spoken(error.args[0])) from error
    return formats[0].written(), formats[1].written()


def _live(what_if: WhatIf, until: float) -> None:
    """Live at least one season. A league that changed while it was read waits for the next time."""
    inputs = inputs_of(what_if.league)
    characters, one_season = _season_of(what_if, inputs)
    if inputs_of(what_if.league) != inputs:
        ROWS.release(what_if)
        return
    if not ROWS.hold(what_if):  # reading a big league takes its time
        return
    totals = WorldTotals.of(what_if.totals) if what_if.totals and what_if.inputs == inputs else WorldTotals()
    while totals.seasons < what_if.seasons:
        totals.merge(one_season(totals.seasons))
        if time.monotonic() > until:
            break
    done = totals.seasons == what_if.seasons
    ROWS.release(
        what_if,
        inputs=inputs,
        characters=characters,
        totals=totals.kept(),
        done=totals.seasons,
        **({"status": WhatIf.DONE, "finished_at": timezone.now()} if done else {}),
    )


def _season_of(what_if: WhatIf, inputs: str) -> tuple[int, Callable[[int], WorldTotals]]:
    """Return how many characters live, and a function that lives one season by its number."""
    if what_if.source == WhatIf.ENGINE:
        roster, (today, other) = _roster(what_if.league_id, what_if.begins, inputs), worlds_of(what_if)
        asking = _asking(what_if)
        return len(roster.people), lambda number: live_games(
            roster, today, other, what_if.games, seed=what_if.seed, season=number, go_on=asking
        )
    club = _club(what_if.league_id, what_if.begins, inputs)
    rules = rules_in(what_if.today), rules_in(what_if.other)
    return len(club.members), lambda number: live(club, *rules, what_if.games, seed=what_if.seed, season=number)


def _asking(what_if: WhatIf) -> Callable[[], bool]:
    """Return what the engine asks before every action: about once a second it renews the hold on the row. It raises
    NoLongerWanted once the comparison was stopped, or another worker has it."""
    ask_at = time.monotonic() + ASK_EVERY

    def go_on() -> bool:
        nonlocal ask_at
        now = time.monotonic()
        if now >= ask_at:
            ask_at = now + ASK_EVERY
            if not ROWS.hold(what_if):
                raise NoLongerWanted
        return True

    return go_on


@lru_cache(maxsize=2)
def _club(league: int, begins: str, inputs: str) -> Club:
    """Return the club, read once for all portions of work; `inputs` is the digest of what it was made from."""
    return club_of(League.objects.get(pk=league), begins=begins)


@lru_cache(maxsize=2)
def _roster(league: int, begins: str, inputs: str) -> Roster:
    return roster_of(League.objects.get(pk=league), begins=begins)


WHAT_IFS = Work(ROWS, lambda: WhatIf.objects.select_related("league", "today", "other"), _live)
