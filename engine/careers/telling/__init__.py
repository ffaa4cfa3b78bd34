"""Tell each reader of a game of Careers what happened, in their own words. Cards in hand and formulas that are hidden
are named only to readers who know them; everything else happens in the open."""

from engine.careers.telling import cards, holdings, moves, people
from engine.core.telling import Teller

TELLERS: dict[str, Teller] = {**moves.TELLERS, **holdings.TELLERS, **cards.TELLERS, **people.TELLERS}
