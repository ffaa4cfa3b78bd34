"""Members of a league: roles, invitations, joining."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from league.forms.organisation import InvitationForm
from league.forms.plain import whole_number
from league.models import Invitation, League, Membership
from league.models.organisation import Role
from league.queries.roles import require, standing_of
from league.rules.roles import EXPLAINED
from league.services.members import accept_invitation, change_role, invite, remove_member, revoke_invitation
from league.views.access import user_of


@login_required
def league_members(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if request.method == "POST":
        try:
            messages.success(request, _change(request, league))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        if not standing_of(request.user, league).may("administer"):
            return redirect(league)
        return redirect("league_members", slug=league.slug)
    invitations = league.invitations.filter(used_at=None, expires_at__gt=timezone.now()).select_related("created_by")
    context = {
        "league": league,
        "members": league.memberships.select_related("user"),
        "roles": [(role.value, role.label, EXPLAINED[role.value]) for role in Role],
        "form": InvitationForm(),
        "invitations": [(one, request.build_absolute_uri(_link(one))) for one in invitations],
    }
    return render(request, "league/league_members.html", context)


def _change(request: HttpRequest, league: League) -> str:
    """One of the page's four changes; what was done, as a sentence. Raises ValidationError."""
    data = request.POST
    if "invite" in data:
        invite(league=league, role=data.get("role", ""), by=user_of(request))
        return "The link below is good for one person and 14 days. Send it to whoever you invite."
    if "revoke" in data:
        revoke_invitation(invitation=get_object_or_404(league.invitations, pk=whole_number(data["revoke"])))
        return "The link no longer works."
    member = get_object_or_404(league.memberships.select_related("user"), pk=whole_number(data.get("member", "")))
    if "remove" in data:
        remove_member(member=member)
        return f"{member.user} is no longer a member. Characters and results stay."
    changed = change_role(member=member, role=data.get("role", ""))
    return f"{member.user} is now {changed.get_role_display().lower()}."


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
            messages.success(request, f"Welcome to {league}. You are its {member.get_role_display().lower()} now.")
            return redirect(league)
    elif invitation.used_at is not None:
        problem = "This invitation was used already. Ask the organiser for a new one."
    elif invitation.expires_at < timezone.now():
        problem = "This invitation is too old. Ask the organiser for a new one."
    context = {
        "invitation": invitation,
        "league": league,
        "problem": problem,
        "explained": EXPLAINED[invitation.role],
        "is_member": request.user.is_authenticated
        and Membership.objects.filter(league=league, user=user_of(request)).exists(),
    }
    return render(request, "league/invitation_accept.html", context, status=410 if problem else 200)


def _link(invitation: Invitation) -> str:
    return reverse("invitation_accept", args=[invitation.token])
