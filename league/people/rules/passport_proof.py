"""The proof of a passport, step by step: the file can be read, the signature is that of its key, the chain holds, and
the career follows from the facts. Pure: whose key it is, and whether anybody trusts it, is for the caller to ask."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator

from characters.rules import ladder
from characters.rules.career import Life
from characters.rules.facts import FactLine, bounds_problem, decode, first_broken_link
from characters.rules.house_rules import BadHouseRule
from engine.careers.editions import UnknownEdition
from engine.core.settings import is_whole
from engine.translatable import Translatable, said, said_of
from league.core.ledger.rules.heads import read_head
from league.core.rules.csv_text import BOM, refuse_unstorable
from league.core.rules.signatures import canonical, is_signed
from league.people.rules.passport_leagues import figures_problem
from league.people.rules.passports import FORMAT, MOST_BYTES, Passport, career_record, life_of

FILE, SIGNATURE, CHAIN, CAREER, HEAD = "file", "signature", "chain", "career", "head"
NAMES = {
    FILE: said("The file"),
    SIGNATURE: said("The signature"),
    CHAIN: said("The chain of facts"),
    CAREER: said("The career"),
    HEAD: said("The head of the installation"),
}
LARGEST_FIGURE = 1_000_000_000
MOST_ITEMS = 600_000  # an empty one takes some 80 bytes of memory; a fact has some 40
_SCHEMA = Path(__file__).with_name("passport.schema.json")
_MOST_PROBLEMS = 20
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A step of the proof. `holds` is None if it can't be said here, and `text` says why."""

    key: str
    holds: bool | None
    text: str

    @property
    def name(self) -> str:
        return NAMES[self.key]


@dataclass(frozen=True, slots=True)
class ProofReport:
    """The outcome of a proof. `passport` is None if the file is not a passport; `life` is there if the career was
    repeated; `digest` names the whole file, however it is laid out."""

    passport: Passport | None
    steps: tuple[ProofStep, ...]
    life: Life | None = None
    digest: str = ""

    @property
    def holds(self) -> bool:
        return all(step.holds for step in self.steps)

    @property
    def reasons(self) -> list[str]:
        """Return why it doesn't hold as a whole."""
        return [step.text for step in self.steps if not step.holds]


def verify(data: bytes) -> ProofReport:
    """Return a report with every step that can be taken. Nothing in a file makes this raise."""
    try:
        passport = _read(data)
    except _Unreadable as error:
        return ProofReport(None, tuple(ProofStep(FILE, False, reason) for reason in error.reasons))
    career, life = _career(passport)
    steps = [
        ProofStep(FILE, True, said("It is a passport, {format}.", format=FORMAT)),
        _signature(passport),
        _chain(passport),
        career,
    ]
    if "head" in passport:
        steps.append(_head(passport))
    return ProofReport(passport, tuple(steps), life, sha256(canonical(passport)).hexdigest())


class _Unreadable(Exception):
    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def _read(data: bytes) -> Passport:
    if len(data) > MOST_BYTES:
        size = MOST_BYTES // 1_000_000
        raise _Unreadable(said("The file is larger than {size} MB, larger than any passport.", size=size))
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_ITEMS:
        raise _Unreadable(said("The file has more parts than any passport that fits here."))
    try:
        text = data.decode().removeprefix(BOM)
        content = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction, object_pairs_hook=_once)
        refuse_unstorable(content)
    except RecursionError:
        raise _Unreadable(said("The file is not a passport: it is nested too deeply.")) from None
    except ValueError as error:
        no_json = said("The file is not a passport: it can't be read as JSON ({problem}).", problem=_why(error))
        raise _Unreadable(no_json) from error
    if problem := _format_problem(content):
        raise _Unreadable(problem)
    problems = [_problem(error) for error in islice(_validator().iter_errors(content), _MOST_PROBLEMS)]
    problems = problems or [*_no_moments(content)]
    if problems:
        raise _Unreadable(*problems)
    return cast(Passport, content)


def _format_problem(content: object) -> str:
    name = content.get("format") if isinstance(content, dict) else None
    if name == FORMAT:
        return ""
    if isinstance(name, str) and name.startswith("corner-office-passport/"):
        return said(
            "The file is a passport of another kind, {kind}; this version reads {format}.",
            kind=name[:60],
            format=FORMAT,
        )
    return said("The file is not a passport: its format must be '{format}'.", format=FORMAT)


def _why(error: Exception) -> str:
    """Return what an error says, as a sentence that can be translated if it is one."""
    return error.args[0] if error.args and isinstance(error.args[0], Translatable) else str(error)


def _no_fraction(text: str) -> None:
    raise ValueError(said("a passport has only whole numbers, not {number}", number=text[:40]))


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(said("a name is twice in one object"))
    return members


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(_SCHEMA.read_text(encoding="utf-8")))


def _problem(error: Any) -> str:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path).lstrip(".")
    return _misplaced(where or said("the whole"), error.message[:120])


def _misplaced(where: str, problem: str) -> str:
    return said("The file is not a passport: {where}: {problem}.", where=where, problem=problem)


def _no_moments(passport: Passport) -> Iterator[str]:
    """Yield the texts that look like times but are in no calendar, or are out of bounds."""
    for where, text in (("made_at", passport["made_at"]), ("league.since", passport["league"]["since"])):
        try:
            possible = not bounds_problem(datetime.fromisoformat(text))
        except ValueError:
            possible = False
        if not possible:
            yield _misplaced(where, said("there is no such time, or none that is kept"))


def _signature(passport: Passport) -> ProofStep:
    signed, key = {name: value for name, value in passport.items() if name != "signature"}, passport["key"]
    if is_signed(signed, signature=passport["signature"], public=key):
        return ProofStep(SIGNATURE, True, said("It was made with the key {key}, over the whole file.", key=key))
    altered = said(
        "The signature does not match the key {key} and this file: something was altered, or another key signed it.",
        key=key,
    )
    return ProofStep(SIGNATURE, False, altered)


def _chain(passport: Passport) -> ProofStep:
    facts, end = passport["facts"], passport["end"]
    broken = first_broken_link((number, fact[0], fact[1]) for number, fact in enumerate(facts, start=1))
    if broken is not None:
        altered = said(
            "Fact {number} was altered, or a fact before it removed: its digest doesn't follow.", number=broken
        )
        return ProofStep(CHAIN, False, altered)
    if (end["number"], end["digest"]) != (len(facts), facts[-1][1] if facts else ""):
        ends = said("The chain ends at fact {last}; the passport says {number}.", last=len(facts), number=end["number"])
        return ProofStep(CHAIN, False, ends)
    whole = said_of(
        len(facts),
        "There is {shown} fact, as it was written, and none is missing.",
        "There are {shown}, each follows from the one before, and none is missing.",
        shown=f"{len(facts):,}",
    )
    return ProofStep(CHAIN, True, whole)


def _career(passport: Passport) -> tuple[ProofStep, Life | None]:
    if passport["ladder"] != ladder.VERSION:
        other = said(
            "it follows version {number} of the ladder, but this site knows {known}",
            number=passport["ladder"],
            known=ladder.VERSION,
        )
        return _untold(other), None
    wrong = next(chain(_misnamed(passport["rules"]), _impossible(passport["facts"])), None)
    if wrong is not None:
        return ProofStep(CAREER, False, wrong), None
    try:
        life = life_of(passport["character"], [content for content, _ in passport["facts"]], passport["rules"])
        differing = _differing(passport["career"], career_record(passport["character"], life))
    except (UnknownEdition, BadHouseRule) as error:
        return _untold(str(error).rstrip(".")), None
    except _UNREADABLE as error:
        problem = f"{type(error).__name__}: {error}"[:270]
        return ProofStep(CAREER, False, said("The facts make no career ({problem}).", problem=problem)), None
    if differing:
        other = said("The career is not the one that follows from the facts: {difference}.", difference=differing)
        return ProofStep(CAREER, False, other), None
    if problem := figures_problem(passport["league"], counted=len(life.held)):
        return ProofStep(CAREER, False, problem), None
    return ProofStep(CAREER, True, said("It is the one that follows from the facts.")), life


def _untold(why: str) -> ProofStep:
    return ProofStep(
        CAREER, None, said("Whether the career follows from the facts can't be said here: {why}.", why=why)
    )


def _head(passport: Passport) -> ProofStep:
    try:
        head = read_head(canonical(passport["head"]))
        size, made_at = int(head.statement["tree_size"]), head.made_at
    except _UNREADABLE as error:
        why = _why(error)
        reason = why if isinstance(why, Translatable) else why[:260]
        return ProofStep(HEAD, False, said("The head in the passport does not hold: {why}", why=reason))
    if head.key != passport["key"]:
        return ProofStep(HEAD, False, said("It is signed with a different key from the passport: {key}.", key=head.key))
    whole = said_of(
        size,
        "It is signed with the same key. It was made at {made_at} over {chains} chain.",
        "It is signed with the same key. It was made at {made_at} over {chains} chains.",
        made_at=made_at,
        chains=f"{size:,}",
    )
    return ProofStep(HEAD, True, whole)


def _misnamed(rules: Mapping[str, str]) -> Iterator[str]:
    for name, text in rules.items():
        if sha256(text.encode()).hexdigest() != name:
            yield said("House rules {digest} do not match that digest.", digest=name[:12])


def _differing(stated: Mapping[str, Any], computed: Mapping[str, Any]) -> str:
    """Return where two careers differ. What a level is called is a word of the edition and no figure."""
    names = [name for name in computed if name != "level_name" and stated.get(name) != computed[name]]
    names += [name for name in stated if name not in computed]
    if not names:
        return ""
    if names[0] == "history":
        return said("its history is another one")
    is_told, follows = f"{stated.get(names[0])!r}"[:80], f"{computed.get(names[0])!r}"[:80]
    return said("{figure} is said to be {told}, the facts say {found}", figure=names[0], told=is_told, found=follows)


_NUMBERS = ("game", "version", "winner_total", "happiness", "fame", "cash", "layoffs", "reorgs", "free_passes")
_TEXTS = ("reference", "system", "edition", "rules", "mode")


def _impossible(facts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the facts with figures that no sheet can have, however well they are signed."""
    for number, (content, _) in enumerate(facts, start=1):
        try:
            fact = decode(content)
            outside = bounds_problem(fact.at)
            if outside or (fact.line is not None and not _is_possible(fact.line)):
                yield said("Fact {number} has a figure or a time that no game can have.", number=number)
        except _UNREADABLE as error:
            yield said("Fact {number} can't be read ({problem}).", number=number, problem=str(error)[:160])


def _is_possible(line: FactLine) -> bool:
    tallies = [*line.degrees.items(), *line.trips.items()]
    numbers = [getattr(line, name) for name in _NUMBERS] + [number for _, number in tallies]
    numbers += [number for number in (line.target, line.minutes) if number is not None]
    return (
        all(is_whole(number) and 0 <= number <= LARGEST_FIGURE for number in numbers)
        and all(isinstance(getattr(line, name), str) for name in _TEXTS)
        and not bounds_problem(line.at)
    )
