"""Passports of other installations: facts of the pure fold, signed with keys of their own."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from characters.rules.facts import CareerFact, digest, encode
from characters.rules.house_rules import DEFAULTS, HouseRules
from league.core.rules.signatures import canonical, public_key, sign
from league.people.rules.passport_leagues import PassportLeague
from league.people.rules.passports import life_of, passport
from tests.factories.facts import a_climb

ELSEWHERE = Ed25519PrivateKey.from_private_bytes(b"e" * 32)
THERE = "thursday-evenings"
STRANGER = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
MADE_AT = datetime(2026, 6, 30, 20, tzinfo=UTC)


def a_passport(
    facts: Sequence[CareerFact] | None = None,
    *,
    key: Ed25519PrivateKey = ELSEWHERE,
    rules: HouseRules = DEFAULTS,
    made_for: str = "",
    **who: str,
) -> dict[str, Any]:
    """Ada's, of the Thursday Club elsewhere, who climbed to Senior there."""
    chain: list[tuple[str, str]] = []
    for fact in a_climb(to="senior") if facts is None else facts:
        line = fact.line and fact.line._replace(rules=rules.digest)
        content = encode(fact._replace(line=line))
        chain.append((content, digest(chain[-1][1] if chain else "", content)))
    holder: Any = {
        "name": "Ada Afar",
        "slug": "ada-afar",
        "edition": "london",
        "specialty": "law",
        "side_interest": "journalism",
        "title": "Counsel",
        "c_level_title": "",
    }
    holder |= who
    texts = {rules.digest: rules.canonical()}
    life = life_of(holder, [content for content, _ in chain], texts)
    made = passport(
        installation={"name": "Thursday Club", "address": "https://thursday.example"},
        character=holder,
        league=a_league_elsewhere(games=len(life.held)),
        life=life,
        chain=chain,
        rules=texts,
        made_at=MADE_AT,
        made_for=made_for,
    )
    return signed({**made}, key)


def a_league_elsewhere(*, games: int) -> PassportLeague:
    """Olga's, where Otto confirms what the others report."""
    return {
        "name": "Thursday Evenings",
        "slug": THERE,
        "address": f"https://thursday.example/leagues/{THERE}/",
        "since": "2024-09-05T18:30:00Z",
        "organisers": ["olga", "otto"],
        "games": games,
        "played_here": 0,
        "confirmed_by_another": games,
        "confirmed_by_reporter": 0,
        "reporters": min(games, 3),
        "confirmers": min(games, 1),
        "other_people": 4,
        "other_names": 2,
    }


def signed(content: dict[str, Any], key: Ed25519PrivateKey = ELSEWHERE) -> dict[str, Any]:
    whole = {name: value for name, value in content.items() if name != "signature"} | {"key": public_key(key)}
    return whole | {"signature": sign(key, whole)}


def as_file(content: dict[str, Any]) -> bytes:
    return canonical(content)


def altered(content: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The passport after somebody changed something in it."""
    copy: dict[str, Any] = json.loads(canonical(content))
    change(copy)
    return copy
