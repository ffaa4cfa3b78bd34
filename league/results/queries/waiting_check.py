"""The proof of what reviews leave on sheets: doubts, and that nothing is marked as waiting which has been done."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count

from characters.models import CareerEvent, Character
from games.models import Sheet
from games.queries.doubts import LEVEL_KINDS, Suspect, doubts_about
from games.rules.sheets import ScoreSheet
from league.models import SeasonGame

POLITICS = frozenset(("layoffs", "reorgs", "free_passes", "laid_off", "backstabbed", "bumped"))


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A confirmed sheet that a review has looked at, with the doubts that are stored with it."""

    name: str
    doubts: list[str]
    suspect: Suspect


def doubt_differences(reviewed: Sequence[Reviewed]) -> Iterator[str]:
    """Yield a sentence for each sheet whose doubts are not those that the levels of the time lead to."""
    games = [one.suspect.game for one in reviewed]
    met: dict[int | None, int] = {}
    if games:
        rows = CareerEvent.objects.standing().filter(game__gte=min(games), game__lte=max(games), kind__in=LEVEL_KINDS)
        met = dict(rows.order_by().values("game").annotate(n=Count("*")).values_list("game", "n"))
    doubtful = [one for one in reviewed if one.doubts or _may_be_doubted(one.suspect.sheet, met.get(one.suspect.game))]
    if not doubtful:
        return
    suspects = [one.suspect for one in doubtful]
    found, then = doubts_about(suspects), doubts_about(suspects, names_of_the_time=True)
    for one in doubtful:
        said = found[one.suspect.game]
        if one.doubts not in (said, then[one.suspect.game]):
            yield f"{one.name}: the doubts about its sheet are {one.doubts or 'empty'}, its levels lead to {said}."


def _may_be_doubted(sheet: ScoreSheet, levels: int | None) -> bool:
    """Return whether a sheet may be doubted. Without office politics the only cause is a retired character, which held
    no level."""
    if levels != len(sheet.character_ids):
        return True
    told = (line.figures for line in sheet.seats if not POLITICS.isdisjoint(line.figures))
    return any(figures[figure] for figures in told for figure in POLITICS & figures.keys())


def waiting_differences(first: int, last: int) -> Iterator[str]:
    """Yield a sentence for each sheet that is marked as waiting for its review though every career knows of it."""
    waiting = Sheet.objects.awaiting_review().filter(game__gte=first, game__lte=last).order_by("game_id")
    games = list(waiting.values_list("game_id", flat=True))
    if not games:
        return
    behind = _games_behind(games)
    names = dict(SeasonGame.objects.filter(game__in=games).values_list("game_id", "reference"))
    for game in games:
        if game not in behind:
            name = names.get(game, f"number {game}")
            yield f"Game {name}: is marked as waiting for its review, and all careers know it; run review_pending."


def _games_behind(games: Collection[int]) -> set[int | None]:
    """Return those games of which some character is not reviewed."""
    people = Character.objects.awaiting_review().filter(facts__game__in=games).order_by()
    return set(people.values_list("facts__game", flat=True))
