"""The lab: two ways to play against each other, or only one. Everybody with an account orders, everybody with the
address reads."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine import SYSTEMS
from league.boards.queries import boards_for
from league.core.forms import whole_number
from league.core.queries.access import is_superuser
from league.core.queries.systems import system_by_id
from league.core.views.access import add_refusal, refusals_on, refuse_unless, sign_in_and_return, user_of
from league.core.views.live import Request
from league.lab.forms.lab import LabForm, RunForm, again, beginning
from league.lab.models import Experiment
from league.lab.queries.lab import experiments_for, game_name, in_short, names_of, pairs_played, setup_lines, totals_of
from league.lab.queries.lab_files import as_csv, as_json
from league.lab.queries.lab_words import label_of, report_of
from league.lab.queries.replay import reel_of_experiment
from league.lab.rules.lab import HEARD, METHOD, MOST_PAIRS, WHOLE, WINS, measure_of
from league.lab.rules.lab_presets import PRESETS
from league.lab.services.lab import order_experiment, run_on
from league.lab.tasks import work_soon
from league.lab.views.orders import change_order
from league.play.rules.systems import PLAYED_HERE
from league.play.views.replay import replay_page

PER_PAGE = 20


@require_safe
def experiment_list(request: Request) -> HttpResponse:
    """List experiments; with `?of=me` only those of the reader."""
    experiments = in_short(experiments_for(request.user))
    only_mine = request.user.is_authenticated and request.GET.get("of") == "me"
    if only_mine:
        experiments = experiments.filter(asked_by=request.user.pk)
    page = Paginator(experiments, PER_PAGE).get_page(request.GET.get("page"))
    rows = [(experiment, game_name(experiment), names_of(experiment), _sub(experiment)) for experiment in page]
    context = {
        "page_obj": page,
        "rows": rows,
        "only_mine": only_mine,
        "presets": PRESETS.values(),
        "systems": [system_by_id(system) for system in PLAYED_HERE],
    }
    return render(request, "league/lab/lab.html", context)


def _sub(experiment: Experiment) -> str:
    return ", ".join(experiment.arms[0]["bots"]) if experiment.is_alone else label_of(measure_of(experiment.measure))


def experiment_new(request: HttpRequest) -> HttpResponseBase:
    """Show the form of an experiment, with `?game=` for one of the games, `?preset=` with a question, `?like=` as
    another experiment."""
    system, values = _asked(request)
    if system not in SYSTEMS:
        raise Http404(_("There is no game {game}.").format(game=system[:40]))
    boards = boards_for(request.user)
    if request.method != "POST":
        return _form(request, LabForm(system=system, boards=boards, initial=beginning(system, values)))
    if not request.user.is_authenticated:
        messages.info(request, _("Sign in to order an experiment. What you chose will still be in the form."))
        return sign_in_and_return(request)
    form = LabForm(request.POST, system=system, boards=boards)
    if form.is_valid():
        try:
            experiment = _order(request, form)
        except ValidationError as error:
            _add_refusal(form, error)
        else:
            work_soon()
            return redirect(experiment)
    return _form(request, form)


def _asked(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    query = request.GET
    if question := PRESETS.get(query.get("preset", "")):
        return question.system, dict(question.values)
    number = query.get("like", "")
    if number.isascii() and number.isdecimal() and len(number) < 19:
        experiment = get_object_or_404(in_short(experiments_for(request.user)), pk=number)
        return experiment.system, again(experiment.arms, experiment.system, measure_of(experiment.measure))
    return query.get("game", PLAYED_HERE[0]), {}


def _form(request: HttpRequest, form: LabForm) -> HttpResponse:
    context = {"form": form, "system": system_by_id(form.system), "most": MOST_PAIRS}
    return render(request, "league/lab/lab_new.html", context, status=422 if form.errors else 200)


def _order(request: HttpRequest, form: LabForm) -> Experiment:
    a, b = form.setups()
    return order_experiment(
        system=form.system,
        a=a,
        b=b,
        measure=form.measure,
        width=form.width_for(form.cleaned_data["kind"]),
        most=form.cleaned_data["most"],
        seed=form.cleaned_data["seed"],
        by=user_of(request),
    )


def _add_refusal(form: LabForm, error: ValidationError) -> None:
    """Put what is wrong with A or B above the form, with the letter; what is compared, beside its field."""
    if not hasattr(error, "error_dict"):
        add_refusal(form, error)
        return
    for name, sentences in error.message_dict.items():
        for sentence in sentences:
            if name in ("a", "b"):
                form.add_error(None, f"{name.upper()}: {sentence}")
            else:
                form.add_error({"measure": "who"}.get(name, name), sentence)


@require_safe
def experiment_detail(request: Request, pk: int) -> HttpResponse:
    """Show how far the experiment is, and what is known so far; the page completes itself while it runs."""
    return _detail(request, _found(request, pk), None)


def _detail(request: HttpRequest, experiment: Experiment, form: RunForm | None) -> HttpResponse:
    measure = measure_of(experiment.measure)
    mine = _is_own(request, experiment)
    width = None if experiment.width is None else experiment.width / (100 if measure.kind == WINS else WHOLE)
    start = {"most": min(10 * experiment.done or 2, MOST_PAIRS), "width": width}
    context = {
        "experiment": experiment,
        "name": game_name(experiment),
        "measure": "" if experiment.is_alone else label_of(measure),
        "is_share": measure.kind == WINS,
        "width": width,
        "why": experiment.error,
        "played": pairs_played(experiment),
        "lines": setup_lines(experiment),
        "report": report_of(experiment),
        "may_change": mine,
        "is_readable": experiment.method == METHOD,
        "heard_every": HEARD,
        "address": request.build_absolute_uri(experiment.get_absolute_url()),
        "is_public": experiment.board_a_id is None and experiment.board_b_id is None,
        "form": form or RunForm(initial=start),
        "most": MOST_PAIRS,
    }
    return render(request, "league/lab/experiment.html", context, status=422 if form else 200)


@login_required
@require_POST
def experiment_change(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Stop an experiment, let it go on, or run it on with more pairs."""
    experiment = _found(request, pk)
    refuse_unless(_is_own(request, experiment), _("Only the person who ordered an experiment can stop or resume it."))
    if "more" in request.POST:
        return _run_on(request, experiment)
    change_order(request, experiment)
    return redirect(experiment)


def _run_on(request: HttpRequest, experiment: Experiment) -> HttpResponseBase:
    form = RunForm(request.POST)
    if form.is_valid():
        width = form.width_for(measure_of(experiment.measure).kind)
        with refusals_on(form):
            run_on(experiment=experiment, most=form.cleaned_data["most"], width=width, by=user_of(request))
            work_soon()
            return redirect(experiment)
    return _detail(request, experiment, form)


@require_safe
def experiment_replay(request: Request, pk: int) -> HttpResponse:
    """Show a game of an experiment again, with `?arm=b` one of the other way to play."""
    experiment = _found(request, pk)
    number, arm = whole_number(request.GET.get("game", "1")), request.GET.get("arm", "a")
    if number is None or not 1 <= number <= experiment.most or arm.upper() not in [*experiment.letters]:
        raise Http404(_("This experiment has games 1 to {last}.").format(last=experiment.most))
    reel = reel_of_experiment(experiment, experiment.letters.index(arm.upper()), number)
    return replay_page(request, reel, {"game": str(number), "arm": arm})


@require_safe
def experiment_file(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Answer with the figures of an experiment as a file."""
    experiment = _found(request, pk)
    if what not in _FILES:
        raise Http404(_("There is no file '{what}'; choose one of {files}.").format(what=what, files=", ".join(_FILES)))
    totals = totals_of(experiment)
    if totals is None:
        raise Http404(_("There are no figures for this experiment yet."))
    content_type, write = _FILES[what]
    answer = HttpResponse(write(experiment, totals), content_type=content_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="experiment-{experiment.pk}-{what}"'
    return answer


_FILES = {"figures.csv": ("text/csv; charset=utf-8", as_csv), "figures.json": ("application/json", as_json)}


def _found(request: HttpRequest, pk: int) -> Experiment:
    return get_object_or_404(experiments_for(request.user), pk=pk)


def _is_own(request: HttpRequest, experiment: Experiment) -> bool:
    user = request.user
    return user.is_authenticated and (is_superuser(user) or experiment.asked_by_id == user.pk)
