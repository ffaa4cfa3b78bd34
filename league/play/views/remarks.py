"""What is said at a table, and hiding it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.core.views.access import add_refusal, user_of
from league.models import PlayRemark
from league.play.queries.remarks import remark_view
from league.play.queries.seen import play_to_see
from league.play.rules.remarks import PHRASES
from league.play.services.remarks import hide_remark, say, show_remark
from league.talk.forms import HideForm
from league.talk.queries.remarks import may_hide, reader_of


@login_required
@require_POST
def play_say(request: HttpRequest, pk: int) -> HttpResponseBase:
    """`phrase` is one of those that stand ready, `text` what somebody typed."""
    season_play = play_to_see(request.user, pk)
    phrase = PHRASES.get(request.POST.get("phrase", ""))
    text = str(phrase) if phrase else request.POST.get("text", "")
    try:
        say(season_play=season_play, text=text, by=user_of(request))
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    after = redirect(season_play)
    seat = request.POST.get("seat", "")
    after["Location"] += f"?seat={seat}#talk" if seat.isascii() and seat.isdecimal() and len(seat) < 3 else "#talk"
    return after


@login_required
def remark_hide(request: HttpRequest, pk: int, remark: int) -> HttpResponseBase:
    """A reason is asked first; shown again it is at once."""
    rows = PlayRemark.objects.select_related("by", "play__season__league")
    found = get_object_or_404(rows, pk=remark, play=pk)
    league = found.play.season.league
    if not may_hide(request.user, league):
        raise PermissionDenied(_("Only an organiser of this league can hide a remark. You can report it."))
    form = HideForm(request.POST or None)
    if request.method == "POST":
        try:
            said = _decide(request, found, form)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            if said:
                messages.success(request, said)
                return redirect(found.play)
    context = {"form": form, "remark": remark_view(found, reader_of(request.user, league)), "season_play": found.play}
    return render(request, "league/play/remark_hide.html", context, status=422 if form.errors else 200)


def _decide(request: HttpRequest, found: PlayRemark, form: HideForm) -> str:
    """What was done, in a sentence; empty for a form that is not filled in."""
    if "show" in request.POST:
        show_remark(remark=found, by=user_of(request))
        return _("The remark is shown again.")
    if not form.is_valid():
        return ""
    hide_remark(remark=found, why=form.cleaned_data["why"], by=user_of(request))
    return _("The remark is hidden. Who said it still reads it, with your reason.")
