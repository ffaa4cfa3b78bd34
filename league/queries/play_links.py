"""The link that hands a game of the league to BG Stats."""

from characters.models import Character
from games.models import Sheet
from games.queries.sheets import score_sheet
from league.models import SeasonGame
from league.rules.bg_stats import play_link


def play_link_of(season_game: SeasonGame, sheet: Sheet) -> str:
    """The link for a confirmed sheet of the game, with the names that its table knew; "" for any other. One query."""
    if sheet.status != Sheet.CONFIRMED:
        return ""
    value = score_sheet(sheet)
    slugs = dict(Character.objects.filter(pk__in=value.character_ids).values_list("pk", "slug"))
    season = season_game.season
    return play_link(
        value,
        play=f"{season.slug}/{season_game.reference}",
        slugs=slugs,
        text=f"{season.name}, game {season_game.reference}",
    )
