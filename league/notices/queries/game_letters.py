"""The letters about the result of a game, and about a remark under it: to those who sat in it, and to those who have to
confirm it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from django.urls import reverse

from games.models import Sheet, SheetSeat
from league.clubs.queries import system_name
from league.core.queries.games import headline_of, headlines
from league.core.rules.roles import ORGANISER
from league.core.rules.words import listed
from league.models import LedgerEntry, Remark, SeasonGame, TableReport
from league.notices.queries.letters import Letter, composed
from league.tournaments.archive.queries.event_subjects import table_of

CONFIRM = "confirm-"
_DEEDS = {"sheet_disputed": "disputed", "sheet_corrected": "corrected", "game_voided": "voided"}


def waiting_key(game: int | None) -> str:
    """Return what the keys of notices begin with that ask somebody to confirm this game."""
    return f"{CONFIRM}{game}-"


def _submitted(event: LedgerEntry) -> Iterator[Letter]:
    yield from _of_result(event, counts=False)
    yield from _to_organisers(event)


def _confirmed(event: LedgerEntry) -> Iterator[Letter]:
    yield from _of_result(event, counts=True)


def _at_table(event: LedgerEntry) -> Iterator[Letter]:
    """Yield the letters for those who have not agreed on their phones at the table."""
    table = table_of(event)
    if table is None or table.game_id is None:
        return
    agreed = set(TableReport.objects.filter(table=table, by__isnull=False).values_list("by_id", flat=True))
    event.game_id = table.game_id
    sheet = Sheet.objects.confirmed().filter(game=table.game_id).first()
    if sheet is not None:
        event.about = {**event.about, "version": sheet.version}
        yield from (letter for letter in _of_result(event, counts=True) if letter.user not in agreed)


def _changed(event: LedgerEntry) -> Iterator[Letter]:
    version, about = _version(event), _about(event)
    seated = _owners(event, version - 1, version) if event.kind == "sheet_corrected" else _owners(event, version)
    for owner, names in seated.items():
        yield _correction(event, about, owner, names)


def _disputed(event: LedgerEntry) -> Iterator[Letter]:
    seated, about = _owners(event, _version(event)), _about(event)
    for owner, names in seated.items():
        yield _correction(event, about, owner, names)
    for organiser in _organisers(event):
        if organiser not in seated:
            yield _correction(event, about, organiser, [])


def _of_result(event: LedgerEntry, *, counts: bool) -> Iterator[Letter]:
    """Yield a letter to each owner, once for each version: an owner who heard of it when it was entered need not hear
    that it counts."""
    version, key = _version(event), f"game-{event.game_id}-{_version(event)}"
    about = {**_about(event), "counts": counts, "deed": "confirmed" if counts and _by_another(event) else "entered"}
    for owner, names in _owners(event, version).items():
        yield composed(owner, **about, key=key, kind="result", template="result", names=listed(names))


def _by_another(event: LedgerEntry) -> bool:
    """Return whether the person who confirmed this sheet is not the one who entered it."""
    sheets = Sheet.objects.filter(game=event.game_id, version=_version(event)).exclude(submitted_by=event.by_id)
    return event.by_id is not None and sheets.exists()


def _to_organisers(event: LedgerEntry) -> Iterator[Letter]:
    about, key = _about(event), f"{waiting_key(event.game_id)}{_version(event)}"
    for organiser in _organisers(event):
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


def _about(event: LedgerEntry) -> dict[str, Any]:
    """Return what every letter about the game says."""
    game = SeasonGame.objects.select_related("season", "game").get(game=event.game_id)
    return {
        "link": reverse("game_detail", args=[event.game_id]),
        "by": event.who,
        "game": headline_of(game),
        "season": game.season.name,
        "system": system_name(game.game.system),
    }


def _version(event: LedgerEntry) -> int:
    version = event.about.get("version")
    return version if isinstance(version, int) else 0


def _owners(event: LedgerEntry, *versions: int) -> Mapping[int, list[str]]:
    """Return the names of the characters at the table by their owners, without the person who caused the event."""
    seats = SheetSeat.objects.filter(sheet__game=event.game_id, sheet__version__in=versions)
    rows = seats.exclude(character__owner=None).exclude(character__owner=event.by_id)
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
    "sheet_confirmed": _confirmed,
    "sheet_disputed": _disputed,
    "sheet_corrected": _changed,
    "game_voided": _changed,
}


def comment_letters(remark: Remark) -> list[Letter]:
    """Return the letters about a remark; an empty list for one that is hidden by now."""
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
