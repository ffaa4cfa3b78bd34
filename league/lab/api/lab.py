"""The lab, for programs."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api import lookup
from league.core.api.schema import ErrorAnswer, answer, examples_beside, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import is_superuser
from league.core.views.access import refuse_unless
from league.lab.models import Experiment
from league.lab.queries.lab import experiments_for, in_short, totals_of
from league.lab.queries.lab_files import ExperimentDetail, ExperimentRow, record
from league.lab.rules.lab import MOST_PAIRS, WHOLE, WINS, measure_of
from league.lab.services.lab import SEEDS, Setup, order_experiment, run_on
from league.lab.services.orders import resume_order, stop_order
from league.lab.tasks import work_soon
from league.play.rules.systems import PLAYED_HERE

STOP, RESUME, MORE = DEEDS = ("stop", "resume", "more")
EXAMPLES = examples_beside(__file__)
ASKED, ROW, FOUND = (EXAMPLES[name] for name in ("ExperimentInput", "ExperimentRow", "ExperimentDetail"))


class ExperimentArmInput(serializers.Serializer[Any]):
    """Describe a way to play; what the second one leaves out is as in the first."""

    seats = serializers.IntegerField(required=False, min_value=1, max_value=100)
    bots = serializers.ListField(child=serializers.CharField(max_length=200), required=False, max_length=20)
    board = serializers.CharField(
        required=False, max_length=64, help_text="Of Careers: an edition, or the digest of a board of your leagues."
    )
    mode = serializers.CharField(required=False, max_length=20)
    target = serializers.IntegerField(required=False, min_value=1, max_value=5000)
    minutes = serializers.IntegerField(required=False, min_value=1, max_value=300)
    settings = serializers.DictField(required=False, help_text="Settings of the game that are not the book's.")


class ExperimentInput(serializers.Serializer[Any]):
    """Order two ways to play, what is compared, and how exactly it must be known; or only one way."""

    system = serializers.ChoiceField(choices=PLAYED_HERE)
    a = ExperimentArmInput()
    b = ExperimentArmInput(
        required=False,
        help_text="What is left out is as in `a`. Without `b`, `a` is played alone, and nothing compared.",
    )
    measure = serializers.CharField(
        max_length=120,
        default="turns",
        help_text="`turns`, `wins:1` or `points:1` of a seat, `wins:greedy` or `points:greedy` of a bot.",
    )
    width = serializers.DecimalField(
        max_digits=8,
        decimal_places=2,
        min_value=Decimal("0.01"),
        required=False,
        allow_null=True,
        default=None,
        help_text="Half of a 95 % interval: in percent of the games, in turns or points. None: all pairs are played.",
    )
    most = serializers.IntegerField(help_text=f"Pairs of games at most, 2 to {MOST_PAIRS:,}.")
    seed = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=SEEDS - 1)


class ExperimentChangeInput(serializers.Serializer[Any]):
    """Stop an experiment, let it go on, or run it on; `most` and `width` go with `more`."""

    do = serializers.ChoiceField(choices=[(deed, deed) for deed in DEEDS])
    most = serializers.IntegerField(required=False)
    width = serializers.DecimalField(
        max_digits=8, decimal_places=2, min_value=Decimal("0.01"), required=False, allow_null=True, default=None
    )


def _width(width: Decimal | None, measure: str) -> int | None:
    return None if width is None else int(width * (100 if measure_of(measure).kind == WINS else WHOLE))


class ExperimentList(ApiList[Experiment]):
    ordering = ("-pk",)
    queryset = Experiment.objects.none()
    serializer_class = ExperimentRow

    @extend_schema(
        tags=["games"],
        summary="List experiments",
        description="Two ways to play against each other, the newest first.",
        responses=ExperimentRow(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request) -> Response:
        return self.listed(in_short(experiments_for(request.user)))

    @extend_schema(
        tags=["games"],
        summary="Order an experiment",
        description=(
            "Bots play pairs of games with the same seeds in the background, until the difference is known to `width` "
            "or `most` pairs are played. Everybody with an account may order; one is under way at a time."
        ),
        request=ExperimentInput,
        responses={201: ExperimentRow, 403: ErrorAnswer},
        examples=[question(ASKED), answer({**ROW, "status": "running", "pairs": 0, "finished_at": None}, status="201")],
    )
    def post(self, request: Request) -> Response:
        data = read(ExperimentInput(data=request.data))
        experiment = order_experiment(
            system=data["system"],
            a=_setup(data["a"]),
            b=_setup({**data["a"], **data["b"]}) if "b" in data else None,
            measure=measure_of(data["measure"]),
            width=_width(data["width"], data["measure"]),
            most=data["most"],
            seed=data["seed"],
            by=signed_in(request),
        )
        work_soon()
        experiment = experiments_for(request.user).get(pk=experiment.pk)
        return Response(ExperimentRow(experiment).data, status.HTTP_201_CREATED)


def _setup(arm: dict[str, Any]) -> Setup:
    return Setup(**{"seats": 4, "bots": ("greedy",), **arm, **({"bots": tuple(arm["bots"])} if "bots" in arm else {})})


class ExperimentView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Read an experiment",
        description="How far it is, and what is known so far.",
        responses=ExperimentDetail,
        examples=[answer({**ROW, **FOUND})],
    )
    def get(self, request: Request, experiment_id: int) -> Response:
        experiment = lookup.by_id(experiments_for(request.user), experiment_id)
        return Response(record(experiment, totals_of(experiment)))


class ExperimentStateView(ApiView):
    @extend_schema(
        tags=["games"],
        summary="Stop an experiment, let it go on, or run it on with more pairs",
        description="For the person who ordered it. With `more`, pairs that are played count on.",
        request=ExperimentChangeInput,
        responses={200: ExperimentRow, 403: ErrorAnswer},
        examples=[question({"do": "more", "most": 50000}), answer({**ROW, "status": "running", "most": 50000})],
    )
    def post(self, request: Request, experiment_id: int) -> Response:
        experiment = lookup.by_id(experiments_for(request.user), experiment_id)
        user = signed_in(request)
        refuse_unless(
            is_superuser(user) or experiment.asked_by_id == user.pk,
            "Only the person who ordered an experiment can stop or resume it.",
        )
        data = read(ExperimentChangeInput(data=request.data))
        if data["do"] == STOP:
            stop_order(order=experiment)
        elif data["do"] == RESUME:
            resume_order(order=experiment, by=user)
        else:
            run_on(
                experiment=experiment,
                most=data.get("most", experiment.most),
                width=_width(data["width"], experiment.measure),
                by=user,
            )
        if data["do"] != STOP:
            work_soon()
        experiment.refresh_from_db()
        return Response(ExperimentRow(experiment).data)
