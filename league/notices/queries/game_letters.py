"""The letters about the result of a game, and about a remark under it: to the players who sat in it or have to confirm
it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from django.urls import reverse

from games.models import Sheet, SheetSeat
from league.core.queries.games import headline_of, headlines
from league.core.queries.systems import system_by_id, system_name
from league.core.rules.roles import ORGANISER
from league.core.rules.words import listed
from league.models import LedgerEntry, Remark, SeasonGame, TableReport
from league.notices.queries.event_subjects import table_of
from league.notices.queries.letters import Letter, composed

CONFIRM = "confirm-"
_DEEDS = {"sheet_disputed": "disputed", "sheet_corrected": "corrected", "game_voided": "voided"}


def waiting_key(game: int | None) -> str:
    """Return what the keys of notices begin with that ask somebody to confirm this game."""
    return f"{CONFIRM}{game}-"


class SheetEvent(NamedTuple):
    """An event about a version of a game's sheet."""

    entry: LedgerEntry
    game: int
    version: int


def _sheet_event(entry: LedgerEntry) -> SheetEvent:
    version = entry.about.get("version")
    return SheetEvent(entry, cast(int, entry.game_id), version if isinstance(version, int) else 0)


def _submitted(entry: LedgerEntry) -> Iterator[Letter]:
    event = _sheet_event(entry)
    yield from _of_result(event, counts=False)
    yield from _to_organisers(event)


def _at_table(entry: LedgerEntry) -> Iterator[Letter]:
    """Yield the letters for players who have not agreed on their phones at the table."""
    table = table_of(entry)
    sheet = Sheet.objects.confirmed().filter(game=table.game_id).first() if table and table.game_id else None
    if sheet is None:
        return
    agreed = set(TableReport.objects.filter(table=table, by__isnull=False).values_list("by_id", flat=True))
    letters = _of_result(SheetEvent(entry, sheet.game_id, sheet.version), counts=True)
    yield from (letter for letter in letters if letter.user not in agreed)


def _changed(entry: LedgerEntry) -> Iterator[Letter]:
    event = _sheet_event(entry)
    versions = (event.version - 1, event.version) if entry.kind == "sheet_corrected" else (event.version,)
    about = _about(event)
    for owner, names in _owners(event, *versions).items():
        yield _correction(entry, about, owner, names)


def _disputed(entry: LedgerEntry) -> Iterator[Letter]:
    event = _sheet_event(entry)
    seated, about = _owners(event, event.version), _about(event)
    for owner, names in seated.items():
        yield _correction(entry, about, owner, names)
    for organiser in _organisers(entry):
        if organiser not in seated:
            yield _correction(entry, about, organiser, [])


def _of_result(event: SheetEvent, *, counts: bool) -> Iterator[Letter]:
    """Yield a letter to each owner, once for each version: an owner who heard of it when it was entered need not hear
    that it counts."""
    key = f"game-{event.game}-{event.version}"
    about = {**_about(event), "counts": counts, "deed": "confirmed" if counts and _by_another(event) else "entered"}
    for owner, names in _owners(event, event.version).items():
        yield composed(owner, **about, key=key, kind="result", template="result", names=listed(names))


def _by_another(event: SheetEvent) -> bool:
    """Return whether the person who confirmed this sheet is not the one who entered it."""
    by = event.entry.by_id
    sheets = Sheet.objects.filter(game=event.game, version=event.version).exclude(submitted_by=by)
    return by is not None and sheets.exists()


def _to_organisers(event: SheetEvent) -> Iterator[Letter]:
    about, key = _about(event), f"{waiting_key(event.game)}{event.version}"
    for organiser in _organisers(event.entry):
        yield composed(organiser, **about, key=key, kind="confirm", template="confirm")


def _correction(event: LedgerEntry, about: dict[str, Any], user: int, names: list[str]) -> Letter:
    return composed(
        user,
        **about,
        key=f"event-{event.pk}",
        kind="correction",
        template="correction",
        names=listed(names),
        deed=_DEEDS[event.kind],
        reason=event.about.get("reason", ""),
    )


def _about(event: SheetEvent) -> dict[str, Any]:
    """Return what every letter about the game says."""
    game = SeasonGame.objects.select_related("season", "game").get(game=event.game)
    corrected = event.entry.kind == "sheet_corrected"
    return {
        "link": reverse("game_detail", args=[event.game]),
        "by": event.entry.who,
        "game": headline_of(game),
        "season": game.season.name,
        "system": system_name(game.game.system),
        "figures": _figures(event.game, event.version, game.game.system),
        "before": _figures(event.game, event.version - 1, game.game.system) if corrected else [],
    }


def _figures(game: int, version: int, system: str) -> list[tuple[int, str, int | None]]:
    """Return place, name and points of each seat by place; no points in a game that has none."""
    has_points = system_by_id(system).HAS_POINTS
    rows = SheetSeat.objects.filter(sheet__game=game, sheet__version=version).order_by("place", "seat")
    lines = rows.values_list("place", "character__name", "name", "points")
    return [(place, who or name, points if has_points else None) for place, who, name, points in lines]


def _owners(event: SheetEvent, *versions: int) -> Mapping[int, list[str]]:
    """Return the names of the characters at the table by their owners, without the person who caused the event."""
    seats = SheetSeat.objects.filter(sheet__game=event.game, sheet__version__in=versions)
    rows = seats.exclude(character__owner=None).exclude(character__owner=event.entry.by_id)
    names_by_owner: dict[int, dict[str, None]] = defaultdict(dict)
    for owner, name in rows.order_by("seat").values_list("character__owner_id", "character__name"):
        if owner is not None:
            names_by_owner[owner][name] = None
    return {owner: list(names) for owner, names in names_by_owner.items()}


def _organisers(event: LedgerEntry) -> list[int]:
    if event.league is None:
        return []
    members = event.league.memberships.filter(role=ORGANISER).exclude(user=event.by_id)
    return list(members.order_by("user").values_list("user_id", flat=True))


WRITERS: Mapping[str, Callable[[LedgerEntry], Iterator[Letter]]] = {
    "result_confirmed": _at_table,
    "sheet_submitted": _submitted,
    "sheet_confirmed": lambda entry: _of_result(_sheet_event(entry), counts=True),
    "sheet_disputed": _disputed,
    "sheet_corrected": _changed,
    "game_voided": _changed,
}


def comment_letters(remark: Remark) -> list[Letter]:
    """Return the letters about a remark; an empty list if it is now hidden."""
    if remark.hidden_at is not None or remark.by is None:
        return []
    game = cast(int, remark.game_id)
    newest = Sheet.objects.filter(game=game).order_by("-version").values("pk")[:1]
    seats = SheetSeat.objects.filter(sheet=newest, character__owner__isnull=False).exclude(character__owner=remark.by)
    owners = sorted(set(seats.values_list("character__owner", flat=True)))
    if not owners:
        return []
    about = {
        "key": f"comment-{remark.pk}",
        "kind": "comment",
        "template": "comment",
        "link": f"{reverse('game_detail', args=[game])}#remark-{remark.pk}",
        "by": remark.by.get_username(),
        "game": headlines([game])[game],
        "said": remark.text,
    }
    return [composed(owner, **about) for owner in owners]
