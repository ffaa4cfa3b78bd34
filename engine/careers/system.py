"""Define Careers as a game system. Options: {"settings": see engine.careers.settings, "players": [{"name", "formula":
[cash in thousands, happiness, fame], "level", "specialty", "side_interest", "degrees", "trips"}, ...], "board": an
edition's id (default: london) or a board as a mapping in the shape of an edition's file}."""

from engine.careers import SEATS, TITLE
from engine.careers.bots import BOTS
from engine.careers.game import Careers, open_game
from engine.careers.rules.tables import make_table
from engine.core.tables import TableSystem

CAREERS = TableSystem(
    key="careers",
    title=TITLE,
    seats=SEATS,
    version=Careers.version,
    game=Careers,
    make_table=make_table,
    open=open_game,
    bots=BOTS,
)
