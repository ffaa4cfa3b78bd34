"""Coming in: join links are made and ended, somebody joins or asks to, an organiser decides.

Locks: the link or the request first, then tournament, league and the rest as everywhere.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.names import tidy
from characters.services.registration import name_problem
from engine.translatable import Translatable, said, spoken
from league.clubs.queries.characters import guests_of
from league.clubs.queries.joining import (
    NOT_AGAIN_FOR,
    Door,
    Joined,
    declined_lately,
    is_member_of,
    new_nonce,
    own_active,
    secret_of,
    waiting_request,
)
from league.clubs.services.characters import check_room, refuse_name_of_guest
from league.clubs.services.leagues import join_league
from league.core.ledger.services import record
from league.core.queries.access import standing_of
from league.core.queries.figures import figure
from league.core.rules.roles import refusal
from league.core.services.quotas import use_quota
from league.models import Entry, JoinLink, JoinRequest, League, Tournament
from league.models.organisation import Joining
from league.signals import Arrival, character_wanted, entry_wanted, guest_recognised, join_asked, join_decided

DAYS = {1: said("One day"), 7: said("A week"), 30: said("30 days"), 180: said("Half a year"), 365: said("A year")}
DEFAULT_DAYS = 180
MOST_USES = 10_000


@transaction.atomic
def set_joining(*, league: League, how: str, by: User) -> League:
    """Set who may join a league without a link."""
    _refuse_unknown(how)
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if league.joining != how:
        before, league.joining = league.joining, how
        league.save(update_fields=["joining"])
        text = said("Who may join without a link: {what}.", what=Joining(how).label)
        record(kind="joining_changed", text=text, by=by, league=league, rows=[league], how=how, before=before)
    return league


@transaction.atomic
def make_join_link(
    *, league: League, how: str, days: int, most_uses: int | None = None, tournament: Tournament | None = None, by: User
) -> JoinLink:
    """Make a link in place of the league's or tournament's last one, which no longer works. Raise ValidationError by
    field."""
    _refuse_unknown(how)
    if days not in DAYS:
        raise ValidationError({"days": _("Choose how long the link is valid.")})
    if most_uses is not None and not 1 <= most_uses <= MOST_USES:
        between = _("Between 1 and {most} people, or leave it empty.")
        raise ValidationError({"most_uses": between.format(most=figure(MOST_USES))})
    now, nonce = timezone.now(), new_nonce()
    places = JoinLink.objects.filter(league=league, tournament=tournament, ended_at=None)
    ended = list(places.select_for_update(no_key=True))
    use_quota("join_links", by=by, league=league)
    for earlier in ended:
        earlier.ended_at = now
    JoinLink.objects.bulk_update(ended, ["ended_at"])
    try:
        with transaction.atomic():
            link = JoinLink.objects.create(
                league=league,
                tournament=tournament,
                how=how,
                nonce=nonce,
                digest=JoinLink.digest_of(secret_of(nonce)),
                most_uses=most_uses,
                created_by=by,
                expires_at=now + timedelta(days=days),
            )
    except IntegrityError as error:
        raise ValidationError(_("Somebody else has just made a new link. Look at theirs first.")) from error
    _record_link(link, "join_link_made", said("A join link was made: {what}."), by, *ended)
    return link


@transaction.atomic
def switch_join_link(*, link: JoinLink, how: str, by: User) -> JoinLink:
    """Switch a link: it lets in, asks for approval, or lets nobody in. Raise ValidationError once it was ended."""
    _refuse_unknown(how)
    link = _locked(link)
    if link.ended_at is not None:
        raise ValidationError(_("This link was ended. Make a new one."))
    if link.how != how:
        link.how = how
        link.save(update_fields=["how"])
        _record_link(link, "join_link_changed", said("A join link was switched: {what}."), by)
    return link


@transaction.atomic
def end_join_link(*, link: JoinLink, by: User) -> JoinLink:
    """End a link, so that it no longer works; a second time changes nothing."""
    link = _locked(link)
    if link.ended_at is None:
        link.ended_at = timezone.now()
        link.save(update_fields=["ended_at"])
        _record_link(link, "join_link_ended", said("A join link was ended: {what}."), by)
    return link


@transaction.atomic
def join(*, door: Door, user: User, name: str = "", guest: Character | None = None, is_another: bool = False) -> Joined:
    """Join the league and, if the door is that of a tournament, enter it too; or leave a request, if approval is
    asked. Somebody who says that they are a `guest` of the league leaves a request in any case: an organiser decides.
    `is_another`: they said that they are not one of the guests with nearly their name.

    Raise ValidationError for a door that is shut, by field for a name that can't be borne, and beyond the day's quota.
    """
    link = _locked(door.link) if door.link else None
    league = League.objects.get(pk=door.league.pk)
    now = Door(league, door.tournament, link)
    belongs = is_member_of(league, user)
    if belongs and guest is None:
        return _bring_in(Arrival(league, user, user, now.tournament, name, is_another))
    if now.problem and (not belongs or league.closed_at is not None):
        raise ValidationError(now.problem)
    name = _wanted_name(league, name) if guest is None else _claimable_name(league, user, guest)
    waiting = waiting_request(league, user)
    only_asks = belongs or now.how == Joining.APPROVAL
    if only_asks and waiting is not None:
        return Joined(request=waiting)
    if only_asks or guest is not None:
        _refuse_to_ask_again(league, user)
    if link is not None and not belongs:
        link.uses += 1
        link.save(update_fields=["uses"])
    if only_asks:
        return Joined(request=_ask(league, now.tournament, user, name))
    if waiting is not None:
        waiting.delete()
    use_quota("joins", by=user)
    if guest is not None:
        join_league(league=league, user=user, by=user)
        return Joined(request=_ask(league, now.tournament, user, name))
    return _bring_in(Arrival(league, user, user, now.tournament, name, is_another))


def _claimable_name(league: League, user: User, guest: Character) -> str:
    if not guests_of(league).filter(pk=guest.pk).exists():
        text = _("{guest} is somebody else's, or plays in another league.")
        raise ValidationError({"guest": text.format(guest=guest)})
    check_room(league, user)
    return guest.name


def _refuse_to_ask_again(league: League, user: User) -> None:
    if declined := declined_lately(league, user):
        until = date_format(declined + NOT_AGAIN_FOR, "j F")
        text = _("{league} declined your request. You can ask again from {day} on.")
        raise ValidationError(text.format(league=league, day=until))


@transaction.atomic
def decide_request(*, request: JoinRequest, accept: bool, by: User, guest: int | None = None) -> Joined:
    """Accept a request, or decline it; either way the person is told. `guest` is the id of the character whose name
    they asked for, when an organiser has seen it and says that it is theirs.

    Raise ValidationError if the request was already decided, or the character is no longer a guest of that name.
    """
    request = JoinRequest.objects.select_for_update(no_key=True, of=("self",)).get(pk=request.pk)
    if request.decided_at is not None:
        raise ValidationError(_("This request is already decided."))
    belonged = is_member_of(request.league, request.user)
    request.accepted, request.decided_by, request.decided_at = accept, by, timezone.now()
    request.save(update_fields=["accepted", "decided_by", "decided_at"])
    about: dict[str, Any] = {"request": request.pk, "user": request.user_id}
    text = said("A request to join was accepted.") if accept else said("A request to join was declined.")
    record(kind="join_decided", text=text, by=by, league=request.league, accepted=accept, **about)
    join_decided.send(request, belonged and (guest is not None or not accept))
    if not accept:
        return Joined()
    if guest is not None:
        character = guests_of(request.league).filter(pk=guest, name=request.name).first()
        if character is None:
            raise ValidationError(_("{name} is no longer a guest of this league.").format(name=request.name))
        guest_recognised.send(character, request.user, by)
    arrival = Arrival(request.league, request.user, by, request.tournament, request.name)
    return _bring_in(arrival, leave_out=True)


@transaction.atomic
def withdraw_request(*, request: JoinRequest, user: User) -> None:
    """Withdraw a request, for the person who made it, while it waits. Raise ValidationError if it was decided
    meanwhile."""
    if not JoinRequest.objects.filter(pk=request.pk, user=user, decided_at=None).delete()[0]:
        raise ValidationError(_("This request is already decided."))
    text = said("A request to join was withdrawn.")
    record(kind="join_withdrawn", text=text, by=user, league=request.league, request=request.pk)


def _bring_in(arrival: Arrival, *, leave_out: bool = False) -> Joined:
    """Give membership, then a character if one is wanted and missing, then the entry as far as it is possible.
    `leave_out` drops a name that can no longer be borne."""
    join_league(league=arrival.league, user=arrival.user, by=arrival.by)
    own = own_active(arrival.league, arrival.user)
    character = own[0] if len(own) == 1 else None
    if arrival.tournament is None:
        return Joined(character=character)
    if not own and tidy(arrival.name):
        try:
            with transaction.atomic():
                character = _hired(arrival)
        except ValidationError as error:
            if not leave_out:
                raise
            return Joined(refusal=" ".join(error.messages))
    if character is None:
        return Joined()
    try:
        with transaction.atomic():
            entry = entry_wanted.answer(arrival, character)
    except ValidationError as error:
        existing = Entry.objects.filter(tournament=arrival.tournament, character=character).first()
        return Joined(character=character, entry=existing, refusal=" ".join(error.messages))
    return Joined(character=character, entry=entry)


def _hired(arrival: Arrival) -> Character:
    if not standing_of(arrival.user, arrival.league).may("register"):
        raise ValidationError(spoken(refusal("register")))
    return character_wanted.answer(replace(arrival, name=_wanted_name(arrival.league, arrival.name)))


def _wanted_name(league: League, name: str) -> str:
    """Return the tidied name; "" is fine. Raise ValidationError for a name that can't be borne."""
    name = tidy(name)
    if not name:
        return ""
    refuse_name_of_guest(league, name)
    if problem := name_problem(name):
        raise ValidationError({"name": problem})
    return name


def _ask(league: League, tournament: Tournament | None, user: User, name: str) -> JoinRequest:
    use_quota("join_requests", by=user)
    request = JoinRequest.objects.create(league=league, tournament=tournament, user=user, name=name)
    record(kind="join_asked", text=said("Somebody asked to join."), by=user, league=league, request=request.pk)
    join_asked.send(request)
    return request


def _locked(link: JoinLink) -> JoinLink:
    return JoinLink.objects.select_for_update(no_key=True).get(pk=link.pk)


def _refuse_unknown(how: str) -> None:
    if how not in Joining.values:
        raise ValidationError({"how": _("Choose who may join.")})


def _record_link(link: JoinLink, kind: str, text: Translatable, by: User, *others: JoinLink) -> None:
    about: dict[str, Any] = {"link": link.pk, "how": link.how, "most_uses": link.most_uses, "for": link.tournament_id}
    text = said(text, what=link.get_how_display())
    record(kind=kind, text=text, by=by, league=link.league, rows=[link, *others], **about)
