"""The bell and its inbox, how a person wants to be told, and the link in every letter that ends them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from league.accounts.queries import verified
from league.core.views.access import user_of
from league.models import MailWish
from league.notices.services.mail import set_mail_wish, wish_of


@csrf_exempt  # RFC 8058: the reader's mail program sends the form, with nothing but the token
@never_cache
def notices_end(request: HttpRequest, token: str) -> HttpResponseBase:
    """Anybody with the link may end the notices, signed in or not. Opening it ends nothing: programs that look into
    letters open every link."""
    wish = get_object_or_404(MailWish.objects.select_related("user"), token=token)
    if request.method == "POST":
        set_mail_wish(wish=wish, wanted=False)
    return render(request, "league/notices/notices_end.html", {"wish": wish})


@never_cache
@login_required
def notices_wish(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    if request.method == "POST":
        wanted = request.POST.get("wanted") == "yes"
        set_mail_wish(wish=wish_of(user=user), wanted=wanted)
        messages.success(request, "You get notices by e-mail." if wanted else "You get no more notices by e-mail.")
        return redirect("notices_wish")
    wish = MailWish.objects.filter(user=user).first()
    context = {
        "wanted": wish is None or wish.wanted,
        "verified": verified(User.objects.filter(pk=user.pk)).exists(),
    }
    return render(request, "league/notices/notices_wish.html", context)
