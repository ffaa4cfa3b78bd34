"""Divisions of a season: making them, moving characters, carrying them over into the next season."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character
from engine.translatable import Translatable, said
from league.core.ledger.services import record
from league.models import Division, DivisionPlace, Season
from league.standings.queries.divisions import Carried, carried_from
from league.standings.queries.standings import standings
from league.standings.rules.divisions import cut

User = Person | None
MOST = 20


@transaction.atomic
def set_divisions(*, season: Season, names: Sequence[str], by: User = None) -> list[Division]:
    """Set the season's divisions, by name from the top. Characters in a division that stays keep their place; one that
    goes must be empty. Raise ValidationError."""
    season = Season.objects.select_for_update().get(pk=season.pk)
    tidy_names = [" ".join(name.split()) for name in names if name.strip()]
    if not 1 <= len(tidy_names) <= MOST:
        raise ValidationError(_("A season has 1 to {most} divisions, each with a name.").format(most=MOST))
    if len({name.casefold() for name in tidy_names}) < len(tidy_names):
        raise ValidationError(_("Two divisions have the same name."))
    there = list(season.divisions.order_by("tier"))
    for division in there[len(tidy_names) :]:
        if division.places.exists():
            raise ValidationError(_("{division} still has characters. Move them first.").format(division=division.name))
        if division.tournaments.exists():
            raise ValidationError(_("{division} has a tournament and stays.").format(division=division.name))
    gone = there[len(tidy_names) :]
    Division.objects.filter(pk__in=[division.pk for division in gone]).delete()
    divisions = [_named(season, there, tier, name) for tier, name in enumerate(tidy_names, 1)]
    text = said("The divisions of {season} are {divisions}.", season=season.name, divisions=", ".join(tidy_names))
    record(kind="divisions_changed", text=text, by=by, season=season, rows=divisions, gone=gone, names=tidy_names)
    return divisions


@transaction.atomic
def assign_by_standings(*, season: Season, by: User = None) -> int:
    """Place everybody with a game in the season into its divisions by the standings, as evenly as possible, and return
    how many. Placed characters are placed again. Raise ValidationError."""
    season = Season.objects.select_for_update().get(pk=season.pk)
    divisions = list(season.divisions.order_by("tier"))
    if not divisions:
        raise ValidationError(_("Make divisions first."))
    order = list(standings(season))
    try:
        parts = cut(order, len(divisions))
    except ValueError as error:
        pattern = ngettext(
            "{played} character played in this season, too few for {count} divisions. Place them by hand.",
            "{played} characters played in this season, too few for {count} divisions. Place them by hand.",
            len(order),
        )
        raise ValidationError(pattern.format(played=len(order), count=len(divisions))) from error
    gone = list(DivisionPlace.objects.filter(season=season, character__in=order))
    DivisionPlace.objects.filter(pk__in=[place.pk for place in gone]).delete()
    _place(season, dict(zip(divisions, parts, strict=True)), by=by, gone=gone)
    return len(order)


@transaction.atomic
def move_to_division(*, division: Division, character: Character, by: User = None) -> DivisionPlace:
    """Move the character into that division, out of any other of the season. Raise ValidationError if the character is
    not in the league."""
    season = Season.objects.select_for_update().get(pk=division.season_id)
    if not Character.objects.filter(pk=character.pk, enrolment__league=season.league_id).exists():
        text = _("{character} is not in this league. Register the character here first.")
        raise ValidationError(text.format(character=character.name))
    place, _made = DivisionPlace.objects.update_or_create(
        season=season, character=character, defaults={"division": division}
    )
    moved = said("{name} is in {division}.", name=character.name, division=division.name)
    _record_places(season, moved, {character.pk: division.tier}, by, rows=[place])
    return place


@transaction.atomic
def leave_divisions(*, season: Season, character: Character, by: User = None) -> None:
    """Take the character out of the season's divisions; a second time changes nothing."""
    gone = list(DivisionPlace.objects.filter(season=season, character=character))
    if DivisionPlace.objects.filter(pk__in=[place.pk for place in gone]).delete()[0]:
        text = said("{name} is in no division.", name=character.name)
        _record_places(season, text, {character.pk: None}, by, gone=gone)


@transaction.atomic
def carry_divisions(
    *, from_season: Season, to_season: Season, newcomers: Sequence[int] = (), by: User = None
) -> Carried:
    """Carry the final standings of this season into the next season's divisions: ceil(N/4) up and down. Raise
    ValidationError if there is nothing to carry, or something is already there."""
    to_season = Season.objects.select_for_update().get(pk=to_season.pk)
    if to_season.pk == from_season.pk or to_season.league_id != from_season.league_id:
        raise ValidationError(_("Divisions are carried into another season of the same league."))
    before = list(from_season.divisions.order_by("tier"))
    if not DivisionPlace.objects.filter(season=from_season).exists():
        raise ValidationError(_("{from_season} has nobody in a division.").format(from_season=from_season.name))
    if DivisionPlace.objects.filter(season=to_season).exists():
        text = _("{to_season} already has divisions with characters. Change them by hand there.")
        raise ValidationError(text.format(to_season=to_season.name))
    plan = carried_from(from_season, newcomers=newcomers)
    divisions = set_divisions(season=to_season, names=[division.name for division in before], by=by)
    parts: dict[Division, list[int]] = {division: [] for division in divisions}
    for _who, move in plan.moves:
        if move.after is not None:
            parts[divisions[move.after]].append(move.character)
    _place(to_season, parts, by=by)
    return plan


def _named(season: Season, there: Sequence[Division], tier: int, name: str) -> Division:
    if tier > len(there):
        return Division.objects.create(season=season, tier=tier, name=name)
    division = there[tier - 1]
    division.tier, division.name = tier, name
    division.save(update_fields=["tier", "name"])
    return division


def _place(
    season: Season, parts: Mapping[Division, Sequence[int]], *, by: User, gone: Sequence[DivisionPlace] = ()
) -> None:
    rows = DivisionPlace.objects.bulk_create(
        DivisionPlace(season=season, division=division, character_id=who)
        for division, members in parts.items()
        for who in members
    )
    places = {who: division.tier for division, members in parts.items() for who in members}
    text = said("{count} characters were placed in the divisions of {season}.", count=len(places), season=season.name)
    _record_places(season, text, places, by, rows=rows, gone=gone)


def _record_places(
    season: Season, text: Translatable, places: Mapping[int, int | None], by: User, **which: Any
) -> None:
    tiers = {str(who): tier for who, tier in places.items()}
    record(kind="division_placed", text=text, by=by, season=season, places=tiers, **which)
