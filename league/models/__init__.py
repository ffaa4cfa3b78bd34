from league.models.competition import HouseRulesVersion, Result, Season, SeasonGame
from league.models.organisation import Enrolment, Invitation, League, Membership
from league.models.traffic import FileImport, IdempotencyKey

__all__ = [
    "Enrolment",
    "FileImport",
    "HouseRulesVersion",
    "IdempotencyKey",
    "Invitation",
    "League",
    "Membership",
    "Result",
    "Season",
    "SeasonGame",
]
