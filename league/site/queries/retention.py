"""The retention of data, read from the constants that the sweeps themselves use."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.rules import COOL_OFF, FILE_KEPT, LONGEST_DAYS, USER_NAME_KEPT
from league.accounts.services import browsers
from league.clubs.services.leagues import VALID_FOR
from league.core.queries.figures import figure
from league.core.services import idempotency, uploads
from league.nights import rules as nights
from league.notices.services import outgoing
from league.people.services.owners import CLAIM_VALID_FOR
from league.play.services import origins, tryouts


@dataclass(frozen=True, slots=True)
class Kept:
    what: str
    how_long: str


MORE: list[Callable[[], Kept]] = []  # of apps that may be left out


def retention() -> list[Kept]:
    """Return what is stored and for how long, in the order of the page."""
    return [
        Kept(
            _("A session: that you are signed in"),
            _("{time}, or until you sign out").format(time=_days(timedelta(seconds=settings.SESSION_COOKIE_AGE))),
        ),
        Kept(_("From where you signed in: browser, address, time"), _("as long as the session")),
        Kept(
            _("Known browsers, with the network as a keyed hash"),
            _("{time} after the last sign-in").format(time=_days(browsers.KEPT)),
        ),
        Kept(
            _("An account elsewhere that you sign in with: your number and name there"),
            _("until you disconnect it or delete the account"),
        ),
        Kept(
            _("Tokens for programs, as a hash"),
            _("as long as you say, {time} at most").format(time=_days(timedelta(days=LONGEST_DAYS))),
        ),
        Kept(_("Notices and letters to you, and what webhooks were sent"), _days(outgoing.KEPT)),
        Kept(
            _("Browsers that show your notices: the address that their maker gave them"),
            _("until you or its maker end it"),
        ),
        Kept(_("Answers to programs, in case they ask again"), _days(idempotency.KEPT)),
        Kept(
            _("A picture that you upload of a character, without the place and camera noted in the file"),
            _("until it is removed or you delete the account"),
        ),
        Kept(
            _("A photo that you add to a tournament, without the place and camera noted in the file"),
            _("until it is removed or you delete the account"),
        ),
        Kept(
            _("A file with everything about you, if a worker had to make it"),
            _("{time} after it was made").format(time=_days(FILE_KEPT)),
        ),
        Kept(_("Content of uploaded files"), _("{time} after they were read").format(time=_days(uploads.KEPT))),
        Kept(
            _("A game against bots that somebody plays without an account"),
            _("{time} after its last turn").format(time=_days(tryouts.KEPT)),
        ),
        Kept(_("Open invitations"), _days(VALID_FOR)),
        Kept(_("Links to claim a character"), _days(CLAIM_VALID_FOR)),
        Kept(
            _("Beside your vote at a table: hashes of browser and network"),
            _("as long as the tournament or your account"),
        ),
        Kept(
            _("From where you moved in a game on the site that counts: hashes of browser and address for each game"),
            _(
                "{time} after the season, a year at most, even after your account is deleted, but then without your "
                "name"
            ).format(time=_days(origins.AFTER_SEASON)),
        ),
        Kept(
            _("Game nights: who can come when, and who was there"),
            _("{time} after the last date, or until you leave the league").format(time=_days(nights.KEPT)),
        ),
        Kept(_("How long bots computed for you"), _("the last day on which they did")),
        Kept(
            _("When you looked at your desk, and where your characters stood then"),
            _("until you have looked twice more"),
        ),
        Kept(_("What administrators changed in the admin"), _("as long as the site")),
        Kept(_("A user name that you had before"), _days(USER_NAME_KEPT)),
        Kept(
            _("That your address refuses letters, and how its mail server says so"),
            _("until you give another one or try it again"),
        ),
        Kept(
            _("An account that is due to be deleted"),
            _("{time}, in which you may change your mind").format(time=_days(COOL_OFF)),
        ),
        Kept(_("Account, address, language, memberships, second steps"), _("until you delete the account")),
        Kept(
            _("Characters, results, careers, logs of games and tournaments"),
            _("as long as the league: they are its history"),
        ),
        *(entry() for entry in MORE),
    ]


def cookies() -> list[Kept]:
    """Return the cookies by name, only of this site."""
    session, token = timedelta(seconds=settings.SESSION_COOKIE_AGE), timedelta(seconds=settings.CSRF_COOKIE_AGE)
    return [
        Kept(
            settings.SESSION_COOKIE_NAME,
            _("that you are signed in, or which game against bots is yours, {time}").format(time=_days(session)),
        ),
        Kept(settings.CSRF_COOKIE_NAME, _("against forged forms, {time}").format(time=_days(token))),
        Kept("messages", _("messages for the next page, until they are shown")),
        Kept("zone", _("the time zone of your browser, to show times as they are where you are, 365 days")),
        Kept("language", _("the language that you chose, 365 days")),
        Kept(
            "device", _("at tournament tables and in games on the site that count: a secret of this browser, 365 days")
        ),
    ]


def _days(time: timedelta) -> str:
    text = ngettext("{count} day", "{count} days", time.days)
    return text.format(count=figure(time.days))
