"""Files to download, as public as the pages that show the same; CSV files uploaded, and their outcome."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from league.core.forms import ImportAnswersForm, UploadForm, whole_number
from league.core.queries.access import require
from league.core.rules.bounds import MOST_PROBLEMS
from league.core.rules.zones import label
from league.core.services.uploads import (
    MOST_REMEMBERED,
    answer_import,
    dismiss_import,
    forget_answers,
    forget_name,
    import_whole_games,
    read_otherwise,
    remembered_answers,
    upload_file,
)
from league.core.tasks import import_soon
from league.core.views.access import refusals_on, refusals_told, user_of
from league.core.views.wording import told
from league.models import FileImport, League, Rating, Season
from league.sheets.rules.results_files import forget_export, rows_left_out
from league.site.queries.exports import (
    WHOLE,
    bg_stats_json,
    careers_json,
    characters_csv,
    confirmed_sheets,
    ratings_csv,
    results_csv,
)
from league.site.services.imports import how_it_was_read, refuse_too_many_games

CSV, JSON = "text/csv; charset=utf-8", "application/json"
MOST_GAMES, MOST_PLAYS, MOST_CAREERS, MOST_ROWS = 3_000, 1_000, 1_000, 20_000  # in one file: more come in parts


@dataclass(frozen=True, slots=True)
class Export:
    """A file to download: `write` makes it of a slice of the rows that `count` counts, of no more than `most`."""

    content_type: str
    write: Callable[[League, slice], bytes]
    count: Callable[[League], int]
    most: int


def _games(league: League) -> int:
    return confirmed_sheets(league).count()


def _characters(league: League) -> int:
    return league.enrolments.count()


def _ratings(league: League) -> int:
    return Rating.objects.filter(rating_list__league=league).count()


FILES = {
    "characters.csv": Export(CSV, characters_csv, _characters, MOST_ROWS),
    "results.csv": Export(CSV, results_csv, _games, MOST_GAMES),
    "bg-stats.json": Export(JSON, bg_stats_json, _games, MOST_PLAYS),
    "careers.json": Export(JSON, careers_json, _characters, MOST_CAREERS),
    "ratings.csv": Export(CSV, ratings_csv, _ratings, MOST_ROWS),
}


@require_safe
def league_export(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Answer with one of FILES for a whole league."""
    league = get_object_or_404(League, slug=slug)
    if what not in FILES:
        raise Http404(
            _("There is no export '{what}'; choose one of {files}.").format(what=what, files=", ".join(FILES))
        )
    return _exported(request, FILES[what], league, f"{league.slug}-{what}")


@require_safe
def season_export(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with results.csv of one season."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    results = Export(
        CSV, partial(results_csv, season=season), lambda league: confirmed_sheets(league, season).count(), MOST_GAMES
    )
    return _exported(request, results, season.league, f"{season.slug}-results.csv")


def _exported(request: HttpRequest, export: Export, league: League, name: str) -> HttpResponse:
    """Answer with the file. Of one in parts, the address names the part; without, show which there are."""
    count, most = export.count(league), export.most
    parts = range(1, max(-(-count // most), 1) + 1)
    if len(parts) == 1:
        return _file(export.write(league, WHOLE), export.content_type, name)
    if "part" not in request.GET:
        context = {"name": name, "count": count, "most": most, "parts": parts, "league": league}
        return render(request, "league/site/export_parts.html", context, status=HTTPStatus.MULTIPLE_CHOICES)
    number = whole_number(request.GET["part"])
    if number is None or number not in parts:
        raise Http404(_("This file has {parts} parts.").format(parts=len(parts)))
    part = export.write(league, slice((number - 1) * most, number * most))
    return _file(part, export.content_type, f"{number:03}-{name}")


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return answer


PER_PAGE, PROBLEMS_PER_PAGE, MOST_ALIASES = 25, 250, 500
KINDS = {
    FileImport.CHARACTERS: gettext_lazy("characters"),
    FileImport.RESULTS: gettext_lazy("results"),
    FileImport.ENTRIES: gettext_lazy("entries"),
    FileImport.TOURNAMENT: pgettext_lazy("kind of file", "tournament"),
    FileImport.HALL: gettext_lazy("what a hall has written"),
}
UNITS = {
    FileImport.CHARACTERS: gettext_lazy("characters"),
    FileImport.RESULTS: gettext_lazy("games"),
    FileImport.ENTRIES: gettext_lazy("registrations"),
    FileImport.TOURNAMENT: gettext_lazy("tournaments"),
    FileImport.HALL: gettext_lazy("steps"),
}


@login_required
def import_list(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "import", league)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and form.is_valid():
        upload = _upload(request, league, form)
        if upload is not None:
            import_soon()
            return redirect("import_detail", pk=upload.pk)
    uploads = league.imports.defer("content", "problems").select_related("uploaded_by")
    context = {
        "league": league,
        "form": form,
        "page_obj": Paginator(uploads, PER_PAGE).get_page(request.GET.get("page")),
        "answers": _remembered(league),
        "aliases": league.aliases.select_related("character")[:MOST_ALIASES],
    }
    return render(request, "league/site/import_list.html", context, status=422 if form.errors else 200)


def _remembered(league: League) -> list[tuple[str, FileImport, list[tuple[str, str]]]]:
    """Return what later files take over: kind of file, the newest file of its headings, and what each heading means."""
    newest: dict[tuple[str, frozenset[str]], FileImport] = {}
    for kind in KINDS:
        for upload in remembered_answers(league, kind).only("name", "kind", "answers")[:MOST_REMEMBERED]:
            newest.setdefault((kind, frozenset(upload.answers["columns"])), upload)

    def meanings(upload: FileImport) -> list[tuple[str, str]]:
        return [(text, column.replace("_", " ")) for text, column in upload.answers["columns"].items()]

    return [(str(KINDS[kind]), upload, meanings(upload)) for (kind, _), upload in newest.items()]


@login_required
@require_POST
def import_forget(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget what the headings of a file mean, or who is meant by a name."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "import", league)
    pk = whole_number(request.POST.get("file") or request.POST.get("name", ""))
    if "file" in request.POST:
        upload = get_object_or_404(league.imports.defer("content", "problems"), pk=pk, status=FileImport.DONE)
        forget_answers(upload=upload)
        messages.success(
            request, _("The next file with the headings of {file} will ask again.").format(file=upload.name)
        )
    else:
        alias = get_object_or_404(league.aliases, pk=pk)
        forget_name(alias=alias)
        messages.success(request, _("The next file with {name} will ask again who is meant.").format(name=alias.name))
    return redirect("import_list", slug=slug)


@login_required
def import_detail(request: HttpRequest, pk: int) -> HttpResponseBase:
    upload = get_object_or_404(
        FileImport.objects.defer("content").select_related("league", "tournament", "uploaded_by"), pk=pk
    )
    require(request.user, "import", upload.league)
    if upload.tournament and (upload.kind, upload.status) == (FileImport.HALL, FileImport.ASKS):
        return redirect("hall_differences", slug=upload.tournament.slug, file=pk)
    context = {
        "upload": upload,
        "under_way": upload.status in (FileImport.WAITING, FileImport.RUNNING),
        "cut_off": len(upload.problems) == MOST_PROBLEMS,
        "page_obj": Paginator(upload.problems, PROBLEMS_PER_PAGE).get_page(request.GET.get("page")),
        "kind_label": KINDS[upload.kind],
        "kind_unit": UNITS[upload.kind],
        "form": _answers_form(upload),
        "is_kept": _has_rows_left(upload),
        "zone": label(upload.league.zone),
    }
    return render(request, "league/site/import_detail.html", context)


def _has_rows_left(upload: FileImport) -> bool:
    """Return whether rows of a file of results have problems, and its content is not deleted yet."""
    in_rows = upload.kind == FileImport.RESULTS and any(problem["line"] for problem in upload.problems)
    return in_rows and not FileImport.objects.filter(pk=upload.pk, content=b"").exists()


def _answers_form(upload: FileImport) -> ImportAnswersForm | None:
    if upload.status != FileImport.ASKS:
        return None
    whole_only = upload.answers.get("whole_only", False)
    return ImportAnswersForm(questions=upload.questions, kind=upload.kind, whole_only=whole_only)


@login_required
@require_POST
def import_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Read how a spreadsheet is meant. It is imported if that is how it was shown, and shown again otherwise. If
    another sheet or code page is chosen, nothing else counts."""
    upload = _own_upload(request, pk)
    with refusals_told(request):
        stored = {name: upload.questions.get(name, "") for name in ("sheet", "code_page")}
        chosen = {name: request.POST.get(name, text) for name, text in stored.items()}
        if upload.status == FileImport.ASKS and ("again" in request.POST or chosen != stored):
            read_otherwise(upload=upload, **chosen)
            import_soon()
        elif upload.status == FileImport.ASKS and upload.questions:
            form = ImportAnswersForm(request.POST, questions=upload.questions, kind=upload.kind)
            if not form.is_valid():
                text = _("For every heading, choose a column or leave it out, and answer the questions.")
                raise ValidationError(text)
            refuse_too_many_games(upload.league, form.games())
            order = form.cleaned_data["date_order"] or upload.questions["date_order"]
            answer_import(
                upload=upload,
                columns=form.columns(),
                date_order=order,
                strangers=form.cleaned_data["strangers"],
                meant=form.meant(),
                given=form.given(),
                outside_season=form.cleaned_data["outside_season"],
                whole_only=form.cleaned_data["whole_only"],
                footers=form.cleaned_data["footers"],
                headless=form.cleaned_data["headless"],
                games=form.games(),
            )
            import_soon()
    return redirect("import_detail", pk=pk)


@login_required
@require_POST
def import_dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    upload = _own_upload(request, pk)
    try:
        dismiss_import(upload=upload)
    except ValidationError as error:
        messages.warning(request, error.message)
    else:
        messages.success(request, _("{file} is off your desk. The list of imports keeps it.").format(file=upload.name))
    return redirect("home")


@login_required
@require_POST
def import_whole(request: HttpRequest, pk: int) -> HttpResponse:
    """Import the games of a refused file that are whole."""
    upload = _own_upload(request, pk)
    with refusals_told(request):
        import_whole_games(upload=upload)
        import_soon()
    return redirect("import_detail", pk=pk)


@login_required
@require_safe
def import_rest(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the rows of a file that were not imported, and why."""
    upload = get_object_or_404(FileImport.objects.select_related("league"), pk=pk, kind=FileImport.RESULTS)
    require(request.user, "import", upload.league)
    if not upload.problems or not upload.content:
        raise Http404(_("Nothing is left of this file."))
    reasons: dict[int, list[str]] = defaultdict(list)
    for problem in upload.problems:
        if problem["line"] is not None:
            reasons[problem["line"]].append(told(problem))
    rest = rows_left_out(bytes(upload.content), how_it_was_read(upload), reasons)
    forget_export()
    return _file(rest, CSV, f"{upload.name.rpartition('.')[0] or upload.name}-rest.csv")


def _own_upload(request: HttpRequest, pk: int) -> FileImport:
    upload = get_object_or_404(FileImport.objects.defer("content", "problems").select_related("league"), pk=pk)
    require(request.user, "import", upload.league)
    return upload


def _upload(request: HttpRequest, league: League, form: UploadForm) -> FileImport | None:
    file = form.cleaned_data["file"]
    with refusals_on(form):
        return upload_file(
            league=league, kind=form.cleaned_data["kind"], name=file.name, content=file.read(), by=user_of(request)
        )
    return None
