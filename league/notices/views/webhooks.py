"""Webhooks of a league and their deliveries; signed heads by e-mail."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.core.forms import whole_number
from league.core.queries.access import require
from league.core.views.access import refusals_on, refusals_told, user_of
from league.models import HeadSubscription, League, Webhook, WebhookDelivery
from league.notices.forms import WebhookForm
from league.notices.queries.outgoing import failed_mail, webhooks_of
from league.notices.rules.webhooks import KINDS, TEST
from league.notices.services.chat import disconnect_server
from league.notices.services.head_letters import end_head_subscription, subscribe_to_heads
from league.notices.services.outgoing import send_again
from league.notices.services.webhooks import (
    add_webhook,
    change_webhook,
    delete_webhook,
    rotate_secret,
    send_test,
    switch_webhook,
)

PER_PAGE = 25


@never_cache
@login_required
def webhook_list(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if "again" in request.POST:
        send_again(get_object_or_404(failed_mail(league), pk=whole_number(request.POST["again"])))
        messages.success(request, _("The notice is sent again within seconds."))
        return redirect("webhook_list", slug=slug)
    if "disconnect" in request.POST:
        server = get_object_or_404(league.chat_servers, pk=whole_number(request.POST["disconnect"]))
        disconnect_server(server=server, by=user_of(request))
        messages.success(request, _("Commands in that server are no longer answered for this league."))
        return redirect("webhook_list", slug=slug)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_on(form):
            webhook = add_webhook(league=league, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("The webhook is there. Send a test to see whether it arrives."))
            return redirect("webhook_detail", slug=slug, pk=webhook.pk)
    context = {
        "league": league,
        "form": form,
        "webhooks": webhooks_of(league),
        "servers": league.chat_servers.all() if settings.DISCORD_PUBLIC_KEY else None,
        "page_obj": Paginator(failed_mail(league), PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/notices/webhook_list.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
def webhook_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    webhook = get_object_or_404(webhooks_of(league), pk=pk)
    before = {"url": webhook.url, "style": webhook.style, "kinds": webhook.kinds}
    if request.method != "POST":
        return _page(request, webhook, WebhookForm(initial=before))
    if "change" in request.POST:
        return _change(request, webhook)
    with refusals_told(request):
        messages.success(request, _act(request, webhook))
    if "delete" in request.POST:
        return redirect("webhook_list", slug=slug)
    return redirect("webhook_detail", slug=slug, pk=pk)


def _act(request: HttpRequest, webhook: Webhook) -> str:
    """Press one of the page's buttons and return what was done, as a sentence. Raise ValidationError."""
    data = request.POST
    if "again" in data:
        send_again(get_object_or_404(webhook.deliveries, pk=whole_number(data["again"])))
        return _("It is sent again within seconds.")
    if "test" in data:
        send_test(webhook=webhook, by=user_of(request))
        return _("The test is on its way. Its result appears below.")
    if "rotate" in data:
        rotate_secret(webhook=webhook, by=user_of(request))
        return _("There is a new secret. Give it to your program: the old one no longer signs anything.")
    if "switch" in data:
        switch_webhook(webhook=webhook, active=data["switch"] == "on", by=user_of(request))
        off = _("The webhook is switched off. Nothing is sent to it.")
        return _("The webhook is switched on.") if webhook.active else off
    if "delete" in data:
        delete_webhook(webhook=webhook, by=user_of(request))
        return _("The webhook is deleted.")
    raise ValidationError(_("This page has no such button. Nothing was changed."))


def _change(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    form = WebhookForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            change_webhook(webhook=webhook, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("webhook_detail", slug=webhook.league.slug, pk=webhook.pk)
    return _page(request, webhook, form)


def _page(request: HttpRequest, webhook: Webhook, form: WebhookForm) -> HttpResponse:
    page = Paginator(webhook.deliveries.all(), PER_PAGE).get_page(request.GET.get("page"))
    words = {**KINDS, TEST: _("A test")}
    context: dict[str, Any] = {
        "webhook": webhook,
        "form": form,
        "page_obj": page,
        "deliveries": [(delivery, words.get(delivery.payload["kind"], delivery.payload["kind"])) for delivery in page],
        "under_way": webhook.active
        and any(delivery.status == WebhookDelivery.WAITING and not delivery.tries for delivery in page),
    }
    return render(request, "league/notices/webhook_detail.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def head_subscription(request: HttpRequest) -> HttpResponseBase:
    """Subscribe to signed heads, change how often they come, or end it."""
    user = user_of(request)
    if "end" in request.POST:
        for subscription in HeadSubscription.objects.filter(user=user):
            end_head_subscription(subscription=subscription)
        messages.success(request, _("No more heads are sent to you."))
        return redirect("head_list")
    with refusals_told(request):
        subscription = subscribe_to_heads(user=user, days=whole_number(request.POST.get("days", "")) or 0)
        if subscription.days == HeadSubscription.DAILY:
            pattern = _("You get the newest head every day, to {email}.")
        else:
            pattern = _("You get the newest head every week, to {email}.")
        messages.success(request, pattern.format(email=user.email))
    return redirect("head_list")


@csrf_exempt  # RFC 8058, as for other notices
@never_cache
def head_subscription_end(request: HttpRequest, token: str) -> HttpResponseBase:
    """Let anybody with the link end the letters. Opening it ends nothing."""
    subscription = HeadSubscription.objects.select_related("user").filter(token=token).first()
    if request.method == "POST" and subscription is not None:
        end_head_subscription(subscription=subscription)
        subscription = None
    return render(request, "league/notices/head_end.html", {"subscription": subscription})
