"""Exports in the formats that imports read, characters.csv and results.csv; careers as JSON, and ratings."""

import json
from collections.abc import Iterator

from characters.models import OWNER_NAME, Character
from characters.rules.moments import stamp
from games.models import Sheet
from games.queries.sheets import score_sheet
from league.models import League, Rating, Season
from league.people.queries.characters import careers
from league.people.rules.characters import ImportedCharacter
from league.results.queries.restarts import restarted_in
from league.results.rules.bg_stats import write_bg_stats
from league.results.rules.exports import write_characters, write_ratings, write_results
from league.results.rules.reported_games import ReportedGame, from_sheet
from league.standings.rules.ratings import RatingEstimate, shown_rating

CHUNK = 500


def characters_csv(league: League) -> bytes:
    """Return every character of the league, retired ones included."""
    rows = Character.objects.filter(enrolment__league=league).values_list(
        "name", OWNER_NAME, "edition", "specialty", "side_interest", "title"
    )
    return write_characters(ImportedCharacter(*row) for row in rows)


def results_csv(league: League, season: Season | None = None) -> bytes:
    """Return every confirmed game of the league, or of one of its seasons, in order of play, with the present names.
    Without practice: a file can't say that bots played, and read again it would count."""
    return write_results(_confirmed_games(league, season))


def bg_stats_json(league: League) -> bytes:
    """Return the games of `results_csv` as a file that the app BG Stats reads, and this site as well."""
    return write_bg_stats(_confirmed_games(league, None), zone=league.zone)


def careers_json(league: League) -> bytes:
    """Return the careers of the league's characters as in contract section 4, rescinded history included."""
    characters = Character.objects.filter(enrolment__league=league)
    return json.dumps(list(careers(characters=characters, rescinded=True)), indent=1, ensure_ascii=False).encode()


def ratings_csv(league: League) -> bytes:
    """Return every rating of the league's characters by system, from high to low, as people read it and as the model
    does."""
    rows = Rating.objects.filter(rating_list__league=league).order_by("rating_list__system", "-mu", "pk")
    return write_ratings(
        (system, name, rating.value, rating.margin, rating.certainty, games, stamp(played_at), mu, sigma)
        for system, name, games, played_at, mu, sigma in rows.values_list(
            "rating_list__system", "character__name", "games", "played_at", "mu", "sigma"
        )
        for rating in [shown_rating(RatingEstimate(mu, sigma, games))]
    )


def _confirmed_games(league: League, season: Season | None) -> Iterator[ReportedGame]:
    names = dict(Character.objects.filter(enrolment__league=league).values_list("pk", "name"))
    sheets = Sheet.objects.confirmed().counting().filter(game__season_game__season__league=league)
    if season is not None:
        sheets = sheets.filter(game__season_game__season=season)
    restarted = restarted_in(league)
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
