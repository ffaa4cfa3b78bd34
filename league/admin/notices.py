"""What goes out, for administrators. A delivery that failed may be looked at here; nobody reads the secrets."""

from django.contrib import admin

from characters.admin import ReadOnly
from league.models import MailNotice, MailWish, Webhook, WebhookDelivery


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin[Webhook]):
    """Without the secret, and of the address only the host: with them anybody could speak as the league."""

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
    """Without the text: it holds the link that ends a person's notices."""

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
