from league.models.accounts import (
    ApiToken,
    DemoAccount,
    Farewell,
    KnownBrowser,
    LanguageChoice,
    OwnDataFile,
    PersonPage,
    SecondStepOffer,
)
from league.models.bell import Notice, NoticeWish, PushDelivery, PushEndpoint
from league.models.boards import Board, BoardVersion
from league.models.competition import HouseRulesVersion, Result, Season, SeasonGame
from league.models.divisions import Division, DivisionPlace
from league.models.joining import JoinLink, JoinRequest
from league.models.ledger import HeadFile, HeadSubscription, LedgerEntry, SignedHead
from league.models.merges import CharacterMerge
from league.models.notices import MailNotice, MailWish, Webhook, WebhookDelivery
from league.models.organisation import CharacterOffer, ClaimLink, Desk, Enrolment, Invitation, League, Membership
from league.models.passports import BroughtPassport, TrustedKey
from league.models.plays import PlayOrigin, SeasonPlay
from league.models.ratings import GameToRate, RatedGame, Rating, RatingList, RatingStep
from league.models.rounds import Bye, Draw, DrawChange, Round, Ruling, Table, TableReport, TableSeat
from league.models.talk import Block, Remark, Report
from league.models.tournaments import Entry, KeptApart, Stage, StageEntry, Tournament
from league.models.traffic import FileImport, IdempotencyKey, PeriodicRun, QuotaUse
from league.models.tryouts import TryOut

__all__ = [
    "ApiToken",
    "Block",
    "Board",
    "BoardVersion",
    "BroughtPassport",
    "Bye",
    "CharacterMerge",
    "CharacterOffer",
    "ClaimLink",
    "DemoAccount",
    "Desk",
    "Division",
    "DivisionPlace",
    "Draw",
    "DrawChange",
    "Enrolment",
    "Entry",
    "Farewell",
    "FileImport",
    "GameToRate",
    "HeadFile",
    "HeadSubscription",
    "HouseRulesVersion",
    "IdempotencyKey",
    "Invitation",
    "JoinLink",
    "JoinRequest",
    "KeptApart",
    "KnownBrowser",
    "LanguageChoice",
    "League",
    "LedgerEntry",
    "MailNotice",
    "MailWish",
    "Membership",
    "Notice",
    "NoticeWish",
    "OwnDataFile",
    "PeriodicRun",
    "PersonPage",
    "PlayOrigin",
    "PushDelivery",
    "PushEndpoint",
    "QuotaUse",
    "RatedGame",
    "Rating",
    "RatingList",
    "RatingStep",
    "Remark",
    "Report",
    "Result",
    "Round",
    "Ruling",
    "Season",
    "SeasonGame",
    "SeasonPlay",
    "SecondStepOffer",
    "SignedHead",
    "Stage",
    "StageEntry",
    "Table",
    "TableReport",
    "TableSeat",
    "Tournament",
    "TrustedKey",
    "TryOut",
    "Webhook",
    "WebhookDelivery",
]
