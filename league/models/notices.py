"""Hold notices to people and programs: a notice is the truth, letters and pushes are ways to it.

A row that is not sent yet is the job; `key` keeps an event from being told twice to the same reader."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.models import Leased
from league.models.organisation import League
from league.models.tournaments import Tournament


def new_token() -> str:
    return secrets.token_urlsafe(24)


class MailWish(models.Model):
    """A person's choice about notices by e-mail. `token` is in the link of every notice that ends them."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_wish")
    wanted = models.BooleanField(default=True)
    token = models.CharField(max_length=64, unique=True, default=new_token)

    def __str__(self) -> str:
        return f"notices for {self.user_id}"


class Outgoing(Leased):
    """A job of the queue, to be tried at `next_try_at`."""

    WAITING, SENT, FAILED = STATUSES = ("waiting", "sent", "failed")

    key = models.CharField(max_length=120)
    status = models.CharField(max_length=7, default=WAITING)
    next_try_at = models.DateTimeField(db_default=Now())
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    sent_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class MailNotice(Outgoing):
    """A letter. `wished` if it is a notice, sent only as long as its reader wants notices by e-mail; a letter about
    the account itself is sent anyway. `language`: in which it is written, empty for English. `head`: whose file goes
    with it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_notices")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="mail_notices")
    subject = models.CharField(max_length=200)
    text = models.TextField()
    wished = models.BooleanField(default=False, db_default=False)
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    head = models.ForeignKey("league.SignedHead", on_delete=models.PROTECT, null=True, related_name="letters")

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("user", "key"), name="mail_notice_once"),
            models.CheckConstraint(condition=Q(status__in=("waiting", "sent", "failed")), name="mail_status_known"),
        )
        indexes = (models.Index(fields=("next_try_at",), condition=Q(status="waiting"), name="mail_to_send"),)

    def __str__(self) -> str:
        return self.subject


class Webhook(models.Model):
    """An address that is told about tournaments of a league. `secret` signs what is sent."""

    SIGNED, DISCORD = STYLES = ("signed", "discord")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    style = models.CharField(max_length=7, default=SIGNED)
    kinds = models.JSONField(default=list)
    secret = models.CharField(max_length=64, default=new_token)
    active = models.BooleanField(default=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("league", "id")
        constraints = (
            models.CheckConstraint(condition=Q(style__in=("signed", "discord")), name="webhook_style_known"),
        )

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """Return the part of the address that may be shown: for Discord and others the rest of it is a secret."""
        return urlsplit(self.url).netloc


class ChatServer(models.Model):
    """A server of Discord, by its number there, in which commands are answered for a league."""

    number = models.CharField(max_length=20, unique=True)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="chat_servers")
    connected_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("league", "id")

    def __str__(self) -> str:
        return self.number


class WebhookDelivery(Outgoing):
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    payload = models.JSONField()
    response_status = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("webhook", "key"), name="webhook_delivery_once"),
            models.CheckConstraint(
                condition=Q(status__in=("waiting", "sent", "failed")), name="webhook_delivery_status_known"
            ),
        )
        indexes = (models.Index(fields=("next_try_at",), condition=Q(status="waiting"), name="webhook_to_send"),)

    def __str__(self) -> str:
        return f"{self.key} to {self.webhook_id}"


class Notice(models.Model):
    """One thing that happened to a reader, with the one page of this site (`link`) that shows it. Subject and text are
    English, `words` is what they were made of."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    words = models.JSONField(default=dict, db_default={})
    link = models.CharField(max_length=400)
    created_at = models.DateTimeField(db_default=Now())
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("user", "key"), name="notice_once"),
            models.CheckConstraint(condition=Q(link__startswith="/"), name="notice_links_to_this_site"),
        )
        indexes = (
            models.Index(fields=("user",), condition=Q(read_at=None), name="notice_unread"),
            models.Index(fields=("created_at",), name="notice_by_age"),
        )

    def __str__(self) -> str:
        return self.subject


class NoticeWish(models.Model):
    """A person's wishes about notices. `ways`: for each kind that they decided, by which ways besides the bell; a kind
    that is missing goes the usual ways. Quiet hours are full hours in `zone`; `digest_at` is when the next weekly
    letter is due, empty if they want no such letter."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_wish")
    ways = models.JSONField(default=dict)
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_until = models.PositiveSmallIntegerField(null=True)
    zone = models.CharField(max_length=64, default="UTC")
    digest_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__range=(0, 23), quiet_until__range=(0, 23)) & ~Q(quiet_from=models.F("quiet_until")),
                name="quiet_hours_whole_or_none",
            ),
        )
        indexes = (models.Index(fields=("digest_at",), condition=Q(digest_at__isnull=False), name="digest_due"),)

    def __str__(self) -> str:
        return f"wishes of {self.user_id}"


class PushEndpoint(models.Model):
    """A browser that shows notices: the address of its push service, and the keys by which only it reads them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_endpoints")
    url = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    browser = models.CharField(max_length=100)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.browser


class PushDelivery(Outgoing):
    """A notice on its way to a browser."""

    endpoint = models.ForeignKey(PushEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="pushes")

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("endpoint", "key"), name="push_once"),
            models.CheckConstraint(condition=Q(status__in=("waiting", "sent", "failed")), name="push_status_known"),
        )
        indexes = (models.Index(fields=("next_try_at",), condition=Q(status="waiting"), name="push_to_send"),)

    def __str__(self) -> str:
        return self.key
