"""Members of a league: roles, invitations, joining."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from league.accounts.queries.accounts import refused_addresses
from league.clubs.forms import InvitationForm
from league.clubs.services.leagues import accept_invitation, change_role, invite, remove_member, revoke_invitation
from league.core.forms import whole_number
from league.core.queries.access import require, standing_of
from league.core.rules.roles import EXPLAINED
from league.core.views.access import refusals_told, user_of
from league.core.views.sent_once import makes_once
from league.models import Invitation, League, Membership
from league.models.organisation import Role

PER_PAGE = 50
MOST_LETTERS = 100  # of a search
IN_A_SENTENCE = {
    Role.ORGANISER: gettext_lazy("organiser"),
    Role.SCORE_KEEPER: gettext_lazy("score-keeper"),
    Role.PLAYER: gettext_lazy("player"),
    Role.SPECTATOR: gettext_lazy("spectator"),
}


def counted(role: Role, number: int) -> str:
    """Return a number of people in a role in words, such as `3 players`."""
    patterns = {
        Role.ORGANISER: ngettext("{count} organiser", "{count} organisers", number),
        Role.SCORE_KEEPER: ngettext("{count} score-keeper", "{count} score-keepers", number),
        Role.PLAYER: ngettext("{count} player", "{count} players", number),
        Role.SPECTATOR: ngettext("{count} spectator", "{count} spectators", number),
    }
    return patterns[role].format(count=number)


@never_cache
@login_required
@makes_once
def league_members(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if request.method == "POST":
        with refusals_told(request):
            messages.success(request, _change(request, league))
        if not standing_of(request.user, league).may("administer"):
            return redirect(league)
        return redirect(request.get_full_path())
    members, search = league.memberships.select_related("user"), request.GET.get("q", "").strip()[:MOST_LETTERS]
    invitations = league.invitations.filter(used_at=None, expires_at__gt=timezone.now()).select_related("created_by")
    context = {
        "league": league,
        "page_obj": Paginator(members.filter(user__username__icontains=search), PER_PAGE).get_page(
            request.GET.get("page")
        ),
        "search": search,
        "unreached": refused_addresses().filter(user__memberships__league=league).count(),
        "roles": [(role.value, role.label, EXPLAINED[role.value]) for role in Role],
        "form": InvitationForm(),
        "invitations": [
            (invitation, request.build_absolute_uri(reverse("invitation_accept", args=[invitation.token])))
            for invitation in invitations
        ],
    }
    return render(request, "league/clubs/league_members.html", context)


def _change(request: HttpRequest, league: League) -> str:
    """Make one of the page's four changes and return what was done, as a sentence. Raise ValidationError."""
    data = request.POST
    if "invite" in data:
        invite(league=league, role=data.get("role", ""), by=user_of(request))
        return _("The link below works for one person and 14 days. Send it to the person you invite.")
    if "revoke" in data:
        invitation = get_object_or_404(league.invitations, pk=whole_number(data["revoke"]))
        revoke_invitation(invitation=invitation, by=user_of(request))
        return _("The link no longer works.")
    member = get_object_or_404(league.memberships.select_related("user"), pk=whole_number(data.get("member", "")))
    if "remove" in data:
        remove_member(member=member, by=user_of(request))
        text = _("{user} is no longer a member. Characters and results stay; places in tournaments are given up.")
        return text.format(user=member.user)
    changed = change_role(member=member, role=data.get("role", ""), by=user_of(request))
    return _("{user} is now {role}.").format(user=member.user, role=IN_A_SENTENCE[Role(changed.role)])


@never_cache
def invitation_accept(request: HttpRequest, token: str) -> HttpResponseBase:
    invitation = get_object_or_404(Invitation.objects.select_related("league", "created_by"), token=token)
    league = invitation.league
    problem = ""
    if request.method == "POST" and request.user.is_authenticated:
        try:
            member = accept_invitation(invitation=invitation, user=user_of(request))
        except ValidationError as error:
            problem = " ".join(error.messages)
        else:
            text = _("Welcome to {league}. You are its {role} now.")
            messages.success(request, text.format(league=league, role=IN_A_SENTENCE[Role(member.role)]))
            return redirect("league_join", slug=league.slug)
    elif league.closed_at is not None:
        problem = _("{league} is closed: everything in it can be read, but nobody can join it.").format(league=league)
    elif invitation.used_at is not None:
        problem = _("This invitation has already been used. Ask the organiser for a new one.")
    elif invitation.expires_at < timezone.now():
        problem = _("This invitation is too old. Ask the organiser for a new one.")
    context = {
        "invitation": invitation,
        "league": league,
        "problem": problem,
        "role": IN_A_SENTENCE[Role(invitation.role)],
        "explained": EXPLAINED[invitation.role],
        "is_member": request.user.is_authenticated
        and Membership.objects.filter(league=league, user=user_of(request)).exists(),
    }
    status = 410 if problem and not league.closed_at else 200
    return render(request, "league/clubs/invitation_accept.html", context, status=status)
