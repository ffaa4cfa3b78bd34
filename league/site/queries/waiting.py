"""The things that wait for a person, in all of their leagues, each line one tap away from doing it. A fixed number of
queries."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.translatable import spoken
from games.models import Sheet, SheetSeat
from league.clubs.queries import open_seats
from league.core.queries.figures import figure
from league.core.queries.game_lines import DeskGame, Pile, desk_of
from league.core.queries.games import headlines
from league.core.queries.systems import system_name
from league.core.rules.roles import ORGANISER, PLAYER, SCORE_KEEPER
from league.models import Enrolment, FileImport, League, Membership, Season, SeasonGame, Table, Tournament
from league.nights.queries import AHEAD, NightLine, agreed_nights, open_nights
from league.play.queries.lobby import at_turn
from league.tournaments.tables.queries.links import table_path

MOST = 5
_IMPORT_TAGS = {FileImport.REFUSED: gettext_lazy("Refused"), FileImport.ASKS: gettext_lazy("Has questions")}
REFEREES = (ORGANISER, SCORE_KEEPER)
PLAYERS = (ORGANISER, SCORE_KEEPER, PLAYER)


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the desk: `tag` says what kind of thing waits, `text` what, `more` its small print; `action` is the
    word on the button that leads to `href`, `zone` the tournament's, for `when`. `tournament` is the one whose next
    steps it tells a player."""

    tag: str
    text: str
    more: str
    href: str
    action: str
    league: str
    when: datetime | None = None
    zone: str = ""
    urgent: bool = False
    tournament: int | None = None


def deeds_of(user: User, memberships: Sequence[Membership], organises: Sequence[int]) -> list[Deed]:
    """Return what waits for the person: a table to sit down at first, then games on the site waiting for their turn,
    calls for a referee, game nights to answer, sheets about their characters, what to register for, and in leagues that
    they organise, open decisions and the first steps of a new league."""
    referees = _leagues(memberships, REFEREES)
    players = _leagues(memberships, PLAYERS)
    return [
        *_tables(user),
        *_plays(user),
        *_frozen(referees),
        *_nights(user, memberships),
        *_sheets(user, organises),
        *_decisions(organises),
        *_steps(organises),
        *_open_registrations(user, players),
    ]


def _leagues(memberships: Sequence[Membership], roles: Collection[str]) -> list[int]:
    return [membership.league_id for membership in memberships if membership.role in roles]


def _tables(user: User) -> list[Deed]:
    deeds = []
    for seat in open_seats(user):
        tournament = seat.round.stage.tournament
        assert seat.entry is not None
        deeds.append(
            Deed(
                tag=pgettext("tag", "Your table"),
                text=_("{who}: table {table}, seat {seat}").format(
                    who=seat.entry.character.name, table=figure(seat.table.number), seat=seat.seat
                ),
                more=_("{tournament}, round {number}").format(tournament=tournament.name, number=seat.round.number),
                href=table_path(seat.table),
                action=_("Sit down"),
                league=tournament.season.league.name,
                urgent=True,
                tournament=tournament.pk,
            )
        )
    return deeds


def _plays(user: User) -> list[Deed]:
    return [
        Deed(
            tag=pgettext("tag", "Your move"),
            text=_("{game}, table {number}").format(game=season_play.name, number=figure(season_play.play.pk)),
            more=season_play.season.name,
            href=season_play.get_absolute_url(),
            action=_("Play on"),
            league=season_play.season.league.name,
            urgent=True,
        )
        for season_play in at_turn(user)
    ]


def _nights(user: User, memberships: Sequence[Membership]) -> list[Deed]:
    """Return the game nights that ask when the person can come, and those of the next days that they said nothing
    about."""
    leagues, now = [membership.league_id for membership in memberships], timezone.now()
    asking = [line for line in open_nights(user, leagues, now) if not line.mine]
    agreed = agreed_nights(user, leagues, now, until=now + AHEAD)
    silent = [line for line in agreed if not line.mine and line.night.round_id is None]
    return [_night(line) for line in (*asking[:MOST], *silent[:MOST])]


def _night(line: NightLine) -> Deed:
    night = line.night
    return Deed(
        tag=_("Who can when?") if line.date is None else _("Do you come?"),
        text=spoken(line.title),
        more="" if night.hidden_at else night.place,
        href=night.get_absolute_url(),
        action=_("Answer") if line.dates else _("Propose dates"),
        league=night.league.name,
        when=line.date.starts_at if line.date else night.answer_by,
        zone=night.zone,
    )


def _frozen(leagues: Sequence[int]) -> list[Deed]:
    if not leagues:
        return []
    tables = Table.objects.filter(
        frozen_at__isnull=False,
        round__stage__tournament__status=Tournament.RUNNING,
        round__stage__tournament__season__league__in=leagues,
    ).select_related("round__stage__tournament__season__league")
    return [_frozen_line(table, table.round.stage.tournament) for table in tables.order_by("frozen_at")[:MOST]]


def _frozen_line(table: Table, tournament: Tournament) -> Deed:
    return Deed(
        tag=_("Referee"),
        text=_("Table {number} of {tournament} calls you").format(
            number=figure(table.number), tournament=tournament.name
        ),
        more=table.frozen_because,
        href=reverse("table_rule", args=[table.pk]),
        action=_("Decide"),
        league=tournament.season.league.name,
        when=table.frozen_at,
        zone=tournament.played_in,
        urgent=True,
    )


def _sheets(user: User, organises: Sequence[int]) -> list[Deed]:
    """Return the sheets that concern one's own characters and are not confirmed: to read, and to object to. What an
    organiser confirms appears on the desk of the league, and what a tournament's table reports on the table's own
    page."""
    seats = (
        SheetSeat.objects.filter(
            Q(sheet__status=Sheet.SUBMITTED) & ~Q(sheet__submitted_by=user) | Q(sheet__status=Sheet.DISPUTED),
            character__owner=user,
        )
        .filter(sheet__game__table=None, sheet__game__season_game__isnull=False)
        .exclude(sheet__game__season_game__season__league__in=organises)
        .select_related("character", "sheet__game__season_game__season__league")
        .order_by("sheet__submitted_at", "pk")[:MOST]
    )
    names = headlines([seat.sheet.game_id for seat in seats])
    return [_sheet_line(seat, names[seat.sheet.game_id]) for seat in seats]


def _sheet_line(seat: SheetSeat, name: str) -> Deed:
    game, disputed = seat.sheet.game, seat.sheet.status == Sheet.DISPUTED
    assert seat.character is not None
    sentence = _("{who}: {points} points, place {place}").format(
        who=seat.character.name, points=figure(seat.points), place=seat.place
    )
    return Deed(
        tag=_("Disputed") if disputed else _("A result about you"),
        text=sentence,
        more=name + (f". {seat.sheet.closed_reason}" if disputed and seat.sheet.closed_reason else ""),
        href=reverse("game_detail", args=[game.pk]),
        action=_("Look at it") if disputed else _("Check or object"),
        league=game.season_game.season.league.name,
    )


def _decisions(leagues: Sequence[int]) -> list[Deed]:
    """Return the games that an organiser decides, the oldest of each kind first, and the imports that need a look.
    Tables at which players call the referee are already there."""
    if not leagues:
        return []
    desk = desk_of(leagues)
    games = [(pile, game) for pile in desk.piles for game in pile.games]
    calling = Table.objects.filter(frozen_at__isnull=False, game__in=[game.line.pk for _pile, game in games])
    at_referee = set(calling.values_list("game_id", flat=True))
    deeds = [_decision(pile, game) for pile, game in games if game.line.pk not in at_referee]
    deeds += [
        Deed(
            tag=pile.title,
            text=_("There are more"),
            more="",
            href=f"{reverse('season_games', args=[pile.games[0].season.slug])}?status={pile.status}",
            action=_("Look at it"),
            league=pile.games[0].season.league.name,
        )
        for pile in desk.piles
        if pile.more
    ]
    deeds += [
        Deed(
            tag=str(_IMPORT_TAGS.get(upload.status, _("Imports"))),
            text=upload.name,
            more=upload.summary,
            href=reverse("import_detail", args=[upload.pk]),
            action=_("Look at it"),
            league=upload.league.name,
        )
        for upload in desk.imports
    ]
    return deeds


def _decision(pile: Pile, game: DeskGame) -> Deed:
    line, confirms = game.line, pile.status == Sheet.SUBMITTED
    seats = ", ".join(f"{seat.name} {figure(seat.points)}" for seat in line.seats)
    return Deed(
        tag=pile.title,
        text=line.name,
        more=". ".join(filter(None, (seats, line.reason if pile.status == Sheet.DISPUTED else "", *line.doubts))),
        href=reverse("game_confirm", args=[line.pk]) if confirms else line.href,
        action=_("Confirm") if confirms else _("Decide"),
        league=game.season.league.name,
    )


def _steps(leagues: Sequence[int]) -> list[Deed]:
    """Return the next step of each league without a season, a character or a game."""
    if not leagues:
        return []
    organised = League.objects.filter(pk__in=leagues, closed_at=None).annotate(
        season=Subquery(Season.objects.filter(league=OuterRef("pk")).values("slug")[:1]),
        has_people=Exists(Enrolment.objects.filter(league=OuterRef("pk"))),
        has_game=Exists(SeasonGame.objects.filter(season__league=OuterRef("pk"))),
    )
    steps = (_first_step(league) for league in organised.order_by("name"))
    return [step for step in steps if step]


def _first_step(league: Any) -> Deed | None:
    if league.season is None:
        href = reverse("season_create", args=[league.slug])
        text, action = _("No season yet"), _("Start the first season")
    elif not league.has_people:
        href = f"{reverse('guest_register')}?{urlencode({'league': league.slug})}"
        text, action = _("Nobody is registered yet"), _("Register the players")
    elif not league.has_game:
        href = f"{reverse('result_enter')}?{urlencode({'season': league.season})}"
        text, action = _("No game yet"), _("Enter the first result")
    else:
        return None
    return Deed(tag=_("Next step"), text=text, more="", href=href, action=action, league=league.name)


def _open_registrations(user: User, leagues: Sequence[int]) -> list[Deed]:
    """Return the upcoming tournaments in which none of the user's characters is entered; registration closes when a
    tournament starts."""
    tournaments = (
        Tournament.objects.filter(
            Q(starts_at=None) | Q(starts_at__gte=timezone.now()),
            season__league__in=leagues,
            season__league__closed_at=None,
            status=Tournament.PLANNED,
            registration_open=True,
            self_registration=True,
        )
        .exclude(entries__character__owner=user)
        .filter(season__league__enrolments__character__owner=user)
        .distinct()
        .select_related("season__league")
        .order_by("starts_at", "pk")[:MOST]
    )
    return [_registration(tournament) for tournament in tournaments]


def _registration(tournament: Tournament) -> Deed:
    return Deed(
        tag=_("Registration"),
        text=_("{tournament} is open").format(tournament=tournament.name),
        more=f"{system_name(tournament.system)}{f', {tournament.place}' if tournament.place else ''}",
        href=reverse("entry_register", args=[tournament.slug]),
        action=_("Register"),
        league=tournament.season.league.name,
        when=tournament.starts_at,
        zone=tournament.played_in,
        tournament=tournament.pk,
    )
