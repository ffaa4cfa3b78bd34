"""Stored sheets as the pure values that the rules read. Stored versions of a game's sheet as their seals read them. The
decision log of a game as it is told: to people in sentences, to programs in rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from characters.models import Character
from characters.queries.history import degrees_before, levels_at, rules_of
from characters.rules.choices import SCORED
from characters.rules.house_rules import HouseRules
from engine.translatable import Translatable, said
from games.models import Decision, Definition, Game, PlaySeat, Sheet, SheetSeat
from games.rules.people import columns, who
from games.rules.sheets import NOTHING_BEFORE, ScoreSheet, SealedSeat, SealedVersion, Seated, SeatLine, seal, seals

# Whether bots made more of the choices of a seat than its person, in a game played on the site.
PLAYED_BY_BOT = Exists(
    PlaySeat.objects.filter(play__game=OuterRef("sheet__game"), seat=OuterRef("seat"), played_by_bot=True)
)


def score_sheet(sheet: Sheet, *, names: Mapping[int, str] | None = None) -> ScoreSheet:
    """Return the value of a stored version, as the table knew it, or with the `names` that the characters bear now.
    If the characters are loaded, they are called as they are called now: a former name may be hidden. Prefetch
    `seats` and select `game` for a flat number of queries."""
    borne_now = names or {}
    return ScoreSheet(
        system=sheet.game.system,
        edition=sheet.game.edition,
        played_at=sheet.played_at,
        mode=sheet.mode,
        target=sheet.target,
        minutes=sheet.minutes,
        settings=sheet.own_settings or {},
        definition=definition_text(sheet.definition_id) if sheet.definition_id else "",
        choices=_remembered_rules(sheet.rules_id).choices(sheet.game.system) if sheet.game.system in SCORED else {},
        seats=tuple(
            SeatLine(
                seat=row.seat,
                character=row.character_id,
                name=borne_now.get(row.character_id or 0, _name(row)),
                won=row.won,
                figures=figures_of(row.figures),
            )
            for row in sorted(sheet.seats.all(), key=lambda row: row.seat)
        ),
    )


def _name(row: SheetSeat) -> str:
    is_loaded = SheetSeat._meta.get_field("character").is_cached(row)
    return row.character.name if is_loaded and row.character else row.name


# A digest says what is in its set, so that a set once read is right for ever.
_remembered_rules = lru_cache(maxsize=256)(rules_of)


@lru_cache(maxsize=1024)
def definition_text(digest: str) -> str:
    """Return the text of a version of an own game. Its digest says what is in it. Raise Definition.DoesNotExist."""
    return Definition.objects.get(pk=digest).content


def newest_sheet(game: int) -> Sheet:
    """Return the newest version of a game, with its game and seats. Raise Sheet.DoesNotExist when there is no
    version."""
    return Sheet.objects.select_related("game").prefetch_related("seats").filter(game=game).latest("version")


def seated_at(
    sheet: ScoreSheet,
    reference: str,
    *,
    among: Collection[Character],
    apart_from: int | None = None,
    degrees: bool = False,
) -> Mapping[int, Seated]:
    """Return what is known of the characters at a table, of those `among` these, with the levels of that time, and with
    their `degrees` if requested. `apart_from` is the id of the game itself when its sheet is being corrected."""
    characters = [character for character in among if character.pk in sheet.character_ids]
    order = (sheet.played_at, reference)
    levels = levels_at(characters, order, apart_from=apart_from)
    brought = degrees_before(characters, order, apart_from=apart_from) if degrees else {}
    return {
        character.pk: Seated(
            character.name,
            levels[character.pk],
            character.primary_company,
            character.edition,
            brought.get(character.pk, {}),
        )
        for character in characters
    }


def counts(sheet: Sheet) -> bool:
    """Return whether the sheet, once confirmed, counts for careers and standings. House rules may call a game that bots
    played practice (R104). No query for a game that people played."""
    by_bots = sheet.game.played_by_bots
    return not by_bots or rules_of(sheet.rules_id).counts(played_by_bots=True)


def leavers_score(sheet: Sheet, value: ScoreSheet) -> bool:
    """Return whether the holdings of a player who left early count in the standings (R86). No query if nobody left."""
    somebody_left = any(line.figures.get("left_early") for line in value.seats)
    return not somebody_left or rules_of(sheet.rules_id).leavers_place


def is_reviewed(sheet: Sheet, rules: HouseRules) -> bool:
    """Return whether the sheet, once confirmed, leads to reviews: Only Careers decides levels, and practice does
    not."""
    return sheet.game.system == "careers" and rules.counts(played_by_bots=sheet.game.played_by_bots)


def figures_of(stored: Mapping[str, object]) -> dict[str, object]:
    """Return figures as the rules read them: JSON knows no tuples."""
    if list not in map(type, stored.values()):
        return dict(stored)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}


SEAT = ("seat", "character_id", "name", "won", "place", "points", "figures")
VERSION = (
    *("version", "source", "played_at", "mode", "target", "minutes", "rules_id", "reason", "own_settings"),
    *("definition_id", "submitted_by_id", "confirmed_by_id", "sealed_people"),
)


def sealed(version: Iterable[Any], seats: Iterable[Iterable[Any]]) -> SealedVersion:
    """Return a version from the values of the columns `VERSION`, and of `SEAT` for each seat in order."""
    *values, definition, submitted_by, confirmed_by, gone = version
    if gone:
        submitted_by, confirmed_by = submitted_by or gone[0], confirmed_by or gone[1]
    people = (submitted_by, confirmed_by)
    return SealedVersion._make((*values, *people, definition, tuple(map(SealedSeat._make, seats))))


def sealed_row(row: Sheet, seats: Iterable[SheetSeat], *, confirmed_by: int | None = None) -> SealedVersion:
    """Return a version with its seats in order, `confirmed_by` the person who is about to confirm it."""
    values = (getattr(row, name) for name in VERSION[:-2])
    return sealed(
        (*values, confirmed_by, row.sealed_people), ([getattr(seat, name) for name in SEAT] for seat in seats)
    )


def seal_before(game: Game, version: int) -> str:
    """Return the seal of the version before that one. No query for the first one."""
    if version == 1:
        return NOTHING_BEFORE
    return seals_of(game, until=version - 1)[-1]


def seals_of(game: Game, *, until: int) -> list[str]:
    """Return the seals of a game's versions up to that one."""
    seats: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    stored = SheetSeat.objects.filter(sheet__game=game).order_by("sheet__version", "seat")
    for number, *values in stored.values_list("sheet__version", *SEAT):
        seats[number].append(tuple(values))
    versions = game.sheets.filter(version__lte=until).order_by("version").values_list(*VERSION)
    return seals(sealed(values, seats[values[0]]) for values in versions)


def seal_of(row: Sheet, seats: Iterable[SheetSeat], *, confirmed_by: int | None) -> str:
    """Return the seal of a version that is confirmed now."""
    return seal(seal_before(row.game, row.version), sealed_row(row, seats, confirmed_by=confirmed_by))


class DecisionLine(NamedTuple):
    """A decision. `version` is that of the sheet that was decided on; `by` is as pages show it, None for the site
    itself."""

    revision: int
    kind: str
    version: int
    by: str | None
    at: datetime
    text: str

    @property
    def in_words(self) -> str:
        """Return what was done to the version."""
        return _DONE.get(self.kind, self.kind)

    @property
    def told(self) -> Translatable:
        """Return the decision without its date, within a sentence."""
        if self.by:
            deed = said(_WAS_BY.get(self.kind, self.kind), version=self.version, who=self.by)
        else:
            deed = said(_WAS.get(self.kind, self.kind), version=self.version)
        return said("{what} ({why})", what=deed, why=self.text) if self.text else deed


_DONE = {
    Decision.SUBMITTED: said("submitted"),
    Decision.AGREED: said("agreed"),
    Decision.CONTRADICTED: said("contradicted"),
    Decision.OBJECTED: said("objected"),
    Decision.CONFIRMED: said("confirmed"),
    Decision.DISPUTED: said("disputed"),
    Decision.CORRECTED: said("corrected"),
    Decision.VOIDED: said("voided"),
    Decision.RULED: said("ruled"),
}
_WAS = {
    Decision.SUBMITTED: said("version {version} was submitted"),
    Decision.AGREED: said("version {version} was agreed"),
    Decision.CONTRADICTED: said("version {version} was contradicted"),
    Decision.OBJECTED: said("version {version} was objected to"),
    Decision.CONFIRMED: said("version {version} was confirmed"),
    Decision.DISPUTED: said("version {version} was disputed"),
    Decision.CORRECTED: said("version {version} was corrected"),
    Decision.VOIDED: said("version {version} was voided"),
    Decision.RULED: said("version {version} was ruled on"),
}
_WAS_BY = {
    Decision.SUBMITTED: said("version {version} was submitted by {who}"),
    Decision.AGREED: said("version {version} was agreed by {who}"),
    Decision.CONTRADICTED: said("version {version} was contradicted by {who}"),
    Decision.OBJECTED: said("version {version} was objected to by {who}"),
    Decision.CONFIRMED: said("version {version} was confirmed by {who}"),
    Decision.DISPUTED: said("version {version} was disputed by {who}"),
    Decision.CORRECTED: said("version {version} was corrected by {who}"),
    Decision.VOIDED: said("version {version} was voided by {who}"),
    Decision.RULED: said("version {version} was ruled on by {who}"),
}


def decisions_of(game_id: int, *, after: int = 0) -> list[DecisionLine]:
    """Return the decisions after that revision, oldest first."""
    rows = Decision.objects.filter(game=game_id, revision__gt=after).order_by("revision")
    decisions = rows.values("revision", "kind", "version", *columns("by"), "at", "text")
    return [
        DecisionLine(row["revision"], row["kind"], row["version"], who(row, "by"), row["at"], row["text"])
        for row in decisions
    ]
