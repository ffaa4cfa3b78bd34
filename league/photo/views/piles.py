"""The pile of photos of a round: uploaded together, listed with the outcome of each, and decided table by table in the
referee's form, which is filled in. A picture confirms nothing."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.rules.sheets import ScoreSheet
from league.core.forms import whole_number
from league.core.queries.access import require
from league.core.views.access import user_of
from league.models import Round, Ruling, Table, TableReport
from league.photo.forms import entry_from
from league.photo.models import PilePhoto
from league.photo.queries.piles import fields_of, photos_of_table, pile_of
from league.photo.services.piles import MOST_AT_ONCE, drop_photo, rule_from_photos, upload_photos
from league.photo.tasks import read_soon
from league.photo.views.photos import private_jpeg
from league.sheets.forms.boxes import show_photo
from league.tournaments.tables.forms import ReasonForm
from league.tournaments.tables.queries.table_state import table_state
from league.tournaments.tables.views.phone import entry_context
from league.tournaments.tables.views.referee import RulePage


def _round(request: HttpRequest, slug: str, stage: int, number: int) -> Round:
    """Return the round of a tournament that this person may referee."""
    rounds = Round.objects.select_related("stage__tournament__season__league")
    round = get_object_or_404(rounds, stage__tournament__slug=slug, stage__number=stage, number=number)
    require(request.user, "referee", round.stage.tournament.season.league)
    return round


def _list_of(round: Round) -> str:
    return reverse("round_photos", args=[round.stage.tournament.slug, round.stage.number, round.number])


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_photos(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponseBase:
    """List the photos of a round; take more of them, or drop one."""
    played, problems = _round(request, slug, stage, number), list[str]()
    if request.method == "POST":
        try:
            if "drop" in request.POST:
                pk = whole_number(request.POST["drop"]) or 0
                drop_photo(photo=get_object_or_404(PilePhoto.objects.defer("content", "read"), pk=pk, round=played))
            else:
                upload_photos(round=played, photos=request.FILES.getlist("photos"), by=user_of(request))
                read_soon()
        except ValidationError as error:
            problems = error.messages
        else:
            return redirect(_list_of(played))
    rows = pile_of(played)
    context = {
        "tournament": played.stage.tournament,
        "round": played,
        "rows": rows,
        "waiting": sum(row.photo.status == PilePhoto.WAITING for row in rows),
        "worked_on": sum(row.photo.status != PilePhoto.WAITING for row in rows),
        "most": MOST_AT_ONCE,
        "problems": problems,
    }
    return render(request, "league/photo/round_photos.html", context, status=422 if problems else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_photo(request: HttpRequest, slug: str, stage: int, number: int, pk: int) -> HttpResponseBase:
    """Show the referee's form of the table whose sheet was read, and decide the table by it."""
    played = _round(request, slug, stage, number)
    photo = get_object_or_404(PilePhoto.objects.defer("content"), pk=pk, round=played, status=PilePhoto.READ)
    page = PilePage(request, played, photos_of_table(photo))
    if entry_from(page.state, page.photos) is None:
        messages.warning(
            request,
            _(
                "The players at this table have changed since its sheet was read. Upload the photo again, or type the "
                "figures."
            ),
        )
        return redirect(_list_of(played))
    return page.respond() if request.method == "POST" else page.show()


class PilePage(RulePage):
    """Handle one request about a table whose sheet `photos` show."""

    def __init__(self, request: HttpRequest, round: Round, photos: list[PilePhoto]) -> None:
        tables = Table.objects.select_related("round__stage__tournament__season__league")
        super().__init__(request, get_object_or_404(tables, pk=photos[-1].table_id))
        self.round, self.photos = round, photos

    def respond(self) -> HttpResponseBase:
        response = super().respond()
        return redirect(_list_of(self.round)) if response.status_code == 302 else response

    def show(self, *, status: int = 200, **more: Any) -> HttpResponse:
        if "entry_seats" not in more:
            state = table_state(self.table.pk)
            more |= entry_context(state, entry_from(state, self.photos))
        more |= show_photo(more["entry_seats"], fields_of(self.photos))
        more.setdefault("reason", ReasonForm(initial={"reason": _("From the score sheet on paper")}))
        return super().show(status=status, photos_href=_list_of(self.round), **more)

    def _rule(self, form: ReasonForm, sheet: ScoreSheet | TableReport | None) -> Ruling:
        return rule_from_photos(
            photos=self.photos,
            table=self.table,
            sheet=sheet,
            reason=form.cleaned_data["reason"],
            by=user_of(self.request),
            expected_revision=whole_number(self.request.POST.get("revision", "")),
        )


@login_required
@require_safe
def round_photo_file(request: HttpRequest, slug: str, stage: int, number: int, pk: int) -> HttpResponseBase:
    """Answer with a photo of the pile, once it is encoded without what the camera wrote."""
    photo = get_object_or_404(PilePhoto.objects.defer("read"), pk=pk, round=_round(request, slug, stage, number))
    if not photo.content or photo.status == PilePhoto.WAITING:
        raise Http404
    return private_jpeg(photo.content)
