"""The hours in which the person of the token plays."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.hours import DAYS, Hours
from league.core.api.schema import example, examples_beside
from league.core.api.views import ApiView, read, signed_in
from league.core.rules.scopes import REPORT
from league.play.queries.hours import hours_of
from league.play.services.hours import set_play_hours

EXAMPLE = examples_beside(__file__)["HoursRow"]
ALWAYS = Hours((), 0, 0, "")


@example(EXAMPLE)
class HoursRow(serializers.Serializer[Any]):
    days = serializers.ListField(
        child=serializers.IntegerField(min_value=DAYS[0], max_value=DAYS[-1]),
        max_length=len(DAYS),
        help_text="Weekdays, from 0 for Monday. Without any the clocks never stop, and the rest says nothing.",
    )
    start = serializers.IntegerField(min_value=0, max_value=23, default=0, help_text="A full hour.")
    end = serializers.IntegerField(
        min_value=0,
        max_value=23,
        default=0,
        help_text="A full hour, of the next day unless it is later than `start`; 0 and 0 are whole days.",
    )
    zone = serializers.CharField(
        max_length=64, default="", allow_blank=True, help_text="Whose clocks, such as `Europe/Berlin`."
    )


class HoursView(ApiView):
    permission_classes = (IsAuthenticated,)
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Read your hours of play",
        description="With a day or three days for a choice, your clocks count these hours, and at least a third of all "
        "time.",
        responses=HoursRow,
    )
    def get(self, request: Request) -> Response:
        return Response(HoursRow(hours_of(signed_in(request).pk) or ALWAYS).data)

    @extend_schema(
        tags=["plays"],
        summary="Set your hours of play",
        description="For the choices that you are asked for from now on: at least ten hours a week, or no days for "
        "always. Everybody at your tables sees them.",
        request=HoursRow,
        responses=HoursRow,
    )
    def put(self, request: Request) -> Response:
        set_play_hours(person=signed_in(request), **read(HoursRow(data=request.data)))
        return self.get(request)
