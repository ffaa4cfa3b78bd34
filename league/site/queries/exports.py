"""Exports in the formats that imports read, characters.csv and results.csv; careers as JSON, and ratings."""

import json
from collections.abc import Iterator

from django.db.models import QuerySet

from characters.models import OWNER_NAME, Character
from characters.rules.facts import stamp
from games.models import Sheet, SheetSeat
from games.queries.sheets import score_sheet
from league.models import League, Rating, Season
from league.people.api.careers import career_records
from league.people.rules.characters import ImportedCharacter
from league.sheets.queries.restarts import restarted_in
from league.sheets.rules.bg_stats import write_bg_stats
from league.sheets.rules.exports import write_characters, write_ratings, write_results
from league.sheets.rules.reported_games import ReportedGame, from_sheet
from league.standings.rules.ratings import RatingEstimate, shown_rating

CHUNK = 500
WHOLE = slice(None)


def characters_csv(league: League, part: slice = WHOLE) -> bytes:
    """Return every character of the league, retired ones included."""
    rows = Character.objects.filter(enrolment__league=league).values_list(
        "name", OWNER_NAME, "edition", "specialty", "side_interest", "title"
    )
    return write_characters(ImportedCharacter(*row) for row in rows[part])


def results_csv(league: League, part: slice = WHOLE, season: Season | None = None) -> bytes:
    """Return every confirmed game of the league, or of one of its seasons, in order of play, with the current names.
    Without practice: a file can't say that bots played, and read again it would count."""
    return write_results(_confirmed_games(league, part, season))


def bg_stats_json(league: League, part: slice = WHOLE) -> bytes:
    """Return the games of `results_csv` as a file that the app BG Stats reads, and this site as well."""
    return write_bg_stats(_confirmed_games(league, part), zone=league.zone)


def careers_json(league: League, part: slice = WHOLE) -> bytes:
    """Return the careers of the league's characters as in contract section 4, rescinded history included."""
    characters = Character.objects.filter(enrolment__league=league)
    careers = list(career_records(characters=characters, rescinded=True, part=part))
    return json.dumps(careers, indent=1, ensure_ascii=False).encode()


def ratings_csv(league: League, part: slice = WHOLE) -> bytes:
    """Return every rating of the league's characters by system, from high to low, as people read it and as the model
    does."""
    rows = Rating.objects.filter(rating_list__league=league).order_by("rating_list__system", "-mu", "pk")
    return write_ratings(
        (system, name, rating.value, rating.margin, rating.certainty, games, stamp(played_at), mu, sigma)
        for system, name, games, played_at, mu, sigma in rows.values_list(
            "rating_list__system", "character__name", "games", "played_at", "mu", "sigma"
        )[part]
        for rating in [shown_rating(RatingEstimate(mu, sigma, games))]
    )


def confirmed_sheets(league: League, season: Season | None = None) -> QuerySet[Sheet]:
    """Return the sheets of the games that a file holds, in no order."""
    sheets = Sheet.objects.confirmed().counting().filter(game__season_game__season__league=league).order_by()
    return sheets if season is None else sheets.filter(game__season_game__season=season)


def _confirmed_games(league: League, part: slice, season: Season | None = None) -> Iterator[ReportedGame]:
    here = confirmed_sheets(league, season).order_by("played_at", "pk")
    sheets = Sheet.objects.filter(pk__in=list(here.values_list("pk", flat=True)[part])) if part != WHOLE else here
    seated = Character.objects.filter(enrolment__league=league)
    if part != WHOLE:
        seated = seated.filter(pk__in=SheetSeat.objects.filter(sheet__in=sheets.order_by()).values("character"))
    names, restarted = dict(seated.values_list("pk", "name")), restarted_in(seated)
    placed = sheets.select_related("game__season_game__season").prefetch_related("seats")
    for sheet in placed.order_by("played_at", "pk").iterator(chunk_size=CHUNK):
        place = sheet.game.season_game
        yield from_sheet(
            score_sheet(sheet, names=names),
            season=place.season.slug,
            reference=place.reference,
            name=place.name,
            place=place.place,
            restarted=restarted.get(sheet.game_id, ()),
        )
