"""Number every action of Career Compass: a throw of the die, reading a card, giving a card away."""

from engine.career_compass.cards import CARD_IDS
from engine.core.actions import ActionTable

THROW = 0
READ = tuple(range(1, 1 + len(CARD_IDS)))
GIVE = tuple(range(READ[-1] + 1, READ[-1] + 1 + len(CARD_IDS)))
# The card of each action, -1 for the throw.
CARD = (-1, *range(len(CARD_IDS)), *range(len(CARD_IDS)))
TABLE = ActionTable(["throw", *(f"read {card}" for card in CARD_IDS), *(f"give {card}" for card in CARD_IDS)])
