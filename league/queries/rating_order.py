"""What there is to rate: the confirmed games of a league and system in order of play, from the sheets themselves."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from characters.models import Character
from games.models import Sheet, SheetSeat
from league.models import RatingList, RatingStep
from league.rules.ratings import Estimate, Places


@dataclass(frozen=True, slots=True)
class GameInOrder:
    played_at: datetime
    reference: str
    game: int
    sheet: int
    places: Places


def games_in_order(ratings: RatingList, after: datetime | None, most: int) -> list[GameInOrder]:
    """The next games played after that moment, about `most` of them: all of one moment come together. Three queries.

    In order of play: by time, then by reference, as careers are (contract section 4). An empty list is the end.
    """
    sheets = _played_after(ratings, after)
    moments = sheets.order_by("played_at").values_list("played_at", flat=True)[most - 1 : most]
    for last in moments:
        sheets = sheets.filter(played_at__lte=last)
    rows = sheets.order_by().values_list("played_at", "game__season_game__reference", "game_id", "pk")
    ordered = sorted(rows)
    places = _places([sheet for *_, sheet in ordered])
    return [GameInOrder(*row, places[row[-1]]) for row in ordered]


def games_left(ratings: RatingList) -> int:
    """How many games were played after what is rated."""
    return _played_after(ratings, ratings.rated_until).count()


def _played_after(ratings: RatingList, moment: datetime | None) -> QuerySet[Sheet]:
    of_list = {"game__system": ratings.system, "game__season_game__season__league": ratings.league_id}
    sheets = Sheet.objects.confirmed().counting().filter(**of_list)
    return sheets if moment is None else sheets.filter(played_at__gt=moment)


def _places(sheets: Collection[int]) -> Mapping[int, Places]:
    found: dict[int, list[tuple[int | None, int]]] = defaultdict(list)
    seats = SheetSeat.objects.filter(sheet__in=sheets).order_by("sheet", "seat")
    for sheet, character, place in seats.values_list("sheet_id", "character_id", "place"):
        found[sheet].append((character, place))
    return found


def estimates_at(
    ratings: RatingList, characters: Collection[int], until: datetime | None
) -> dict[int, tuple[Estimate, datetime]]:
    """The last step of each of these characters up to that moment, or of all with None, and when it was. Those who have
    none are left out. Two queries."""
    steps = RatingStep.objects.filter(rating_list=ratings, character=OuterRef("pk"))
    if until is not None:
        steps = steps.filter(played_at__lte=until)
    last = Subquery(steps.order_by("-played_at", "-games").values("pk")[:1])
    keys = list(Character.objects.filter(pk__in=characters).order_by().values_list(last, flat=True))
    rows = RatingStep.objects.filter(pk__in=[key for key in keys if key is not None]).order_by()
    return {
        who: (Estimate(mu, sigma, games), at)
        for who, mu, sigma, games, at in rows.values_list("character_id", "mu", "sigma", "games", "played_at")
    }
