"""A character's passport to take along, the page that verifies one without this site, and what a league accepts."""

from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.models import Character
from characters.rules import ladder, words
from characters.rules.house_rules import SETTINGS, words_of
from league.core.charts import qr_image
from league.core.forms import whole_number
from league.core.queries.access import may, require
from league.core.views.access import refusals_on, refuse_unless, user_of
from league.models import BroughtPassport, League
from league.people.forms.passports import AcceptForm, OwnersWishes, PassportFile, TrustForm
from league.people.queries.passports import (
    claim_code,
    content_of,
    earned_by,
    fitting_characters,
    house_rules_now,
    our_key,
    refusals,
)
from league.people.rules.passport_leagues import VOUCHES, league_rows
from league.people.rules.passport_proof import ProofReport, verify
from league.people.rules.passports import MOST_BYTES, PROVES, PROVES_NOT, Passport
from league.people.services.passport_bringing import (
    PassportRefused,
    accept_passport,
    distrust_league,
    offer_passport,
    trust_league,
    withdraw_offer,
)
from league.people.services.passport_issuing import issue_passport
from league.people.services.registration import owner_for

PER_PAGE = 50
# Whatever else a page may do, this one sends nothing: the browser itself refuses.
SENDS_NOTHING = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'none'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)


@never_cache
@require_safe
def passport_page(request: HttpRequest, slug: str) -> HttpResponse:
    character = get_object_or_404(Character.objects.select_related("owner"), slug=slug)
    verify_address = request.build_absolute_uri(reverse("verify"))
    context = {
        "character": character,
        "facts": character.last_fact,
        "is_owner": request.user.is_authenticated and request.user == character.owner,
        "form": OwnersWishes(initial={"made_for": request.GET.get("made_for", "")}),
        "proves": PROVES,
        "proves_not": PROVES_NOT,
        "verify_address": verify_address,
        "qr": qr_image(verify_address),
        "key": our_key(),
    }
    return render(request, "league/people/passport.html", context)


@never_cache
@require_safe
def passport_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the file itself; `owner` and `made_for` are only for its owner."""
    character = get_object_or_404(Character.objects.select_related("owner"), slug=slug)
    form = OwnersWishes(request.GET)
    try:
        if not form.is_valid():
            raise ValidationError([text for texts in form.errors.values() for text in texts])
        content = issue_passport(
            character=character,
            by=request.user,
            with_owner=form.cleaned_data["owner"],
            made_for=form.cleaned_data["made_for"],
        )
    except ValidationError as error:
        context = {"character": character, "problems": error.messages}
        return render(request, "league/people/passport_refused.html", context, status=422)
    answer = HttpResponse(content, content_type="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(f'{character.slug}-passport.json')}"
    return answer


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """Show the page on which a passport is verified: everything else happens in the browser, in `verify.js`."""
    sentences = PROVES[:2]  # the career is not repeated there
    context = {
        "proves": sentences,
        "proves_not": PROVES_NOT,
        "vouches": VOUCHES,
        "key": our_key(),
        "installation": settings.SITE_NAME,
    }
    answer = render(request, "league/people/verify.html", context)
    answer.headers["Content-Security-Policy"] = SENDS_NOTHING
    return answer


@never_cache
@login_required
def passport_list(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Take a passport, and show the ones brought before and the keys that the league trusts."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "register", league)
    form = PassportFile(request.POST, request.FILES) if request.method == "POST" else PassportFile()
    problems: list[str] = []
    refused: Passport | None = None
    if request.method == "POST" and form.is_valid():
        try:
            data = form.cleaned_data["file"].read(MOST_BYTES + 1)
            offer = offer_passport(league=league, data=data, by=user_of(request))
        except PassportRefused as error:
            problems = error.messages
            refused = error.report.passport if error.report.holds else None
        else:
            if offer.character is not None:
                messages.info(request, _("This very passport was brought along before. Nothing was changed."))
                return redirect(offer.character)
            return redirect("passport_offer", pk=offer.pk)
    brought = league.passports.filter(character__isnull=False).defer("content")
    page = Paginator(brought.select_related("character", "brought_by"), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": league,
        "form": form,
        "problems": problems,
        "vouched": refused and _vouched(refused),
        "trust_offered": refused and _trust_offered(league, refused, user_of(request)),
        "code": claim_code(league, user_of(request)),
        "counts": _house_rules(league),
        "keys": league.trusted_keys.all(),
        "page_obj": page,
        "may_administer": may(request.user, "administer", league),
    }
    return render(request, "league/people/passport_list.html", context, status=422 if problems or form.errors else 200)


def _vouched(passport: Passport) -> dict[str, Any]:
    """Return what a passport that holds says of its league, for `vouched.html`."""
    since = date_format(datetime.fromisoformat(passport["league"]["since"]), "j F Y")
    return {"rows": league_rows(passport["league"], since=since), "sentence": VOUCHES}


def _trust_offered(league: League, passport: Passport, user: User) -> str:
    """Return the address at which an organiser trusts the league of a passport, filled in as far as it is known here;
    "" if there is nothing to trust. A key that is not trusted yet is for a person to compare and to enter."""
    there, keys = passport["league"]["slug"], league.trusted_keys.filter(key=passport["key"])
    if not may(user, "administer", league) or keys.filter(league_there=there).exists():
        return ""
    trusted = keys.first()
    name = trusted.name if trusted else passport["installation"]["name"]
    filled = {"name": name, "league_there": there} | ({"key": passport["key"]} if trusted else {})
    return f"{reverse('trusted_keys', args=[league.slug])}?{urlencode(filled)}"


def _house_rules(league: League) -> list[tuple[str, str]]:
    rules = house_rules_now(league)
    settings = [setting for setting in SETTINGS if setting.name.startswith("earned_elsewhere")]
    if rules.earned_elsewhere != "capped":
        settings = settings[:1]
    return [(setting.question, words_of(rules, setting)) for setting in settings]


@never_cache
@login_required
def trusted_keys(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if "remove" in request.POST:
        trusted = get_object_or_404(league.trusted_keys, pk=whole_number(request.POST["remove"]))
        distrust_league(trusted=trusted, by=user_of(request))
        text = _("{league} at {installation} is no longer trusted. What was brought along before stays.")
        messages.success(request, text.format(league=trusted.league_there, installation=trusted.name))
        return redirect("trusted_keys", slug=league.slug)
    form = TrustForm(request.POST or None, initial={name: request.GET.get(name, "") for name in TrustForm.base_fields})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            trusted = trust_league(league=league, by=user_of(request), **form.cleaned_data)
            text = _("Passports of {league} at {installation} are accepted from now on.")
            messages.success(request, text.format(league=trusted.league_there, installation=trusted.name))
            return redirect("trusted_keys", slug=league.slug)
    context = {
        "league": league,
        "form": form,
        "keys": league.trusted_keys.select_related("added_by"),
        "ours": our_key(),
    }
    return render(request, "league/people/trusted_keys.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
def passport_offer(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show what would follow from the offer, and accept it when that is confirmed."""
    offer = get_object_or_404(BroughtPassport.objects.select_related("league", "character"), pk=pk)
    if offer.character is not None:
        return redirect(offer.character)
    refuse_unless(offer.brought_by_id == user_of(request).pk, _("Only the person who brought it can decide on it."))
    report = verify(content_of(offer))
    if report.passport is None:
        raise Http404(_("This is not a passport any longer."))
    fitting = fitting_characters(offer.league, request.user, report.passport)
    form = AcceptForm(
        request.POST or None,
        fitting=fitting,
        choose_owner=may(request.user, "administer", offer.league),
        initial={"character": "new", "name": report.passport["character"]["name"]},
    )
    if "withdraw" in request.POST:
        withdraw_offer(offer=offer)
        messages.success(request, _("The passport is put away. Nothing was changed."))
        return redirect("passport_list", slug=offer.league.slug)
    if request.method == "POST" and form.is_valid():
        character = _accepted(request, offer, form)
        if character is not None:
            messages.success(request, _("What {character} earned elsewhere is on file.").format(character=character))
            return redirect(character)
    context = {**_what_follows(offer, report, report.passport, request), "form": form}
    return render(request, "league/people/passport_offer.html", context, status=422 if form.errors else 200)


def _accepted(request: HttpRequest, offer: BroughtPassport, form: AcceptForm) -> Character | None:
    chosen = form.chosen()
    with refusals_on(form):
        named = form.cleaned_data["owner"] if "owner" in form.fields and "owner" in form.data else None
        owner, label = owner_for(offer.league, named, by=user_of(request)) if chosen is None else (None, "")
        return accept_passport(
            offer=offer,
            by=user_of(request),
            character=get_object_or_404(Character, pk=chosen) if chosen is not None else None,
            name=form.cleaned_data["name"],
            owner=owner,
            owner_label=label,
        )
    return None


def _what_follows(
    offer: BroughtPassport, report: ProofReport, passport: Passport, request: HttpRequest
) -> dict[str, Any]:
    rules = house_rules_now(offer.league)
    problems = refusals(offer.league, report, by=user_of(request))
    context: dict[str, Any] = {
        "offer": offer,
        "league": offer.league,
        "passport": passport,
        "vouched": _vouched(passport),
        "steps": report.steps,
        "problems": problems,
    }
    if not problems:
        earned = earned_by(report, rules=rules.digest)
        context |= {
            "earned": earned,
            "level_there": ladder.NAMES[earned.level],
            "level_here": ladder.NAMES[ladder.start_level(earned, {earned.rules: rules})],
            "counts": words.counted(earned, rules),
        }
    return context
