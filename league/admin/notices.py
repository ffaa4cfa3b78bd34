"""Outgoing notices, for administrators. A delivery that failed may be looked at here; nobody reads the secrets."""

from django.contrib import admin

from characters.admin import ReadOnly
from league.models import MailNotice, MailWish, Notice, NoticeWish, PushDelivery, PushEndpoint, Webhook, WebhookDelivery


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin[Webhook]):
    """Webhooks without the secret, and of the address only the host: with them anybody could speak as the league."""

    list_display = ("host", "league", "style", "active", "created_by", "created_at")
    list_filter = ("style", "active", "league")
    list_select_related = ("league", "created_by")
    exclude = ("secret", "url")


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, admin.ModelAdmin[WebhookDelivery]):
    list_display = ("key", "status", "tries", "response_status", "error", "created_at", "sent_at")
    list_filter = ("status",)
    search_fields = ("key",)
    exclude = ("webhook",)
    show_full_result_count = False


@admin.register(MailNotice)
class MailNoticeAdmin(ReadOnly, admin.ModelAdmin[MailNotice]):
    """Letters without the text: it holds the link that ends a person's notices."""

    list_display = ("user", "subject", "status", "tries", "error", "created_at", "sent_at")
    list_filter = ("status",)
    list_select_related = ("user",)
    search_fields = ("user__username", "subject")
    exclude = ("text",)
    show_full_result_count = False


@admin.register(MailWish)
class MailWishAdmin(ReadOnly, admin.ModelAdmin[MailWish]):
    list_display = ("user", "wanted")
    list_filter = ("wanted",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("token",)


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin[Notice]):
    list_display = ("user", "kind", "subject", "created_at", "read_at")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username", "subject")
    show_full_result_count = False


@admin.register(NoticeWish)
class NoticeWishAdmin(ReadOnly, admin.ModelAdmin[NoticeWish]):
    list_display = ("user", "quiet_from", "quiet_until", "zone", "digest_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(PushEndpoint)
class PushEndpointAdmin(ReadOnly, admin.ModelAdmin[PushEndpoint]):
    """Browsers without the address and the keys: with them anybody could write to the browser."""

    list_display = ("user", "browser", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("url", "p256dh", "auth")


@admin.register(PushDelivery)
class PushDeliveryAdmin(ReadOnly, admin.ModelAdmin[PushDelivery]):
    list_display = ("key", "status", "tries", "error", "created_at", "sent_at")
    list_filter = ("status",)
    search_fields = ("key",)
    exclude = ("endpoint",)
    show_full_result_count = False
