"""Number cards and skills as the state holds them: positions in the data file."""

from engine.career_compass.data import read_cards
from engine.translatable import said

_DATA = read_cards()

CARD_IDS: tuple[str, ...] = tuple(card["id"] for card in _DATA["card"])
BOX: tuple[tuple[str, str], ...] = tuple((card["position"], card["sector"]) for card in _DATA["card"])
CAPTIONS: tuple[str, ...] = tuple(said(card["caption"]) for card in _DATA["card"])
SKILL_IDS: tuple[str, ...] = tuple(skill["id"] for skill in _DATA["skill"])
SKILL_NAMES: dict[str, str] = {skill["id"]: said(skill["name"]) for skill in _DATA["skill"]}
# LEVELS[skill][card].
LEVELS: tuple[tuple[int, ...], ...] = tuple(
    tuple(card["levels"][skill] for card in _DATA["card"]) for skill in range(len(SKILL_IDS))
)
# FACES[joker]: the skills of the faces 1 to 6, which are all but the joker, in order (section A.1, rule 19).
FACES: tuple[tuple[int, ...], ...] = tuple(
    tuple(skill for skill in range(len(SKILL_IDS)) if skill != joker) for joker in range(len(SKILL_IDS))
)
