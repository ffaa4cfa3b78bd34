"""Other house rules tried out, for programs."""

from typing import Annotated, Any, TypedDict

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.queries.history import rules_in
from characters.rules.moments import stamp
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.records import Moment, OneOf
from league.insight.queries.what_if import what_ifs_of
from league.insight.rules.what_if import JUDGED
from league.insight.services.what_if import order_what_if
from league.insight.tasks import live_soon
from league.models import League, WhatIf

ASKED = {"rules": {"cap_points_at_target": True}, "begins": "entry", "games": 120}
WORLD = {
    "played": 240000,
    "counts": {"promotion": {"80": 500}, "demotion": {"51": 500}, "parachute": {"0": 500}, "lead_changes": {"11": 500}},
    "ends": {"entry": 5400, "senior": 8600},
    "reached": {"senior": {"5": 9000}},
    "never": {"senior": 5000},
}
TOTALS = {"seasons": 500, "today": WORLD, "other": WORLD, "more": {"promotion": {"0": 500}}}
ROW = {
    "id": 7,
    "method": "what-if/1",
    "rules": {"cap_points_at_target": [False, True]},
    "begins": "entry",
    "games": 120,
    "seasons": 500,
    "lived": 500,
    "characters": 28,
    "status": "done",
    "asked_at": "2026-01-05T20:00:00Z",
    "finished_at": "2026-01-05T20:00:20Z",
}
STATUSES = [(one, one) for one in WhatIf.STATUSES]
BEGINNINGS = [(one, one) for one in WhatIf.BEGINNINGS]


class WhatIfInput(serializers.Serializer[Any]):
    """House rules that are to be other ones, and seasons of which kind."""

    rules = serializers.DictField(allow_empty=False, help_text=f"By name, of: {', '.join(JUDGED)}.")
    begins = serializers.ChoiceField(choices=BEGINNINGS, default=WhatIf.TODAY)
    games = serializers.IntegerField(default=120, help_text="Tables of Careers in a season, 10 to 1,000.")


class WhatIfRow(TypedDict):
    id: int
    method: str
    rules: Annotated[dict[str, Any], "By name the value of today and the other one."]
    begins: Annotated[str, OneOf(BEGINNINGS)]
    games: int
    seasons: int
    lived: Annotated[int, "Seasons so far."]
    characters: int
    status: Annotated[str, OneOf(STATUSES)]
    asked_at: Moment
    finished_at: Moment | None


class WhatIfDetail(WhatIfRow):
    totals: Annotated[
        dict[str, Any] | None,
        "By world (`today`, `other`): `played` games of characters, by kind how many seasons saw how many (`counts`), "
        "by level characters in the end (`ends`), after how many games it was first `reached`, and how many `never` "
        "did; `more`: by kind, in how many seasons the other world saw how many more.",
    ]


def _row(one: WhatIf) -> WhatIfRow:
    today, other = rules_in(one.today), rules_in(one.other)
    pairs = {name: (getattr(today, name), getattr(other, name)) for name in JUDGED}
    return {
        "id": one.pk,
        "method": one.method,
        "rules": {name: list(pair) for name, pair in pairs.items() if pair[0] != pair[1]},
        "begins": one.begins,
        "games": one.games,
        "seasons": one.seasons,
        "lived": one.lived,
        "characters": one.characters,
        "status": one.status,
        "asked_at": stamp(one.asked_at),
        "finished_at": stamp(one.finished_at) if one.finished_at else None,
    }


class WhatIfList(ApiList[WhatIf]):
    ordering = ("-pk",)
    queryset = WhatIf.objects.none()
    serializer_class = described(WhatIfRow)
    permission_classes = (permissions.IsAuthenticatedOrReadOnly,)

    @extend_schema(
        tags=["leagues"],
        summary="List what-ifs",
        description="House rules that were tried out on the games of a league, the newest first.",
        responses=described(WhatIfRow)(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.in_pages(what_ifs_of(lookup.by_slug(League.objects.all(), slug)), _row)

    @extend_schema(
        tags=["leagues"],
        summary="Try out house rules",
        description=(
            "Five hundred seasons of the league's characters are lived by the rules of today and by these, with the "
            "same games and the same luck in both. Workers do it in the background. For organisers."
        ),
        request=WhatIfInput,
        responses={201: described(WhatIfRow), 403: ErrorAnswer},
        examples=[question(ASKED), answer({**ROW, "status": "running", "lived": 0, "finished_at": None}, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        league = lookup.by_slug(League.objects.all(), slug)
        require(request.user, "administer", league)
        told = read(WhatIfInput(data=request.data))
        made = order_what_if(
            league=league, values=told["rules"], begins=told["begins"], games=told["games"], by=signed_in(request)
        )
        live_soon()
        return Response(_row(what_ifs_of(league).get(pk=made.pk)), status.HTTP_201_CREATED)


class WhatIfView(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read a what-if",
        description="How far it is, and what is known so far.",
        responses=described(WhatIfDetail),
        examples=[answer({**ROW, "totals": TOTALS})],
    )
    def get(self, request: Request, slug: str, what_if_id: int) -> Response:
        league = lookup.by_slug(League.objects.all(), slug)
        found = what_ifs_of(league).filter(pk=what_if_id).first() if what_if_id <= lookup.LARGEST_ID else None
        if found is None:
            raise Http404
        return Response(WhatIfDetail(**_row(found), totals=found.totals))
