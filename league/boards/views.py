"""A league's boards of Careers: listed, made, drawn and checked, changed, downloaded and printed."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.careers.board import Board as Compiled
from engine.careers.board_files import MOST_BYTES, check_board, playable_board
from engine.careers.words import money
from engine.core.toml import to_toml
from league.boards.charts.drawing import KEY, drawing
from league.boards.charts.paper import board_pdf
from league.boards.charts.words import happens
from league.boards.forms import BoardFile, ChangedFile, ModuleForm, NamesForm, StartForm
from league.boards.queries import boards_of, seasons_on
from league.boards.rules import base_name, differences, path_rows, program_name, with_module, with_names
from league.boards.services import board_in_file, change_board, make_board
from league.core.forms import whole_number
from league.core.queries.access import may, require
from league.core.views.access import refusals_on, user_of
from league.core.views.live import Request
from league.models import Board, BoardVersion, League


def board_list(request: Request, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    if request.method == "POST":
        return _make(request, league)
    return _list(request, league, StartForm(), BoardFile())


@login_required
def _make(request: HttpRequest, league: League) -> HttpResponseBase:
    require(request.user, "administer", league)
    start = StartForm(request.POST if "upload" not in request.POST else None)
    upload = BoardFile(*((request.POST, request.FILES) if "upload" in request.POST else ()))
    board = _made(request, league, start, upload)
    if board is None:
        return _list(request, league, start, upload)
    messages.success(request, _("The board {board} is made, checked and kept.").format(board=board.name))
    return redirect(board)


def _list(request: HttpRequest, league: League, start: StartForm, upload: BoardFile) -> HttpResponse:
    newest = [(board, version) for board in boards_of(league) for version in board.versions.all()[:1]]
    rows = [(board, version, base_name(version.definition)) for board, version in newest]
    context = {
        "league": league,
        "boards": rows,
        "start": start,
        "upload": upload,
        "may_administer": may(request.user, "administer", league),
    }
    refused = start.errors or upload.errors
    return render(request, "league/boards/board_list.html", context, status=422 if refused else 200)


def _made(request: HttpRequest, league: League, start: StartForm, upload: BoardFile) -> Board | None:
    form: StartForm | BoardFile = start if start.is_bound else upload
    if not form.is_valid():
        return None
    with refusals_on(form):
        definition = dict(form.cleaned_data) if form is start else _in_file(form)
        return make_board(league=league, definition=definition, by=user_of(request))
    return None


def _in_file(form: Any) -> dict[str, Any]:
    """Return what the uploaded file says, under the name that the form gives it. Raise ValidationError."""
    definition = board_in_file(form.cleaned_data["file"].read(MOST_BYTES + 1))
    called = form.cleaned_data["called"]
    return definition | {"name": called} if called else definition


@require_safe
def board_detail(request: Request, slug: str, board: str) -> HttpResponse:
    row = _board(slug, board)
    version, newest = _version(request, row), row.versions.latest("number")
    definition = version.definition
    checked, compiled = check_board(definition), playable_board(definition)
    context = {
        "league": row.league,
        "board": row,
        "shown": version,
        "newest": newest.number,
        "versions": row.versions.defer("content"),
        "base": base_name(definition),
        "currency": compiled.currency,
        "cash": money(compiled, compiled.figures["starting_cash"]),
        "salary": money(compiled, compiled.figures["starting_salary"]),
        "drawing": drawing(compiled),
        "legend": KEY,
        "border": compiled.raw[: compiled.size],
        "paths": [_path(compiled, path.index, checked.data) for path in compiled.paths],
        "rows": path_rows(checked.report),
        "differences": differences(checked.report),
        "seasons": seasons_on(version),
        "may_administer": may(request.user, "administer", row.league),
    }
    return render(request, "league/boards/board_detail.html", context)


def _path(board: Compiled, index: int, data: Mapping[str, Any]) -> dict[str, Any]:
    path = board.paths[index]
    squares = board.raw[path.gate + 1 : path.gate + 1 + path.size]
    return {
        "name": path.name,
        "entrance": path.entrance,
        "exit": path.exit,
        "fee": money(board, path.fee),
        "university": path.university,
        "opened_by": program_name(data, path.id),
        "degrees": path.degrees_required,
        "squares": [(at, square["caption"], happens(board, square)) for at, square in enumerate(squares, 1)],
    }


@login_required
def board_change(request: HttpRequest, slug: str, board: str) -> HttpResponseBase:
    """Show the forms for all of a board, with links to those of its modules."""
    row = _board(slug, board)
    require(request.user, "administer", row.league)
    newest = row.versions.latest("number")
    definition = newest.definition
    data, initial = check_board(definition).data, {"seen": newest.number}
    by_file, by_form = "upload" in request.POST, request.method == "POST" and "upload" not in request.POST
    names = NamesForm(request.POST if by_form else None, data_set=data, initial=initial)
    sent = (request.POST, request.FILES) if by_file else (None, None)
    upload = ChangedFile(*sent, initial=initial, auto_id="file_%s")
    form: NamesForm | ChangedFile = names if names.is_bound else upload
    if form.is_bound and form.is_valid() and (answer := _changed(request, row, form, definition, data)):
        return answer
    context = {"league": row.league, "board": row, "names": names, "upload": upload}
    context |= {"modules": playable_board(definition).paths}
    return render(request, "league/boards/board_change.html", context, status=422 if form.errors else 200)


def _changed(
    request: HttpRequest, board: Board, form: Any, definition: Mapping[str, Any], data: Mapping[str, Any]
) -> HttpResponseBase | None:
    answers = form.cleaned_data
    with refusals_on(form):
        if isinstance(form, ChangedFile):
            after = {"name": board.name} | _in_file(form)
        else:
            plain = {key: answers[key] for key in ("name", "currency", "cash", "salary")}
            after = with_names(definition, data, **plain, squares=form.squares())
        return _save(request, board, form, after)
    return None


def _save(request: HttpRequest, board: Board, form: Any, after: Mapping[str, Any]) -> HttpResponseBase | None:
    with refusals_on(form):
        version = change_board(board=board, definition=after, seen=form.cleaned_data["seen"], by=user_of(request))
        text = _("Version {number} of the board is made, checked and kept.")
        messages.success(request, text.format(number=version.number))
        return redirect(board)
    return None


@login_required
def board_module(request: HttpRequest, slug: str, board: str, module: str) -> HttpResponseBase:
    """Put another module behind the same door."""
    row = _board(slug, board)
    require(request.user, "administer", row.league)
    newest = row.versions.latest("number")
    definition = newest.definition
    data, compiled = check_board(definition).data, playable_board(definition)
    path = next((way for way in compiled.paths if way.id == module), None)
    if path is None:
        raise Http404(_("There is no module {module}.").format(module=module))
    sent = request.POST if request.method == "POST" else None
    form = ModuleForm(sent, board=compiled, path=path, data_set=data, initial={"seen": newest.number})
    valid = form.is_bound and form.is_valid()
    if valid and (answer := _save(request, row, form, with_module(definition, data, path.id, **form.changes()))):
        return answer
    context = {"league": row.league, "board": row, "path": path, "form": form}
    return render(request, "league/boards/board_module.html", context, status=422 if form.errors else 200)


@require_safe
def board_file(request: HttpRequest, slug: str, board: str) -> HttpResponse:
    """Answer with the version as a file that can be uploaded again, here or elsewhere."""
    version = _version(request, _board(slug, board))
    return _as_file(version, to_toml(version.definition), "application/toml; charset=utf-8", "toml")


@require_safe
def board_paper(request: HttpRequest, slug: str, board: str) -> HttpResponse:
    """Answer with the version on paper: the board, its paths, and every card of its decks."""
    version = _version(request, _board(slug, board))
    return _as_file(version, board_pdf(playable_board(version.definition)), "application/pdf", "pdf")


def _as_file(version: BoardVersion, content: str | bytes, kind: str, ending: str) -> HttpResponse:
    name = quote(f"{version.board.slug}-{version.number}.{ending}")
    disposition = f"attachment; filename*=UTF-8''{name}"
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": disposition})


def _board(slug: str, board: str) -> Board:
    return get_object_or_404(Board.objects.select_related("league"), league__slug=slug, slug=board)


def _version(request: HttpRequest, board: Board) -> BoardVersion:
    """Return the version that the address asks for; without one, the newest."""
    number = request.GET.get("version")
    if number is None:
        return board.versions.latest("number")
    return get_object_or_404(board.versions, number=whole_number(number))
