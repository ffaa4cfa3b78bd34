"""Read the deck for the rules: the effects of each design, with the names of their functions turned into small ints."""

from dataclasses import dataclass
from typing import Any

from engine.office_job.data import LASTING, read_deck

# Status kinds, per seat: locks, rank shift, shield, bars, ward, boost.
UP, DOWN, SHIFT, SHIELD, BAR_PLAY, BAR_ABILITY, WARD, BOOST = range(8)
KINDS = 8
RANKING = (UP, DOWN, SHIFT)  # those that a rank hangs on
_STATUS = {"lock up": UP, "lock down": DOWN, "rank": SHIFT, "shield": SHIELD, "bar play": BAR_PLAY,
           "bar ability": BAR_ABILITY, "ward": WARD, "boost": BOOST}  # fmt: skip
# How long a card stays in its area: until its owner's next turn starts; until that turn ends; that turn has begun;
# for the rest of the game.
TO_START, TO_END, DUE, STAYS = range(4)
_STAY = {"start_next": TO_START, "end_next": TO_END, "game": STAYS}


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect. `status` is -1 for an immediate effect, `hit` is None unless `target_hit` is asked for, `test` and
    `only` are the other conditions of `if` and `only`, `rank` is -1 for lower, 1 for higher, 0 for any."""

    op: str
    who: str
    n: int
    status: int
    source: str
    pick: str
    rank: int
    hit: bool | None
    test: tuple[tuple[str, Any], ...]
    only: tuple[tuple[str, Any], ...]

    @property
    def plain(self) -> bool:
        """Return whether the effect reaches its recipients whatever the state of the game."""
        return not self.test and not self.only and not self.rank


def _effect(raw: dict[str, Any]) -> Effect:
    word = raw["op"] if raw["op"] in ("rank", "shield", "ward", "boost") else None
    word = word or f"{raw['op']} {raw.get('block', raw.get('what', ''))}"
    condition = dict(raw.get("if", {}))
    hit = condition.pop("target_hit", None)
    return Effect(
        op=raw["op"],
        who=raw["who"],
        n=raw.get("n", 1),
        status=_STATUS[word] if raw["op"] in LASTING else -1,
        source=raw.get("from", ""),
        pick=raw.get("pick", ""),
        rank={"lower": -1, "higher": 1, None: 0}[raw.get("rank") if raw["op"] != "rank" else None],
        hit=hit,
        test=tuple(condition.items()),
        only=tuple(raw.get("only", {}).items()),
    )


def _stay(card: dict[str, Any]) -> int:
    """Return how long a card stays in its area (rules 17, 21 and 22)."""
    stays = {_STAY[effect["until"]] for effect in card["do"] if "until" in effect}
    return STAYS if card["kind"] == "csuite" else max(stays, default=TO_START)


def _target_rank(effects: tuple[Effect, ...]) -> int:
    """Return the rank that a chosen target must have, compared with the actor's; 0 for any."""
    ranks = {effect.rank for effect in effects if effect.who in ("target", "any")}
    return ranks.pop() if len(ranks) == 1 else 0


_DECK = read_deck()
CARDS: tuple[dict[str, Any], ...] = tuple(_DECK["card"])
DESIGNS = len(CARDS)
IDS: tuple[str, ...] = tuple(card["id"] for card in CARDS)
NUMBER = {card_id: number for number, card_id in enumerate(IDS)}
DECK: tuple[int, ...] = tuple(number for number, card in enumerate(CARDS) for _ in range(card["count"]))
DEALT: int = _DECK["setup"]["dealt"]
HAND: int = _DECK["setup"]["hand"]
MANAGER_POINTS: int = _DECK["ranks"]["manager"]
CSUITE_POINTS: int = _DECK["ranks"]["c_suite"]

EFFECTS: tuple[tuple[Effect, ...], ...] = tuple(tuple(_effect(raw) for raw in card["do"]) for card in CARDS)
CSUITE: tuple[bool, ...] = tuple(card["kind"] == "csuite" for card in CARDS)
FIRST_CSUITE: int = CSUITE.index(True)
assert all(CSUITE[FIRST_CSUITE:]), "the C-Suite Skills stand last"
STAY: tuple[int, ...] = tuple(_stay(card) for card in CARDS)
LASTING_EFFECTS: tuple[tuple[Effect, ...], ...] = tuple(
    tuple(effect for effect in effects if effect.status >= 0) for effects in EFFECTS
)
LASTS: tuple[bool, ...] = tuple(map(bool, LASTING_EFFECTS))
TARGETED: tuple[bool, ...] = tuple(any(e.who in ("target", "any") for e in effects) for effects in EFFECTS)
OTHERS_ONLY: tuple[bool, ...] = tuple(all(effect.who != "any" for effect in effects) for effects in EFFECTS)
TARGET_RANK: tuple[int, ...] = tuple(_target_rank(effects) for effects in EFFECTS)
PLAIN: tuple[bool, ...] = tuple(all(effect.plain for effect in effects) for effects in EFFECTS)
