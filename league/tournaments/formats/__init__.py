"""The formats of a stage: one file each, and this table of them, in the order in which they are offered."""

from league.tournaments.formats.career_poker import CAREER_POKER
from league.tournaments.formats.fixed import FIXED
from league.tournaments.formats.format import Format, HasFormat
from league.tournaments.formats.knock_out import KNOCK_OUT
from league.tournaments.formats.open_play import OPEN_PLAY
from league.tournaments.formats.swiss import SWISS

FORMATS = {kind.key: kind for kind in (SWISS, FIXED, OPEN_PLAY, KNOCK_OUT, CAREER_POKER)}


def format_of(stage: HasFormat) -> Format:
    return FORMATS[stage.format]
