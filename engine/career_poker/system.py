"""Define Career Poker as a game system. Options: {"settings": see engine.career_poker.settings}."""

from engine.career_poker import SEATS, TITLE
from engine.career_poker.bots import BOTS
from engine.career_poker.game import CareerPoker
from engine.career_poker.rules.matches import open_match
from engine.career_poker.table import make_table
from engine.core.tables import TableSystem

CAREER_POKER = TableSystem(
    key="career_poker",
    title=TITLE,
    seats=SEATS,
    version=CareerPoker.version,
    game=CareerPoker,
    make_table=make_table,
    open=open_match,
    bots=BOTS,
)
