"""What a season knows of a table: its house rules and its characters at the time of the game."""

from django.utils import timezone

from characters.models import Character, RuleSet
from characters.queries.lives import rules_in
from characters.rules.house_rules import HouseRules
from games.queries.sheets import seated_at
from games.rules.sheets import Known, ScoreSheet
from league.models import Result, Season, SeasonGame


def rule_set_of(season: Season) -> RuleSet:
    """The newest version of the season's house rules."""
    return season.house_rules.select_related("rules").latest("version").rules


def house_rules_of(season: Season) -> HouseRules:
    return rules_in(rule_set_of(season))


def rules_are_fixed(season: Season) -> bool:
    """Whether the season's first game is confirmed, so that the house rules can't change any more."""
    return (
        Result.objects.filter(season=season).exists()
        or season.season_games.filter(game__sheets__confirmed_at__isnull=False).exists()
    )


def known_for(
    season: Season, sheet: ScoreSheet, reference: str, *, game_id: int | None = None, rules: RuleSet | None = None
) -> Known:
    """What `sheet` is checked against in this season. `game_id` when it corrects or replaces the sheet of that game;
    `rules` for a caller that has fetched the season's already."""
    among = Character.objects.filter(enrolment__league=season.league_id)
    return Known(
        now=timezone.now(),
        rules=rules_in(rules or rule_set_of(season)),
        seated=seated_at(sheet, reference, among=among, apart_from=game_id),
    )


def season_game_of(game_id: int) -> SeasonGame:
    """The game with its season and league. SeasonGame.DoesNotExist when the id is unknown."""
    return SeasonGame.objects.select_related("season__league", "game").get(game=game_id)
