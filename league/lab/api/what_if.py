"""Other house rules tried out, for programs."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.careers import FORMULA, MODES
from league.core.api import lookup
from league.core.api.schema import ErrorAnswer, answer, examples_beside, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.lab.api.lab import RESUME, STOP
from league.lab.models import WhatIf
from league.lab.queries.orders import OrderRow
from league.lab.queries.what_if import usual_format, what_ifs_of
from league.lab.rules.what_if import JUDGED, SEASONS
from league.lab.rules.what_if_worlds import AS_THEY_SAT, MINUTES, PLAYED, TARGETS, TableFormat
from league.lab.services.orders import resume_order, stop_order
from league.lab.services.what_if import SO_MANY, order_what_if
from league.lab.tasks import work_soon
from league.models import League

EXAMPLES = examples_beside(__file__)
ASKED, ROW, FOUND = (EXAMPLES[name] for name in ("WhatIfInput", "WhatIfRow", "WhatIfDetail"))
BEGINNINGS = [(beginning, beginning) for beginning in WhatIf.BEGINNINGS]
SOURCES = [(source, source) for source in WhatIf.SOURCES]
MODE_CHOICES = [(mode, mode) for mode in MODES]


class FormatInput(serializers.Serializer[Any]):
    """Describe the format that a table agrees on. `seats`: 2 to 6, or 0 for as many as sat together recently."""

    mode = serializers.ChoiceField(choices=MODE_CHOICES, default=FORMULA)
    target = serializers.IntegerField(
        required=False, allow_null=True, help_text=f"Of formula, {TARGETS[0]} to {TARGETS[1]}."
    )
    minutes = serializers.IntegerField(
        required=False, allow_null=True, help_text=f"Of timed, {MINUTES[0]} to {MINUTES[1]}."
    )
    seats = serializers.IntegerField(default=AS_THEY_SAT)


class WhatIfInput(serializers.Serializer[Any]):
    """Name the house rules to change and the seasons to play. `settings`, `today` and `other` belong to games that the
    engine plays; without a format both worlds play the usual one."""

    games_from = serializers.ChoiceField(choices=SOURCES, default=WhatIf.RESULTS)
    rules = serializers.DictField(
        default=dict,
        help_text=f"House rules by name. Of own results: {', '.join(JUDGED)}. Of the engine: {', '.join(PLAYED)}.",
    )
    settings = serializers.DictField(default=dict, help_text="Settings of Careers by name.")
    today = FormatInput(required=False, allow_null=True)
    other = FormatInput(required=False, allow_null=True)
    begins = serializers.ChoiceField(choices=BEGINNINGS, default=WhatIf.TODAY)
    games = serializers.IntegerField(
        default=120, help_text="Tables of Careers in a season, 10 to 1,000; that the engine plays, to 300."
    )
    seasons = serializers.ChoiceField(choices=[(number, str(number)) for number in SO_MANY], default=SEASONS)


class WhatIfChangeInput(serializers.Serializer[Any]):
    """Stop a what-if, or let it go on."""

    do = serializers.ChoiceField(choices=[(deed, deed) for deed in (STOP, RESUME)])


class FormatRow(serializers.Serializer[Any]):
    mode = serializers.ChoiceField(MODE_CHOICES)
    target = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    seats = serializers.IntegerField(help_text="At a table; 0 for as many as sat together.")

    def to_representation(self, text: str) -> Any:
        return super().to_representation(TableFormat.of(text)) if text else None


class WhatIfRow(OrderRow):
    games_from = serializers.ChoiceField(SOURCES, source="source")
    rules = serializers.DictField(source="changed_rules", help_text="By name the value of today and the other one.")
    settings = serializers.DictField(
        source="changed_settings", help_text="Settings of Careers: by name the value of today and the other one."
    )
    today = FormatRow(
        source="today_format",
        allow_null=True,
        help_text="The format of today's world; None where own results are drawn.",
    )
    other = FormatRow(source="other_format", allow_null=True)
    begins = serializers.ChoiceField(BEGINNINGS)
    games = serializers.IntegerField()
    seasons = serializers.IntegerField()
    lived = serializers.IntegerField(source="done", help_text="Seasons so far.")
    characters = serializers.IntegerField()


class WhatIfDetail(WhatIfRow):
    totals = serializers.DictField(
        allow_null=True,
        help_text="By world (`today`, `other`): `played` games of characters, by kind how many seasons saw how many "
        "(`counts`), by level characters in the end (`ends`), after how many games it was first `reached`, and how "
        "many `never` did; `unwon`: tables that nobody won; `more`: by kind, in how many seasons the other world saw "
        "how many more. Kinds: promotion, demotion, parachute, lead_changes, `at_` with a level for who holds it in "
        "the end; of the engine `politics`, of every fifth table those that have another winner when nobody uses a "
        "power, and `other_dice`, those that have one by other dice from the first act on.",
    )


def _formats(league: League, data: Mapping[str, Any]) -> tuple[TableFormat, TableFormat] | None:
    """Return both formats; None if the body names neither. The usual format stands in for a missing one of today,
    today's for a missing one of the other world."""
    today, other = (data.get(world) for world in ("today", "other"))
    if not today and not other:
        return None
    usual = usual_format(league)
    first = TableFormat(**today) if today else usual
    return first, TableFormat(**other) if other else first


class WhatIfList(ApiList[WhatIf]):
    ordering = ("-pk",)
    queryset = WhatIf.objects.none()
    serializer_class = WhatIfRow

    @extend_schema(
        tags=["leagues"],
        summary="List what-ifs",
        description="House rules that were tried out on the games of a league, the newest first.",
        responses=WhatIfRow(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed(what_ifs_of(lookup.by_slug(League.objects.all(), slug)))

    @extend_schema(
        tags=["leagues"],
        summary="Try out house rules",
        description=(
            "Seasons of the league's characters are lived by the rules of today and by these, with the same luck in "
            "both: their own results are drawn again, or the engine plays with each character's level and powers, on "
            "any board and format. Workers do it in the background. For organisers."
        ),
        request=WhatIfInput,
        responses={201: WhatIfRow, 403: ErrorAnswer},
        examples=[question(ASKED), answer({**ROW, "status": "running", "lived": 0, "finished_at": None}, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        league = lookup.by_slug(League.objects.all(), slug)
        require(request.user, "administer", league)
        data = read(WhatIfInput(data=request.data))
        length = {name: data[name] for name in ("begins", "games", "seasons")}
        what_if = order_what_if(
            league=league,
            values=data["rules"],
            choices=data["settings"],
            formats=_formats(league, data),
            source=data["games_from"],
            by=signed_in(request),
            **length,
        )
        work_soon()
        return Response(WhatIfRow(what_ifs_of(league).get(pk=what_if.pk)).data, status.HTTP_201_CREATED)


def _found(slug: str, what_if_id: int) -> WhatIf:
    return lookup.by_id(what_ifs_of(lookup.by_slug(League.objects.all(), slug)), what_if_id)


class WhatIfView(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read a what-if",
        description="How far it is, and what is known so far.",
        responses=WhatIfDetail,
        examples=[answer({**ROW, **FOUND})],
    )
    def get(self, request: Request, slug: str, what_if_id: int) -> Response:
        return Response(WhatIfDetail(_found(slug, what_if_id)).data)


class WhatIfStateView(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Stop a what-if, or let it go on",
        description="What was done is kept. For organisers.",
        request=WhatIfChangeInput,
        responses={200: WhatIfRow, 403: ErrorAnswer},
        examples=[question({"do": STOP}), answer({**ROW, "status": "stopped", "lived": 120, "finished_at": None})],
    )
    def post(self, request: Request, slug: str, what_if_id: int) -> Response:
        what_if = _found(slug, what_if_id)
        require(request.user, "administer", what_if.league)
        if read(WhatIfChangeInput(data=request.data))["do"] == STOP:
            stop_order(order=what_if)
        else:
            resume_order(order=what_if, by=signed_in(request))
            work_soon()
        return Response(WhatIfRow(_found(slug, what_if_id)).data)
