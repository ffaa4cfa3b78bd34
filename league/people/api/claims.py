"""Claim links: how the player of a character without an owner takes it over."""

from typing import Annotated, Any, TypedDict

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import Character
from characters.rules.facts import stamp
from league.core.api import examples, lookup
from league.core.api.described import described
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import refuse_change, require
from league.core.rules.records import Moment, OneOf
from league.models import ClaimLink
from league.people.queries.characters import CharacterDetail, character_record
from league.people.rules.characters import CLAIM_STATUSES
from league.people.services.owners import claim_character, make_claim_link, undo_claim, withdraw_claim_link

ROW = {
    **{"id": 4, "status": "open", "created_by": "organiser", "created_at": "2026-01-02T10:00:00Z"},
    **{"expires_at": "2026-01-16T10:00:00Z", "used_by": None, "used_at": None},
}
SECRET = "c2xL0vYq8mP4nT7wZ1bR5dF9hJ3kS6gA"
LINKS = ClaimLink.objects.select_related("created_by", "used_by", "character__enrolment__league")


class ClaimLinkRow(TypedDict):
    id: int
    status: Annotated[str, OneOf(CLAIM_STATUSES), "`over`: too old, or withdrawn."]
    created_by: Annotated[str, "User name."]
    created_at: Moment
    expires_at: Moment
    used_by: Annotated[str | None, "User name."]
    used_at: Moment | None


class ClaimLinkSecret(ClaimLinkRow):
    secret: Annotated[str, "For `claims/`. It is answered here alone."]
    url: Annotated[str, "The page for the player, with the secret in it."]


class ClaimInput(serializers.Serializer[Any]):
    secret = serializers.CharField(max_length=100, help_text="Of a claim link: the last part of its address.")


def _row(link: ClaimLink) -> ClaimLinkRow:
    return {
        "id": link.pk,
        "status": _status(link),
        "created_by": link.created_by.get_username(),
        "created_at": stamp(link.created_at),
        "expires_at": stamp(link.expires_at),
        "used_by": link.used_by.get_username() if link.used_by else None,
        "used_at": stamp(link.used_at) if link.used_at else None,
    }


def _status(link: ClaimLink) -> str:
    if link.undone_at:
        return "undone"
    if link.used_at:
        return "used"
    return "open" if link.expires_at > timezone.now() else "over"


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
    serializer_class = described(ClaimLinkRow)
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="List claim links",
        description="What became of the claim links of a character, the newest first. For organisers.",
        responses={200: described(ClaimLinkRow)(many=True), 403: ErrorAnswer},
        examples=[answer(ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.in_pages(LINKS.filter(character=_administered(request, slug)), _row)

    @extend_schema(
        tags=["characters"],
        summary="Make a claim link",
        description=(
            "For the player of a character without an owner: good for one person and 14 days. Earlier links of the "
            "character no longer work. With an Idempotency-Key the answer, secret included, is kept for 7 days. For "
            "organisers."
        ),
        request=None,
        responses={201: described(ClaimLinkSecret), 403: ErrorAnswer},
        examples=[
            answer({**ROW, "secret": SECRET, "url": f"https://corner-office.example/claim/{SECRET}/"}, status="201")
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        secret = make_claim_link(character=_administered(request, slug), by=signed_in(request))
        url = request.build_absolute_uri(reverse("character_claim", args=[secret]))
        link = LINKS.get(digest=ClaimLink.digest_of(secret))
        return Response(ClaimLinkSecret(**_row(link), secret=secret, url=url), status.HTTP_201_CREATED)


class WithdrawClaimLink(ApiView):
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="Withdraw a claim link",
        description="It no longer works. Refused once somebody has used it: undo the claim instead. For organisers.",
        request=None,
        responses={200: described(ClaimLinkRow), 403: ErrorAnswer},
        examples=[answer({**ROW, "status": "over", "expires_at": "2026-01-03T10:00:00Z"})],
    )
    def post(self, request: Request, slug: str, link_id: int) -> Response:
        withdraw_claim_link(link=_link(request, slug, link_id), by=signed_in(request))
        return Response(_row(LINKS.get(pk=link_id)))


class UndoClaim(ApiView):
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        tags=["characters"],
        summary="Undo a claim",
        description="The character is without an owner again; who claimed it stays a member. For organisers.",
        request=None,
        responses={200: described(ClaimLinkRow), 403: ErrorAnswer},
        examples=[answer({**ROW, "status": "undone", "used_by": "ada", "used_at": "2026-01-03T10:00:00Z"})],
    )
    def post(self, request: Request, slug: str, link_id: int) -> Response:
        undo_claim(link=_link(request, slug, link_id), by=signed_in(request))
        return Response(_row(LINKS.get(pk=link_id)))


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
        responses={200: described(CharacterDetail)},
        examples=[question({"secret": SECRET}), answer(examples.CHARACTER_DETAIL)],
    )
    def post(self, request: Request) -> Response:
        secret = read(ClaimInput(data=request.data))["secret"]
        link = LINKS.filter(digest=ClaimLink.digest_of(secret)).first()
        if link is None:
            raise Http404
        refuse_change(request.user, link.character.enrolment.league_id)
        claim_character(link=link, user=signed_in(request))
        return Response(character_record(lookup.character(link.character.slug)))
