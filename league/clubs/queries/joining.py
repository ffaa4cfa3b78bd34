"""Doors: what somebody joins, by a link or without one, and whether it is open to them."""

import base64
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.names import by_name
from league.clubs.queries.characters import active_characters
from league.core.queries.access import visible_to
from league.models import Enrolment, Entry, JoinLink, JoinRequest, League, Membership, Tournament
from league.models.organisation import Joining

SALT = "league.join_links"
SECRET_BYTES = 18  # 144 bits, 24 letters
DECIDED_SHOWN_FOR = timedelta(days=14)
NOT_AGAIN_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Door:
    """A league, or a tournament and with it its league. `link` None: by a page that everybody finds."""

    league: League
    tournament: Tournament | None = None
    link: JoinLink | None = None

    @property
    def how(self) -> str:
        return self.link.how if self.link else self.league.joining

    @property
    def name(self) -> str:
        return self.tournament.name if self.tournament else self.league.name

    @property
    def problem(self) -> str:
        """Return why nobody gets in here; "" while it is open or asks for approval."""
        if self.league.closed_at is not None:
            closed = _("{league} is closed: everything in it can be read, but nobody can join it.")
            return closed.format(league=self.league)
        problem = link_problem(self.link) if self.link else ""
        if problem or self.how != Joining.INVITATION:
            return problem
        invited = _("{league} takes people in by invitation only. Ask one of its organisers for a personal link.")
        return invited.format(league=self.league)


@dataclass(frozen=True, slots=True)
class Joined:
    """The outcome of joining: a request that waits, or membership with a character and an entry as far as there are.
    `refusal` says why there is no entry."""

    request: JoinRequest | None = None
    character: Character | None = None
    entry: Entry | None = None
    refusal: str = ""


def new_nonce() -> str:
    return secrets.token_hex(16)


def secret_of(nonce: str, key: str | None = None) -> str:
    mac = salted_hmac(SALT, nonce, secret=key or settings.SECRET_KEY, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:SECRET_BYTES]).decode("ascii")


def shown_secret(link: JoinLink) -> str:
    """Return the secret of a link to show it again; "" if the site has forgotten the key with which it was made."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return next((secret for key in keys if JoinLink.digest_of(secret := secret_of(link.nonce, key)) == link.digest), "")


def link_problem(link: JoinLink) -> str:
    if link.ended_at is not None:
        return _("This link was ended. Ask an organiser for the new one.")
    if link.expires_at <= timezone.now():
        return _("This link is too old. Ask an organiser for a new one.")
    if link.most_uses is not None and link.uses >= link.most_uses:
        return _("This link has been used as often as it may. Ask an organiser for a new one.")
    return ""


def link_found(secret: str) -> JoinLink | None:
    links = JoinLink.objects.select_related("league", "tournament__season__league")
    return links.filter(digest=JoinLink.digest_of(secret)).first()


def link_of(league: League, tournament: Tournament | None) -> JoinLink | None:
    """Return the link that has not been ended."""
    return JoinLink.objects.filter(league=league, tournament=tournament, ended_at=None).first()


def waiting_requests(*leagues: int) -> QuerySet[JoinRequest]:
    waiting = JoinRequest.objects.filter(league__in=leagues, decided_at=None)
    return with_claims(waiting).select_related("user", "tournament", "league")


def with_claims(requests: QuerySet[JoinRequest]) -> QuerySet[JoinRequest]:
    """Return the requests with `guest`, the id of the character without an account whose name is asked for, and whether
    the person already `belongs` to the league."""
    guest = Character.objects.filter(enrolment__league=OuterRef("league"), owner=None, name=OuterRef("name"))
    member = Membership.objects.filter(league=OuterRef("league"), user=OuterRef("user"))
    return requests.annotate(guest=Subquery(guest.values("pk")[:1]), belongs=Exists(member))


def waiting_request(league: League, user: User) -> JoinRequest | None:
    return JoinRequest.objects.filter(league=league, user=user, decided_at=None).first()


def declined_lately(league: League, user: User) -> datetime | None:
    """Return when the league declined this person, if it is too early to ask again."""
    since = timezone.now() - NOT_AGAIN_FOR
    declined = JoinRequest.objects.filter(league=league, user=user, accepted=False, decided_at__gt=since)
    return declined.order_by("-decided_at").values_list("decided_at", flat=True).first()


def own_requests(user: User) -> QuerySet[JoinRequest]:
    """Return the requests that wait or were declined recently. A person who was let in is a member and sees the
    league, and what a member said of themselves is `claim_of`."""
    lately = Q(decided_at=None) | Q(accepted=False, decided_at__gt=timezone.now() - DECIDED_SHOWN_FOR)
    claims = JoinRequest.objects.exclude(name="").filter(accepted=None, league__memberships__user=user)
    asked = JoinRequest.objects.filter(lately, user=user).exclude(pk__in=claims)
    return with_claims(asked).select_related("league")


def is_member_of(league: League, user: User) -> bool:
    return Membership.objects.filter(league=league, user=user).exists()


def own_active(league: League, user: User) -> list[Character]:
    return list(active_characters(league, user).order_by(*by_name()))


def open_leagues(user: object) -> QuerySet[League]:
    """Return the leagues that let in, or ask for approval, with how many members and characters they have."""
    leagues = League.objects.filter(visible_to(user, "pk"), closed_at=None).exclude(joining=Joining.INVITATION)
    return leagues.annotate(members=_rows_of_league(Membership), characters=_rows_of_league(Enrolment)).order_by("name")


def _rows_of_league(model: type[Model]) -> Coalesce:
    """Return a separate count: one join for two of them would make a row of each pair of a member and a character."""
    rows = model._default_manager.filter(league=OuterRef("pk")).order_by().values("league").annotate(rows=Count("pk"))
    return Coalesce(Subquery(rows.values("rows")), 0)
