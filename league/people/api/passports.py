"""A character's passport for programs."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer, asked_for
from league.core.api.views import ApiView
from league.people.api.careers import EXAMPLES
from league.people.rules.passports import Passport
from league.people.services.passport_issuing import MADE_FOR_LENGTH, issue_passport

OWNER = OpenApiParameter("owner", bool, description="With `1`, the owner's name too; for the owner alone.")
MADE_FOR = OpenApiParameter(
    "made_for",
    {"type": "string", "maxLength": MADE_FOR_LENGTH},
    description="What another league shows on its page Passports, to take the career along; for the owner alone.",
)


class PassportView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Get a character's passport",
        description=(
            "The facts with their proof as one signed file, in canonical JSON: what `manage.py verify_passport`, the "
            "page /verify/ and other installations read. As public as the character."
        ),
        parameters=[OWNER, MADE_FOR],
        responses=described(Passport),
        examples=[answer(EXAMPLES["Passport"])],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        content = issue_passport(
            character=lookup.character(slug),
            by=request.user,
            with_owner=asked_for(request, "owner"),
            made_for=request.query_params.get("made_for", ""),
        )
        return HttpResponse(content, content_type="application/json")
