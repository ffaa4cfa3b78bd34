"""Games of a season that count and are played on the site, as its organisers look them through. They read no more of a
game than its spectators do, as they may sit at it themselves."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User as Person
from django.db.models import DateTimeField, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from characters.rules.house_rules import HouseRules
from games.models import Play, PlaySeat, Turn
from games.services.plays import game_of
from league.core.queries.figures import figure
from league.models import PlayOrigin, Season, SeasonPlay
from league.play.rules.pairs import Met, PlayedPair, pairs_of
from league.play.rules.systems import public_standing


def last_move(play: str = "") -> Coalesce:
    """Return when the last move was made or the game went on after a pause or from an earlier move, else when the play
    began. `play`: the lookup that leads to the play."""
    kinds = (Turn.ACT, Turn.RESUMED, Turn.REWOUND)
    acts = Turn.objects.filter(play=OuterRef(f"{play}pk"), kind__in=kinds).order_by("-number")
    return Coalesce(Subquery(acts.values("at")[:1]), F(f"{play}started_at"), output_field=DateTimeField())


class Sitter(NamedTuple):
    """`standing`: labels and figures of what everybody sees; `gone`: a bot plays for the person."""

    name: str
    person: str
    bot: bool
    at_turn: bool
    gone: bool
    standing: tuple[tuple[str, str], ...]


class Unfinished(NamedTuple):
    """A game that nobody has ended yet. `given_up_at`: when the player whose turn it is has given up by the rule of the
    season; None if it is a bot's turn and at a table of a tournament."""

    season_play: SeasonPlay
    sitters: tuple[Sitter, ...]
    moved_at: datetime
    given_up_at: datetime | None


def unfinished_plays(season: Season) -> QuerySet[SeasonPlay]:
    """Return the plays that count and are under way, with `moved_at`; the one that has waited longest first."""
    rows = SeasonPlay.objects.filter(season=season, play__counts=True, play__status=Play.RUNNING, play__ordered_as="")
    plays = rows.select_related("play", "table__round__stage__tournament").annotate(moved_at=last_move("play__"))
    return plays.prefetch_related("play__seats__person").order_by("moved_at", "pk")


def unfinished_lines(rules: HouseRules, rows: Iterable[SeasonPlay]) -> list[Unfinished]:
    """Return the rows of `unfinished_plays` as the page shows them."""
    days = timedelta(days=rules.days_without_a_move)
    return [_line(row, days) for row in rows]


def _line(season_play: SeasonPlay, days: timedelta) -> Unfinished:
    play, moved_at = season_play.play, season_play.moved_at  # type: ignore[attr-defined]
    players = game_of(play).view(None)["players"]
    # A pause ends first, and they have as long again.
    ends = moved_at + days if play.paused_at is None else play.paused_at + 2 * days
    waits = not play.bot_decides and season_play.table_id is None
    return Unfinished(
        season_play=season_play,
        sitters=tuple(
            Sitter(
                name=seat.name,
                person=seat.person.get_username() if seat.person else "",
                bot=bool(seat.bot),
                at_turn=play.actor == seat.seat - 1,
                gone=seat.replaced_at is not None,
                standing=tuple(
                    (label, value if isinstance(value, str) else figure(value))
                    for label, value in public_standing(play.system, players[seat.seat - 1]).items()
                ),
            )
            for seat in play.seats.all()
        ),
        moved_at=moved_at,
        given_up_at=ends if waits else None,
    )


def met_in(season: Season) -> list[PlayedPair]:
    """Return every pair of people who met in games of the season that count, as figures."""
    seats = PlaySeat.objects.filter(
        person__isnull=False,
        play__season_play__season=season,
        play__counts=True,
        play__status__in=(Play.RUNNING, Play.OVER),
    ).order_by("play", "seat")
    rows = seats.values_list(
        *("play", "person", "seat", "played_by_bot"),
        *("play__status", "play__outcome__winners", "play__game__played_by_bots"),
    )
    met = [
        Met(play, person, status == Play.OVER, seat - 1 in (winners or ()), by_bot or bool(by_bots))
        for play, person, seat, by_bot, status, winners, by_bots in rows
    ]
    marks: dict[tuple[int, int], list[tuple[str, str]]] = {}
    origins = PlayOrigin.objects.filter(play__season=season).order_by()
    for play, person, browser, address in origins.values_list("play", "person", "browser", "address"):
        marks.setdefault((play, person), []).append((browser, address))
    return pairs_of(met, marks)


def named(pairs: Iterable[PlayedPair]) -> list[tuple[PlayedPair, tuple[str, str]]]:
    """Return each pair with its user names, in one query."""
    listed = list(pairs)
    people = {person for pair in listed for person in pair.people}
    names = {person.pk: person.get_username() for person in Person.objects.filter(pk__in=people).only("username")}
    return [(pair, (names[pair.people[0]], names[pair.people[1]])) for pair in listed]
