"""The address to which Discord sends commands, each signed."""

import time

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.core.queries.access import may
from league.models import League
from league.notices.rules.webhooks import escaped
from league.notices.services.chat import connect_server
from league.site.queries.chat import (
    COMMANDS,
    CONNECT,
    ChatAnswer,
    chat_answer,
    language_for,
    league_of_server,
    person_behind,
)
from league.site.rules.chat import COMMAND, FRESH, LIMITS, LONGEST, PING, Interaction, is_from_discord, read_interaction

PONG, MESSAGE = 1, 4
EPHEMERAL, NO_PREVIEWS = 1 << 6, 1 << 2
LONGEST_MESSAGE = 2_000


@csrf_exempt  # the signature says who it is
@never_cache
@require_POST
def discord_commands(request: HttpRequest) -> HttpResponse:
    if not settings.DISCORD_PUBLIC_KEY:
        raise Http404
    key, body = settings.DISCORD_PUBLIC_KEY, request.body
    if len(body) > LONGEST:
        return HttpResponse(status=413)
    signature, sent_at = (request.headers.get(f"X-Signature-{name}", "") for name in ("Ed25519", "Timestamp"))
    fresh = is_from_discord(key, signature=signature, sent_at=sent_at, body=body, now=int(time.time()))
    if not fresh or not cache.add(f"discord-{signature.lower()}", True, timeout=2 * FRESH):
        return HttpResponse("The signature is not right, too old, or was used before.", status=401)
    try:
        asked = read_interaction(body)
    except ValueError:
        return HttpResponse("Not an interaction.", status=400)
    if asked.kind == PING:
        return JsonResponse({"type": PONG})
    if asked.kind != COMMAND:
        return HttpResponse("Only commands are answered.", status=400)
    with translation.override(language_for(asked.locale)):
        return _message(_answer(request, asked))


def _message(answer: ChatAnswer) -> JsonResponse:
    flags = NO_PREVIEWS | (0 if answer.for_all else EPHEMERAL)
    content = {"content": answer.text[:LONGEST_MESSAGE], "allowed_mentions": {"parse": []}, "flags": flags}
    return JsonResponse({"type": MESSAGE, "data": content})


def _answer(request: HttpRequest, asked: Interaction) -> ChatAnswer:
    for limit, key in (("chat_person", asked.person), ("chat_server", asked.server)):
        if not ratelimit.consume(request, app="league", action=limit, key=key, config=LIMITS):
            return ChatAnswer(_("You have tried that too often. Wait a few minutes."))
    if not asked.server or asked.command not in COMMANDS:
        return ChatAnswer(_("Use a command of this site in the server of your league."))
    user = person_behind(asked.person)
    if asked.command == CONNECT:
        league = League.objects.filter(slug=asked.argument.strip().rstrip("/").rpartition("/")[2]).first()
        if not (asked.manages and league and isinstance(user, User)) or not may(user, "administer", league):
            return ChatAnswer(
                _(
                    "Only somebody who manages this server and organises the league on the site, with Discord "
                    "connected there, can do that. What to type is the last part of the league's address."
                )
            )
        try:
            connect_server(number=asked.server, league=league, by=user)
        except ValidationError as error:
            return ChatAnswer(error.messages[0])
        return ChatAnswer(_("This server belongs to {league} now.").format(league=escaped(league.name)))
    league = league_of_server(asked.server, user)
    if league is None:
        return ChatAnswer(_("No league is connected with this server."))
    return chat_answer(asked.command, league, user)
