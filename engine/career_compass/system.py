"""Define Career Compass as a game system. Options: {"settings": see engine.career_compass.settings}."""

from engine.career_compass import SEATS, TITLE
from engine.career_compass.bots import BOTS
from engine.career_compass.game import CareerCompass
from engine.career_compass.rules.opening import open_game
from engine.career_compass.table import make_table
from engine.core.tables import TableSystem

CAREER_COMPASS = TableSystem(
    key="career_compass",
    title=TITLE,
    seats=SEATS,
    version=CareerCompass.version,
    game=CareerCompass,
    make_table=make_table,
    open=open_game,
    bots=BOTS,
)
