"""Teams: set up by organisers, entered and changed by captains until the contest closes, then only by organisers.

Every function locks the tournament or the season of the contest first, so members and deadlines are judged by one at a
time. In a tournament the members of a team are entered with it. The ledger names teams by their numbers, because the
staff may hide a name.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character
from characters.rules.names import can_be_shown, name_key, tidy
from engine.translatable import Translatable, said, spoken
from league.core.ledger.services import new_entry
from league.core.queries.access import standing_of
from league.core.queries.characters import NearNames
from league.core.services.quotas import use_quota
from league.models import Entry, Season, Stage, Team, TeamContest, TeamMember, Tournament
from league.people.services.guests import register_guest
from league.tournaments.entries.queries import is_hall
from league.tournaments.entries.rules import IN_A_HALL
from league.tournaments.entries.services.entries import give_up_entry, register_entry, withdraw_entry
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_when_over
from league.tournaments.teams.queries import is_closed, line_up_of, name_of
from league.tournaments.teams.rules import MOST_TEAMS, NAME_LENGTH


@transaction.atomic
def set_up_teams(
    *,
    season: Season,
    tournament: Tournament | None = None,
    counting: str,
    best_of: int,
    size: int,
    closes_at: datetime | None,
    by: User,
) -> TeamContest:
    """Let teams compete in the season or the tournament, or change how they do. Raise ValidationError if a team
    has more members than `size`, and for a season without a deadline."""
    _lock(season, tournament)
    if tournament is None and closes_at is None:
        raise ValidationError({"closes_at": _("Say until when captains can change their teams.")})
    contest = TeamContest.objects.filter(season=season, tournament=tournament).first()
    contest = contest or TeamContest(season=season, tournament=tournament)
    largest = _largest(contest) if contest.pk else 0
    if size < largest:
        refused = ngettext("A team already has {count} member.", "A team already has {count} members.", largest)
        raise ValidationError({"size": refused.format(count=largest)})
    contest.counting, contest.best_of, contest.size, contest.closes_at = counting, best_of, size, closes_at
    contest.save()
    text = said("Teams compete in {where}.", where=(tournament or season).name)
    _record(contest, text, by, kind="teams_set_up", rows=[contest])
    return contest


def _largest(contest: TeamContest) -> int:
    sizes = contest.teams.annotate(now=Count("members", filter=Q(members__until=None)))
    return int(sizes.aggregate(most=Max("now"))["most"] or 0)


@transaction.atomic
def enter_team(
    *, contest: TeamContest, name: str, members: Sequence[str], by: User, captain: User | None, guests: bool = False
) -> Team:
    """Enter a team with the characters of these names. `guests`: in a tournament, an organiser registers unknown names
    as guests. Raise ValidationError by field: `name`, `member_1` and so on."""
    contest = _locked(contest)
    organises = _refuse_closed(contest, by)
    use_quota("teams", by=by, league=contest.season.league)
    if contest.teams.count() >= MOST_TEAMS:
        raise ValidationError(_("No more than {most:,} teams can compete.").format(most=MOST_TEAMS))
    if captain and not organises and contest.teams.filter(captain=captain, withdrawn_at=None).exists():
        raise ValidationError(_("You are already the captain of a team."))
    name = _name(contest, name)
    number = (contest.teams.aggregate(last=Max("number"))["last"] or 0) + 1
    lot = IN_A_HALL + number if contest.tournament and is_hall(contest.tournament) else None
    team = Team.objects.create(
        contest=contest, number=number, name=name, name_key=name_key(name), captain=captain, lot=lot
    )
    wanted = [(f"member_{at}", tidy(member)) for at, member in enumerate(members, 1) if tidy(member)]
    if not wanted:
        raise ValidationError({"member_1": _("A team needs a member.")})
    if len(wanted) > contest.size:
        raise ValidationError(_full(contest))
    rows = [
        _joined(team, _character(contest, typed, field, guests and organises, by), field, by) for field, typed in wanted
    ]
    text = said("Team {number} is entered.", number=number)
    _record(contest, text, by, rows=[team, *rows], team=team.pk, joined=_only_joined(rows))
    return team


@transaction.atomic
def change_team(*, team: Team, name: str, captain: User | None, by: User) -> Team:
    """Change the name and the captain of a team that takes part; only organisers choose a captain. A hidden name stays
    hidden when it changes. Raise ValidationError."""
    contest, team = _locked_team(team, taking_part=True)
    _refuse_closed(contest, by)
    before, team.name = team.name, _name(contest, name, team)
    team.name_key, team.captain = name_key(team.name), captain
    team.save(update_fields=["name", "name_key", "captain"])
    if team.name != before:
        _record(contest, said("Team {number} has another name.", number=team.number), by, rows=[team], team=team.pk)
    return team


@transaction.atomic
def add_member(*, team: Team, name: str, by: User) -> TeamMember:
    """Add the character of this name: after the deadline its games count from now on. Raise ValidationError under
    `member`."""
    contest, team = _locked_team(team, taking_part=True)
    _refuse_closed(contest, by)
    if team.members.filter(until=None).count() >= contest.size:
        raise ValidationError({"member": _full(contest)})
    row = _joined(team, _character(contest, tidy(name), "member", False, by), "member", by)
    text = said("{name} is in team {number}.", name=row.character.name, number=team.number)
    _record(contest, text, by, rows=[row], team=team.pk, joined=_only_joined([row]))
    return row


@transaction.atomic
def withdraw_member(*, member: TeamMember, by: User) -> None:
    """Take a member out of its team: before the deadline as if it had never been there, later from now on. A member
    that has left stays so."""
    contest, team = _locked_team(member.team)
    _refuse_closed(contest, by)
    row = team.members.filter(pk=member.pk, until=None).select_related("character").first()
    if row is not None:
        text = said("{name} leaves team {number}.", name=row.character.name, number=team.number)
        _record(contest, text, by, team=team.pk, left=[row.character_id], **_left(contest, row, by))


@transaction.atomic
def withdraw_team(*, team: Team, by: User) -> None:
    """Withdraw a team with its members. Its results stay; a second time changes nothing."""
    contest, team = _locked_team(team)
    _refuse_closed(contest, by)
    if team.withdrawn_at is not None:
        return
    members = list(team.members.filter(until=None).select_related("character"))
    left = [_left(contest, row, by) for row in members]
    team.withdrawn_at = timezone.now()
    team.save(update_fields=["withdrawn_at"])
    rows, gone = ([row for one in left for row in one.get(key, ())] for key in ("rows", "gone"))
    text = said("Team {number} has withdrawn.", number=team.number)
    out = [row.character_id for row in members]
    _record(contest, text, by, rows=[team, *rows], gone=gone, team=team.pk, left=out)


@transaction.atomic
def move_up(*, member: TeamMember) -> None:
    """Let a member change places with the one before it in the line-up of its team. The first one stays."""
    contest, team = _locked_team(member.team, taking_part=True)
    order = [*line_up_of(contest, team).values()]
    at = next((at for at, row in enumerate(order) if row.pk == member.pk), 0)
    if at:
        order[at - 1], order[at] = order[at], order[at - 1]
        for place, row in enumerate(order, start=1):
            row.place = place
        TeamMember.objects.bulk_update(order, ["place"])


@transaction.atomic
def line_up_by_strength(*, team: Team) -> None:
    """Forget the captain's order: the stronger player comes first again."""
    _contest, team = _locked_team(team, taking_part=True)
    team.members.filter(until=None).update(place=None)


def _lock(season: Season, tournament: Tournament | None) -> None:
    if tournament is None:
        Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    else:
        refuse_when_over(lock_tournament(tournament.pk))


def _locked(contest: TeamContest) -> TeamContest:
    _lock(contest.season, contest.tournament)
    return TeamContest.objects.select_related("season__league", "tournament__season__league").get(pk=contest.pk)


def _locked_team(team: Team, *, taking_part: bool = False) -> tuple[TeamContest, Team]:
    """Return the team and its contest under their lock. Raise ValidationError for one that has withdrawn, if it must
    be `taking_part`."""
    contest = _locked(team.contest)
    now = Team.objects.get(pk=team.pk)
    now.contest = contest
    if taking_part and now.withdrawn_at is not None:
        raise ValidationError(_("This team has withdrawn. What it scored stays."))
    return contest, now


def _refuse_closed(contest: TeamContest, by: User) -> bool:
    """Return whether `by` is an organiser. Raise ValidationError for others once the contest is closed."""
    organises = standing_of(by, contest.season.league).may("administer")
    if not organises and is_closed(contest):
        if contest.closes_at is not None and contest.closes_at <= timezone.now():
            when = date_format(timezone.localtime(contest.closes_at), "DATETIME_FORMAT")
            refused = _("Teams could be changed until {when}. Ask an organiser.")
            raise ValidationError(refused.format(when=when), code="closed")
        raise ValidationError(_("The tournament has begun. Ask an organiser."), code="closed")
    return organises


def _name(contest: TeamContest, text: str, team: Team | None = None) -> str:
    name = tidy(text)
    if not name:
        raise ValidationError({"name": _("Give the team a name.")})
    if len(name) > NAME_LENGTH:
        refused = _("The name has {length} characters; the limit is {most}.")
        raise ValidationError({"name": refused.format(length=len(name), most=NAME_LENGTH)})
    if not can_be_shown(name):
        raise ValidationError({"name": _("The name contains a character that can't be shown.")})
    others = contest.teams.exclude(pk=team.pk) if team else contest.teams.all()
    if others.filter(name_key=name_key(name)).exists():
        raise ValidationError({"name": _("Another team has this name.")})
    return name


def _full(contest: TeamContest) -> str:
    text = ngettext("A team has at most {count} member.", "A team has at most {count} members.", contest.size)
    return text.format(count=contest.size)


def _character(contest: TeamContest, name: str, field: str, guests: bool, by: User) -> Character:
    league = contest.season.league
    known = Character.objects.filter(enrolment__league=league, name_key=name_key(name)).first()
    if known is not None:
        return known
    if guests and contest.tournament:
        with _beside(field):
            return register_guest(league=league, name=name, edition_id=contest.tournament.edition, by=by)
    text = _("There is no character '{name}' in {league}.").format(name=name, league=league.name)
    if near := NearNames(league).nearest(name):
        text = _("{sentence} Do you mean {name}?").format(sentence=text, name=near)
    raise ValidationError({field: text})


def _joined(team: Team, character: Character, field: str, by: User) -> TeamMember:
    contest = team.contest
    taken = TeamMember.objects.filter(contest=contest, character=character, until=None).select_related("team").first()
    if taken is not None:
        text = _("{character} is already in the team {team}.")
        raise ValidationError({field: text.format(character=character.name, team=spoken(name_of(taken.team)))})
    entered = _entered(contest, character, field, by)
    since = timezone.now() if is_closed(contest) else None
    return TeamMember.objects.create(contest=contest, team=team, character=character, since=since, entered=entered)


def _only_joined(rows: Iterable[TeamMember]) -> list[int]:
    """Return the characters whose owners learn of the team from this event, and not from that of their entry."""
    return [row.character_id for row in rows if not row.entered]


@contextmanager
def _beside(field: str) -> Iterator[None]:
    """Put what is refused within beside this field."""
    try:
        yield
    except ValidationError as error:
        raise ValidationError({field: error.messages}) from error


def _entered(contest: TeamContest, character: Character, field: str, by: User) -> bool:
    """Enter a member in the tournament of the contest, and return whether that was needed. Raise ValidationError under
    `field`."""
    there = Entry.objects.filter(tournament=contest.tournament, character=character).exclude(status=Entry.DROPPED)
    if contest.tournament is None or there.exists():
        return False
    own = not standing_of(by, contest.season.league).may("administer")
    with _beside(field):
        register_entry(tournament=contest.tournament, character=character, by=by, own=own)
    return True


def _left(contest: TeamContest, row: TeamMember, by: User) -> dict[str, Any]:
    """Take one member out, and return what the ledger says of the row. Its entry goes with it: before the tournament,
    and if only teams play on."""
    if row.entered and contest.tournament:
        entry = Entry.objects.filter(tournament=contest.tournament, character=row.character).first()
        if entry is not None and contest.tournament.status == Tournament.PLANNED:
            withdraw_entry(entry=entry, by=by)
        elif entry is not None and contest.tournament.stages.exclude(line_up=None).exclude(status=Stage.ENDED).exists():
            give_up_entry(entry=entry, reason=said("left team {number}.", number=row.team.number), by=by)
    if is_closed(contest):
        row.until = timezone.now()
        row.save(update_fields=["until"])
        return {"rows": [row]}
    gone = TeamMember.objects.get(pk=row.pk)
    row.delete()
    return {"gone": [gone]}


def _record(contest: TeamContest, text: Translatable, by: User, kind: str = "team_changed", **about: Any) -> None:
    if contest.tournament:
        log_event(tournament=contest.tournament, kind="edited", text=text, by=by, **about)
    else:
        rows, gone = about.pop("rows", ()), about.pop("gone", ())
        new_entry(kind=kind, text=text, by=by, season=contest.season, about=about, rows=rows, gone=gone).save()
