"""The file by which a tournament goes to a hall and comes back: compressed, signed, and sealed under words.

A line of JSON says what the file is and how its words become a key; the rest is AES-256-GCM over the compressed
content, with that line as associated data. So an altered byte, a missing part and other words all look the same, and
who has no words learns how long it is.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from mnemonic import Mnemonic

from characters.rules.names import name_key
from engine.translatable import Translatable, said
from league.core.rules.signatures import canonical, is_signed
from league.tournaments.archive.rules.archive import MOST_MEMORY, memory_needed

FORMAT: Final = "corner-office-hall"
VERSION: Final = 1
ALONG, BACK = "along", "back"  # from home to the hall, and from the hall to home
KEPT: Final = ("secret-key", "signing-key", "demo-sign-ins.json")  # beside the database; a copy has them too
WORDS: Final = 8
WORD_LIST: Final[tuple[str, ...]] = tuple(Mnemonic("english").wordlist)  # 2,048, no two alike in their first letters
TELLING: Final = 4  # letters by which a word is known
MOST_BYTES: Final = 10_000_000
MOST_UNPACKED: Final = 40_000_000
MOST_DATABASE: Final = 200_000_000
_FORMS: Final[Mapping[str, Mapping[str, type]]] = {
    ALONG: {"key": str, "secret": str, "seal": str, "writer": int},
    BACK: {"key": str, "writer": int, "revision": int, "closed": bool},
}
_SALT, _NONCE, _LONGEST_HEADER = 16, 12, 300


class BadHallFile(ValueError):
    """A file that is not one of a hall, or that can't be opened; says why in a sentence."""


class WrongWords(BadHallFile):
    """Words that do not open a file; others may."""


class Seal(NamedTuple):
    """The key under which the files of one hall are sealed, and the salt by which its words become that key."""

    salt: bytes
    key: bytes

    def stored(self) -> str:
        return (self.salt + self.key).hex()


def read_seal(stored: str) -> Seal:
    """Return the seal of a stored text."""
    both = bytes.fromhex(stored)
    return Seal(both[:_SALT], both[_SALT:])


def seal_of(words: str, salt: bytes) -> Seal:
    """Return the seal that these words make: 64 MB and a moment's work for everybody who guesses. Case, stops between
    the words and what follows the first four letters of each do not matter. Raise WrongWords for words that are not on
    the list, or not eight."""
    known = {word[:TELLING] for word in WORD_LIST}
    typed = "".join(letter if letter.isalpha() else " " for letter in words.casefold()).split()
    told = [word[:TELLING] for word in typed]
    if strange := next((word for word, start in zip(typed, told, strict=True) if start not in known), None):
        raise WrongWords(said("“{word}” is not one of the words of a slip.", word=strange[:40]))
    if len(told) != WORDS:
        raise WrongWords(said("A slip has {count} words, not {typed}.", count=WORDS, typed=len(told)))
    key = Scrypt(salt=salt, length=32, n=2**16, r=8, p=1).derive(" ".join(told).encode())
    return Seal(salt, key)


def write_file(content: Mapping[str, Any], *, seal: Seal, nonce: bytes) -> bytes:
    """Return the file of a signed content. A nonce of 12 random bytes is used once."""
    header = canonical({"format": FORMAT, "version": VERSION, "salt": seal.salt.hex(), "nonce": nonce.hex()}) + b"\n"
    return header + AESGCM(seal.key).encrypt(nonce, zlib.compress(canonical(content), 6), header)


def salt_in(data: bytes) -> bytes:
    """Return the salt for the words of a file. Raise BadHallFile for another kind of file, or a later version."""
    return bytes.fromhex(_header(data)[1]["salt"])


def read_file(data: bytes, seal: Seal) -> dict[str, Any]:
    """Return the content of a file as it was signed; the caller has to know whose `key` that is. Raise WrongWords if
    the seal does not open it, and BadHallFile for a content that is not one of a hall."""
    line, header = _header(data)
    try:
        packed = AESGCM(seal.key).decrypt(bytes.fromhex(header["nonce"]), data[len(line) :], line)
    except InvalidTag as error:
        text = said("The file does not open: other words belong to it, or it was altered or cut off on the way.")
        raise WrongWords(text) from error
    try:
        unpacker = zlib.decompressobj()
        unpacked = unpacker.decompress(packed, MOST_UNPACKED)
        fits = unpacker.eof and memory_needed(unpacked) <= MOST_MEMORY
        content: Any = json.loads(unpacked) if fits else None
    except (zlib.error, ValueError, RecursionError):
        content = None
    if not _has_form(content):
        raise BadHallFile(said("The file holds more than any tournament, or something else."))
    signed = {key: value for key, value in content.items() if key != "signature"}
    if not is_signed(signed, signature=str(content.get("signature")), public=str(content.get("key"))):
        raise BadHallFile(said("The file is not as it was signed."))
    return dict(content)


def _has_form(content: Any) -> bool:
    """Return whether this is a content of a hall, apart from its archive, which has a schema."""
    try:
        hall = {name: type(value) for name, value in content["hall"].items()}
        datetime.fromisoformat(content["made_at"])
        return hall.items() >= _FORMS[content["kind"]].items() and isinstance(content["archive"], dict)
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _header(data: bytes) -> tuple[bytes, dict[str, Any]]:
    if len(data) > MOST_BYTES:
        raise BadHallFile(said("The file is larger than {size} MB.", size=MOST_BYTES // 1_000_000))
    line = data[: data.find(b"\n", 0, _LONGEST_HEADER) + 1]
    try:
        header = json.loads(line)
        if header["format"] != FORMAT:
            raise KeyError(header["format"])
        version, salt, nonce = header["version"], bytes.fromhex(header["salt"]), bytes.fromhex(header["nonce"])
        fits = type(version) is int and version >= 1 and (len(salt), len(nonce)) == (_SALT, _NONCE)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        fits = False
    if not fits:
        raise BadHallFile(said("This is not the file of a hall."))
    if version > VERSION:
        raise BadHallFile(
            said(
                "The file has version {version}; this site reads up to {newest}. Update the site, then open it.",
                version=version,
                newest=VERSION,
            )
        )
    return line, header


class Sent(NamedTuple):
    """How far a hall had come when it wrote a file: which laptop, how much it had written, and whether it was closed
    for good."""

    writer: int
    revision: int


ANOTHER_WENT_ON: Final = said("Another laptop has gone on since this file was written. Bring the file of that one.")


def order_problem(sent: Sent, *, last: Sent) -> Translatable | None:
    """Return why a file does not follow the last one that came from the hall; None where it does."""
    if sent.writer < last.writer:
        return ANOTHER_WENT_ON
    if sent < last:
        return said("A later file of this hall is already here: this one has nothing to add.")
    return None


def who_entered(
    before: Mapping[int, int], entries: Sequence[Mapping[str, Any]], known: Mapping[str, int]
) -> dict[str, int]:
    """Return the ids of those who had entered before, by the key of the name that the hall has for them. `before`:
    their ids by number, `known`: ids by the key of every name that somebody bears or bore. A name that is not known was
    given in the hall, and the number says whose it is."""
    ids = {name_key(row["character"]): known.get(name_key(row["character"])) for row in entries}
    for row in entries:
        key, who = name_key(row["character"]), before.get(row["number"])
        if ids[key] is None and who not in ids.values():
            ids[key] = who
    return {key: pk for key, pk in ids.items() if pk is not None and pk in before.values()}


def contradictions(
    here: Mapping[str, Any], hall: Mapping[str, Any], before: Mapping[int, int], entered: Mapping[str, int]
) -> list[tuple[str, str]]:
    """Return where the archive of a hall no longer has what the tournament had when it was taken along, or what the
    hall has sent since: the place and a sentence, the first of each kind. `before` and `entered` as in `who_entered`.
    Who comes back has a new number, above all others."""
    problems: list[tuple[str, str]] = []
    for name in ("slug", "system", "edition", "draw_commitment", "draw_secret"):
        if here["tournament"][name] != hall["tournament"][name]:
            problems.append((f"tournament.{name}", said("This is another tournament.")))
    numbers = {entered.get(name_key(row["character"])): row["number"] for row in hall["entries"]}
    newest = max(before, default=0)
    changed = (
        place
        for place, (number, who) in enumerate(sorted(before.items()))
        if who not in numbers or number != numbers[who] <= newest
    )
    gone = {"entries": next(changed, None)}
    for name, ours, theirs in (("draws", _draws(here), _draws(hall)), ("events", _log(here), _log(hall))):
        gone[name] = next((place for place, row in enumerate(ours) if [row] != theirs[place : place + 1]), None)
    text = said(
        "The file no longer has what is here: it was taken out or changed. Take the tournament back, and you can "
        "decide result by result."
    )
    return problems + [(f"{name}[{place}]", text) for name, place in gone.items() if place is not None]


def _draws(archive: Mapping[str, Any]) -> list[tuple[int, str]]:
    rounds = [played for stage in archive["stages"] for played in stage["played_rounds"]]
    return sorted((draw["number"], draw["digest"]) for played in rounds for draw in played["draws"])


def _log(archive: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(row["kind"], row["at"]) for row in archive["events"]]


MOST_AT_ONCE: Final = 30  # results that are shown and taken in one request
MOST_CORRECTIONS: Final = 3  # of them: each asks what follows for the rounds that are drawn
NEW, CONFIRM, INSTEAD = "new", "confirm", "instead"  # how a result of the hall can be taken
_NO_RESULT = ("", "void", "superseded")
_NOT_LISTED = ("result_reported", "result_confirmed", "came_back")  # of the log of the hall


class Difference(NamedTuple):
    """A result of the hall that is not here as it is there: the games as both archives have them, and how it can be
    taken, or `why` it can't be."""

    place: tuple[int, int, int]  # stage, round, table
    there: Mapping[str, Any]
    here: Mapping[str, Any] | None
    how: str = ""
    why: str = ""

    @property
    def reference(self) -> str:
        return str(self.there["reference"])

    @property
    def key(self) -> str:
        """Return what somebody decides on: another key after anything has changed here."""
        sheets = self.here["sheets"] if self.here else ()
        return f"{self.how}:{len(sheets)}:{sheets[-1]['status'] if sheets else ''}:{self.reference}"


class Differences(NamedTuple):
    """What only the hall has: results, those first that can be taken, people, rounds as stage and number, and lines of
    its log. `same` results are here as well."""

    same: int
    results: Sequence[Difference]
    people: Sequence[str]
    rounds: Sequence[tuple[int, int]]
    log: Sequence[Mapping[str, Any]]


def entered_on_both(here: Mapping[str, Any], hall: Mapping[str, Any], known: Mapping[str, int]) -> dict[str, int]:
    """Return the ids of everybody who has entered here and in the hall, by the key of the name that the hall has.
    `known` as in `who_entered`. A number says who somebody is only if both sides have it from the same registration."""
    ids = {row["number"]: known[name_key(row["character"])] for row in here["entries"]}
    given = {(row["number"], row["registered_at"]) for row in hall["entries"]}
    before = {
        number: ids[number]
        for number, _at in given & {(row["number"], row["registered_at"]) for row in here["entries"]}
    }
    named = {key: known.get(key, 0) for key in (name_key(row["character"]) for row in hall["entries"])}
    return {key: pk for key, pk in named.items() if pk in ids.values()} | who_entered(before, hall["entries"], known)


def differences(
    here: Mapping[str, Any], hall: Mapping[str, Any], known: Mapping[str, int], entered: Mapping[str, int]
) -> Differences:
    """Compare the archive of a hall with the tournament that has gone on here. `known` as in `who_entered`, `entered`
    of `entered_on_both`."""
    ours, theirs = ({game["reference"]: game for game in archive["games"]} for archive in (here, hall))
    tables = {place: (status, table) for place, status, table in _tables(here)}
    who = {row["number"]: known[name_key(row["character"])] for row in here["entries"]}
    same, results = 0, []
    for place, _status, table in _tables(hall):
        if table["game"] is None:
            continue
        there, (status, at_home) = theirs[table["game"]], tables.get(place, ("", None))
        game = ours.get(at_home["game"]) if at_home else None
        sheet, other = there["sheets"][-1], game["sheets"][-1] if game else {"status": ""}
        stands, stands_here = (each["status"] not in _NO_RESULT for each in (sheet, other))
        if stands and stands_here and _figures(sheet, entered) == _figures(other, known):
            if sheet["status"] == "confirmed" != other["status"]:
                results.append(Difference(place, there, game, CONFIRM))
            else:
                same += 1
        elif why := _not_here(place, sheet, status, at_home, who, entered):
            results.append(Difference(place, there, game, why=why))
        elif stands:
            results.append(Difference(place, there, game, NEW if game is None else INSTEAD))
        elif stands_here:
            results.append(Difference(place, there, game, why=said("The result was voided in the hall.")))
    rounds, log = _rounds(here), {*_log(here)}
    return Differences(
        same,
        sorted(results, key=lambda each: ((NEW, CONFIRM, INSTEAD, "").index(each.how), each.place)),
        [row["character"] for row in hall["entries"] if name_key(row["character"]) not in entered],
        [place for place, draws in _rounds(hall).items() if place not in rounds or not draws <= rounds[place]],
        [row for row in hall["events"] if (row["kind"], row["at"]) not in log and row["kind"] not in _NOT_LISTED],
    )


def _tables(archive: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int, int], str, Mapping[str, Any]]]:
    for stage in archive["stages"]:
        for played in stage["played_rounds"]:
            for table in played["tables"]:
                yield (stage["number"], played["number"], table["number"]), played["status"], table


def _rounds(archive: Mapping[str, Any]) -> dict[tuple[int, int], set[str]]:
    """Return the digests of the draws of each round, by stage and number."""
    rounds = ((stage["number"], played) for stage in archive["stages"] for played in stage["played_rounds"])
    return {(stage, played["number"]): {draw["digest"] for draw in played["draws"]} for stage, played in rounds}


def _not_here(
    place: tuple[int, int, int],
    sheet: Mapping[str, Any],
    status: str,
    table: Mapping[str, Any] | None,
    who: Mapping[int, int],
    entered: Mapping[str, int],
) -> Translatable | None:
    """Return why a sheet of the hall has no table here; None for one that has."""
    names = [row["character"] for row in sheet["seats"] if row["character"]]
    strangers = [name for name in names if name_key(name) not in entered]
    if strangers:
        return said("Not entered here: {names}.", names=", ".join(strangers))
    if table is None or status == "draft":
        return said("Round {round} has no table {table} here.", round=place[1], table=place[2])
    present = [seat for seat in sorted(table["seats"], key=lambda seat: seat["seat"]) if not seat["absent"]]
    here = [(number, who.get(seat["entry"])) for number, seat in enumerate(present, start=1)]
    if here != [(row["seat"], entered.get(name_key(row["character"] or ""))) for row in sheet["seats"]]:
        return said("Others sit at this table here, or the same people in other seats.")
    return None


def _figures(sheet: Mapping[str, Any], ids: Mapping[str, int]) -> list[Any]:
    """Return what a sheet says, whenever and by whatever name somebody played; a figure of zero may be left out."""
    header = [sheet["mode"], sheet["target"], sheet["minutes"], sheet.get("settings")]
    for row in sheet["seats"]:
        score = {name: figure for name, figure in row["score"].items() if figure}
        header += [row["seat"], ids.get(name_key(row["character"] or "")), row["won"], score]
    return header
