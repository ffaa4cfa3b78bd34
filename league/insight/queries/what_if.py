"""What other house rules are tried on: a league's characters with their games, and who sat together lately."""

import hashlib
import json
from collections import defaultdict

from django.db.models import Count, Max, QuerySet

from characters.models import CareerEvent, Character
from characters.rules.career import RETIRED, Career
from league.insight.queries.odds import league_games, own_games
from league.insight.rules.what_if import Club, Member, member
from league.models import League, Result, WhatIf

TABLES = 300  # the newest of the league
SEATS = 8


def what_ifs_of(league: League) -> QuerySet[WhatIf]:
    """The newest first."""
    return WhatIf.objects.filter(league=league).select_related("today", "other", "asked_by")


def has_games(league: League) -> bool:
    return _results(league).exists()


def inputs_of(league: League) -> str:
    """A digest of all that a club is made from; another one whenever a result or a review is another one."""
    lives = Character.objects.filter(enrolment__league=league).order_by("pk")
    known = lives.values_list("pk", "last_digest", "reviewed_fact", "rescinded_digest")
    results = _results(league).aggregate(Count("pk"), Max("pk"))
    events = CareerEvent.objects.filter(character__enrolment__league=league).aggregate(Max("pk"))
    return hashlib.sha256(json.dumps([list(known), results, events]).encode()).hexdigest()


def club_of(league: League, *, begins: str) -> Club:
    """Of who sat at the newest tables and is still in the league. Whoever has left by golden parachute begins again."""
    tables = _tables(league)
    present = Character.objects.filter(enrolment__league=league, pk__in={who for table in tables for who in table})
    own, games = own_games(present), league_games(league)
    members: dict[int, Member] = {}
    for one in present:
        others = [played for who, lines in games.items() if who != one.pk for played in lines]
        known = own[one.pk]
        anew = begins == WhatIf.ENTRY or known.career.status == RETIRED
        found = member(Career() if anew else known.career, one.profile, known.lines, others)
        if found is not None:
            members[one.pk] = found
    there = [tuple(who for who in table if who in members) for table in tables]
    return Club(members, [table for table in there if table])


def _results(league: League) -> QuerySet[Result]:
    return Result.objects.filter(season__league=league, system="careers").order_by()


def _tables(league: League) -> list[list[int]]:
    """The newest first."""
    newest = _results(league).order_by("-played_at", "-game", "character").values_list("game", "character")
    found: dict[int, list[int]] = defaultdict(list)
    for game, who in newest[: TABLES * SEATS]:
        found[game].append(who)
    return list(found.values())[:TABLES]
