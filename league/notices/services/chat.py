"""Servers of a chat in which the commands of a league are answered."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from engine.translatable import said
from league.core.ledger.services import record
from league.models import ChatServer, League

MOST_SERVERS = 20


@transaction.atomic
def connect_server(*, number: str, league: League, by: User) -> ChatServer:
    """Have a server speak of this league from now on. Raise ValidationError if the league has too many."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if league.chat_servers.exclude(number=number).count() >= MOST_SERVERS:
        text = _("A league can have up to {most} servers. Disconnect one that nobody needs.")
        raise ValidationError(text.format(most=MOST_SERVERS))
    server, fresh = ChatServer.objects.get_or_create(number=number, defaults={"league": league})
    if not fresh and server.league_id == league.pk:
        return server
    if not fresh:
        _record_gone(server, by)
        ChatServer.objects.filter(pk=server.pk).update(league=league)
        server.league = league
    record(kind="webhook_added", text=said("A chat server was connected."), by=by, league=league)
    return server


@transaction.atomic
def disconnect_server(*, server: ChatServer, by: User) -> None:
    """Have a server no longer speak of any league."""
    _record_gone(server, by)
    server.delete()


def _record_gone(server: ChatServer, by: User) -> None:
    record(kind="webhook_removed", text=said("A chat server was disconnected."), by=by, league=server.league)
