"""Games of a league's own: listed, added, shown with a sheet to be tried, changed, retired, and given as a file."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.translatable import spoken
from games.rules.definitions import BadDefinition, Definition, as_toml, changed, definition, faults_of, read_definition
from league.clubs.forms.own_games import GameCopy, GameEditor, GameFile, GameText, NewGameForm, as_editable
from league.clubs.queries import current_season
from league.clubs.queries.own_games import games_to_copy, own_games_of, played_by_system, seasons_with
from league.clubs.rules.own_games import WON, Trial, column_words, ending, facts, players, tried
from league.clubs.services.own_games import add_game, bring_back_game, change_game, retire_game, said_of_fault
from league.core.forms import whole_number
from league.core.queries.access import may, require
from league.core.rules.unfolding import enough_for_filters
from league.core.views.access import refusals_on, refusals_told, user_of
from league.core.views.live import Request
from league.core.views.pieces import to_mend
from league.models import League, OwnGame

MOVES = ("add", "up", "down", "remove")
LOOKS = ("live", "try", *MOVES)


@require_safe
def own_games(request: Request, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    played, search = played_by_system(league), request.GET.get("q", "").strip()
    games = list(own_games_of(league))
    found = [game for game in games if search.casefold() in game.name.casefold()]
    rows = [(game, _parsed(game), played.get(game.system, 0)) for game in found]
    shown = [(game, players(parsed), ending(parsed), number) for game, parsed, number in rows]
    context = {
        "league": league,
        "games": [row for row in shown if not row[0].retired_at],
        "retired": [row for row in shown if row[0].retired_at],
        "search": search,
        "searchable": search or enough_for_filters(len(games)),
        "may_change": _may_change(request, league),
    }
    return render(request, "league/clubs/own_games.html", context)


def _parsed(game: OwnGame) -> Definition:
    return definition(game.definition.content, game.system)


def _may_change(request: Request, league: League) -> bool:
    return league.closed_at is None and may(request.user, "administer", league)


@login_required
def own_game_add(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    sent = request.POST if request.method == "POST" else None
    which = next((name for name in ("upload", "copy") if name in request.POST), "new")
    new = NewGameForm(sent if which == "new" else None)
    upload = GameFile(*((sent, request.FILES) if which == "upload" else ()), auto_id="file_%s")
    copy = GameCopy(sent if which == "copy" else None, games=games_to_copy(request.user, league), auto_id="copy_%s")
    form: forms.Form = {"new": new, "upload": upload, "copy": copy}[which]
    if sent is not None and form.is_valid() and (game := _added(request, league, form)):
        text = _("{game} is ready. Try its sheet here, and change whatever is different with you.")
        messages.success(request, text.format(game=game.name))
        return redirect(game)
    context = {"league": league, "new": new, "upload": upload, "copy": copy}
    return render(request, "league/clubs/own_game_add.html", context, status=422 if form.errors else 200)


def _added(request: HttpRequest, league: League, form: Any) -> OwnGame | None:
    """Return the new game; None with what is wrong beside the fields of the form."""
    named = "name" if isinstance(form, NewGameForm) else "called"
    source = {NewGameForm: "columns", GameFile: "file", GameCopy: "game"}[type(form)]
    try:
        raw = _asked(form)
        if faults := faults_of(raw):
            raise BadDefinition(*faults)
        return add_game(league=league, content=raw, by=user_of(request))
    except UnicodeDecodeError:
        form.add_error(source, _("The file is not text in UTF-8."))
    except BadDefinition as error:
        for fault in error.faults:
            text = spoken(fault.text) if source == "columns" else said_of_fault(fault)
            form.add_error(named if fault.place == "name" else source, text)
    except ValidationError as error:
        _refuse(form, error, named)
    return None


def _asked(form: Any) -> dict[str, Any]:
    """Return what a form begins a game with, not judged yet. Raise BadDefinition or UnicodeDecodeError."""
    if isinstance(form, NewGameForm):
        return form.definition()
    from_file = isinstance(form, GameFile)
    raw = read_definition(form.text()) if from_file else json.loads(form.cleaned_data["game"].definition.content)
    called = form.cleaned_data["called"]
    return raw | ({"name": called} if called else {})


def _refuse(form: forms.Form, error: ValidationError, named: str) -> None:
    for reason in error.error_list:
        form.add_error(named if reason.code == "name" else None, reason)


@require_safe
def own_game(request: Request, slug: str, game: str) -> HttpResponse:
    row = _game(slug, game)
    parsed, played = _parsed(row), played_by_system(row.league).get(row.system, 0)
    season = current_season(row.league, today=timezone.localdate())
    context = {
        "league": row.league,
        "game": row,
        "parsed": parsed,
        "facts": facts(parsed, played),
        "columns": column_words(parsed),
        "trial": _tried(parsed, request.GET),
        "versions": row.versions.select_related("made_by"),
        "played": played,
        "seasons": seasons_with(row),
        "season": season,
        "may_change": _may_change(request, row.league),
    }
    return render(request, "league/clubs/own_game.html", context)


def _game(slug: str, game: str) -> OwnGame:
    return get_object_or_404(OwnGame.objects.select_related("league", "definition"), league__slug=slug, system=game)


def _tried(parsed: Definition, sent: QueryDict) -> Trial:
    typed = {name: str(value) for name, value in sent.items()}
    return tried(parsed, typed, sent.getlist(WON), timezone.now())


@login_required
def own_game_change(request: HttpRequest, slug: str, game: str) -> HttpResponseBase:
    """Lead through two steps: change and try, then read what that changes. Nothing is kept before the last one."""
    row = _game(slug, game)
    require(request.user, "administer", row.league)
    newest, go = row.definition.content, request.POST.get("go", "").partition("-")[0]
    editor = GameEditor(as_editable(newest), request.POST if "rows" in request.POST else None)
    text = GameText(request.POST if "text" in request.POST else None, initial={"text": as_toml(newest)})
    if go in MOVES:
        editor.move(request.POST["go"])
    content = text.content() if text.is_bound else editor.content() if editor.bound else newest
    if content and go == "see":
        return _changes(request, row, content)
    if content and go == "save" and (saved := _saved(request, row, text, content)):
        return saved
    wrong = [*to_mend(text), *to_mend(editor.form), *_wrong_columns(editor)]
    if go in LOOKS:
        editor.begin_again(with_a_row=go == "add")
    elif content and text.is_bound:
        editor = GameEditor(as_editable(content))
    context = {
        "league": row.league,
        "game": row,
        "editor": editor,
        "text": text,
        "seen": _seen(request, row),
        "wrong": wrong,
        "looks": go in LOOKS,
        "trial": _tried(definition(content, row.system), request.POST) if content else None,
    }
    status = 422 if wrong and go not in LOOKS else 200
    return render(request, "league/clubs/own_game_change.html", context, status=status)


def _wrong_columns(editor: GameEditor) -> Iterator[Any]:
    """Yield what is wrong with each column, under its number."""
    for number, row in enumerate(editor.rows, 1):
        column = _("Column {number}").format(number=number)
        for problem in to_mend(row):
            yield problem | {"where": f"{column}, {problem['where']}"} if isinstance(problem, dict) else problem


def _seen(request: HttpRequest, game: OwnGame) -> int:
    """Return the version that a form was made from."""
    return whole_number(request.POST.get("seen", "")) or game.versions.latest("number").number


def _changes(request: HttpRequest, game: OwnGame, content: str) -> HttpResponse:
    context = {
        "league": game.league,
        "game": game,
        "content": content,
        "changes": changed(game.definition.content, content),
        "played": played_by_system(game.league).get(game.system, 0),
        "seen": _seen(request, game),
        "next": _seen(request, game) + 1,
    }
    return render(request, "league/clubs/own_game_changes.html", context)


def _saved(request: HttpRequest, game: OwnGame, form: GameText, content: str) -> HttpResponseBase | None:
    with refusals_on(form):
        seen = _seen(request, game)
        version = change_game(game=game, content=json.loads(content), seen=seen, by=user_of(request))
        text = _("Version {number} of {game} is made.")
        messages.success(request, text.format(number=version.number, game=version.game.name))
        return redirect(game)
    return None


@login_required
@require_POST
def own_game_retire(request: HttpRequest, slug: str, game: str) -> HttpResponseBase:
    row = _game(slug, game)
    require(request.user, "administer", row.league)
    with refusals_told(request):
        if "back" in request.POST:
            bring_back_game(game=row, by=user_of(request))
            text = _("{game} is back: it is offered for new results.")
        else:
            retire_game(game=row, by=user_of(request))
            text = _("{game} is retired. What was played with it stays.")
        messages.success(request, text.format(game=row.name))
    return redirect(row)


@require_safe
def own_game_file(request: Request, slug: str, game: str) -> HttpResponse:
    """Answer with the newest version, or the one asked for, as a file that can be given to another league."""
    row = _game(slug, game)
    number = request.GET.get("version")
    if number is None:
        version = row.versions.latest("number")
    else:
        version = get_object_or_404(row.versions, number=whole_number(number))
    name = quote(f"{game}-{version.number}.toml")
    disposition = f"attachment; filename*=UTF-8''{name}"
    content = as_toml(version.definition.content)
    return HttpResponse(
        content, content_type="application/toml; charset=utf-8", headers={"Content-Disposition": disposition}
    )
