"""What is said of a game of Careers, to each reader in their own words. Cards in hand and formulas that are hidden are
named to those who know them; everything else happens in the open."""

from engine.careers.telling import cards, holdings, moves, people
from engine.core.telling import Teller

TELLERS: dict[str, Teller] = {**moves.TELLERS, **holdings.TELLERS, **cards.TELLERS, **people.TELLERS}
