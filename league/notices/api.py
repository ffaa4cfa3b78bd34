"""Webhooks of a league, for its organisers."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.fields import StampField
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.models import League, Webhook
from league.notices.rules.webhooks import KINDS
from league.notices.services.webhooks import add_webhook, delete_webhook

ASKED = {"url": "https://receiver.example/corner-office", "style": "signed", "kinds": ["round_published", "finished"]}
ROW = {"id": 3, **ASKED, "active": True, "created_by": "organiser", "created_at": "2026-01-02T10:00:00Z"}
STYLES = [(style, style) for style in Webhook.STYLES]
_HELP = "`signed` is JSON with a signature; `discord` a message as Discord takes it."


class WebhookInput(serializers.Serializer[Any]):
    """Name an address on the public internet, and the events that it is sent."""

    url = serializers.CharField(max_length=500, help_text="Begins with https://.")
    style = serializers.ChoiceField(choices=STYLES, default="signed", help_text=_HELP)  # type: ignore[assignment]
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=list(KINDS.items())), min_length=1, max_length=len(KINDS)
    )


class WebhookRow(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    url = serializers.CharField()
    style = serializers.ChoiceField(STYLES, help_text=_HELP)  # type: ignore[assignment]
    kinds = serializers.ListField(child=serializers.CharField())
    active = serializers.BooleanField(help_text="Switched off, it is told nothing.")
    created_by = serializers.CharField(source="created_by.username", allow_null=True, help_text="User name.")
    created_at = StampField()


class WebhookSecret(WebhookRow):
    secret = serializers.CharField(help_text="Signs every delivery. It is answered here alone, and on the site.")


def administered(request: Request, slug: str) -> League:
    league = lookup.by_slug(League.objects.all(), slug)
    require(request.user, "administer", league)
    return league


class WebhookList(ApiList[Webhook]):
    ordering = ("pk",)
    queryset = Webhook.objects.none()
    serializer_class = WebhookRow
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["webhooks"],
        summary="List webhooks",
        description="Where a league's tournaments are told about. For its organisers.",
        responses={200: WebhookRow(many=True), 403: ErrorAnswer},
        examples=[answer(ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed(administered(request, slug).webhooks.select_related("created_by"))

    @extend_schema(
        tags=["webhooks"],
        summary="Add a webhook",
        description=(
            "From now on the address gets a POST for every event of these kinds: `id`, `kind`, `at`, `tournament` "
            "(null in a test), `text` and `about`. The header `X-Corner-Office-Signature: t=SECONDS,v1=HEX` has the "
            "HMAC-SHA256, by `secret`, of the seconds, a dot and the body. Sent again until it is answered "
            "with 200 to 299; the same event keeps its `id`. For organisers."
        ),
        request=WebhookInput,
        responses={201: WebhookSecret, 403: ErrorAnswer},
        examples=[question(ASKED), answer({**ROW, "secret": "q3V9xT1mZ7bW4nY8cR2pL6dJ5hG0fSaE"}, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        league = administered(request, slug)
        webhook = add_webhook(league=league, by=signed_in(request), **read(WebhookInput(data=request.data)))
        webhook = Webhook.objects.select_related("created_by").get(pk=webhook.pk)
        return Response(WebhookSecret(webhook).data, status.HTTP_201_CREATED)


class WebhookView(ApiView):
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["webhooks"],
        summary="Delete a webhook",
        description="It is told nothing any more; the list of what was sent goes with it. For organisers.",
        responses={204: None, 403: ErrorAnswer},
    )
    def delete(self, request: Request, slug: str, webhook_id: int) -> Response:
        webhook = lookup.by_id(administered(request, slug).webhooks.all(), webhook_id)
        delete_webhook(webhook=webhook, by=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
