"""The pages on which an organiser merges two characters that were entered twice, the owner agrees, and it is undone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from characters.models import Character
from games.tasks import review_soon
from league.core.queries.access import may, require
from league.core.queries.characters import find_character, others_named
from league.core.queries.game_lines import game_lines
from league.core.views.access import refusals_told, refuse_unless, user_of
from league.models import CharacterMerge
from league.people.queries.merging import MergePlan, merges_of, other_organisers, plan_of
from league.people.services.merging import (
    agree_to_merge,
    ask_merge,
    end_merge,
    may_agree,
    may_undo,
    preview_merge,
    undo_merge,
)


@never_cache
@login_required
def character_merge(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Let organisers choose the other character, see what follows, and merge."""
    target, user = _enrolled(slug), user_of(request)
    league = target.enrolment.league
    require(user, "administer", league)
    other_slug = request.POST.get("with") or request.GET.get("with", "")
    merged = None
    if other_slug:
        others = Character.objects.filter(enrolment__league=league).exclude(pk=target.pk)
        merged = get_object_or_404(others.select_related("owner"), slug=other_slug)
    problems: list[str] = []
    if request.method == "POST" and merged is not None:
        try:
            merge = ask_merge(target=target, merged=merged, by=user)
        except ValidationError as error:
            problems = list(error.messages)
        else:
            review_soon()
            messages.success(request, _done(merge))
            return redirect("character_merge_detail", target.slug, merge.pk)  # where it can be undone
    search = request.GET.get("q", "").strip()
    context = {
        "character": target,
        "league": league,
        "search": search,
        "found": others_named(target, search) if search and merged is None else [],
        "merges": merges_of(target),
        "problems": problems,
        **(_previewed(plan_of(target, merged), user) if merged else {}),
    }
    return render(request, "league/people/character_merge.html", context, status=422 if problems else 200)


@never_cache
@login_required
def character_merge_detail(request: HttpRequest, slug: str, merge: int) -> HttpResponseBase:
    """Show one merge: the owner agrees or declines, an organiser withdraws or undoes it."""
    target, user = _enrolled(slug), user_of(request)
    character_merge = get_object_or_404(merges_of(target), pk=merge)
    administers, owner = may(user, "administer", character_merge.league), character_merge.owner
    refuse_unless(administers or user == owner, _("Only the owner and organisers of the league see that."))
    if request.method == "POST":
        with refusals_told(request):
            message = _decide(request, character_merge, user)
            review_soon()
            messages.success(request, message)
            return redirect(target)
        return redirect(request.path)
    context = {
        "character": target,
        "merge": character_merge,
        "asked": owner,
        "may_agree": may_agree(character_merge, user),
        "may_undo": may_undo(character_merge, user),
        **(_previewed(plan_of(target, character_merge.merged), user) if character_merge.waits else {}),
    }
    return render(request, "league/people/merge_detail.html", context)


def _enrolled(slug: str) -> Character:
    character = find_character(slug)
    if not hasattr(character, "enrolment"):
        raise Http404(_("This character is in no league."))
    return character


def _previewed(plan: MergePlan, by: User) -> dict[str, object]:
    refusals, follows = list(plan.refusals), None
    if not refusals:
        try:
            follows = preview_merge(plan=plan, by=by)
        except ValidationError as error:
            refusals = list(error.messages)
    return {
        "plan": plan,
        "needs": plan.needs(by),
        "needs_organiser": plan.needs_organiser(by),
        "has_other_organiser": other_organisers(plan.target.enrolment.league, by),
        "lines": game_lines(plan.games),
        "refusals": refusals,
        "consequences": follows,
        "profile_differs": _profile(plan.target) != _profile(plan.merged),
    }


def _profile(character: Character) -> tuple[str, str, str]:
    return character.edition, character.specialty, character.side_interest


def _done(merge: CharacterMerge) -> str:
    if merge.stands:
        text = _("{merged} is {kept} now, with every game. This can be undone.")
        return text.format(merged=merge.merged, kept=merge.kept)
    if merge.awaits_organiser:
        text = _("Another organiser of {league} sees this on their first page, and decides.")
        return text.format(league=merge.league)
    return _("{owner} sees this on their first page, and decides.").format(owner=merge.owner)


def _decide(request: HttpRequest, merge: CharacterMerge, user: User) -> str:
    """Do what the pressed button says, and return it in a sentence. Raise ValidationError and PermissionDenied."""
    if "agree" in request.POST:
        return _done(agree_to_merge(merge=merge, by=user))
    if "end" in request.POST:
        end_merge(merge=merge, by=user)
        return _("Nothing was merged. Both stay what they are.")
    if "undo" in request.POST:
        undone = undo_merge(merge=merge, by=user)
        return _("{merged} is on file again, with its own games.").format(merged=undone.merged)
    raise PermissionDenied(_("Choose one of the buttons on the page."))
