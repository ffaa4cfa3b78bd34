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
from league.core.views.access import refuse_unless, user_of
from league.models import CharacterMerge
from league.results.queries.merging import Plan, merges_of, plan_of
from league.results.services.merging import agree_to_merge, ask_merge, end_merge, preview_merge, undo_merge


@never_cache
@login_required
def character_merge(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Let organisers choose the other character, see what follows, and merge."""
    kept, user = _enrolled(slug), user_of(request)
    league = kept.enrolment.league
    require(user, "administer", league)
    wanted = request.POST.get("with") or request.GET.get("with", "")
    merged = None
    if wanted:
        others = Character.objects.filter(enrolment__league=league).exclude(pk=kept.pk)
        merged = get_object_or_404(others.select_related("owner"), slug=wanted)
    problems: list[str] = []
    if request.method == "POST" and merged is not None:
        try:
            merge = ask_merge(kept=kept, merged=merged, by=user)
        except ValidationError as error:
            problems = list(error.messages)
        else:
            review_soon()
            messages.success(request, _done(merge))
            return redirect("character_merge_detail", kept.slug, merge.pk)  # where it can be undone
    search = request.GET.get("q", "").strip()
    context = {
        "character": kept,
        "league": league,
        "search": search,
        "found": others_named(kept, search) if search and merged is None else [],
        "merges": merges_of(kept),
        "problems": problems,
        **(_previewed(plan_of(kept, merged), user) if merged else {}),
    }
    return render(request, "league/results/character_merge.html", context, status=422 if problems else 200)


@never_cache
@login_required
def character_merge_detail(request: HttpRequest, slug: str, merge: int) -> HttpResponseBase:
    """Show one merge: the owner agrees or declines, an organiser withdraws or undoes it."""
    kept, user = _enrolled(slug), user_of(request)
    found = get_object_or_404(merges_of(kept), pk=merge)
    administers = may(user, "administer", found.league)
    asked = found.kept_owner or found.merged_owner
    refuse_unless(administers or user == asked, _("Only the owner and organisers of the league see that."))
    if request.method == "POST":
        try:
            said = _decide(request, found, user)
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        else:
            review_soon()
            messages.success(request, said)
            return redirect(kept)
        return redirect(request.path)
    context = {
        "character": kept,
        "merge": found,
        "asked": asked,
        "may_agree": found.waits and user == asked,
        "may_undo": found.stands and administers,
        **(_previewed(plan_of(kept, found.merged), user) if found.waits else {}),
    }
    return render(request, "league/results/merge_detail.html", context)


def _enrolled(slug: str) -> Character:
    found = find_character(slug)
    if not hasattr(found, "enrolment"):
        raise Http404(_("This character is in no league."))
    return found


def _previewed(plan: Plan, by: User) -> dict[str, object]:
    refusals, follows = list(plan.refusals), None
    if not refusals:
        try:
            follows = preview_merge(plan=plan, by=by)
        except ValidationError as error:
            refusals = list(error.messages)
    return {
        "plan": plan,
        "needs": plan.needs(by),
        "lines": game_lines(plan.games),
        "refusals": refusals,
        "consequences": follows,
        "profile_differs": _profile(plan.kept) != _profile(plan.merged),
    }


def _profile(one: Character) -> tuple[str, str, str]:
    return one.edition, one.specialty, one.side_interest


def _done(merge: CharacterMerge) -> str:
    if merge.stands:
        text = _("{merged} is {kept} now, with every game. This can be undone.")
        return text.format(merged=merge.merged, kept=merge.kept)
    owner = merge.kept_owner or merge.merged_owner
    return _("{owner} sees this on their first page, and decides.").format(owner=owner)


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
