"""A tournament runs in a hall, on an installation that is for it alone, and is sent home from there."""

import secrets
from collections.abc import Mapping
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import RuleSet
from characters.rules.facts import decode
from characters.rules.names import name_key
from characters.services.facts import record_facts
from characters.services.review import review_characters
from engine.translatable import said
from league.clubs.services.leagues import create_league, join_league
from league.core.rules.signatures import sign
from league.models import Hall, Laptop, League
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.archive.services.archive_rows import People
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event
from league.tournaments.hall.queries import Content, back
from league.tournaments.hall.rules.files import ALONG, BadHallFile, read_file, read_seal, salt_in, seal_of, write_file
from league.tournaments.hall.services.fees import bring_fees
from league.tournaments.hall.services.lots import take_lots_of_home

Ids = Mapping[str, int]
_AT_HOME = 2**48  # added to the numbers of games that a hall knows from facts alone


def unseal(data: bytes, words: str) -> Content:
    """Return what is in a file that these words open. Raise WrongWords or BadHallFile."""
    return read_file(data, seal_of(words, salt_in(data)))


@transaction.atomic
def open_file(*, content: Content) -> Hall:
    """Open a tournament that was taken along on this installation, which is for it alone, and return the hall; opening
    it again changes nothing. The staff have accounts, which can't sign in before they get a password.

    Raise BadHallFile, FileRefused as `import_tournament`, and ValidationError if other leagues are here.
    """
    if content["kind"] != ALONG:
        raise BadHallFile(said("This is a file for home, with no copy of a laptop. Open the one that was taken along."))
    sent = content["hall"]
    known = Hall.objects.filter(key=sent["key"]).exclude(secret="").first()
    if known is not None:
        return known
    if League.objects.exists():
        raise ValidationError(_("This installation already has a league. A hall is for one tournament alone."))
    archive = content["archive"]
    league, organiser = _league_of(archive, content["staff"])
    _summary, tournament = import_tournament(
        league=league,
        data=write_archive(archive),
        by=organiser,
        people_known=lambda ids: _bring_careers(content["careers"], ids),
    )
    assert tournament is not None  # no dry run
    if "lots" in content:
        take_lots_of_home(tournament=tournament, lots=content["lots"])
    if "fees" in content:
        staff = {member.user.get_username(): member.user for member in league.memberships.select_related("user")}
        bring_fees(tournament=tournament, fees=content["fees"], people=People(None, accounts=staff))
    return Hall.objects.create(
        tournament=tournament,
        key=sent["key"],
        secret=sent["secret"],
        seal=sent["seal"],
        writer=sent["writer"],
        home=content["home"]["address"],
        taken_by=organiser,
        taken_at=datetime.fromisoformat(content["made_at"]),
    )


def _league_of(archive: Content, staff: list[dict[str, str]]) -> tuple[League, User]:
    """Found the league of the tournament with its staff, and return it with the first organiser."""
    accounts = {row["name"]: User.objects.create_user(row["name"]) for row in staff}
    organiser = next(accounts[row["name"]] for row in staff if row["role"] == "organiser")
    league = create_league(name=archive["league"]["name"], zone=archive["tournament"]["zone"], by=organiser)
    for row in staff:
        join_league(league=league, user=accounts[row["name"]], role=row["role"], by=organiser)
    return league, organiser


def _bring_careers(careers: Content, ids: Ids) -> None:
    """Record what people had done before, so that their levels are what they were. Their games are not of this
    installation, and have numbers above all of its games."""
    for digest, settings in careers["rules"].items():
        RuleSet.objects.get_or_create(digest=digest, defaults={"settings": settings})
    entries = []
    for name, contents in careers["facts"].items():
        for fact in map(decode, contents):
            line = fact.line and fact.line._replace(game=_AT_HOME + fact.line.game)
            game = None if fact.game is None else _AT_HOME + fact.game
            entries.append((ids[name_key(name)], fact._replace(game=game, line=line)))
    record_facts(entries=entries)
    review_characters(character_ids={character for character, _ in entries}, wait=True)


@transaction.atomic
def news_of(hall: Hall) -> Content:
    """Return what the hall sends home, all of it of one moment: what is written meanwhile is in the next file."""
    return back(Hall.objects.select_related("tournament__season__league").get(pk=hall.pk))


def file_for_home(hall: Hall, content: Content) -> bytes:
    """Return these news as the signed and sealed file by which the tournament comes home."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(hall.secret))
    signed = {**content, "key": hall.key}
    return write_file(
        {**signed, "signature": sign(key, signed)}, seal=read_seal(hall.seal), nonce=secrets.token_bytes(12)
    )


@transaction.atomic
def close_hall(*, hall: Hall, by: User) -> None:
    """End the writing here, so that nothing is decided after the file that goes home."""
    here = lock_tournament(hall.tournament_id)
    text = said("The hall was closed: {tournament} goes home.", tournament=here.name)
    log_event(tournament=here, kind="came_back", text=text, by=by, rows=[here])
    here.hall = hall
    here.save(update_fields=["hall"])


@transaction.atomic
def reopen_hall(*, hall: Hall, by: User) -> None:
    """Go on in the hall, which is of use while its file was not brought home. Raise ValidationError if another
    laptop goes on."""
    here = lock_tournament(hall.tournament_id, hall=hall.pk)
    if Laptop.objects.filter(hall=hall).exclude(left_at=None).exists():
        raise ValidationError(_("Another laptop goes on with {tournament}.").format(tournament=here))
    here.hall = None
    here.save(update_fields=["hall"])
    text = said("The hall was opened again: {tournament} runs here.", tournament=here.name)
    log_event(tournament=here, kind="taken_along", text=text, by=by, rows=[here], key=hall.key)
