"""Members of a league: joining by invitation, changing roles, leaving.

Leagues, seasons and their house rules."""

import re
import secrets
from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from characters.rules.facts import bounds_problem
from characters.rules.house_rules import DEFAULTS, BadHouseRule, house_rules, is_digest
from characters.rules.names import can_be_shown, misread, tidy
from characters.services.choosing import insert_as_chosen
from characters.services.facts import keep_rules
from engine.translatable import said, spoken
from league.boards.queries import version_of
from league.clubs.queries import rules_are_fixed, under_way
from league.core.ledger.services import record
from league.core.queries.access import forget_leagues
from league.core.queries.addresses import fixed_segments
from league.core.queries.languages import forget_spoken, offered
from league.core.rules.readings import DATE_ORDERS
from league.core.rules.zones import is_zone
from league.core.services.quotas import use_quota
from league.models import Desk, HouseRulesVersion, Invitation, League, Membership, Season
from league.models.organisation import Role
from league.signals import member_leaving

VALID_FOR = timedelta(days=14)
WHY_LENGTH = 300


@transaction.atomic
def invite(*, league: League, role: str, by: User) -> Invitation:
    """Make a link for one person, good for 14 days."""
    if role not in Role.values:
        raise ValidationError({"role": _("Choose a role.")})
    use_quota("invitations", by=by, league=league)
    invitation = Invitation.objects.create(
        league=league, role=role, token=secrets.token_urlsafe(24), created_by=by, expires_at=timezone.now() + VALID_FOR
    )
    text = said("An invitation was made: {what}.", what=invitation.get_role_display())
    about: dict[str, Any] = {"invitation": invitation.pk, "role": role}
    record(kind="invited", text=text, by=by, league=league, rows=[invitation], **about)
    return invitation


@transaction.atomic
def accept_invitation(*, invitation: Invitation, user: User) -> Membership:
    """Join, or take the wider role for somebody who is already a member.

    Raise ValidationError when the link was used or is too old.
    """
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.used_at is not None:
        raise ValidationError(_("This invitation has already been used. Ask the organiser for a new one."))
    if invitation.expires_at < timezone.now():
        raise ValidationError(_("This invitation is too old. Ask the organiser for a new one."))
    invitation.used_by, invitation.used_at = user, timezone.now()
    invitation.save(update_fields=["used_by", "used_at"])
    member, created = Membership.objects.get_or_create(
        league=invitation.league, user=user, defaults={"role": invitation.role}
    )
    about: dict[str, Any] = {"by": user, "rows": [invitation], "invitation": invitation.pk}
    if created:
        _record_member(member, **about)
    elif Role.values.index(invitation.role) < Role.values.index(member.role):
        _set_role(member, invitation.role, **about)
    else:
        text = said("An invitation was used by somebody who was already a member.")
        record(kind="invitation_withdrawn", text=text, league=member.league, **about)
    return member


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, by: User | None = None) -> None:
    """Withdraw an open invitation, so that its link no longer works."""
    if Invitation.objects.filter(pk=invitation.pk, used_at=None).update(expires_at=timezone.now()):
        invitation.refresh_from_db()
        about: dict[str, Any] = {"rows": [invitation], "invitation": invitation.pk}
        text = said("An invitation was withdrawn.")
        record(kind="invitation_withdrawn", text=text, by=by, league=invitation.league, **about)


@transaction.atomic
def choose_league(*, user: User, league: League) -> None:
    """Set the league that the person is in from now on: its season, its desk. It stays until they choose another."""
    if not Membership.objects.filter(user=user, league=league).exists():
        text = _("You are not a member of {league}. Choose one of your own leagues.")
        raise ValidationError(text.format(league=league))
    Desk.objects.update_or_create(user=user, defaults={"league": league})


@transaction.atomic
def change_role(*, member: Membership, role: str, by: User | None = None) -> Membership:
    """Give a member another role. Raise ValidationError when the league would be left without an organiser."""
    if role not in Role.values:
        raise ValidationError({"role": _("Choose a role.")})
    _keep_an_organiser(member, stays=role == Role.ORGANISER)
    _set_role(member, role, by=by)
    return member


@transaction.atomic
def remove_member(*, member: Membership, by: User | None = None) -> None:
    """End a membership. Characters and results stay; places in tournaments are given up."""
    _keep_an_organiser(member, stays=False)
    _end_member(member, by=by)


def _end_member(member: Membership, *, by: User | None) -> None:
    text = said("A membership ended: {what}.", what=member.get_role_display())
    about: dict[str, Any] = {"gone": [member], "user": member.user_id, "role": member.role}
    record(kind="member_left", text=text, by=by, league=member.league, **about)
    _forget_on_desk(member)
    member_leaving.send(member)
    member.delete()


def _forget_on_desk(member: Membership) -> None:
    """Remove from a desk what it remembers of a league that the person has left: that they were in it, and how their
    characters stood in its seasons (by season and character, `12-34`)."""
    desk = Desk.objects.select_for_update().filter(user=member.user_id).first()
    if desk is None:
        return
    seasons = set(map(str, member.league.seasons.values_list("pk", flat=True)))
    for name in ("stood", "stands"):
        there = getattr(desk, name)
        setattr(desk, name, {key: place for key, place in there.items() if key.partition("-")[0] not in seasons})
    if desk.league_id == member.league_id:
        desk.league = None
    desk.save(update_fields=["stood", "stands", "league"])


@transaction.atomic
def forget_member(user: User, label: str) -> None:
    """End the memberships of a person who is being forgotten and is nowhere needed as the only organiser, and delete
    their open invitations, in this transaction."""
    for member in Membership.objects.select_related("league").filter(user=user).order_by("pk"):
        _end_member(member, by=user)
    for invitation in Invitation.objects.select_related("league").filter(created_by=user, used_by=None).order_by("pk"):
        about: dict[str, Any] = {"gone": [invitation], "invitation": invitation.pk}
        text = said("An invitation was withdrawn.")
        record(kind="invitation_withdrawn", text=text, by=user, league=invitation.league, **about)
        invitation.delete()


def join_league(*, league: League, user: User, role: str = Role.PLAYER, by: User | None = None) -> Membership:
    """Make the person a member; an existing member keeps the role. Runs in the caller's transaction."""
    member, created = Membership.objects.get_or_create(league=league, user=user, defaults={"role": role})
    if created:
        _record_member(member, by=by)
    return member


def _record_member(member: Membership, *, by: User | None, **about: Any) -> None:
    text = said("Somebody became a member: {what}.", what=member.get_role_display())
    about = {"rows": [member, *about.pop("rows", ())], "user": member.user_id, "role": member.role, **about}
    record(kind="member_joined", text=text, by=by, league=member.league, **about)


def _set_role(member: Membership, role: str, *, by: User | None, **about: Any) -> None:
    before, member.role = member.role, role
    member.save(update_fields=["role"])
    text = said("A member's role was changed: {was} before, {now} now.", was=Role(before).label, now=Role(role).label)
    about |= {"rows": [member, *about.pop("rows", ())], "user": member.user_id, "role": role, "before": before}
    record(kind="role_changed", text=text, by=by, league=member.league, **about)


def _keep_an_organiser(member: Membership, *, stays: bool) -> None:
    League.objects.select_for_update(no_key=True).get(pk=member.league_id)
    others = Membership.objects.filter(league=member.league_id, role=Role.ORGANISER).exclude(pk=member.pk)
    if member.role == Role.ORGANISER and not stays and not others.exists():
        raise ValidationError(_("A league needs at least one organiser. Make somebody else an organiser first."))


DEFAULT_LEAGUE = "Corner Office League"
SLUG, SLUG_LENGTH = re.compile(r"[\w-]+"), 140


@transaction.atomic
def create_league(
    *, name: str, zone: str = "", place: str = "", date_order: str = "", language: str = "", by: User | None = None
) -> League:
    """Found a league, whose creator becomes an organiser. Without a zone it has that of the installation. Raise
    ValidationError for an empty or taken name, and for the sixth league of a person within a day."""
    name = _league_name(name)
    use_quota("leagues", by=by)
    slug = slugify(name, allow_unicode=True) or "league"
    if slug in fixed_segments("leagues/"):
        own = _("The address of a league called {name} is used by this site itself: add a word.")
        raise ValidationError({"name": own.format(name=name)})
    _refuse_league(name, slug)
    league = League(name=name, slug=slug)
    _set_place(league, zone=zone or league.zone, place=place, date_order=date_order or league.date_order)
    _set_language(league, language)
    insert_as_chosen(partial(league.save, force_insert=True), lambda: _refuse_league(name, slug))
    text = said("The league {league} was founded.", league=name)
    record(kind="league_created", text=text, by=by, league=league, rows=[league])
    if by is not None:
        join_league(league=league, user=by, role=Role.ORGANISER, by=by)
    return league


def _refuse_league(name: str, slug: str) -> None:
    if League.objects.filter(slug=slug).exists():
        raise ValidationError({"name": _("There is already a league called {name}.").format(name=name)})


@transaction.atomic
def change_league(
    *, league: League, name: str, zone: str, place: str, date_order: str, language: str, by: User | None = None
) -> League:
    """Change name, zone, place, order of dates or language; the address stays what it was. Moments that are stored
    stay, and are shown on the clocks of the new zone. Raise ValidationError by field."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    name = _league_name(name)
    league.name = name
    _set_place(league, zone=zone or league.zone, place=place, date_order=date_order or league.date_order)
    _set_language(league, language)
    changed = ["name", "zone", "place", "date_order", "language"]
    league.save(update_fields=changed)
    about: dict[str, Any] = {field: getattr(league, field) for field in changed}
    text = said("The name, the time zone or the place of the league {league} was changed.", league=name)
    record(kind="league_changed", text=text, by=by, league=league, **about)
    return league


def _league_name(text: str) -> str:
    name = tidy(text)
    if not name:
        raise ValidationError({"name": _("A league needs a name.")})
    if not can_be_shown(name):
        raise ValidationError({"name": _("The name contains a character that can't be shown.")})
    _refuse_misread(name)
    return name


def _refuse_misread(name: str) -> None:
    if sentence := misread(name):
        raise ValidationError({"name": sentence.spoken()})


def _set_place(league: League, *, zone: str, place: str, date_order: str) -> None:
    if not is_zone(zone):
        raise ValidationError({"zone": _("Choose a time zone from the list, such as Europe/London.")})
    if date_order not in DATE_ORDERS:
        raise ValidationError({"date_order": _("Choose whether the day or the month comes first.")})
    league.zone, league.place, league.date_order = zone, " ".join(place.split()), date_order


def _set_language(league: League, language: str) -> None:
    if language and language not in offered():
        raise ValidationError({"language": _("Choose a language that this site speaks.")})
    league.language = language
    transaction.on_commit(forget_spoken)


@transaction.atomic
def close_league(*, league: League, why: str, by: User | None = None) -> None:
    """Close the league: everything in it can be read and nothing changes, until `open_league`. Raise ValidationError
    without a reason, if it is already closed, or while something under way in it has to go on."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    why = " ".join(why.split())[:WHY_LENGTH]
    if league.closed_at is not None:
        raise ValidationError(_("{league} is already closed.").format(league=league))
    if not why:
        raise ValidationError({"why": _("Say in a sentence why: it is on the page of the league.")})
    if problem := under_way(league):
        raise ValidationError(spoken(problem))
    league.closed_at, league.closed_why = timezone.now(), why
    league.save(update_fields=["closed_at", "closed_why"])
    text = said("{league} was closed: {reason}", league=league.name, reason=why)
    record(kind="league_closed", text=text, by=by, league=league, rows=[league])
    transaction.on_commit(forget_leagues)


@transaction.atomic
def open_league(*, league: League, by: User | None = None) -> None:
    """Open a closed league, in which everything resumes where it was. Raise ValidationError if it is not closed."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if league.closed_at is None:
        raise ValidationError(_("{league} is not closed.").format(league=league))
    league.closed_at, league.closed_why = None, ""
    league.save(update_fields=["closed_at", "closed_why"])
    text = said("{league} was opened again.", league=league.name)
    record(kind="league_opened", text=text, by=by, league=league, rows=[league])
    transaction.on_commit(forget_leagues)


def default_league() -> League:
    """Return the league of this installation that commands use when they name no other: the first, founded now if there
    is not a league."""
    leagues = League.objects.order_by("pk")
    try:
        return leagues.first() or create_league(name=DEFAULT_LEAGUE)
    except ValidationError:  # somebody else has just founded it
        return leagues[0]


@transaction.atomic
def create_season(
    *,
    league: League,
    name: str,
    slug: str = "",
    wanted: str = "",
    starts_on: date | None = None,
    ends_on: date | None = None,
    draw_seed: str = "",
    rules: Mapping[str, Any] | None = None,
    by: User | None = None,
) -> Season:
    """Begin a season with its house rules: those given, else those of the league's newest season, else the book's. Its
    address is `slug`; without, one like `wanted` or like its name that no other league has. Raise ValidationError
    if the league has a season of that name, or anybody one with that slug."""
    name = " ".join(name.split())
    wanted = slug or (wanted or slugify(name, allow_unicode=True))[:SLUG_LENGTH].rstrip("-")
    if not name or not SLUG.fullmatch(wanted):
        raise ValidationError({"name": _("A season needs a name with letters or digits in it.")})
    _refuse_misread(name)
    _refuse_dates(starts_on, ends_on)
    use_quota("seasons", by=by, league=league)
    before = HouseRulesVersion.objects.filter(season__league=league).order_by("-set_at", "-id").first()
    season = Season(league=league, name=name, slug=wanted, starts_on=starts_on, ends_on=ends_on)
    season.draw_seed = draw_seed or season.draw_seed

    def choose_again() -> None:
        if slug or league.seasons.filter(slug=wanted).exists():
            taken = _("There is already a season with the address {slug}.")
            raise ValidationError({"name": taken.format(slug=wanted)})
        numbered = (f"{wanted[: SLUG_LENGTH - 6]}-{number}" for number in count(2))
        season.slug = next(each for each in numbered if not Season.objects.filter(slug=each).exists())

    insert_as_chosen(partial(season.save, force_insert=True), choose_again)
    text = said("The season {season} was made.", season=name)
    record(kind="season_created", text=text, by=by, season=season, rows=[season], **_dates(season))
    if rules is None and before is not None:
        _keep_version(HouseRulesVersion(season=season, version=1, rules_id=before.rules_id, set_by=by))
    else:
        set_house_rules(season=season, values=rules or {}, by=by)
    return season


@transaction.atomic
def change_season(
    *, season: Season, name: str, starts_on: date | None, ends_on: date | None, by: User | None = None
) -> Season:
    """Change name and dates of a season; the address stays what it was. Raise ValidationError by field."""
    name = " ".join(name.split())
    if not name:
        raise ValidationError({"name": _("A season needs a name with letters or digits in it.")})
    _refuse_misread(name)
    _refuse_dates(starts_on, ends_on)
    season.name, season.starts_on, season.ends_on = name, starts_on, ends_on
    season.save(update_fields=["name", "starts_on", "ends_on"])
    text = said("The name or the dates of the season {season} were changed.", season=name)
    record(kind="season_changed", text=text, by=by, season=season, rows=[season], name=name, **_dates(season))
    return season


def _dates(season: Season) -> dict[str, Any]:
    return {name: day.isoformat() if (day := getattr(season, name)) else None for name in ("starts_on", "ends_on")}


def _refuse_dates(starts_on: date | None, ends_on: date | None) -> None:
    for name, day in (("starts_on", starts_on), ("ends_on", ends_on)):
        if day and (problem := bounds_problem(day)):
            raise ValidationError({name: spoken(problem)})
    if starts_on and ends_on and ends_on < starts_on:
        raise ValidationError({"ends_on": _("The season ends before it starts.")})


@transaction.atomic
def set_house_rules(*, season: Season, values: Mapping[str, Any], by: User | None = None) -> HouseRulesVersion:
    """Set the next version of a season's house rules.

    Raise ValidationError for an unknown rule or value, and once the season's first game is confirmed.
    """
    season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    if rules_are_fixed(season):
        fixed = _(
            "The house rules are fixed: the season's first game is confirmed. Start a new season to play by "
            "other rules."
        )
        raise ValidationError(fixed)
    try:
        chosen = house_rules(values) if values else DEFAULTS
    except BadHouseRule as error:
        raise ValidationError(spoken(error.args[0])) from error
    if is_digest(chosen.board) and version_of(season.league, chosen.board) is None:
        unknown = _("This league has no board with the digest {board}. Make it first.")
        raise ValidationError(unknown.format(board=chosen.board))
    newest = season.house_rules.order_by("-version").first()
    version = newest.version + 1 if newest else 1
    return _keep_version(HouseRulesVersion(season=season, version=version, rules=keep_rules(rules=chosen), set_by=by))


def _keep_version(version: HouseRulesVersion) -> HouseRulesVersion:
    version.save(force_insert=True)
    number, season = version.version, version.season
    text = said("Version {version} of the house rules of {season} was set.", version=number, season=season.name)
    about: dict[str, Any] = {"rows": [version], "version": number, "rules": version.rules_id}
    record(kind="house_rules_set", text=text, by=version.set_by, season=season, **about)
    return version
