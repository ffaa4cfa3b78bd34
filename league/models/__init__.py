from league.models.accounts import ApiToken, DemoAccount
from league.models.bot_games import BotGame
from league.models.competition import HouseRulesVersion, Result, Season, SeasonGame
from league.models.divisions import Division, DivisionPlace
from league.models.ledger import LedgerEntry
from league.models.notices import MailNotice, MailWish, Webhook, WebhookDelivery
from league.models.organisation import ClaimLink, Enrolment, Invitation, League, Membership
from league.models.ratings import GameToRate, RatedGame, Rating, RatingList, RatingStep
from league.models.rounds import Bye, Draw, DrawChange, Round, Ruling, Table, TableReport, TableSeat
from league.models.tournaments import Entry, KeptApart, Stage, StageEntry, Tournament
from league.models.traffic import FileImport, IdempotencyKey

__all__ = [
    "ApiToken",
    "BotGame",
    "Bye",
    "ClaimLink",
    "DemoAccount",
    "Division",
    "DivisionPlace",
    "Draw",
    "DrawChange",
    "Enrolment",
    "Entry",
    "FileImport",
    "GameToRate",
    "HouseRulesVersion",
    "IdempotencyKey",
    "Invitation",
    "KeptApart",
    "League",
    "LedgerEntry",
    "MailNotice",
    "MailWish",
    "Membership",
    "RatedGame",
    "Rating",
    "RatingList",
    "RatingStep",
    "Result",
    "Round",
    "Ruling",
    "Season",
    "SeasonGame",
    "Stage",
    "StageEntry",
    "Table",
    "TableReport",
    "TableSeat",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
]
