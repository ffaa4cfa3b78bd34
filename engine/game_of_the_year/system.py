"""Define Game of the Year as a game system. Options: {"settings": see engine.game_of_the_year.settings}; birthdays are
one of them."""

from engine.core.tables import TableSystem
from engine.game_of_the_year import SEATS, TITLE
from engine.game_of_the_year.bots import BOTS
from engine.game_of_the_year.game import GameOfTheYear, open_game
from engine.game_of_the_year.rules.compiling import make_table

GAME_OF_THE_YEAR = TableSystem(
    key="game_of_the_year",
    title=TITLE,
    seats=SEATS,
    version=GameOfTheYear.version,
    game=GameOfTheYear,
    make_table=make_table,
    open=open_game,
    bots=BOTS,
)
