"""Setting up a tournament and its stages, changing them as long as that is fair to people who rely on it, cancelling.

What a draw is made from (the game, its table size) is fixed by the first draw; a stage by its start.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.rules.facts import bounds_problem
from characters.rules.names import can_be_shown, misread, tidy
from characters.services.choosing import insert_as_chosen, nothing_typed
from engine.translatable import said, said_list, said_of, spoken
from league.clubs.rules import outside_season
from league.core.queries.systems import find_system, system_by_id
from league.core.rules.zones import is_zone
from league.core.services.quotas import use_quota
from league.models import Division, Season, Stage, Tournament
from league.tournaments.entries.queries import places_of
from league.tournaments.entries.services.entries import move_up
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_when_over
from league.tournaments.formats import format_of
from league.tournaments.formats.swiss import SWISS
from league.tournaments.stages.queries.tournament_setup import outgrown_entries, setup_problems_of
from league.tournaments.stages.rules.seeds import link
from league.tournaments.stages.rules.stage_plans import (
    BOUNDS,
    NAME_LENGTH,
    PLACE_LENGTH,
    StagePlan,
    plan_problems,
    setting_problems,
    stages_of,
)

User = Person | None


@transaction.atomic
def set_stages(*, tournament: Tournament, plans: Sequence[StagePlan], by: User = None) -> list[Stage]:
    """Replace the stages that have not started by these; stages that have started stay in front of them.

    Raise ValidationError under `plan`.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    started = list(tournament.stages.exclude(status=Stage.PLANNED).order_by("number"))
    refuse_stages(tournament, [*map(as_plan, started), *plans])
    gone = list(tournament.stages.filter(status=Stage.PLANNED))
    Stage.objects.filter(pk__in=[stage.pk for stage in gone]).delete()
    stages = add_stages(tournament, plans, first=len(started) + 1)
    names = ", then ".join(stage.name for stage in [*started, *stages])
    about: dict[str, Any] = {"rows": stages, "gone": gone, "changed": ["stages"]}
    text = said("It is played as: {stages}.", stages=names)
    log_event(tournament=tournament, kind="edited", text=text, by=by, **about)
    return stages


@transaction.atomic
def set_rounds(*, stage: Stage, rounds: int, by: User = None) -> Stage:
    """Change the number of rounds, also while the stage runs. Raise ValidationError below the rounds that are drawn."""
    tournament = lock_tournament(stage.tournament_id)
    stage = Stage.objects.get(pk=stage.pk)
    if stage.status == Stage.ENDED:
        text = _("{stage} has ended; its rounds stay as they were.")
        raise ValidationError({"rounds": text.format(stage=stage.name)})
    drawn = stage.played_rounds.count()
    if rounds < drawn:
        text = _("{drawn} rounds of {stage} are already drawn, so {rounds} are too few.")
        raise ValidationError({"rounds": text.format(drawn=drawn, stage=stage.name, rounds=rounds)})
    stage.rounds = rounds
    others = tournament.stages.exclude(pk=stage.pk)
    refuse_stages(tournament, [as_plan(row) for row in sorted([*others, stage], key=lambda row: row.number)])
    stage.save(update_fields=["rounds"])
    now = said_of(rounds, "{stage} has {count} round now.", "{stage} has {count} rounds now.", stage=stage.name)
    log_event(tournament=tournament, kind="edited", text=now, by=by, rows=[stage], stage=stage.number, rounds=rounds)
    return stage


def refuse_stages(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    """Raise ValidationError under `plan` if these stages cannot be played one after the other."""
    least = system_by_id(tournament.system).SEATS[0]
    problems = plan_problems(plans, system=tournament.system, table_size=tournament.table_size, least=least)
    if problems:
        raise ValidationError({"plan": [spoken(problem) for problem in problems]})


def as_plan(stage: Stage) -> StagePlan:
    rounds = stage.rounds if format_of(stage).counted else None
    return StagePlan(stage.format, stage.name, rounds, stage.cut, stage.line_up)


def add_stages(tournament: Tournament, plans: Sequence[StagePlan], *, first: int) -> list[Stage]:
    """Create planned stages, numbered from `first`. The caller has checked them."""
    return Stage.objects.bulk_create(
        Stage(
            tournament=tournament,
            number=number,
            name=tidy(plan.name)[:80],
            format=plan.format,
            rounds=plan.rounds,
            cut=plan.cut,
            line_up=plan.line_up,
        )
        for number, plan in enumerate(plans, start=first)
    )


NAMED = {  # as the form asks for them
    "name": said("Name of the tournament"),
    "system": said("Game"),
    "edition": said("Edition"),
    "mode": said("Careers is played by"),
    "target": said("Target of the success formula, in points"),
    "minutes": said("Length of a timed game, in minutes"),
    "table_size": said("Characters at a table"),
    "shortfall": said("When they can't all sit at full tables"),
    "capacity": said("Places"),
    "starts_at": said("Starts at"),
    "place": said("Place"),
    "zone": said("Time zone"),
    "self_registration": said("Players register their own characters"),
    "registration_open": said("Registration"),
    "round_minutes": said("Minutes of a round"),
    "confirm_seconds": said("Seconds until silence confirms a result"),
    "played_here": said("Played on the site"),
    "division": said("Only for the division"),
}
REASON_LENGTH, SLUG_LENGTH = 300, 70
FIXED_BY_DRAW = ("system", "edition", "mode", "target", "minutes", "table_size", "division")


class TournamentSetup(TypedDict, total=False):
    """The settings of an organiser besides name and game; the model has the defaults and the meaning."""

    mode: str
    target: int | None
    minutes: int | None
    table_size: int
    shortfall: str
    capacity: int | None
    starts_at: datetime | None
    place: str
    zone: str
    self_registration: bool
    registration_open: bool
    round_minutes: int
    confirm_seconds: int
    played_here: bool
    division: Division | None


class Changes(TournamentSetup, total=False):
    name: str
    system: str
    edition: str


@transaction.atomic
def create_tournament(
    *,
    season: Season,
    name: str,
    system: str,
    edition: str,
    stages: Sequence[StagePlan] = (),
    outside_season: bool = False,
    by: User = None,
    **setup: Unpack[TournamentSetup],
) -> Tournament:
    """Create a planned tournament with its stages (by default one Swiss stage) and the commitment to its draws. A day
    outside of its season needs `outside_season`.

    Raise ValidationError by field, for the stages under `plan`.
    """
    secret = secrets.token_hex(32)
    tournament = Tournament(
        season=season,
        name=name,
        system=system,
        edition=edition,
        draw_secret=secret,
        draw_commitment=link(secret, 0),
        groups_salt=secrets.token_hex(16),
        created_by=by,
        **setup,
    )
    plans = list(stages) or list(stages_of(SWISS.key))
    _tidy(tournament)
    _check(tournament)
    if not outside_season:
        _refuse_outside_season(tournament)
    refuse_stages(tournament, plans)
    use_quota("tournaments", by=by, league=season.league)

    def insert() -> None:
        tournament.slug = _free_slug(tournament.name)
        tournament.save(force_insert=True)

    insert_as_chosen(insert, nothing_typed)
    tournament.refresh_from_db(fields=["created_at"])
    rows = [tournament, *add_stages(tournament, plans, first=1)]
    text = said("{name} was announced.", name=tournament.name)
    log_event(tournament=tournament, kind="created", text=text, by=by, rows=rows)
    return tournament


@transaction.atomic
def edit_tournament(
    *, tournament: Tournament, outside_season: bool = False, by: User = None, **changes: Unpack[Changes]
) -> Tournament:
    """Change settings. More capacity moves up entries from the waiting list. A day outside of the season needs
    `outside_season`.

    Raise ValidationError by field: for what the first draw has fixed, and for fewer places than are taken.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    before = {name: getattr(tournament, name) for name in changes}
    for name, value in changes.items():
        setattr(tournament, name, value)
    _tidy(tournament)
    changed = [name for name, old in before.items() if getattr(tournament, name) != old]
    if not changed:
        return tournament
    _check(tournament)
    if "starts_at" in changed and not outside_season:
        _refuse_outside_season(tournament)
    _check_changes(tournament, changed)
    tournament.save(update_fields=changed)
    text = said("Changed: {what}.", what=said_list([NAMED[name] for name in changed]))
    log_event(tournament=tournament, kind="edited", text=text, by=by, rows=[tournament], changed=changed)
    if "capacity" in changed:
        move_up(tournament, by=by)
    return tournament


@transaction.atomic
def cancel_tournament(*, tournament: Tournament, reason: str, by: User = None) -> Tournament:
    """Cancel the tournament before or during play; what was played stays. Raise ValidationError."""
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    reason = tidy(reason)
    if not reason:
        raise ValidationError({"reason": _("Say why: everybody who entered will read it.")})
    if len(reason) > REASON_LENGTH:
        text = _("The reason has {length} characters; the limit is {most}.")
        raise ValidationError({"reason": text.format(length=len(reason), most=REASON_LENGTH)})
    tournament.status, tournament.registration_open = Tournament.CANCELLED, False
    tournament.save(update_fields=["status", "registration_open"])
    cancelled = said("{name} is cancelled: {reason}", name=tournament.name, reason=reason)
    log_event(tournament=tournament, kind="cancelled", text=cancelled, by=by, rows=[tournament], reason=reason)
    return tournament


def _tidy(tournament: Tournament) -> None:
    tournament.name, tournament.place = tidy(tournament.name), tidy(tournament.place)
    system = find_system(tournament.system)
    if system is None or not system.MODES:
        tournament.mode, tournament.target, tournament.minutes = "", None, None
    elif tournament.mode == "formula":
        tournament.minutes = None
    elif tournament.mode == "timed":
        tournament.target = None


def _check(tournament: Tournament) -> None:
    errors: dict[str, Any] = {}
    if not tournament.name or not can_be_shown(tournament.name):
        errors["name"] = _("A tournament needs a name that can be read.")
    elif sentence := misread(tournament.name):
        errors["name"] = sentence.spoken()
    elif len(tournament.name) > NAME_LENGTH:
        text = _("The name has {length} characters; the limit is {most}.")
        errors["name"] = text.format(length=len(tournament.name), most=NAME_LENGTH)
    if len(tournament.place) > PLACE_LENGTH:
        text = _("The place has {length} characters; the limit is {most}.")
        errors["place"] = text.format(length=len(tournament.place), most=PLACE_LENGTH)
    if tournament.starts_at and (problem := bounds_problem(tournament.starts_at)):
        errors["starts_at"] = spoken(problem)
    if tournament.zone and not is_zone(tournament.zone):
        errors["zone"] = _("Choose a time zone from the list, such as Europe/London.")
    if tournament.shortfall not in Tournament.SHORTFALLS:
        errors["shortfall"] = _("Choose smaller tables, a bot or a bye.")
    if tournament.division is not None and tournament.division.season_id != tournament.season_id:
        text = _("{division} is not a division of {season}.")
        errors["division"] = text.format(division=tournament.division, season=tournament.season)
    wrong = setting_problems({name: getattr(tournament, name) for name in BOUNDS})
    errors |= {name: spoken(problem) for name, problem in wrong.items()}
    errors |= setup_problems_of(tournament)
    if errors:
        raise ValidationError(errors)


def _refuse_outside_season(tournament: Tournament) -> None:
    season = tournament.season
    if tournament.starts_at is None:
        return
    day = tournament.starts_at.astimezone(ZoneInfo(tournament.played_in)).date()
    doubt = outside_season("tournament", day, season.name, starts_on=season.starts_on, ends_on=season.ends_on)
    if doubt:
        hint = _("{doubt} If that is intended, say so with outside_season.")
        raise ValidationError({"starts_at": hint.format(doubt=spoken(doubt))})


def _check_changes(tournament: Tournament, changed: Sequence[str]) -> None:
    fixed = [name for name in FIXED_BY_DRAW if name in changed]
    if fixed and tournament.draws.exists():
        raise ValidationError(dict.fromkeys(fixed, _("The first round is drawn; this can no longer be changed.")))
    if "system" in changed or "table_size" in changed:
        refuse_stages(tournament, [as_plan(stage) for stage in tournament.stages.order_by("number")])
    if tournament.capacity is not None and "capacity" in changed:
        taken = places_of(tournament).taken
        if tournament.capacity < taken:
            text = ngettext(
                "{taken} place is taken. Withdraw somebody first, or allow {taken}.",
                "{taken} places are taken. Withdraw somebody first, or allow {taken}.",
                taken,
            )
            raise ValidationError({"capacity": text.format(taken=taken)})
    for name in ("edition", "division"):
        outgrown = outgrown_entries(tournament) if name in changed else []
        if outgrown:
            text = _("Somebody who entered could not play then: {why}")
            raise ValidationError({name: text.format(why=outgrown[0])})


def _free_slug(name: str) -> str:
    base = slugify(name, allow_unicode=True)[: SLUG_LENGTH - 6].strip("-_") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    numbers = range(2, len(taken) + 3)
    return next(slug for slug in (base, *(f"{base}-{number}" for number in numbers)) if slug not in taken)
