"""Games that leagues have described: listed, by what was played of them, and the proof that they are what their digest
says."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from games.models import Definition, Sheet
from games.rules.definitions import digest_of, faults_of
from league.core.queries.access import visible_to
from league.models import League, OwnGame, OwnGameVersion, Season, SeasonGame


def own_games_of(league: League) -> QuerySet[OwnGame]:
    """Return the games of the league by name, retired ones included."""
    return OwnGame.objects.filter(league=league).select_related("definition", "league")


def played_by_system(league: League) -> dict[str, int]:
    """Return how many games the league has of each system. One query."""
    games = SeasonGame.objects.filter(season__league=league).order_by()
    return dict(games.values_list("game__system").annotate(Count("pk")))


def seasons_with(game: OwnGame) -> QuerySet[Season]:
    """Return the seasons in which a game was played, the newest first."""
    played = SeasonGame.objects.filter(game__system=game.system).order_by().values("season")
    return Season.objects.filter(league=game.league_id, pk__in=played).order_by("-pk")


def games_to_copy(user: Any, league: League) -> QuerySet[OwnGame]:
    """Return the games of other leagues that this person may see."""
    others = OwnGame.objects.filter(visible_to(user, "league"), retired_at=None).exclude(league=league)
    return others.select_related("league", "definition")


def own_game_differences() -> Iterator[str]:
    """Yield a sentence for every definition that is not what its digest says, and for every own game that is not as its
    newest version says."""
    for digest, content in Definition.objects.order_by("pk").values_list("digest", "content").iterator():
        if digest_of(content) != digest:
            yield f"Definition {digest[:12]}: its content is not what its digest says."
        elif faults := faults_of(json.loads(content)):
            yield f"Definition {digest[:12]}: can't be played. {faults[0].text}"
    newest = OwnGameVersion.objects.filter(game=OuterRef("pk")).order_by("-number").values("definition")[:1]
    for name, kept, current in OwnGame.objects.order_by("pk").values_list("name", "definition", Subquery(newest)):
        if kept != current:
            yield f"Game {name}: is kept as {kept[:12]}, its newest version is {(current or 'missing')[:12]}."
    stray = Sheet.objects.exclude(definition=None).exclude(
        Exists(OwnGameVersion.objects.filter(definition=OuterRef("definition"), game__system=OuterRef("game__system")))
    )
    for game, version in stray.order_by("game", "version").values_list("game__season_game__reference", "version"):
        yield f"Game {game}, version {version}: was made by a definition that its game never had."
