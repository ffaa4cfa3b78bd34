"""Uploading CSV files and seeing what became of them."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from league.forms.imports import UploadForm
from league.models import FileImport, League
from league.queries.roles import require
from league.services.uploads import MOST_PROBLEMS, upload_file
from league.tasks import import_soon
from league.views.access import add_refusal, user_of

PER_PAGE, PROBLEMS_PER_PAGE = 25, 250
NOUNS = {FileImport.CHARACTERS: "character", FileImport.RESULTS: "game", FileImport.ENTRIES: "registration"}


@login_required
def import_list(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "import", league)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and form.is_valid():
        made = _upload(request, league, form)
        if made is not None:
            import_soon()
            return redirect("import_detail", pk=made.pk)
    uploads = league.imports.defer("content", "problems").select_related("uploaded_by")
    context = {
        "league": league,
        "form": form,
        "page_obj": Paginator(uploads, PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/import_list.html", context, status=422 if form.errors else 200)


@login_required
def import_detail(request: HttpRequest, pk: int) -> HttpResponseBase:
    upload = get_object_or_404(
        FileImport.objects.defer("content").select_related("league", "tournament", "uploaded_by"), pk=pk
    )
    require(request.user, "import", upload.league)
    context = {
        "upload": upload,
        "under_way": upload.status in (FileImport.WAITING, FileImport.RUNNING),
        "cut_off": len(upload.problems) == MOST_PROBLEMS,
        "page_obj": Paginator(upload.problems, PROBLEMS_PER_PAGE).get_page(request.GET.get("page")),
        "noun": NOUNS[upload.kind],
    }
    return render(request, "league/import_detail.html", context)


def _upload(request: HttpRequest, league: League, form: UploadForm) -> FileImport | None:
    file = form.cleaned_data["file"]
    try:
        return upload_file(
            league=league,
            kind=form.cleaned_data["kind"],
            name=file.name,
            content=file.read(),
            by=user_of(request),
        )
    except ValidationError as error:
        add_refusal(form, error)
        return None
