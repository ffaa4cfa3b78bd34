"""The bell and its inbox, how a person wants to be told, and the link in every letter that ends them."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.accounts.queries.accounts import verified
from league.accounts.rules import browser_name
from league.core.forms import whole_number
from league.core.views.access import refusals_on, user_of
from league.models import MailWish, Notice, PushEndpoint
from league.notices.forms import WishForm
from league.notices.queries.letters import in_words
from league.notices.queries.outgoing import unread
from league.notices.rules.notices import AMOUNTS, EVERYTHING, NOTHING, WAITING, amount_of
from league.notices.services.mail import set_mail_wish, wish_of
from league.notices.services.push import add_push_endpoint, end_push_endpoint, push_public_key
from league.notices.services.wishes import choose_amount, mark_all_read, mark_read, notice_wish_of, set_notice_wish

PER_PAGE = 25
LARGEST_BODY = 4096


@csrf_exempt  # RFC 8058: the reader's mail program sends the form, with nothing but the token
@never_cache
def notices_end(request: HttpRequest, token: str) -> HttpResponseBase:
    """Let anybody with the link end the notices, signed in or not. Opening it ends nothing: programs that look into
    letters open every link."""
    wish = get_object_or_404(MailWish.objects.select_related("user"), token=token)
    if request.method == "POST":
        set_mail_wish(wish=wish, wants_letters=False)
    return render(request, "league/notices/notices_end.html", {"wish": wish})


@never_cache
@login_required
def notice_list(request: HttpRequest) -> HttpResponseBase:
    """Show the inbox. A notice is read once it was opened; one button marks all of them."""
    user = user_of(request)
    if request.method == "POST":
        newest = whole_number(request.POST.get("until", ""))
        if newest is None:
            messages.error(request, _("Nothing was marked: the page did not say up to which notice."))
        else:
            mark_all_read(user=user, until=newest)
            messages.success(request, _("Everything is marked as read."))
        return redirect("notice_list")
    page = Paginator(Notice.objects.filter(user=user), PER_PAGE).get_page(request.GET.get("page"))
    newest_id = Notice.objects.filter(user=user).values_list("pk", flat=True).first()
    context = {"page_obj": page, "notices": [in_words(notice) for notice in page], "newest": newest_id}
    return render(request, "league/notices/notice_list.html", context)


@never_cache
@login_required
def notice_open(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Redirect to the page that shows what the notice is about; on the way it is marked as read."""
    notice = get_object_or_404(Notice, pk=pk, user=user_of(request))
    mark_read(notice=notice)
    return redirect("notice_list" if "stay" in request.POST else notice.link)


@never_cache
@login_required
def notices_wish(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    if request.method == "POST" and "wanted" in request.POST:
        by_mail = request.POST.get("wanted") == "yes"
        set_mail_wish(wish=wish_of(user=user), wants_letters=by_mail)
        text = _("You get notices by e-mail.") if by_mail else _("You will get no more notices by e-mail.")
        messages.success(request, text)
        return redirect("notices_wish")
    zone = str(timezone.get_current_timezone())
    notice_wish = notice_wish_of(user=user)
    if request.method == "POST" and request.POST.get("amount") in AMOUNTS:
        choose_amount(user=user, amount=request.POST["amount"], zone=zone)
        messages.success(request, _("Saved. It applies to what happens from now on."))
        return redirect("notices_wish")
    form = WishForm(notice_wish, zone, request.POST if request.method == "POST" else None)
    if form.is_valid() and _set_wish(user, form):
        messages.success(request, _("Saved. It applies to what happens from now on."))
        return redirect("notices_wish")
    wish = MailWish.objects.filter(user=user).first()
    context = {
        "form": form,
        "amount": amount_of(notice_wish.ways),
        "chosen": bool(notice_wish.ways),
        "amounts": (
            (NOTHING, _("Nothing"), _("It is all in your inbox.")),
            (
                WAITING,
                _("What is waiting for me"),
                _("Your turn, your seat, a result to confirm, a table that needs you."),
            ),
            (EVERYTHING, _("Everything"), _("Promotions, results, comments and tournaments too.")),
        ),
        "wanted": wish is None or wish.wanted,
        "verified": verified(User.objects.filter(pk=user.pk)).exists(),
        "endpoints": user.push_endpoints.all(),
        "push_key": push_public_key(),
    }
    return render(request, "league/notices/notices_wish.html", context, status=422 if form.errors else 200)


def _set_wish(user: User, form: WishForm) -> bool:
    data = form.cleaned_data
    with refusals_on(form):
        set_notice_wish(user=user, ways=form.ways(), quiet=form.quiet(), zone=data["zone"], digest=data["digest"])
        return True
    return False


def bell(request: HttpRequest) -> dict[str, Any]:
    """Return for the head of every page how many notices are unread, counted up to 100 if the page asks."""
    return {"unread_notices": SimpleLazyObject(lambda: unread(request.user))}


@require_POST
@login_required
def push_add(request: HttpRequest) -> HttpResponseBase:
    """Add the subscription of this browser, as its own script sends it."""
    if request.content_type != "application/json" or len(request.body) > LARGEST_BODY:
        return JsonResponse({"detail": _("Send a small JSON object.")}, status=400)
    browser = browser_name(request.headers.get("User-Agent", ""))
    try:
        add_push_endpoint(user=user_of(request), subscription=json.loads(request.body), browser=browser)
    except (ValueError, RecursionError):
        return JsonResponse({"detail": _("The body can't be read as JSON.")}, status=400)
    except ValidationError as error:
        return JsonResponse({"detail": " ".join(error.messages)}, status=422)
    messages.success(request, _("This browser shows your notices from now on."))
    return JsonResponse({})


@require_POST
@login_required
def push_end(request: HttpRequest, pk: int) -> HttpResponseBase:
    end_push_endpoint(endpoint=get_object_or_404(PushEndpoint, pk=pk, user=user_of(request)))
    messages.success(request, _("Nothing more will be sent to that browser."))
    return redirect("notices_wish")
