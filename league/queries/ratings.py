"""A league's ratings as its page lists them, one game system at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.urls import reverse

from characters.rules.names import name_key
from games.rules.systems import SYSTEMS
from league.models import GameToRate, League, Rating, RatingList
from league.queries.rating_order import games_left
from league.rules.ratings import FEWEST_GAMES, WIDEST_SIGMA, Estimate, Shown, shown

SETTLED = Q(games__gte=FEWEST_GAMES, sigma__lte=WIDEST_SIGMA)


@dataclass(frozen=True, slots=True)
class RatingRow:
    """`position` is None for a provisional rating. `start`, `width` and `middle` draw its range, in per cent of all the
    ranges on the page together."""

    position: int | None
    character: int
    name: str
    href: str
    company_name: str
    games: int
    played_at: datetime
    rating: Shown
    why_href: str
    start: int
    width: int
    middle: int


def rating_lists(league: League) -> list[RatingList]:
    """The league's lists, in the order of the systems."""
    found = {one.system: one for one in RatingList.objects.filter(league=league)}
    return [found[system] for system in SYSTEMS if system in found]


def games_to_rate(ratings: RatingList) -> int:
    """How many games wait: changed ones, and those after the one that the rating has got to."""
    changed = GameToRate.objects.filter(league=ratings.league_id, system=ratings.system)
    return changed.values("game").distinct().count() + (games_left(ratings) if ratings.behind else 0)


def listed(ratings: RatingList, search: str = "") -> QuerySet[Rating]:
    """Settled ratings from high to low, then the provisional ones."""
    rows = Rating.objects.filter(rating_list=ratings).select_related("character")
    if search:
        rows = rows.filter(character__name_key__contains=name_key(search))
    provisional = Case(When(SETTLED, then=Value(0)), default=Value(1))
    return rows.order_by(provisional, "-mu", "character__name_key")


def rating_rows(ratings: RatingList, page: Sequence[Rating]) -> list[RatingRow]:
    """A page of `listed`. One query."""
    positions = _positions(page)
    figures = {row.pk: shown(Estimate(row.mu, row.sigma, row.games)) for row in page}
    low = min((one.low for one in figures.values()), default=0)
    span = max((one.high for one in figures.values()), default=0) - low or 1
    return [
        RatingRow(
            position=positions.get(row.pk),
            character=row.character_id,
            name=row.character.name,
            href=row.character.get_absolute_url(),
            company_name=row.character.company_name,
            games=row.games,
            played_at=row.played_at,
            rating=one,
            why_href=why_href(ratings, row.character.slug),
            start=(one.low - low) * 100 // span,
            width=2 * one.margin * 100 // span,
            middle=(one.value - low) * 100 // span,
        )
        for row in page
        for one in [figures[row.pk]]
    ]


def why_href(ratings: RatingList, slug: str) -> str:
    return reverse("rating_history", args=[ratings.league.slug, ratings.system, slug])


def _positions(page: Sequence[Rating]) -> Mapping[int, int]:
    """Among the settled ratings of the whole list; equal ones share the better position."""
    higher = Rating.objects.filter(SETTLED, rating_list=OuterRef("rating_list"), mu__gt=OuterRef("mu")).order_by()
    number = Subquery(higher.annotate(n=Func(F("pk"), function="COUNT")).values("n"), output_field=IntegerField())
    settled = Rating.objects.filter(SETTLED, pk__in=[row.pk for row in page]).order_by()
    return {pk: ahead + 1 for pk, ahead in settled.annotate(ahead=number).values_list("pk", "ahead")}
