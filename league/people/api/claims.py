"""Claim links: how the player of a character without an owner takes it over."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import Character
from league.core.api import lookup
from league.core.api.fields import StampField
from league.core.api.schema import ErrorAnswer, answer, example
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import refuse_change, require
from league.models import ClaimLink
from league.people.api.careers import EXAMPLES
from league.people.api.characters import CharacterDetail, character_record
from league.people.rules.characters import CLAIM_STATUSES
from league.people.services.owners import claim_character, make_claim_link, undo_claim, withdraw_claim_link

ROW = EXAMPLES["ClaimLinkRow"]
LINKS = ClaimLink.objects.select_related("created_by", "used_by", "character__enrolment__league")


@example(ROW)
class ClaimLinkRow(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    status = serializers.ChoiceField(CLAIM_STATUSES, help_text="`over`: too old, or withdrawn.")
    created_by = serializers.CharField(source="created_by.username", help_text="User name.")
    created_at = StampField()
    expires_at = StampField()
    used_by = serializers.CharField(source="used_by.username", allow_null=True, help_text="User name.")
    used_at = StampField(allow_null=True)


@example(ROW | EXAMPLES["ClaimLinkSecret"])
class ClaimLinkSecret(ClaimLinkRow):
    secret = serializers.CharField(help_text="For `claims/`. It is answered here alone.")
    url = serializers.CharField(help_text="The page for the player, with the secret in it.")


@example({"secret": EXAMPLES["ClaimLinkSecret"]["secret"]}, "Request")
class ClaimInput(serializers.Serializer[Any]):
    secret = serializers.CharField(max_length=100, help_text="Of a claim link: the last part of its address.")


def _administered(request: Request, slug: str) -> Character:
    who = lookup.character(slug)
    require(request.user, "administer", lookup.league_of(who))
    return who


def _link(request: Request, slug: str, link_id: int) -> ClaimLink:
    who = _administered(request, slug)
    return lookup.by_id(LINKS.filter(character=who), link_id)


class ClaimLinkList(ApiList[ClaimLink]):
    ordering = ("-pk",)
    queryset = ClaimLink.objects.none()
    serializer_class = ClaimLinkRow
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="List claim links",
        description="What became of the claim links of a character, the newest first. For organisers.",
        responses={200: ClaimLinkRow(many=True), 403: ErrorAnswer},
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed(LINKS.filter(character=_administered(request, slug)))

    @extend_schema(
        tags=["characters"],
        summary="Make a claim link",
        description=(
            "For the player of a character without an owner: good for one person and 14 days. Earlier links of the "
            "character no longer work. With an Idempotency-Key the answer, secret included, is kept for 7 days. For "
            "organisers."
        ),
        request=None,
        responses={201: ClaimLinkSecret, 403: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        secret = make_claim_link(character=_administered(request, slug), by=signed_in(request))
        url = request.build_absolute_uri(reverse("character_claim", args=[secret]))
        link = LINKS.get(digest=ClaimLink.digest_of(secret))
        return Response(ClaimLinkRow(link).data | {"secret": secret, "url": url}, status.HTTP_201_CREATED)


class WithdrawClaimLink(ApiView):
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="Withdraw a claim link",
        description="It no longer works. Refused once somebody has used it: undo the claim instead. For organisers.",
        request=None,
        responses={200: ClaimLinkRow, 403: ErrorAnswer},
        examples=[answer({**ROW, "status": "over", "expires_at": "2026-01-03T10:00:00Z"})],
    )
    def post(self, request: Request, slug: str, link_id: int) -> Response:
        withdraw_claim_link(link=_link(request, slug, link_id), by=signed_in(request))
        return Response(ClaimLinkRow(LINKS.get(pk=link_id)).data)


class UndoClaim(ApiView):
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="Undo a claim",
        description="The character is without an owner again; who claimed it stays a member. For organisers.",
        request=None,
        responses={200: ClaimLinkRow, 403: ErrorAnswer},
        examples=[answer({**ROW, "status": "undone", "used_by": "ada", "used_at": "2026-01-03T10:00:00Z"})],
    )
    def post(self, request: Request, slug: str, link_id: int) -> Response:
        undo_claim(link=_link(request, slug, link_id), by=signed_in(request))
        return Response(ClaimLinkRow(LINKS.get(pk=link_id)).data)


class FollowClaimLink(ApiView):
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="Follow a claim link",
        description=(
            "This is me: the character becomes yours with everything on file, and you a member of its league. "
            "An unknown secret is 404, one that no longer works 400."
        ),
        request=ClaimInput,
        responses={200: CharacterDetail},
    )
    def post(self, request: Request) -> Response:
        secret = read(ClaimInput(data=request.data))["secret"]
        link = LINKS.filter(digest=ClaimLink.digest_of(secret)).first()
        if link is None:
            raise Http404
        refuse_change(request.user, link.character.enrolment.league_id)
        claim_character(link=link, user=signed_in(request))
        return Response(character_record(lookup.character(link.character.slug)))
