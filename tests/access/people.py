"""A league with something of everything, the people who come to it, and the secrets that it keeps."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.apps import apps
from django.contrib.auth.models import User
from django.utils import timezone

from characters.models import CareerEvent, Character, FormerName
from characters.services.pictures import set_picture
from engine import record_game
from games.models import GameRecord
from games.rules.sheets import ScoreSheet
from league.accounts.services.farewell import ask_to_leave
from league.clubs.queries.joining import shown_secret
from league.clubs.services.joining import make_join_link
from league.clubs.services.leagues import create_league, create_season, invite
from league.clubs.services.own_games import add_game
from league.core.ledger.services.heads import make_head
from league.core.rules.signatures import public_key, sign
from league.core.views import scripts
from league.forecasts.services import make_season_forecasts
from league.lab.rules.lab import Measure
from league.lab.services.lab import Setup, order_experiment
from league.lab.services.portions import work_on_orders
from league.lab.services.what_if import order_what_if
from league.models import (
    ClaimLink,
    Entry,
    FileImport,
    Hall,
    HeadSubscription,
    MailWish,
    Notice,
    PushEndpoint,
    Round,
    SeasonGame,
    Table,
    TableReport,
    Tournament,
    Webhook,
)
from league.models.organisation import Joining, Role
from league.nights.services import propose_night
from league.people.services.guests import register_guest
from league.people.services.merging import ask_merge
from league.people.services.owners import claim_character, make_claim_link
from league.people.services.passport_bringing import offer_passport, trust_league
from league.people.services.registration import register_in_league
from league.standings.services.divisions import set_divisions
from league.talk.services import say
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.entries.queries import claim_tokens
from league.tournaments.entries.services.entries import keep_apart
from league.tournaments.hall.rules.files import BACK, read_seal, write_file
from league.tournaments.tables.queries.links import table_token
from league.tournaments.tables.queries.table_state import lines_of, table_state
from league.tournaments.tables.rules import digest, sheet_to_json
from league.tournaments.tables.services.rulings import give_warning
from tests.factories.boards import a_board
from tests.factories.definitions import six_shapes
from tests.factories.forecasts import forecasts_of_today
from tests.factories.games import review
from tests.factories.notices import a_webhook
from tests.factories.passports import ELSEWHERE, THERE, a_passport, as_file
from tests.factories.pictures import a_picture
from tests.factories.plays import a_table_of
from tests.factories.ratings import rate
from tests.factories.teams import a_contest, a_team
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, a_tournament_of, post_game

ANONYMOUS, OTHER_LINK = "anonymous", "other table's link"
PEOPLE = {  # column of the table: user name
    ANONYMOUS: "",
    OTHER_LINK: "",
    "stranger": "xenia",
    "other organiser": "olaf",
    "spectator": "vera",
    "claimed guest": "gil",
    "player": "ada",
    "score-keeper": "sam",
    "organiser": "otto",
    "staff": "root",
}
HOUSEHOLD, REASON, FILE = "Marker Household 4711", "marker reason 4712", "marker file 4713"
REMARK, PLACE = "marker remark 4716", "marker place 4717"
ORGANISERS = frozenset(("organiser", "staff"))
HALL_KEY = Ed25519PrivateKey.from_private_bytes(b"h" * 32)
OUTSIDERS = frozenset((ANONYMOUS, OTHER_LINK, "stranger", "other organiser"))
REFEREES = ORGANISERS | {"score-keeper"}


@dataclass(frozen=True)
class Secret:
    """Words that nobody but `readers` may be sent."""

    name: str
    words: str
    readers: frozenset[str]


@dataclass(frozen=True)
class Place:
    """The league, what fills the gaps of addresses in it, and its secrets."""

    club: ThursdayClub
    gaps: dict[str, Any]
    secrets: tuple[Secret, ...]


def a_place() -> Place:
    club = a_thursday_club()
    otto, ada = club.users["otto"], club.characters["Ada"]
    root = User.objects.create_superuser("root", "root@marker.example", "a long pass phrase")
    club.users.update({"root": root, "olaf": _of_another_league(), "gil": _a_claimed_guest(club)})
    for name, user in club.users.items():
        User.objects.filter(pk=user.pk).update(email=f"{name}@marker.example")
        EmailAddress.objects.update_or_create(user=user, defaults={"email": f"{name}@marker.example", "primary": True})
    confirmed = post_game(club, "Ada", "Bo")
    waiting = post_game(club, "Bo", "Cleo", by="sam", confirm=False, played_at="2026-02-02T18:00:00Z")
    season_game = SeasonGame.objects.select_related("season").get(game=waiting["id"])
    remark = say(venue=season_game, text="Well played.", by=club.users["ada"])
    recorded = record_game("careers", 2, ["greedy"], 7)
    GameRecord.objects.create(game_id=waiting["id"], text=recorded.text(), rules_version=recorded.game.version)
    rate()
    _forecasts(club)
    set_divisions(season=club.season, names=["First"], by=otto)
    team = a_team(a_contest(club.season), "Red", ada, captain=club.users["ada"])
    tournament, webhook = _a_tournament(club), a_webhook(club.league, secret="marker-secret-4714")
    invitation, claim = invite(league=club.league, role=Role.PLAYER, by=otto), _a_claim_link(club)
    join_link = make_join_link(league=club.league, how=Joining.OPEN, days=7, by=otto)
    upload = FileImport.objects.create(
        league=club.league, kind="results", name=f"{FILE}.csv", content=FILE.encode(), uploaded_by=otto
    )
    table = Table.objects.select_related("round__stage").get(round__stage__tournament=tournament)
    hall = _a_hall(tournament)
    gaps = _gaps(club) | {
        "seasons slug": club.season.slug,
        "tournaments slug": tournament.slug,
        "tournaments name": tournament.slug,
        "halls key": hall.key,
        "tournaments file": _brought_after_all(hall, otto),
        "leagues slug": club.league.slug,
        "characters slug": "ada",
        "words language": "de",
        "words digest": scripts.words_of("de")[1],
        "characters digest": _a_picture(club),
        "characters former": FormerName.objects.create(character=ada, name="Adele", search_key=" adele").pk,
        "characters pk": CareerEvent.objects.filter(character__slug="ada", rescinded_at=None).latest("pk").pk,
        "teams team": team.pk,
        "accounts slug": "oidc",
        "people name": "ada",
        "help name": "levels",
        "games pk": waiting["id"],
        "games game_id": waiting["id"],
        "games game": waiting["id"],
        "games remark": remark.pk,
        "games comment_id": remark.pk,
        "confirmed game": confirmed["id"],
        "tournaments photo": tournament.photos.create(digest="d" * 64, content=b"a photo", uploaded_by=otto).pk,
        "tournaments digest": "d" * 64,
        "tournaments ruling_id": tournament.rulings.get().pk,
        "tables pk": table.pk,
        "seat of the player": table.seats.get(entry__character__name="Ada").seat,
        "t token": table_token(table),
        "t pk": _a_photo(table),
        "tournaments pk": _a_photo_of_a_pile(table),
        "t token of another table": table_token(table).replace(f"{table.pk}-", f"{table.pk + 1}-"),
        "leagues night": _a_night(club),
        "leagues round": table.round_id,
        "leagues pk": webhook.pk,
        "leagues webhook_id": webhook.pk,
        "leagues what_if_id": order_what_if(
            league=club.league, values={"cap_points_at_target": True}, begins="today", games=10, by=otto
        ).pk,
        "imports pk": upload.pk,
        "join token": invitation.token,
        "claim secret": claim,
        "c token": claim_tokens([_a_guest_of(tournament)]).popitem()[1],
        "j secret": shown_secret(join_link),
        "joining pk": join_link.pk,
        "inbox pk": Notice.objects.create(
            user=otto, league=club.league, key="marker", kind="promotion", subject="News", text="News.", link="/"
        ).pk,
        "notices pk": PushEndpoint.objects.create(
            user=otto, url="https://push.example/marker", p256dh="", auth="", browser="Firefox"
        ).pk,
        "notices token": MailWish.objects.create(user=otto).token,
    }
    return Place(club, gaps, _secrets(club, tournament, webhook, invitation.token, claim, shown_secret(join_link)))


def _secrets(
    club: ThursdayClub, tournament: Tournament, webhook: Webhook, invitation: str, claim: str, join_link: str
) -> tuple[Secret, ...]:
    staff = frozenset(("staff",))
    names = {user: column for column, user in PEOPLE.items() if user}
    mail = (
        Secret(f"address of {user}", f"{user}@marker.example", staff | {names.get(user, "staff")})
        for user in club.users
    )
    return (
        Secret("household", HOUSEHOLD, ORGANISERS),
        Secret("why two are kept apart", REASON, ORGANISERS),
        Secret("secret of a webhook", webhook.secret, ORGANISERS),
        Secret("path of a webhook", "marker-path-4715", ORGANISERS),
        Secret("invitation", invitation, ORGANISERS),
        Secret("claim link", claim, frozenset()),
        Secret("join link", join_link, ORGANISERS),
        Secret("uploaded file", FILE, ORGANISERS),
        Secret("secret of the draws", tournament.draw_secret, frozenset()),
        Secret("what was said at a play", REMARK, frozenset(PEOPLE) - OUTSIDERS),
        Secret("where a game night is", PLACE, frozenset(PEOPLE) - OUTSIDERS),
        *mail,
    )


def _forecasts(club: ThursdayClub) -> None:
    """Of everybody with a game, and of the season."""
    review()
    forecasts_of_today(club.league)
    club.season.ends_on = timezone.localdate() + timedelta(days=30)
    club.season.save(update_fields=["ends_on"])
    make_season_forecasts()


def _a_guest_of(tournament: Tournament) -> Entry:
    """An entry whose character nobody owns; entered beside those who play."""
    guest = register_guest(league=tournament.season.league, name="Paper Guest", edition_id=tournament.edition)
    return Entry.objects.create(tournament=tournament, character=guest, number=99)


def _of_another_league() -> User:
    olaf = User.objects.create_user("olaf", password="a long pass phrase")
    other = create_league(name="Friday Club", by=olaf)
    create_season(league=other, name="Other", by=olaf)
    return olaf


def _a_claimed_guest(club: ThursdayClub) -> User:
    """Somebody who has followed a claim link, and is here by nothing else."""
    gil = User.objects.create_user("gil", password="a long pass phrase")
    claim_character(link=_link(club, "Gus"), user=gil)
    return gil


def _link(club: ThursdayClub, name: str) -> Any:
    _a_claim_link(club, name)
    return club.league.enrolments.get(character__name=name).character.claim_links.get()


def _a_claim_link(club: ThursdayClub, name: str = "Nobody") -> str:
    return make_claim_link(character=_a_guest(club, name), by=club.users["otto"])


def _a_guest(club: ThursdayClub, name: str) -> Character:
    return register_in_league(
        league=club.league,
        owner=None,
        owner_label="Tuesdays",
        name=name,
        edition_id="london",
        specialty="law",
        side_interest="journalism",
        title="Counsel",
    )


def _a_picture(club: ThursdayClub) -> str:
    ada = club.league.enrolments.get(character__slug="ada").character
    return set_picture(character=ada, drawn=a_picture(256, 256, kind="JPEG"), by=club.users["ada"]).digest


def _a_photo(table: Table) -> int:
    """One that a report of the table was read from, where photos are installed."""
    if not apps.is_installed("league.photo"):
        return 1
    seat, sheet = table.seats.order_by("seat").first(), _a_blank_sheet(table)
    assert seat is not None
    values = {"sheet": sheet_to_json(sheet), "digest": digest(sheet), "replaced_at": timezone.now()}
    report = TableReport.objects.create(table=table, seat=seat, key="of-a-photo", **values)
    photo = apps.get_model("photo", "SheetPhoto").objects.create(table=table, report=report, content=b"a photo")
    return int(photo.pk)


def _a_photo_of_a_pile(table: Table) -> int:
    """One that was read for its round, where photos are installed."""
    if not apps.is_installed("league.photo"):
        return 1
    sheet = _a_blank_sheet(table)
    read = {"system": sheet.system, "fields": {}, "cells": [], "sheet": sheet_to_json(sheet)}
    values = {"name": "sheet.jpg", "content": b"a photo", "status": "read", "read": read}
    photo = apps.get_model("photo", "PilePhoto").objects.create(round=table.round, table=table, **values)
    return int(photo.pk)


def _a_blank_sheet(table: Table) -> ScoreSheet:
    plan = table.round.stage.tournament
    return ScoreSheet(plan.system, plan.edition, timezone.now(), lines_of(table_state(table.pk)))


def _a_night(club: ThursdayClub) -> int:
    """One that looks for its date at a place that is nobody else's business."""
    dates = [timezone.now() + timedelta(days=days) for days in (7, 8)]
    about = {"title": "Game night", "place": PLACE, "minutes": 180}
    return propose_night(league=club.league, dates=dates, by=club.users["ada"], **about).pk


def _a_hall(tournament: Tournament) -> Hall:
    """It was taken along, and taken back."""
    return Hall.objects.create(
        tournament=tournament, key=public_key(HALL_KEY), seal="0" * 96, file=b"sealed", recalled_at=timezone.now()
    )


def _brought_after_all(hall: Hall, by: User) -> int:
    """The file that it has written, which waits for a decision."""
    archive = tournament_archive(hall.tournament, private=True, with_secret=True)
    how_far = {"key": hall.key, "writer": 1, "revision": 1, "closed": False}
    content = {
        "kind": BACK,
        "made_at": timezone.now().isoformat(),
        "hall": how_far,
        "archive": archive,
        "key": hall.key,
    }
    signed = {**content, "signature": sign(HALL_KEY, content)}
    values = {"league": hall.tournament.season.league, "tournament": hall.tournament, "kind": FileImport.HALL}
    file = write_file(signed, seal=read_seal(hall.seal), nonce=b"n" * 12)
    values |= {"name": f"{FILE}.hall", "content": file, "status": FileImport.ASKS, "uploaded_by": by}
    return FileImport.objects.create(**values).pk


def _a_merge(club: ThursdayClub) -> int:
    """One that waits for Ada."""
    ada = club.league.enrolments.get(character__slug="ada").character
    again = _a_guest(club, "Ada Again")
    return ask_merge(target=ada, merged=again, by=club.users["otto"]).pk


def _a_tournament(club: ThursdayClub) -> Tournament:
    tournament, otto = a_tournament_of(club), club.users["otto"]
    a_contest(club.season, tournament)
    entries = list(tournament.entries.order_by("number"))
    Entry.objects.filter(pk=entries[0].pk).update(household=HOUSEHOLD)
    keep_apart(entry=entries[0], other=entries[1], reason=REASON, by=otto)
    give_warning(entry=entries[0], round=Round.objects.get(), reason="Loud", by=otto)
    return tournament


def _gaps(club: ThursdayClub) -> dict[str, Any]:
    """What does not hang on rows of the league; a key is the first word of the address and the name of the gap."""
    otto = club.users["otto"]
    trust_league(league=club.league, name="Elsewhere", key=public_key(ELSEWHERE), league_there=THERE, by=otto)
    offer = offer_passport(league=club.league, data=as_file(a_passport()), by=otto)
    leaving = ask_to_leave(user=User.objects.create_user("leaving"), keep_name=False)
    table = a_table_of(club, "ada", bots=1)
    address = EmailAddress.objects.create(user=otto, email="new@marker.example", verified=False)
    chance = Setup(2, ("random",))
    experiment = order_experiment(
        system="career_compass", a=chance, b=chance, measure=Measure("turns"), most=4, seed=1, by=otto
    )
    work_on_orders()
    session = UserSession.objects.create(user=otto, session_key="k" * 32, ip="127.0.0.1", user_agent="Test")
    one = dict.fromkeys(("stage", "number", "table", "seat"), 1)
    return {
        **{f"tournaments {name}": value for name, value in one.items()},
        "tournaments character": "ada",
        "tournaments what": "names",
        "seasons character": "ada",
        "leagues character": "ada",
        "leagues system": "careers",
        "leagues board": a_board(club.league, by=otto).slug,
        "leagues game": add_game(league=club.league, content=next(iter(six_shapes().values())), by=otto).system,
        "leagues module": "harrods",
        "leagues what": "characters.csv",
        "leagues key": "games",
        "lab pk": experiment.pk,
        "lab what": "figures.csv",
        "experiments experiment_id": experiment.pk,
        "how-to-play system": "careers",
        "rules system": "careers",
        "rules rule": "R54",
        "play system": "careers",
        "play seats": 4,
        "play pk": table.pk,
        "play play": table.pk,
        "plays play_id": table.pk,
        "play act": "leave",
        "play remark": say(venue=table, text=REMARK, by=club.users["ada"]).pk,
        "companies edition_id": "london",
        "companies company": "rolls_royce",
        "accounts pk": session.pk,
        "accounts token": leaving.token,
        "characters merge": _a_merge(club),
        "characters other": "bo",
        "characters link_id": ClaimLink.objects.earliest("pk").pk,
        "heads pk": make_head().pk,
        "heads token": HeadSubscription.objects.create(user=otto, days=1).token,
        "passports pk": offer.pk,
        "accounts key": EmailConfirmationHMAC(address).key,
        "accounts uidb36": user_pk_to_url_str(otto),
        "reset key": default_token_generator.make_token(otto),
        "admin app_label": "league",
        "admin content_type_id": 1,
        "admin object_id": 1,
        "admin id": otto.pk,
    }
