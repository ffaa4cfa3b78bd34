"""Ratings: the confirmed games of a league and system in order of play, its list as pages and programs read it, and how
each game moved a character's rating."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from django.db.models import Case, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils import timezone

from characters.charts.lines import PLOT, LineChart, Series, line_chart, spread
from characters.models import Character
from characters.queries.bulk import moment, moment_text, rows
from characters.queries.people import name_fits
from characters.rules.names import by_name
from engine.translatable import said, said_list
from games.models import Sheet, SheetSeat
from games.queries.sheets import definition_text
from games.rules.definitions import definition
from games.rules.systems import SYSTEMS
from league.core.queries.games import headlines
from league.core.queries.systems import in_order
from league.core.rules.grouping import grouped
from league.core.rules.unfolding import GAMES_FOR_A_RATING, enough_for_a_course, enough_for_a_rating
from league.models import GameToRate, League, Rating, RatingList, RatingStep
from league.standings.rules.ratings import NEWCOMER, WIDEST_SIGMA, Places, RatingEstimate, ShownRating, shown_rating


@dataclass(frozen=True, slots=True)
class GameInOrder:
    played_at: datetime
    reference: str
    game: int
    sheet: int
    places: Places
    sides: Sequence[str] = ()


def games_in_order(ratings: RatingList, after: datetime | None, most: int) -> list[GameInOrder]:
    """Return the next games played after that moment, about `most` of them: all of one moment come together. Three
    queries.

    In order of play: by time, then by reference, as careers are (contract section 4). An empty list is the end.
    """
    sheets = _played_after(ratings, after)
    moments = sheets.order_by("played_at").values_list("played_at", flat=True)[most - 1 : most]
    for last in moments:
        sheets = sheets.filter(played_at__lte=last)
    dated = sheets.order_by().annotate(moment=moment_text("played_at"))
    columns = dated.values_list("moment", "game__season_game__reference", "game_id", "pk")
    ordered = sorted((moment(at), reference, game, sheet) for at, reference, game, sheet in rows(columns))
    places, sides = _places(sheets), _sides(sheets, ratings.system)
    return [GameInOrder(*row, places[row[-1]], sides.get(row[-1], ())) for row in ordered]


def _played_after(ratings: RatingList, moment: datetime | None) -> QuerySet[Sheet]:
    of_list = {"game__system": ratings.system, "game__season_game__season__league": ratings.league_id}
    sheets = Sheet.objects.confirmed().counting().filter(**of_list)
    return sheets if moment is None else sheets.filter(played_at__gt=moment)


def _places(sheets: QuerySet[Sheet]) -> Mapping[int, Places]:
    seats = SheetSeat.objects.filter(sheet__in=sheets.order_by().values("pk")).order_by("sheet", "seat")
    columns = seats.values_list("sheet_id", "character_id", "place")
    return grouped((sheet, (character, place)) for sheet, character, place in rows(columns))


def _sides(sheets: QuerySet[Sheet], system: str) -> Mapping[int, Sequence[str]]:
    """Return the side of each seat, of the sheets of a game in which sides play each other."""
    if system in SYSTEMS:
        return {}
    made_by = sheets.order_by().values_list("definition", flat=True).distinct()
    by_sides = [digest for digest in made_by if definition(definition_text(digest), system).sides]
    seats = SheetSeat.objects.filter(sheet__in=sheets.filter(definition__in=by_sides).order_by().values("pk"))
    return grouped(seats.order_by("sheet", "seat").values_list("sheet_id", "figures__side")) if by_sides else {}


def estimates_at(
    ratings: RatingList, characters: Collection[int], until: datetime | None
) -> dict[int, tuple[RatingEstimate, datetime]]:
    """Return the last step of each of these characters up to that moment, or of all with None, and when it was.
    Characters without a step are left out. Two queries."""
    steps = RatingStep.objects.filter(rating_list=ratings, character=OuterRef("pk"))
    if until is not None:
        steps = steps.filter(played_at__lte=until)
    last = Subquery(steps.order_by("-played_at", "-games").values("pk")[:1])
    keys = list(Character.objects.filter(pk__in=characters).order_by().values_list(last, flat=True))
    rows = RatingStep.objects.filter(pk__in=[key for key in keys if key is not None]).order_by()
    return {
        who: (RatingEstimate(mu, sigma, games), at)
        for who, mu, sigma, games, at in rows.values_list("character_id", "mu", "sigma", "games", "played_at")
    }


SETTLED = Q(games__gte=GAMES_FOR_A_RATING, sigma__lte=WIDEST_SIGMA)


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A stored rating as the page shows it. `position` is None for a provisional one. `start`, `width` and `middle`
    draw its range, in per cent of all the ranges on the page together."""

    position: int | None
    stored: Rating
    rating: ShownRating
    why_href: str
    start: int
    width: int
    middle: int


def rating_lists(league: League) -> list[RatingList]:
    """Return the league's lists, in the order of the systems."""
    lists = {ratings.system: ratings for ratings in RatingList.objects.filter(league=league)}
    return [lists[system.ID] for system in in_order(lists)]


def games_to_rate(ratings: RatingList) -> int:
    """Return how many games wait: changed ones, and those after the last rated one."""
    changed = GameToRate.objects.filter(league=ratings.league_id, system=ratings.system)
    later = _played_after(ratings, ratings.rated_until).count() if ratings.behind else 0
    return changed.values("game").distinct().count() + later


def listed(ratings: RatingList, search: str = "") -> QuerySet[Rating]:
    """Return settled ratings from high to low, then the provisional ones."""
    rows = Rating.objects.filter(rating_list=ratings).select_related("character")
    if search:
        rows = rows.filter(name_fits(search, "character__"))
    provisional = Case(When(SETTLED, then=Value(0)), default=Value(1))
    return rows.order_by(provisional, "-mu", *by_name("character__"))


def rating_rows(ratings: RatingList, page: Sequence[Rating]) -> list[RatingLine]:
    """Return the rows of a page of `listed`. One query."""
    positions = _positions(page)
    figures = {row.pk: shown(row) for row in page}
    low = min((figure.low for figure in figures.values()), default=0)
    span = max((figure.high for figure in figures.values()), default=0) - low or 1
    return [
        RatingLine(
            position=positions.get(row.pk),
            stored=row,
            rating=figure,
            why_href=why_href(ratings, row.character.slug),
            start=(figure.low - low) * 100 // span,
            width=2 * figure.margin * 100 // span,
            middle=(figure.value - low) * 100 // span,
        )
        for row in page
        for figure in [figures[row.pk]]
    ]


def why_href(ratings: RatingList, slug: str) -> str:
    return reverse("rating_history", args=[ratings.league.slug, ratings.system, slug])


def _positions(page: Sequence[Rating]) -> Mapping[int, int]:
    """Return positions among the settled ratings of the whole list; equal ratings share the better position."""
    higher = Rating.objects.filter(SETTLED, rating_list=OuterRef("rating_list"), mu__gt=OuterRef("mu")).order_by()
    number = Subquery(higher.annotate(n=Func(F("pk"), function="COUNT")).values("n"), output_field=IntegerField())
    settled = Rating.objects.filter(SETTLED, pk__in=[row.pk for row in page]).order_by()
    return {pk: ahead + 1 for pk, ahead in settled.annotate(ahead=number).values_list("pk", "ahead")}


RECENT = 5
MOST_DAYS = 24
PHONE_GAMES, PHONE_PLOT = 5, 112  # and pixels: with the name they are as wide as a phone


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change by one game called `name`, in which the character took `place` among `seats`."""

    step: RatingStep
    name: str
    place: int
    seats: int
    before: ShownRating
    after: ShownRating

    @property
    def change(self) -> int:
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class CharacterRating:
    """A character's rating in one game system with the latest changes, the newest first."""

    name: str
    rating: ShownRating
    games: int
    href: str
    changes: Sequence[int]


def steps_of(ratings: RatingList, character: Character) -> QuerySet[RatingStep]:
    """Return the steps of the character from the newest to the first."""
    steps = RatingStep.objects.filter(rating_list=ratings, character=character)
    return steps.order_by("-played_at", "-games").select_related("rated_game__game")


def rating_changes(steps: Sequence[RatingStep], earlier: RatingStep | None) -> list[RatingChange]:
    """Return the changes of these consecutive steps, newest first; `earlier` is the step before them, None if they
    begin with the first. Two queries."""
    befores = [*steps[1:], earlier]
    tables, names = _tables(steps), headlines([step.rated_game.game_id for step in steps])
    return [
        RatingChange(
            step=step,
            name=names[step.rated_game.game_id],
            place=tables[step.rated_game.sheet_id][0],
            seats=tables[step.rated_game.sheet_id][1],
            before=shown(before),
            after=shown(step),
        )
        for step, before in zip(steps, befores, strict=True)
    ]


def rating_lines(ratings: RatingList, character: Character) -> tuple[LineChart, LineChart] | None:
    """Return the rating after each game of the character with how far it may be off, and the end of that line for a
    phone; None before the second game. Some of many games are left out, never the first and the newest. One query."""
    steps = RatingStep.objects.filter(rating_list=ratings, character=character).order_by("played_at", "games")
    drawn = spread(list(steps), MOST_DAYS)
    if not enough_for_a_course(len(drawn)):
        return None
    return _rating_line(character, drawn), _rating_line(character, drawn[-PHONE_GAMES:], plot=PHONE_PLOT)


def _rating_line(character: Character, drawn: Sequence[RatingStep], *, plot: int = PLOT) -> LineChart:
    after = [shown(step) for step in drawn]
    words = said(
        "Ratings from {first:,} ± {wide:,} after game {game:,} to {last:,} ± {narrow:,} now.",
        first=after[0].value,
        wide=after[0].margin,
        game=drawn[0].games,
        last=after[-1].value,
        narrow=after[-1].margin,
    )
    return line_chart(
        [Series(character.name, [rating.value for rating in after])],
        [said("{day:%-d %b}", day=timezone.localdate(step.played_at)) for step in drawn],
        summary=words,
        plot=plot,
        band=[(rating.low, rating.high) for rating in after],
    )


def _tables(steps: Sequence[RatingStep]) -> Mapping[int, tuple[int, int]]:
    """Return the character's place and the number of seats, by sheet."""
    tables = {step.rated_game.sheet_id: (0, 0) for step in steps}
    who = {step.character_id for step in steps}
    for sheet, character, place in SheetSeat.objects.filter(sheet__in=tables).values_list(
        "sheet_id", "character_id", "place"
    ):
        own_place, seats = tables[sheet]
        tables[sheet] = (place if character in who else own_place, seats + 1)
    return tables


def character_ratings(character: Character) -> list[CharacterRating]:
    """Return a rating for every system in which the character has played enough rated games, in the order of the
    systems. Two queries."""
    rows = Rating.objects.filter(character=character, games__gte=GAMES_FOR_A_RATING).select_related(
        "rating_list__league"
    )
    by_system = {row.rating_list.system: row for row in rows}
    if not by_system:
        return []
    values = _latest(character)
    return [
        CharacterRating(
            name=system.NAME,
            rating=shown(rating),
            games=rating.games,
            href=why_href(rating.rating_list, character.slug),
            changes=[after - before for after, before in pairwise(values[rating.rating_list_id])],
        )
        for system in in_order(by_system)
        for rating in [by_system[system.ID]]
    ]


def rating_course(character: Character) -> LineChart | None:
    """Return the character's ratings after each game day, a line for each system with enough rated games; None before
    the second day. One query."""
    steps = RatingStep.objects.filter(character=character).order_by("played_at", "games")
    rated = list(steps.select_related("rating_list"))
    played_often = {step.rating_list.system for step in rated if enough_for_a_rating(step.games)}
    by_day: dict[date, dict[str, int]] = defaultdict(dict)
    for step in rated:
        if step.rating_list.system in played_often:
            by_day[timezone.localdate(step.played_at)][step.rating_list.system] = shown(step).value
    days = spread(sorted(by_day), MOST_DAYS)
    if not enough_for_a_course(len(days)):
        return None
    played = in_order(system for after in by_day.values() for system in after)
    series = [Series(system.NAME, _values(by_day, days, system.ID)) for system in played]
    newest = said_list([said("{name} {rating:,}", name=line.name, rating=line.values[-1]) for line in series])
    first, last = days[0], days[-1]
    summary = said(
        "Ratings from {first:%-d %B %Y} to {last:%-d %B %Y}: {told} now.", first=first, last=last, told=newest
    )
    labels = [said("{day:%-d %b}", day=day) for day in days]
    return line_chart(series, labels, summary=summary)


def _values(by_day: Mapping[date, Mapping[str, int]], days: Sequence[date], system: str) -> list[int | None]:
    """Return the values after each of these days; None before the first game of the system."""
    values = {day: after[system] for day, after in by_day.items() if system in after}
    ordered = sorted(values)
    before = (bisect_right(ordered, day) for day in days)
    return [values[ordered[at - 1]] if at else None for at in before]


def _latest(character: Character) -> Mapping[int, list[int]]:
    """Return the shown values after the latest games, newest first, by list: one more than changes are shown."""
    newest = Window(RowNumber(), partition_by="rating_list", order_by=(F("played_at").desc(), F("games").desc()))
    steps = RatingStep.objects.filter(character=character).annotate(back=newest).filter(back__lte=RECENT + 1)
    latest = grouped((step.rating_list_id, shown(step).value) for step in steps.order_by("rating_list", "back"))
    return {key: values if len(values) > RECENT else [*values, shown(None).value] for key, values in latest.items()}


def shown(step: RatingStep | Rating | None) -> ShownRating:
    return shown_rating(RatingEstimate(step.mu, step.sigma, step.games) if step else NEWCOMER)
