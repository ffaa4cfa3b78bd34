from league.models.competition import HouseRulesVersion, Result, Season, SeasonGame
from league.models.organisation import Enrolment, Invitation, League, Membership
from league.models.ratings import GameToRate, RatedGame, Rating, RatingList, RatingStep
from league.models.traffic import FileImport, IdempotencyKey

__all__ = [
    "Enrolment",
    "FileImport",
    "GameToRate",
    "HouseRulesVersion",
    "IdempotencyKey",
    "Invitation",
    "League",
    "Membership",
    "RatedGame",
    "Rating",
    "RatingList",
    "RatingStep",
    "Result",
    "Season",
    "SeasonGame",
]
