"""A passport: one character's facts with their proof, as one signed file that needs no site to be checked.

`corner-office-passport/1` is an object in canonical JSON (`league.core.rules.signatures.canonical`). `facts` are the
texts and digests of the chain exactly as they are stored, `end` says how many there are and the last digest, `rules`
holds the house rules that the facts name, and `career` is what follows from all that, with the keys of every exported
career. `league` says where that was played and who vouches for it. `key` and `signature` come last and cover
everything. `head` is the statement of the newest signed head of the installation if there is one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

from characters.rules import career, ladder
from characters.rules.career import Life, fold
from characters.rules.facts import CareerFact, decode, stamp
from characters.rules.house_rules import HouseRules, stored_rules
from characters.rules.ladder import Profile
from engine.careers.editions import edition
from engine.translatable import said
from league.core.rules.records import Moment
from league.people.rules.passport_leagues import PassportLeague

FORMAT = "corner-office-passport/1"
MOST_FACTS = 10_000
MOST_BYTES = 10_000_000

PROVES = (
    said("The installation with this key has signed exactly this file: not a figure in it has been altered since."),
    said("No fact was taken out of the chain, put into it or changed after the next one was written."),
    said("The career follows from these facts by the rule book and the house rules in the file."),
)
PROVES_NOT = (
    said("That the games were played as their tables reported them: the installation says only who reported what."),
    said("Who is behind a league: anybody can found one at an installation, and have several accounts there."),
    said("Who runs the installation: whether its key can be trusted is for you to decide."),
    said("That it is the last word: games, corrections and voids after the day on which it was made are not in it."),
    said("That the person who shows it is the person who played: everybody can read a passport."),
)


class Installation(TypedDict):
    name: str
    address: str


class Holder(TypedDict):
    """The character. `owner` is there if the owner asked for it."""

    name: str
    slug: str
    edition: str
    specialty: str
    side_interest: str
    title: str
    c_level_title: str
    owner: NotRequired[str]


class End(TypedDict):
    number: int
    digest: str


class Passport(TypedDict):
    """A character's facts with their proof: one signed file."""

    format: str
    installation: Installation
    character: Holder
    league: Annotated[PassportLeague, "Where the career was played, and who vouches for it."]
    facts: Annotated[list[list[str]], "The chain as it is stored: of each fact its text and its digest."]
    end: Annotated[End, "The number of facts and the last digest."]
    rules: Annotated[dict[str, str], "The house rules that the facts name: digest and text."]
    ladder: Annotated[int, "Version of the rules of careers."]
    career: Annotated[dict[str, Any], "What follows: as `characters/{slug}/career/`."]
    made_for: Annotated[str, "Who may bring it along, in the words of that league; empty for nobody in particular."]
    made_at: Moment
    head: NotRequired[Annotated[dict[str, Any], "The statement of a signed head, as `heads/` has it."]]
    key: NotRequired[Annotated[str, "The installation's public key, Ed25519, 64 hexadecimal digits."]]
    signature: NotRequired[Annotated[str, "Over the canonical JSON of all the rest."]]


def passport(
    *,
    installation: Installation,
    character: Holder,
    league: PassportLeague,
    life: Life,
    chain: Sequence[tuple[str, str]],
    rules: Mapping[str, str],
    made_at: datetime,
    made_for: str = "",
    head: Mapping[str, Any] | None = None,
) -> Passport:
    """Return the file before it is signed.

    `chain`: text and digest of each fact; `rules`: texts by digest; `life`: what `life_of` makes of these. The same
    arguments make the same file.
    """
    signed_part: Passport = {
        "format": FORMAT,
        "installation": installation,
        "character": character,
        "league": league,
        "facts": [[content, digest] for content, digest in chain],
        "end": {"number": len(chain), "digest": chain[-1][1] if chain else ""},
        "rules": dict(rules),
        "ladder": ladder.VERSION,
        "career": career_record(character, life),
        "made_for": made_for,
        "made_at": stamp(made_at),
    }
    return {**signed_part, "head": dict(head)} if head else signed_part


def life_of(character: Holder, contents: Sequence[str], rules: Mapping[str, str]) -> Life:
    """Return the fold over these facts. Raise ValueError or LookupError for facts that make no career, UnknownEdition
    and BadHouseRule, both ValueErrors, if another installation knows more than this one."""
    facts = [decode(content) for content in contents]
    return fold(facts, _profile(character), _read(rules, rules_named(facts)))


def rules_named(facts: Sequence[CareerFact]) -> set[str]:
    """Return the digests of the house rules by which these facts count."""
    lines = {fact.line.rules for fact in facts if fact.line is not None}
    return lines | {fact.earned.rules for fact in facts if fact.earned is not None}


def career_record(character: Holder, life: Life) -> dict[str, Any]:
    """Return the career in the shape of every exported one."""
    now = life.current
    totals = ("games", "wins", "points_since_level_change", "happiness", "fame", "cash")
    return {
        **{name: character[name] for name in ("name", "slug", "edition", "specialty", "side_interest", "title")},
        "owner": character.get("owner", ""),
        "level": now.level,
        "level_name": _level_name(character, now.level),
        "status": now.status,
        "career": now.number,
        **{name: getattr(now, name) for name in totals},
        "degrees": dict(sorted(now.degrees.items())),
        "trips": dict(sorted(now.trips.items())),
        "history": [_row(event) for event in life.events],
    }


def _row(event: career.Event) -> dict[str, Any]:
    reviewed = event.kind in (career.REVIEW, career.DEMOTION)
    minimum = ladder.MINIMUM_PERCENT[event.from_level]
    percent = ladder.percent_of(event.points, event.yardstick, minimum) if reviewed else None
    return {
        "game": event.reference or None,
        "at": stamp(event.at),
        "kind": event.kind,
        "from": event.from_level,
        "to": event.to_level,
        "performance": None if percent is None else str(percent),
        "points": event.points,
        "rescinded": None,
    }


def _level_name(character: Holder, level: str) -> str:
    if level == ladder.C_LEVEL and character["c_level_title"]:
        return character["c_level_title"]
    names = edition(character["edition"])
    return names.level_name(level, specialty=character["specialty"], title=character["title"])


def _profile(character: Holder) -> Profile:
    names = edition(character["edition"])
    specialty, side_interest = character["specialty"], character["side_interest"]
    employers = (names.company_of(specialty).id, names.company_of(side_interest).id)
    return Profile(specialty, side_interest, *employers, character["edition"])


def _read(rules: Mapping[str, str], named: set[str]) -> Mapping[str, HouseRules]:
    return {digest: stored_rules(rules[digest]) for digest in named}
