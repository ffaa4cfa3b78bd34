"""Finding what an address names. A slug or number that no column could hold is as unknown as any other."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from characters.models import Character
from league.models import League, Season, SeasonGame

LARGEST_ID = 2**63 - 1
M = TypeVar("M", bound=Model)


def by_slug(rows: QuerySet[M], slug: str) -> M:
    if "\x00" in slug:
        raise Http404
    return get_object_or_404(rows, slug=slug)


def character(slug: str) -> Character:
    return by_slug(Character.objects.select_related("owner", "enrolment__league"), slug)


def season(slug: str) -> Season:
    return by_slug(Season.objects.select_related("league"), slug)


def season_game(game_id: int) -> SeasonGame:
    if game_id > LARGEST_ID:
        raise Http404
    return get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=game_id)


def league_of(who: Character) -> League:
    return get_object_or_404(League, enrolments__character=who)
