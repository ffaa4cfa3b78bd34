"""Webhooks of a league: where programs are told about its tournaments."""

import json
import secrets
from collections.abc import Sequence
from time import time
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import Translatable, said
from league.core.ledger.services import record
from league.core.services.quotas import use_quota
from league.models import League, Webhook, WebhookDelivery
from league.models.notices import new_token
from league.notices.rules.webhooks import KINDS, TEST, discord_message, signature
from league.notices.services.outbound import check_address, post
from league.notices.services.outgoing import mark_answered, send_due

MOST_WEBHOOKS = 20
MOST_PER_SWEEP = 20


def add_webhook(*, league: League, url: str, style: str, kinds: Sequence[str], by: User) -> Webhook:
    """Add a webhook. Raise ValidationError for an address that is not on the public internet, or with nothing to tell
    it."""
    _check(url, style, kinds)
    with transaction.atomic():
        League.objects.select_for_update(no_key=True).get(pk=league.pk)
        if league.webhooks.count() >= MOST_WEBHOOKS:
            text = _("A league can have up to {most_webhooks} webhooks. Delete one that nobody needs.")
            raise ValidationError(text.format(most_webhooks=MOST_WEBHOOKS))
        use_quota("webhooks", by=by, league=league)
        webhook = Webhook.objects.create(league=league, url=url, style=style, kinds=_in_order(kinds), created_by=by)
        _record(webhook, "webhook_added", said("A webhook to {host} was added.", host=webhook.host), by)
        return webhook


def _record(webhook: Webhook, kind: str, text: Translatable, by: User | None, *, gone: bool = False) -> None:
    """Record a change in the ledger, without the secret and without the path of the address, which may be one."""
    about = {"webhook": webhook.pk, "style": webhook.style, "kinds": webhook.kinds, "active": webhook.active}
    which: dict[str, Any] = {"gone" if gone else "rows": [webhook]}
    record(kind=kind, text=text, by=by, league=webhook.league, **which, **about)


def change_webhook(*, webhook: Webhook, url: str, style: str, kinds: Sequence[str], by: User | None = None) -> Webhook:
    """Change address, style or choice of events; what waits goes to the new address too."""
    _check(url, style, kinds)
    with transaction.atomic():
        webhook.url, webhook.style, webhook.kinds = url, style, _in_order(kinds)
        webhook.save(update_fields=["url", "style", "kinds"])
        _record(webhook, "webhook_changed", said("The webhook goes to {host} now.", host=webhook.host), by)
    return webhook


@transaction.atomic
def rotate_secret(*, webhook: Webhook, by: User | None = None) -> Webhook:
    """Give the webhook a new secret, from the next delivery on."""
    webhook.secret = new_token()
    webhook.save(update_fields=["secret"])
    _record(webhook, "webhook_changed", said("The webhook to {host} has a new secret.", host=webhook.host), by)
    return webhook


@transaction.atomic
def switch_webhook(*, webhook: Webhook, active: bool, by: User | None = None) -> Webhook:
    """Switch the webhook on or off. Once it is off, what waited for it is not sent later."""
    webhook.active = active
    webhook.save(update_fields=["active"])
    if not active:
        waiting = webhook.deliveries.filter(status=WebhookDelivery.WAITING)
        waiting.update(status=WebhookDelivery.FAILED, error="The webhook was switched off.")
    text = said("The webhook to {host} is on.") if active else said("The webhook to {host} is off.")
    _record(webhook, "webhook_changed", said(text, host=webhook.host), by)
    return webhook


@transaction.atomic
def delete_webhook(*, webhook: Webhook, by: User | None = None) -> None:
    """Delete the webhook with all that it sent."""
    _record(webhook, "webhook_removed", said("The webhook to {host} was removed.", host=webhook.host), by, gone=True)
    webhook.delete()


@transaction.atomic
def send_test(*, webhook: Webhook, by: User) -> WebhookDelivery:
    """Add a delivery of the kind `test`, sent by the worker like any other."""
    Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)
    if not webhook.active:
        raise ValidationError(_("This webhook is switched off. Switch it on to test it."))
    if webhook.deliveries.filter(status=WebhookDelivery.WAITING, payload__kind=TEST).exists():
        raise ValidationError(_("A test is already waiting and will be sent within seconds."))
    use_quota("webhook_tests", by=by, league=webhook.league)
    key = f"{TEST}-{secrets.token_hex(8)}"
    payload: dict[str, Any] = {
        "id": key,
        "kind": TEST,
        "at": timezone.now().isoformat(),
        "tournament": None,
        "text": f"A test of this webhook, sent by {by} of {webhook.league}.",
        "about": {},
    }
    return WebhookDelivery.objects.create(webhook=webhook, key=key, payload=payload)


def send_webhooks() -> int:
    waiting = WebhookDelivery.objects.filter(webhook__active=True).select_related("webhook")
    return send_due(waiting, _send, most=MOST_PER_SWEEP)


def _send(delivery: WebhookDelivery) -> bool:
    webhook = delivery.webhook
    signed = webhook.style == Webhook.SIGNED
    content = delivery.payload if signed else discord_message(delivery.payload)
    body = json.dumps(content, separators=(",", ":")).encode()
    headers = {"Content-Type": "application/json"}
    if signed:
        headers["X-Corner-Office-Signature"] = signature(webhook.secret, body, at=int(time()))
    answer = post(webhook.url, body, headers)
    mark_answered(delivery, answer, others=webhook.deliveries.all(), response_status=answer.status or None)
    return True


def _check(url: str, style: str, kinds: Sequence[str]) -> None:
    if style not in Webhook.STYLES:
        raise ValidationError({"style": _("Choose a style.")})
    if not kinds or not set(kinds) <= KINDS.keys():
        raise ValidationError({"kinds": _("Choose at least one kind of event.")})
    if len(url) > 500:
        raise ValidationError({"url": _("The address is longer than 500 characters.")})
    try:
        check_address(url)
    except ValidationError as refusal:
        raise ValidationError({"url": refusal.messages}) from None
    except TimeoutError:
        raise ValidationError({"url": _("The name of the host could not be looked up in time. Try again.")}) from None


def _in_order(kinds: Sequence[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]
