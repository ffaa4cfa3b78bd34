"""How long what is kept, read from the constants that the sweeps themselves use."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from league.accounts.rules.tokens import LONGEST_DAYS
from league.accounts.services import browsers
from league.clubs.services import VALID_FOR
from league.core.rules.words import counted
from league.core.services import idempotency, uploads
from league.notices.services import outgoing
from league.people.services.owners import CLAIM_VALID_FOR
from league.personal.rules import COOL_OFF, FILE_KEPT


@dataclass(frozen=True, slots=True)
class Kept:
    what: str
    how_long: str


def retention() -> list[Kept]:
    """In the order of the page."""
    return [
        Kept(
            "A session: that you are signed in",
            f"{_days(timedelta(seconds=settings.SESSION_COOKIE_AGE))}, or until you sign out",
        ),
        Kept("From where you signed in: browser, address, time", "as long as the session"),
        Kept(
            "Browsers that are known, with the network as a keyed hash",
            f"{_days(browsers.KEPT)} after the last sign-in",
        ),
        Kept(
            "Tokens for programs, as a hash",
            f"as long as you say, {_days(timedelta(days=LONGEST_DAYS))} at most",
        ),
        Kept("Notices and letters to you, and what webhooks were sent", f"{_days(outgoing.KEPT)}"),
        Kept(
            "Browsers that show your notices: the address that their maker gave them", "until you or its maker end it"
        ),
        Kept("Answers to programs, to be given again", f"{_days(idempotency.KEPT)}"),
        Kept(
            "A picture that you upload of a character, without what the file said of place and camera",
            "until it is taken away or you delete the account",
        ),
        Kept("A file with everything about you, where it took a worker", f"{_days(FILE_KEPT)} after it was made"),
        Kept("Content of uploaded files", f"{_days(uploads.KEPT)} after they were read"),
        Kept("Invitations that can be used", _days(VALID_FOR)),
        Kept("Links to claim a character", _days(CLAIM_VALID_FOR)),
        Kept("Beside your vote at a table: hashes of browser and network", "as long as the tournament or your account"),
        Kept("How long bots computed for you", "the last day on which they did"),
        Kept("When you looked at your desk, and where your characters stood then", "until you have looked twice more"),
        Kept("What administrators changed in the admin", "as long as the site"),
        Kept("An account that is to be deleted", f"{_days(COOL_OFF)}, in which you may change your mind"),
        Kept("Account, address, memberships, second steps", "until you delete the account"),
        Kept(
            "Characters, results, careers, logs of games and tournaments", "as long as the league: they are its history"
        ),
    ]


def cookies() -> list[Kept]:
    """By name; of this site alone."""
    session, token = timedelta(seconds=settings.SESSION_COOKIE_AGE), timedelta(seconds=settings.CSRF_COOKIE_AGE)
    return [
        Kept(settings.SESSION_COOKIE_NAME, f"that you are signed in, {_days(session)}"),
        Kept(settings.CSRF_COOKIE_NAME, f"against forged forms, {_days(token)}"),
        Kept("messages", "what is to be said on the next page, until it is said"),
        Kept("zone", "the time zone of your browser, to show times as they are where you are, 365 days"),
        Kept("device", "at tournament tables only: a secret by which your seat knows your phone again, 365 days"),
    ]


def _days(time: timedelta) -> str:
    return counted(time.days, "day")
