"""Answers to commands in a chat. A server is told what a stranger may read on the site; the rest is for the person who
asks. The number of queries does not grow with the rows."""

from collections.abc import Callable
from dataclasses import dataclass

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Career
from characters.queries.dossier import Progress, next_step
from characters.rules.names import by_name
from league.accounts.queries.accounts import who_may_sign_in
from league.clubs.queries import current_season, newest_house_rules, open_seats
from league.core.queries.access import hidden_from
from league.core.queries.figures import figure
from league.core.queries.languages import ENGLISH, offered
from league.models import ChatServer, League
from league.notices.rules.webhooks import escaped
from league.site.rules.chat import LEADERS
from league.standings.queries.standings import StandingRows

CONNECT = "connect"
COMMANDS = {
    "standings": gettext_lazy("Shows the standings of the league to everybody"),
    "next": gettext_lazy("Tells you where your next table is"),
    "needs": gettext_lazy("Tells you what you still need for the next promotion"),
    "report": gettext_lazy("Gives you the link to the form for a result"),
    CONNECT: gettext_lazy("Connects this server with a league that you organise"),
}
MOST_CHARACTERS = 5


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    text: str
    for_all: bool = False


def language_for(locale: str) -> str:
    """Return our language for a locale of Discord, such as `es-419`."""
    return next((code for code in offered() if code[:2] == locale[:2].lower()), ENGLISH)


def person_behind(number: str) -> User | AnonymousUser:
    """Return the account that is connected with a person of Discord, if it may sign in."""
    connected = SocialAccount.objects.filter(provider="discord", uid=number).values("user")
    return who_may_sign_in().filter(pk__in=connected).first() or AnonymousUser()


def league_of_server(number: str, user: User | AnonymousUser) -> League | None:
    """Return the league of a server, unless it is hidden from this person."""
    server = ChatServer.objects.select_related("league").filter(number=number).first()
    return server.league if server and server.league_id not in hidden_from(user) else None


def chat_answer(command: str, league: League, user: User | AnonymousUser) -> ChatAnswer:
    """Return what a command is answered in the server of a league."""
    if command == "standings":
        return ChatAnswer(_standings(league), for_all=league.pk not in hidden_from(AnonymousUser()))
    if not isinstance(user, User):
        text = _("This site does not know you here yet. Sign in there and connect Discord: {address}")
        return ChatAnswer(text.format(address=_address("socialaccount_connections")))
    return ChatAnswer(_PERSONAL[command](league, user))


def _standings(league: League) -> str:
    season = current_season(league, today=timezone.localdate())
    rows = StandingRows(season)[:LEADERS] if season else []
    if season is None or not rows:
        return _("No game of this season counts yet.")
    lines = [f"{row.position}. {escaped(row.name)} · {row.points}" for row in rows]
    head = f"**{escaped(season.name)}**"
    return "\n".join([head, *lines, f"<{settings.SITE_URL}{season.get_absolute_url()}>"])


def _next_table(league: League, user: User) -> str:
    lines = [
        _("{who}: table {table}, seat {seat}").format(
            who=escaped(seat.entry.character.name), table=figure(seat.table.number), seat=seat.seat
        )
        + f"\n<{_address('table_detail', seat.table.pk)}>"
        for seat in open_seats(user)
        if seat.entry and seat.round.stage.tournament.season.league_id == league.pk
    ]
    return "\n".join(lines[:MOST_CHARACTERS]) or _("No table waits for you in this league.")


def _needs(league: League, user: User) -> str:
    careers = Career.objects.filter(current=True, character__owner=user, character__enrolment__league=league)
    house, parts = newest_house_rules(league), []
    for career in careers.select_related("character").order_by(*by_name("character__"))[:MOST_CHARACTERS]:
        name = escaped(career.character.name)
        if step := next_step(career.character, career, house):
            missing = [_missing(progress) for progress in step.others if progress.have < progress.need]
            parts.append("\n".join([f"**{name}**: {step.sentence}", *missing]))
        else:
            parts.append(_("{name} has retired by golden parachute.").format(name=f"**{name}**"))
    return "\n".join(parts) or _("You have no character in this league.")


def _missing(progress: Progress) -> str:
    return f"- {progress.kind}, {escaped(progress.label)}: {progress.have}/{progress.need}"


def _report(league: League, user: User) -> str:
    season = current_season(league, today=timezone.localdate())
    if season is None:
        return _("This league has no season at the moment.")
    return _("Report the result here: {address}").format(
        address=f"{_address('result_enter')}?{urlencode({'season': season.slug})}"
    )


def _address(name: str, *arguments: object) -> str:
    return settings.SITE_URL + reverse(name, args=arguments)


_PERSONAL: dict[str, Callable[[League, User], str]] = {"next": _next_table, "needs": _needs, "report": _report}
