"""The page by which a tournament goes to a hall and comes back, at home and in the hall."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.tasks import review_soon
from league.core.charts import qr_image
from league.core.tasks import import_soon
from league.core.views.access import refusals_on, refusals_told, user_of
from league.models import FileImport, Hall, Laptop, Tournament
from league.tournaments.desk.rules.wifi import wifi_code
from league.tournaments.entries.queries import OVER
from league.tournaments.entries.views.staff import head, staff_tournament
from league.tournaments.hall.forms import HallFileForm, WifiForm
from league.tournaments.hall.queries import written_here
from league.tournaments.hall.rules.differences import MOST_AT_ONCE
from league.tournaments.hall.rules.files import MOST_BYTES, BadHallFile
from league.tournaments.hall.services import along, back, in_hall, laptops
from league.tournaments.hall.services.differences import compared, keep_what_is_here, place_of, shown, take_from_hall
from league.tournaments.hall.views.laptop import sign_ins

_WORDS = "words_of_hall"  # in the session of the person who took it along, until it is back
MOST_LINES = 500  # of the log of the hall
Act = Callable[..., None]
ACTS: dict[str, Act] = {
    "recall": along.recall,
    "hand_back": along.hand_back,
    "close": in_hall.close_hall,
    "reopen": in_hall.reopen_hall,
}


@never_cache
@login_required
def tournament_hall(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show where the tournament is written, and take it along, take it back, close the hall or open it again."""
    tournament = staff_tournament(request, slug, "administer")
    hall = tournament.halls.defer("file").first()
    if request.POST.get("act") == "wifi" and hall is not None and hall.secret:
        return _keep_wifi(request, tournament, hall)
    if request.method == "POST":
        with refusals_told(request):
            _act(request, tournament, hall, request.POST.get("act", ""))
        return redirect("tournament_hall", slug=slug)
    words = request.session.get(_WORDS, {}).get(str(hall.pk), "") if hall else ""
    context = _context(request, tournament, hall, words=words.split())
    return render(request, "league/hall/tournament_hall.html", context)


def _act(request: HttpRequest, tournament: Tournament, hall: Hall | None, act: str) -> None:
    """Do what the button says. Raise ValidationError if this page can't do that now."""
    if act == "take" and not (hall and hall.secret):
        taken, words = along.take_along(tournament=tournament, by=user_of(request))
        request.session[_WORDS] = {str(taken.pk): words}
    elif hall is not None and act in ACTS:
        if bool(hall.secret) != (act in ("close", "reopen")):
            raise ValidationError(_("That is done on the other side."))
        ACTS[act](hall=hall, by=user_of(request))
    else:
        raise ValidationError(_("The tournament is not in a hall."))


def _keep_wifi(request: HttpRequest, tournament: Tournament, hall: Hall) -> HttpResponseBase:
    form = WifiForm(request.POST)
    if form.is_valid():
        laptops.name_network(hall=hall, name=form.cleaned_data["name"], password=form.cleaned_data["password"])
        return redirect("tournament_hall", slug=tournament.slug)
    context = _context(request, tournament, hall, wifi_form=form)
    return render(request, "league/hall/tournament_hall.html", context, status=422)


def _context(request: HttpRequest, tournament: Tournament, hall: Hall | None, **more: object) -> dict[str, object]:
    away = hall if hall and tournament.hall_id == hall.pk else None
    laptop = Laptop.objects.filter(hall=hall).first()
    return {
        **head(request, tournament, "hall"),
        "hall": hall,
        "away": away,
        "in_hall": hall is not None and bool(hall.secret),
        "laptop": laptop,
        "is_copied": laptop is not None and laptop.copied == written_here(),
        "second_place": settings.HALL_COPIES,
        "is_home": hall is not None and bool(hall.secret) and hall.revision == written_here(),
        "is_over": tournament.status in OVER,
        "addresses": _addresses(request, tournament) if hall is not None and hall.secret else [],
        "sign_ins": sign_ins(request, tournament) if settings.HALL_HOSTS else {},
        "wifi_image": qr_image(wifi_code(laptop.network, laptop.password)) if laptop and laptop.network else "",
        "wifi_form": WifiForm(initial={"name": laptop.network, "password": laptop.password} if laptop else None),
        "form": HallFileForm(),
        "files": tournament.imports.filter(kind=FileImport.HALL).defer("content", "problems")[:5],
        **more,
    }


def _addresses(request: HttpRequest, tournament: Tournament) -> list[tuple[str, str]]:
    """Return the addresses of the tournament for phones in the hall, each with its QR code."""
    hosts = [f"http://{host}:{request.get_port()}" for host in settings.HALL_HOSTS] or [settings.SITE_URL]
    addresses = [host + tournament.get_absolute_url() for host in hosts]
    return [(address, qr_image(address)) for address in addresses]


@login_required
def hall_back(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Bring the file that the hall has written."""
    tournament = staff_tournament(request, slug, "administer")
    if request.method != "POST":
        return redirect("tournament_hall", slug=slug)
    form = HallFileForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with refusals_on(form):
            upload = back.upload_back(
                tournament=tournament, name=file.name, content=file.read(MOST_BYTES + 1), by=user_of(request)
            )
            import_soon()
            return redirect("import_detail", pk=upload.pk)
    hall = tournament.halls.defer("file").first()
    context = _context(request, tournament, hall, form=form)
    return render(request, "league/hall/tournament_hall.html", context, status=422)


@never_cache
@login_required
def hall_differences(request: HttpRequest, slug: str, file: int) -> HttpResponseBase:
    """Compare what a hall brought after its tournament was taken back; take what is ticked, or keep what is here."""
    tournament = staff_tournament(request, slug, "administer")
    upload = get_object_or_404(tournament.imports.filter(kind=FileImport.HALL), pk=file)
    if upload.status == FileImport.ASKS and request.method == "POST":
        with refusals_told(request):
            if "keep" in request.POST:
                keep_what_is_here(upload=upload, by=user_of(request))
            else:
                taken = take_from_hall(upload=upload, chosen=request.POST.getlist("result"), by=user_of(request))
                text = ngettext("{count} result was taken.", "{count} results were taken.", taken).format(count=taken)
                messages.success(request, text)
                review_soon()
        return redirect("hall_differences", slug=slug, file=file)
    if upload.status != FileImport.ASKS:
        return redirect("import_detail", pk=file)
    now = compared(upload)
    rows = shown(tournament, now, now.found.results[:MOST_AT_ONCE])
    context = {
        **head(request, tournament, "hall"),
        "upload": upload,
        "hall": now.hall,
        "found": now.found,
        "can_be_taken": [row for row in rows if row.difference.how],
        "others": [row for row in rows if not row.difference.how],
        "more": len(now.found.results) - len(rows),
        "rounds": [place_of(now.archive, place) for place in now.found.rounds],
        "log": now.found.log[:MOST_LINES],
    }
    return render(request, "league/hall/hall_differences.html", context)


@require_safe
@never_cache
@login_required
def hall_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Send the file that goes along, or in the hall the one that goes home."""
    tournament = staff_tournament(request, slug, "administer")
    hall = tournament.halls.select_related("tournament__season__league").first()
    if hall is None or not (hall.secret or hall.file):
        raise Http404(_("There is no file of a hall here."))
    if hall.secret and tournament.hall_id is None:
        content = laptops.whole_file(hall)
    else:
        content = in_hall.file_for_home(hall, in_hall.news_of(hall)) if hall.secret else bytes(hall.file or b"")
    answer = HttpResponse(content, content_type="application/octet-stream")
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}.hall"
    return answer


@csrf_exempt  # the signature in the file says who it is
@never_cache
@require_POST
def hall_receives(request: HttpRequest, key: str) -> HttpResponse:
    """Take a file from the hall itself; in the hall, hear that another laptop goes on."""
    hall = get_object_or_404(Hall.objects.select_related("tournament", "taken_by"), key=key)
    file = request.FILES.get("file")
    if file is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    try:
        refused = (laptops.hear if hall.secret else back.receive)(hall=hall, content=file.read(MOST_BYTES + 1))
    except BadHallFile:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    except ValidationError as error:
        refused = " ".join(error.messages)
    import_soon()
    if refused:
        return JsonResponse({"refused": refused, "writer": hall.writer}, status=HTTPStatus.CONFLICT)
    return HttpResponse(status=HTTPStatus.ACCEPTED)
