"""The league in which a career was played, as its passport names it: who runs it, who vouches for its games, and how
many other people sat at those tables. Anybody can found a league at an installation and have several accounts, so a
league that accepts the passport is shown all this, and trusts the league, not the installation."""

import re
from collections.abc import Collection, Iterable
from typing import Annotated, NamedTuple, TypedDict
from unicodedata import normalize
from urllib.parse import unquote

from characters.rules.names import name_key
from engine.translatable import said, said_of
from league.core.rules.records import Moment

MOST_ORGANISERS = 20
SLUG_LENGTH = 140
_SLUG = re.compile(r"[\w-]+")
_IN_ADDRESS = re.compile(r"/leagues/([^/?#]+)")

VOUCHES = said(
    "Anybody can found a league at an installation, and have several accounts there. The signature of the installation "
    "says only who reported what, not that it was played."
)


class Figures(TypedDict):
    """The figures on who vouches for the games that count. `played_here`, `confirmed_by_another` and
    `confirmed_by_reporter` are games, none of them in two of these; the rest was reported or confirmed without an
    account."""

    games: Annotated[int, "Games of Careers that count."]
    played_here: Annotated[int, "Of these, how many were played on the site, move by move."]
    confirmed_by_another: Annotated[int, "How many were confirmed by another account than the reporter's."]
    confirmed_by_reporter: Annotated[int, "How many were confirmed by the reporter's own account."]
    reporters: Annotated[int, "How many accounts reported them."]
    confirmers: Annotated[int, "How many accounts confirmed them."]
    other_people: Annotated[int, "How many other people sat at these tables, by account and not by character."]
    other_names: Annotated[int, "How many names without an account sat there."]


class PassportLeague(Figures):
    """The league of the character: with the key, `slug` says which one it is."""

    name: str
    slug: str
    address: Annotated[str, "Its page at the installation."]
    since: Annotated[Moment, "When it was founded."]
    organisers: Annotated[list[str], "As the site shows them, at most 20, those who came first in front."]


class Counted(NamedTuple):
    """A game that counts, as its confirmed sheet has it. An account is its id, None if there is none."""

    played_here: bool
    reporter: int | None
    confirmer: int | None


class Opponent(NamedTuple):
    """Somebody else's seat: the account that plays there, else the name."""

    account: int | None
    name: str


def figures_of(games: Collection[Counted], opponents: Iterable[Opponent], *, owner: Opponent) -> Figures:
    """Count who vouches for `games`; a seat of the character's `owner` is not counted as another person's."""
    others = set(opponents)
    accounts = {opponent.account for opponent in others} - {None, owner.account}
    names = {name_key(opponent.name) for opponent in others if opponent.account is None} - {"", name_key(owner.name)}
    reported = [game for game in games if not game.played_here]
    by_account = [game for game in reported if game.confirmer is not None]
    same = sum(game.confirmer == game.reporter for game in by_account)
    return {
        "games": len(games),
        "played_here": len(games) - len(reported),
        "confirmed_by_another": sum(game.reporter is not None for game in by_account) - same,
        "confirmed_by_reporter": same,
        "reporters": len({game.reporter for game in reported} - {None}),
        "confirmers": len({game.confirmer for game in reported} - {None}),
        "other_people": len(accounts),
        "other_names": len(names),
    }


def figures_problem(figures: Figures, *, counted: int) -> str:
    """Return why the figures are not those of `counted` games, as a sentence; "" when they can be."""
    if figures["games"] != counted:
        return said(
            "The file says that {told} games count, the facts say {counted}.", told=figures["games"], counted=counted
        )
    most = max(figures["reporters"], figures["confirmers"])
    if counted - figures["played_here"] < max(most, figures["confirmed_by_another"] + figures["confirmed_by_reporter"]):
        return said("The file names more reports of the games that count than there are games.")
    return ""


def league_rows(league: PassportLeague, *, since: str) -> list[tuple[str, str]]:
    """Return what the passport tells other leagues about its own, as names and values. `since` is the day as the reader
    writes it."""
    signed = league["played_here"] + league["confirmed_by_another"] + league["confirmed_by_reporter"]
    rows: list[tuple[str, str]] = [
        (said("League"), league["name"]),
        (said("Address"), league["address"]),
        (said("Founded"), since),
        (said("Organisers"), ", ".join(league["organisers"]) or said("Nobody is named.")),
        (said("Games that count"), f"{league['games']:,}"),
        (said("Reported by"), _accounts(league["reporters"])),
        (said("Confirmed by"), _accounts(league["confirmers"])),
        (said("Confirmed by an account other than the reporter's"), f"{league['confirmed_by_another']:,}"),
        (said("Confirmed by the reporter's own account"), f"{league['confirmed_by_reporter']:,}"),
        (said("Played on the site, move by move"), f"{league['played_here']:,}"),
    ]
    if signed < league["games"]:
        rows.append((said("Reported or confirmed without an account"), f"{league['games'] - signed:,}"))
    return [
        *rows,
        (said("Other people at the tables, by account"), f"{league['other_people']:,}"),
        (said("Names without an account at the tables"), f"{league['other_names']:,}"),
    ]


def _accounts(number: int) -> str:
    return said_of(number, "{shown} account", "{shown} accounts", shown=f"{number:,}")


def slug_in(text: str) -> str:
    """Return the slug of a league, read from itself or from the address of one of its pages; "" for anything else."""
    match = _IN_ADDRESS.search(text)
    slug = normalize("NFKC", unquote(match[1] if match else text.strip())).lower()
    return slug if _SLUG.fullmatch(slug) and len(slug) <= SLUG_LENGTH else ""
