"""The ties that keep a person from leaving for now, and the places that are given up."""

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from engine.translatable import spoken
from league.core.rules.words import listed
from league.models import Entry, FileImport, League, Membership, Tournament
from league.models.organisation import Role

UNDER_WAY = (FileImport.WAITING, FileImport.RUNNING)


def sole_organiser_of(user: User) -> list[League]:
    """Return the leagues of which nobody else is an organiser, except leagues with nobody else in them."""
    own = Membership.objects.filter(user=user, role=Role.ORGANISER)
    others = Membership.objects.filter(league=OuterRef("pk")).exclude(user=user)
    leagues = League.objects.filter(pk__in=own.values("league"))
    return list(leagues.filter(Exists(others)).exclude(Exists(others.filter(role=Role.ORGANISER))))


def refusal_to_leave(user: User) -> str:
    """Return a sentence that says what to do before leaving; "" when nothing keeps the person."""
    leagues = [league.name for league in sole_organiser_of(user)]
    if leagues:
        text = _("You are the only organiser of {leagues}. Make somebody else an organiser there first.")
        return text.format(leagues=spoken(listed(leagues)))
    superusers = User.objects.filter(is_superuser=True, is_active=True)
    if user.is_superuser and not superusers.exclude(pk=user.pk).exists():
        return _("You are the only superuser of this site. Make another one first (manage.py createsuperuser).")
    if FileImport.objects.filter(uploaded_by=user, status__in=UNDER_WAY).exists():
        return _("One of your files is being read. Try again when it is done.")
    return ""


def places_held(user: User, *, league: int | None = None) -> QuerySet[Entry]:
    """Return the entries of a person's characters in tournaments that are not over, of one league or of all. In one
    that runs in a hall the person keeps the place."""
    under_way = {"tournament__status__in": (Tournament.PLANNED, Tournament.RUNNING), "tournament__hall": None}
    entries = Entry.objects.filter(character__owner=user, **under_way).exclude(status=Entry.DROPPED)
    if league is not None:
        entries = entries.filter(tournament__season__league=league)
    return entries.select_related("character", "tournament").order_by("tournament", "number")
