"""The proof that the facts of a game are those of its sheet, version by version."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from characters.rules.facts import RESULT, CareerFact, decode, encode, says
from games.rules.sheets import void_seal


@dataclass(frozen=True, slots=True)
class SheetHistory:
    """The record of a game's stored versions: which one is confirmed, the seal and reason of each, and of each void the
    seal before it, who did it and why."""

    name: str
    confirmed: int | None
    seals: Mapping[int, str]
    reasons: Mapping[int, str]
    voids: Sequence[tuple[str, int | None, str]]


Expected = Callable[[int, str], Mapping[int, CareerFact]]


def fact_differences(history: SheetHistory, recorded: Sequence[tuple[int, str]], expected: Expected) -> Iterator[str]:
    """Yield a sentence for each fact that differs. `recorded` are (character, content) in order of character and
    number, `expected(version, seal)` the facts that confirming it leads to."""
    if history.confirmed == 1 == len(history.seals) and _as_told(recorded, expected(1, history.seals[1])):
        return
    file = _GameFacts(history, expected)
    for character, content in recorded:
        try:
            fact = decode(content)
        except (LookupError, TypeError, ValueError):
            continue  # the check of its character's chain reports it
        file.read(character, fact)
    yield from file.differences()


def _as_told(recorded: Sequence[tuple[int, str]], expected: Mapping[int, CareerFact]) -> bool:
    """Return whether, as usual, each fact is what its sheet leads to."""
    return len(recorded) == len(expected) and all(
        character in expected and says(content, expected[character]) for character, content in recorded
    )


class _GameFacts:
    """The facts of a game, read one after the other."""

    def __init__(self, history: SheetHistory, expected: Expected) -> None:
        self.history = history
        self.expected = {version: expected(version, "") for version in history.seals}
        self.standing: dict[int, int] = {}
        self.present: dict[int, set[int]] = {}
        self.wrong: set[int] = set()
        self.unsealed: set[int] = set()
        self.taken_back: list[str] = []

    def read(self, character: int, fact: CareerFact) -> None:
        if fact.kind == RESULT and fact.line is not None:
            version = fact.line.version
            self.standing[character] = version
            self.present.setdefault(version, set()).add(character)
            fact_expected = self.expected.get(version, {}).get(character)
            if fact_expected is None or not _same(fact, fact_expected) or fact.because not in self._reasons(version):
                self.wrong.add(version)
            if fact.seal and fact.seal != self.history.seals.get(version):
                self.unsealed.add(version)
        else:
            self.standing.pop(character, None)
            if not self._is_taken_back(fact):
                self.taken_back.append(fact.because)

    def _reasons(self, version: int) -> tuple[str, ...]:
        """Return the possible reasons of a version's facts. A version that was sent again before anybody confirmed it
        has a reason that no fact repeats."""
        return ("", f"corrected: {self.history.reasons.get(version, '')}")

    def _is_taken_back(self, fact: CareerFact) -> bool:
        """Return whether a void or a correction without this character led to the withdrawal."""
        for before, by, reason in self.history.voids:
            if fact.because == f"voided: {reason}":
                seal = void_seal(before, by=by, reason=reason)
                if fact.seal in ("", seal):
                    return True
        corrected = {f"corrected: {reason}": version for version, reason in self.history.reasons.items() if version > 1}
        version = corrected.get(fact.because)
        return version is not None and (not fact.seal or fact.seal in self.history.seals.values())

    def differences(self) -> Iterator[str]:
        history = self.history
        missing = {version for version, who in self.present.items() if who != set(self.expected.get(version, ()))}
        counting = dict.fromkeys(self.expected.get(history.confirmed or 0, ()), history.confirmed)
        if history.confirmed is None:
            if self.standing:
                yield f"{history.name}: counts for {len(self.standing)} characters without a confirmed sheet."
        elif self.standing != counting or history.confirmed in self.wrong:
            yield f"{history.name}: the characters' facts are not those of its confirmed sheet."
        for version in sorted((self.wrong | missing) - {history.confirmed}):
            yield f"{history.name}, version {version}: is not what the characters' facts say of it."
        for version in sorted(self.unsealed):
            yield (
                f"{history.name}, version {version}: it or a version before it is not as it was sealed: figures, "
                "guests, names, reasons, who reported or who confirmed."
            )
        for because in sorted(set(self.taken_back)):
            yield f"{history.name}: facts take it back because it was {because}; no version of its sheet says so."


def _same(fact: CareerFact, other: CareerFact) -> bool:
    """Compare two facts by their canonical text, which does not distinguish lists and tuples."""
    return encode(fact._replace(because="", seal="")) == encode(other)
