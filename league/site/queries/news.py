"""News since a person was last here: appointments and demotions of their characters, what no longer holds, games
corrected and voided, who was overtaken, characters claimed in leagues they run. A fixed number of queries."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from characters.models import CareerEvent, Character
from characters.queries.history import HistoryLine, line
from engine.translatable import said
from games.models import Sheet, SheetSeat
from league.core.queries.games import headlines, with_headlines
from league.models import ClaimLink
from league.site.queries.own import Stand
from league.site.rules.home import PositionMove, Positions, moves, ordinal

MOST = 8
MOST_MOVES = 4


_WORDS = {
    "claimed": gettext_lazy("claimed"),
    "corrected": gettext_lazy("corrected"),
    "moved up": gettext_lazy("moved up"),
    "overtaken": gettext_lazy("overtaken"),
    "voided": gettext_lazy("voided"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news. `mark` and `words` say what kind in a shape and a word."""

    kind: str
    mark: str
    text: str
    because: str
    href: str
    when: datetime | None = None

    @property
    def words(self) -> str:
        return str(_WORDS[self.kind])


@dataclass(frozen=True, slots=True)
class News:
    """`events` of careers as the feed tells them; `items` the rest. `more`: older ones are left out."""

    events: tuple[HistoryLine, ...]
    items: tuple[Item, ...]
    more: bool

    def __bool__(self) -> bool:
        return bool(self.events or self.items)


def news_of(
    user: User, own: Collection[int], organises: Collection[int], *, since: datetime, stood: Positions, stand: Stand
) -> News:
    events = _events(own, since)
    games = _decided_games(user, own, since)
    items = [*_moves(stood, stand), *games[:MOST], *_claims(user, organises, since)]
    return News(tuple(events[:MOST]), tuple(items), len(events) > MOST or len(games) > MOST)


def _events(own: Collection[int], since: datetime) -> list[HistoryLine]:
    """Return the new events, and earlier ones that no longer hold."""
    came = Q(recorded_at__gt=since, rescinded_at=None)
    gone = Q(recorded_at__lte=since, rescinded_at__gt=since)
    events = CareerEvent.objects.of_note().filter(came | gone, character__in=own).select_related("character")
    return with_headlines(line(event, event.character) for event in events.order_by("-at", "-pk")[: MOST + 1])


def _decided_games(user: User, own: Collection[int], since: datetime) -> list[Item]:
    """Return the games of the user's characters that somebody else has corrected or voided."""
    corrected = Q(status=Sheet.CONFIRMED, version__gt=1, confirmed_at__gt=since) & ~Q(confirmed_by=user)
    voided = Q(status=Sheet.VOID, closed_at__gt=since) & ~Q(closed_by=user)
    mine = SheetSeat.objects.filter(sheet__game=OuterRef("game"), character__in=own)
    sheets = Sheet.objects.filter(corrected | voided).filter(Exists(mine), game__season_game__isnull=False)
    decided = list(sheets.order_by("-pk")[: MOST + 1])
    names = headlines([sheet.game_id for sheet in decided])
    return [_decided(sheet, names[sheet.game_id]) for sheet in decided]


def _decided(sheet: Sheet, name: str) -> Item:
    void = sheet.status == Sheet.VOID
    return Item(
        kind="voided" if void else "corrected",
        mark="✕" if void else "✎",
        text=name,
        because=sheet.closed_reason if void else sheet.reason,
        href=reverse("game_detail", args=[sheet.game_id]),
        when=sheet.closed_at if void else sheet.confirmed_at,
    )


def _moves(stood: Positions, stand: Stand) -> list[Item]:
    moved = moves(stood, stand.positions)[:MOST_MOVES]
    ahead = {move: stand.tables[move.season].around(move.character)[0].character for move in moved if move.fell}
    ids = {move.character for move in moved} | set(ahead.values())
    names = dict(Character.objects.filter(pk__in=ids).order_by().values_list("pk", "name")) if ids else {}
    return [_move(move, names, ahead.get(move), stand) for move in moved if move.character in names]


def _move(move: PositionMove, names: dict[int, str], ahead: int | None, stand: Stand) -> Item:
    season = stand.seasons[move.season]
    places = {"before": ordinal(move.before), "now": ordinal(move.now), "season": season.name}
    if ahead in names:
        because = said("{before} before, {now} now, in {season}. {ahead} is next above.", ahead=names[ahead], **places)
    else:
        because = said("{before} before, {now} now, in {season}.", **places)
    return Item(
        kind="overtaken" if move.fell else "moved up",
        mark="▽" if move.fell else "△",
        text=names[move.character],
        because=because,
        href=season.get_absolute_url(),
    )


def _claims(user: User, organises: Collection[int], since: datetime) -> Sequence[Item]:
    if not organises:
        return []
    used = ClaimLink.objects.filter(
        character__enrolment__league__in=organises, used_at__gt=since, undone_at=None
    ).exclude(used_by=user)
    claims = used.select_related("character", "used_by").order_by("-used_at")[:MOST]
    return [
        Item(
            "claimed",
            "◇",
            claim.character.name,
            said("By {who}.", who=str(claim.used_by)),
            reverse("character_claims", args=[claim.character.slug]),
            claim.used_at,
        )
        for claim in claims
    ]
