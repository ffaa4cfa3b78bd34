"""Other house rules tried out, for programs."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.queries.history import rules_in
from characters.rules.choices import QUESTIONS
from games.rules.careers import FORMULA, ID, MODES
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import require
from league.core.rules.records import OneOf
from league.lab.api.lab import RESUME, STOP
from league.lab.models import WhatIf
from league.lab.queries.orders import OrderRow, order_row
from league.lab.queries.what_if import usual_format, what_ifs_of
from league.lab.rules.what_if import JUDGED, SEASONS
from league.lab.rules.what_if_worlds import AS_THEY_SAT, MINUTES, PLAYED, SETTINGS, TARGETS, TableFormat
from league.lab.services.orders import resume_order, stop_order
from league.lab.services.what_if import SO_MANY, order_what_if
from league.lab.tasks import work_soon
from league.models import League

ASKED = {
    "games_from": "engine",
    "rules": {"boss_only": False},
    "settings": {"doubles_extra_turn": True},
    "today": {"mode": "formula", "target": 100, "seats": 4},
    "other": {"mode": "timed", "minutes": 30, "seats": 4},
    "begins": "entry",
    "games": 120,
    "seasons": 100,
}
WORLD = {
    "played": 240000,
    "counts": {"promotion": {"80": 500}, "demotion": {"51": 500}, "parachute": {"0": 500}, "lead_changes": {"11": 500}},
    "ends": {"entry": 5400, "senior": 8600},
    "reached": {"senior": {"5": 9000}},
    "never": {"senior": 5000},
    "unwon": 0,
}
TOTALS = {"seasons": 500, "today": WORLD, "other": WORLD, "more": {"promotion": {"0": 500}}}
ROW = {
    "id": 7,
    "method": "what-if/1",
    "games_from": "results",
    "rules": {"cap_points_at_target": [False, True]},
    "settings": {},
    "today": None,
    "other": None,
    "begins": "entry",
    "games": 120,
    "seasons": 500,
    "lived": 500,
    "characters": 28,
    "status": "done",
    "error": "",
    "asked_at": "2026-01-05T20:00:00Z",
    "finished_at": "2026-01-05T20:00:20Z",
}
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


class FormatRow(TypedDict):
    mode: Annotated[str, OneOf(MODE_CHOICES)]
    target: int | None
    minutes: int | None
    seats: Annotated[int, "At a table; 0 for as many as sat together."]


class WhatIfRow(OrderRow):
    games_from: Annotated[str, OneOf(SOURCES)]
    rules: Annotated[dict[str, Any], "By name the value of today and the other one."]
    settings: Annotated[dict[str, Any], "Settings of Careers: by name the value of today and the other one."]
    today: Annotated[FormatRow | None, "The format of today's world; None where own results are drawn."]
    other: FormatRow | None
    begins: Annotated[str, OneOf(BEGINNINGS)]
    games: int
    seasons: int
    lived: Annotated[int, "Seasons so far."]
    characters: int


class WhatIfDetail(WhatIfRow):
    totals: Annotated[
        dict[str, Any] | None,
        "By world (`today`, `other`): `played` games of characters, by kind how many seasons saw how many (`counts`), "
        "by level characters in the end (`ends`), after how many games it was first `reached`, and how many `never` "
        "did; `unwon`: tables that nobody won; `more`: by kind, in how many seasons the other world saw how many more. "
        "Kinds: promotion, demotion, parachute, lead_changes, `at_` with a level for who holds it in the end; of the "
        "engine `politics`, of every fifth table those that have another winner when nobody uses a power, and "
        "`other_dice`, those that have one by other dice from the first act on.",
    ]


def _row(what_if: WhatIf) -> WhatIfRow:
    today, other = rules_in(what_if.today), rules_in(what_if.other)
    rules = {name: [getattr(today, name), getattr(other, name)] for name in dict.fromkeys((*JUDGED, *PLAYED))}
    worlds = today.choices(ID), other.choices(ID)
    settings = {name: [world.get(name, QUESTIONS[ID][name].default) for world in worlds] for name in SETTINGS}
    return {
        **order_row(what_if),
        "games_from": what_if.source,
        "rules": _differing(rules),
        "settings": _differing(settings),
        "today": _format_row(what_if.today_format),
        "other": _format_row(what_if.other_format),
        "begins": what_if.begins,
        "games": what_if.games,
        "seasons": what_if.seasons,
        "lived": what_if.done,
        "characters": what_if.characters,
    }


def _differing(pairs: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _format_row(text: str) -> FormatRow | None:
    if not text:
        return None
    form = TableFormat.of(text)
    return {"mode": form.mode, "target": form.target, "minutes": form.minutes, "seats": form.seats}


def _formats(league: League, data: Mapping[str, Any]) -> tuple[TableFormat, TableFormat] | None:
    """Return both formats; None where the body names neither. The usual format stands in for a missing one of today,
    today's for a missing other one."""
    today, other = (data.get(world) for world in ("today", "other"))
    if not today and not other:
        return None
    usual = usual_format(league)
    first = TableFormat(**today) if today else usual
    return first, TableFormat(**other) if other else first


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
            "Seasons of the league's characters are lived by the rules of today and by these, with the same luck in "
            "both: their own results are drawn again, or the engine plays with each character's level and powers, on "
            "any board and format. Workers do it in the background. For organisers."
        ),
        request=WhatIfInput,
        responses={201: described(WhatIfRow), 403: ErrorAnswer},
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
        return Response(_row(what_ifs_of(league).get(pk=what_if.pk)), status.HTTP_201_CREATED)


def _found(slug: str, what_if_id: int) -> WhatIf:
    league = lookup.by_slug(League.objects.all(), slug)
    what_if = what_ifs_of(league).filter(pk=what_if_id).first() if what_if_id <= lookup.LARGEST_ID else None
    if what_if is None:
        raise Http404
    return what_if


class WhatIfView(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read a what-if",
        description="How far it is, and what is known so far.",
        responses=described(WhatIfDetail),
        examples=[answer({**ROW, "totals": TOTALS})],
    )
    def get(self, request: Request, slug: str, what_if_id: int) -> Response:
        what_if = _found(slug, what_if_id)
        return Response(WhatIfDetail(**_row(what_if), totals=what_if.totals))


class WhatIfStateView(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Stop a what-if, or let it go on",
        description="What was done is kept. For organisers.",
        request=WhatIfChangeInput,
        responses={200: described(WhatIfRow), 403: ErrorAnswer},
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
        return Response(_row(_found(slug, what_if_id)))
