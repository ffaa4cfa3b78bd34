"""Leaving: the person goes, what the league played stays."""

import gzip
import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from zipfile import BadZipFile, ZipFile
from zlib import MAX_WBITS

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django.db.models import CASCADE
from django.test import Client
from django.utils import timezone

from characters.models import Character, CharacterPicture
from characters.services.pictures import set_picture
from games.models import Play, PlayHours, PlaySeat, Sheet, ThinkingTime
from league.accounts.services.browsers import note_sign_in
from league.accounts.services.farewell import GONE, ask_to_leave, carry_out_farewells, forget_person, stay
from league.accounts.services.languages import choose_language
from league.accounts.services.tokens import create_token
from league.clubs.services.leagues import choose_league, remove_member
from league.core.rules.signatures import public_key
from league.models import (
    DemoAccount,
    Desk,
    Farewell,
    FileImport,
    Invitation,
    LanguageChoice,
    LedgerEntry,
    MailNotice,
    Membership,
    SecondStepOffer,
    TableReport,
    TableSeat,
)
from league.people.queries.passports import claim_code
from league.people.services.passport_bringing import accept_passport, offer_passport, trust_league
from league.site.services.home import note_visit
from league.tasks import see_to_accounts
from tests.factories.evening import an_evening
from tests.factories.pages import text
from tests.factories.passports import ELSEWHERE, THERE, a_passport, as_file
from tests.factories.pictures import a_picture
from tests.factories.plays import a_running_play, a_table_of, plays_on
from tests.factories.second_step import an_app
from tests.factories.thursday_club import ThursdayClub, a_report

pytestmark = pytest.mark.django_db
URL = "/accounts/delete/"
NAME, ADDRESS = "zebedee-quill", "zebedee@quill.example"


@pytest.fixture
def quill(thursday: ThursdayClub) -> User:
    """Ada's player under a name that is nobody else's, with a trace of every kind."""
    cache.clear()
    quill = thursday.users["ada"]
    User.objects.filter(pk=quill.pk).update(username=NAME, email=ADDRESS, first_name="Zebedee", last_name="Quill")
    quill.refresh_from_db()
    EmailAddress.objects.create(user=quill, email=ADDRESS, verified=True, primary=True)
    thursday.client("ada").post("/api/v1/games/", a_report(), format="json", HTTP_IDEMPOTENCY_KEY="one")
    signed = Client(headers={"user-agent": "Firefox/140 of Zebedee"})
    signed.post("/accounts/login/", {"login": NAME, "password": "a long pass phrase"})
    assert "_auth_user_id" in signed.session
    create_token(user=quill, name="Token of Zebedee")
    an_app(quill)
    note_sign_in(user=quill, user_agent="Chrome/140 Android", address="198.51.100.9")
    SecondStepOffer.objects.create(user=quill)
    DemoAccount.objects.create(user=quill)
    league = thursday.league
    FileImport.objects.create(
        league=league, kind="results", name="zebedee.csv", content=b"x", status=FileImport.DONE, uploaded_by=quill
    )
    Invitation.objects.create(
        league=league, role="player", token="t", created_by=quill, expires_at=timezone.now() + timedelta(days=1)
    )
    Character.objects.filter(owner=quill).update(owner_label="Zebedee", label_search_key=" zebedee zebedee")
    trust_league(
        league=league, name="Elsewhere", key=public_key(ELSEWHERE), league_there=THERE, by=thursday.users["otto"]
    )
    brought = as_file(a_passport(owner=NAME, made_for=claim_code(league, quill)))
    accept_passport(offer=offer_passport(league=league, data=brought, by=quill), by=quill, owner_label="nobody")
    LogEntry.objects.create(
        user=thursday.users["otto"],
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(quill.pk),
        object_repr=NAME,
        action_flag=CHANGE,
    )
    return quill


def leave(user: User, *, keep_name: bool = False) -> None:
    farewell = ask_to_leave(user=user, keep_name=keep_name)
    Farewell.objects.filter(pk=farewell.pk).update(due_at=timezone.now())
    see_to_accounts()


def everything_stored() -> str:
    """Every column of every table, as text, and what is packed in it."""
    found: list[str] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor:
                for value in row:
                    found += unpacked(bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode())
    return "\n".join(found).casefold()


ESCAPED = re.compile(r"\\u([0-9a-f]{4})")  # as JSON writes a letter
PACKED = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")


def unpacked(data: bytes, depth: int = 4) -> Iterator[str]:
    """Yield the data as text, and what is in it as a compressed or encoded piece, at any depth."""
    yield ESCAPED.sub(lambda letter: chr(int(letter[1], 16)), data.decode("utf-8", "replace"))
    if not depth:
        return
    for bits in (MAX_WBITS | 32, -MAX_WBITS):  # zlib and gzip; and neither's head
        with suppress(zlib.error):
            yield from unpacked(zlib.decompressobj(bits).decompress(data), depth - 1)
    with suppress(BadZipFile), ZipFile(BytesIO(data)) as archive:
        for name in archive.namelist():
            yield from unpacked(name.encode() + b"\n" + archive.read(name), depth - 1)
    for piece in PACKED.findall(data):
        with suppress(ValueError):
            inside = b64decode(
                piece + b"=" * (-len(piece) % 4), altchars=b"-_" if b"-" in piece or b"_" in piece else None
            )
            yield from unpacked(inside, depth - 1)


@pytest.mark.parametrize(
    "packed",
    [
        zlib.compress(b'{"owner": "zebedee"}'),
        gzip.compress(b"zebedee", mtime=0),
        b"x." + b64encode(zlib.compress(b'{"made_for": "zebedee"}')),
        json.dumps(
            {"deep": b64encode(json.dumps({"in": b64encode(b"by zebedee of quill").decode()}).encode()).decode()}
        ).encode(),
        b'"\\u007a\\u0065bedee"',
    ],
)
def test_what_is_packed_is_looked_into(packed: bytes):
    assert any("zebedee" in text for text in unpacked(packed))


def test_nothing_of_name_and_address_is_left_anywhere(quill):
    assert all(word in everything_stored() for word in ("zebedee", "quill", ADDRESS))
    leave(quill)
    left = everything_stored()
    assert [line for line in left.splitlines() if "zebedee" in line or "quill" in line] == []


def test_what_was_played_stays_and_every_figure_still_follows(quill, thursday: ThursdayClub):
    thursday.client("otto").post(f"/api/v1/games/{Sheet.objects.get().game_id}/confirm/", {}, format="json")
    call_command("review_pending")
    leave(quill)
    sheet, ada = Sheet.objects.get(), Character.objects.get(name="Ada")
    assert sheet.submitted_by_id == quill.pk and sheet.submitted_by.username == f"former-member-{quill.pk}"
    assert ada.owner is None and ada.owner_label == f"former member {quill.pk}"
    assert ada.seats.count() == 1
    call_command("check_careers")
    page = text(Client().get(ada.get_absolute_url()))
    assert f"former member {quill.pk}" in page


def test_the_language_goes_with_the_person(quill):
    choose_language(user=quill, language="fr")
    leave(quill)
    assert not LanguageChoice.objects.exists()


def test_whatever_hangs_on_the_account_row_goes_or_is_dealt_with_by_itself():
    own = {
        model
        for model in apps.get_models()
        for field in model._meta.fields
        if field.related_model is User and field.remote_field.on_delete is CASCADE
    }
    assert own - set(GONE) == {Farewell, Invitation, LogEntry, Membership, PlayHours, ThinkingTime, UserSession}


def test_what_the_desk_remembers_goes_with_the_person(quill):
    note_visit(user=quill, stands={"1-1": 2})
    leave(quill)
    assert not Desk.objects.exists()


def test_who_leaves_a_league_is_not_remembered_there_and_stays_remembered_elsewhere(quill, thursday: ThursdayClub):
    here, elsewhere = thursday.league.seasons.first().pk, 10**6
    choose_league(user=quill, league=thursday.league)
    for place in (1, 2):
        note_visit(
            user=quill,
            stands={f"{here}-1": place, f"{elsewhere}-1": place},
            now=timezone.now() - timedelta(hours=3 - place),
        )
    remove_member(member=thursday.league.memberships.get(user=quill), by=thursday.users["otto"])
    desk = Desk.objects.get(user=quill)
    assert (desk.stood, desk.stands, desk.league) == ({f"{elsewhere}-1": 1}, {f"{elsewhere}-1": 2}, None)


def test_bots_play_on_for_who_is_gone_and_their_seats_at_open_tables_are_free(quill, thursday: ThursdayClub):
    users = thursday.users | {"ada": quill}
    club = replace(thursday, users=users)
    running = a_running_play(club, "ada", "bo", counts=True, system="career_compass")
    waiting = a_table_of(club, "bo", "ada")
    leave(quill)
    assert PlaySeat.objects.get(play=running.play, seat=1).resigned_at is not None
    assert plays_on(running).status == Play.OVER
    left = PlaySeat.objects.get(play=waiting.play, seat=2)
    assert (left.person, left.character, left.name) == (None, None, "")


def test_marks_of_browsers_households_and_other_names_go_and_votes_stay():
    evening = an_evening()
    seat = TableSeat.objects.filter(entry__isnull=False).select_related("entry__character", "table").first()
    owner, other = seat.entry.character.owner, TableSeat.objects.exclude(entry=seat.entry).exclude(entry=None).first()
    for one in (seat, other):
        TableSeat.objects.filter(pk=one.pk).update(device=f"phone {one.pk}")
        TableReport.objects.filter(seat=one).delete()
        TableReport.objects.create(
            table=one.table, seat=one, key=f"{one.pk}", sheet={}, digest="d", device="p", address="a"
        )
    evening.entries[0].tournament.entries.update(household="Elm Street")
    league = evening.tournament.season.league
    for one in (seat, other):
        league.aliases.create(character=one.entry.character, name=f"Nick {one.pk}", name_key=f"nick {one.pk}")
    forget_person(user=owner, label="former member 1")
    marks = {one.pk: (one.device, one.reports.get().device, one.reports.get().address) for one in reread(seat, other)}
    assert marks == {seat.pk: ("", "", ""), other.pk: (f"phone {other.pk}", "p", "a")}
    seat.entry.refresh_from_db()
    other.entry.refresh_from_db()
    assert (seat.entry.household, other.entry.household) == ("", "Elm Street")
    assert [alias.character for alias in league.aliases.all()] == [other.entry.character]


def reread(*seats: TableSeat) -> list[TableSeat]:
    return list(TableSeat.objects.filter(pk__in=[one.pk for one in seats]))


def test_a_name_may_stay_as_a_label_by_choice(quill):
    leave(quill, keep_name=True)
    assert Character.objects.get(name="Ada").owner_label == NAME
    assert not User.objects.filter(username=NAME).exists() and ADDRESS not in everything_stored()


def test_nobody_gets_into_the_account_any_more(quill):
    client = Client()
    client.force_login(quill)
    leave(quill)
    assert client.get("/accounts/my-data/").status_code == 302
    quill.refresh_from_db()
    assert not quill.is_active and not quill.has_usable_password()
    assert LedgerEntry.objects.filter(kind="account_closed", by=quill, league=None).count() == 1


def test_for_seven_days_one_click_takes_it_back(quill):
    farewell = ask_to_leave(user=quill, keep_name=False)
    assert farewell.due_at - timezone.now() > timedelta(days=6, hours=23)
    letter = MailNotice.objects.get(key=f"farewell-{farewell.pk}")
    link = f"/accounts/stay/{farewell.token}/"
    assert link in letter.text and letter.tournament is None
    assert carry_out_farewells() == 0
    stranger = Client()
    assert "Keep the account" in text(stranger.get(link)) and Farewell.objects.exists()
    stranger.post(link)
    assert not Farewell.objects.exists() and stranger.get(link).status_code == 404
    assert EmailAddress.objects.filter(user=quill).exists()


def test_asked_twice_it_is_one_and_taken_back_in_time_nothing_happens(quill):
    first, second = (ask_to_leave(user=quill, keep_name=False) for _ in range(2))
    assert first == second
    Farewell.objects.update(due_at=timezone.now())
    stay(farewell=first)
    see_to_accounts()
    quill.refresh_from_db()
    assert quill.username == NAME


def test_a_sole_organiser_hands_over_first(thursday: ThursdayClub):
    otto = thursday.users["otto"]
    with pytest.raises(ValidationError, match="only organiser of Thursday Club"):
        ask_to_leave(user=otto, keep_name=False)
    Membership.objects.filter(user=thursday.users["sam"]).update(role="organiser")
    assert ask_to_leave(user=otto, keep_name=False)


def test_who_became_the_sole_organiser_meanwhile_is_told_and_stays(thursday: ThursdayClub):
    otto = thursday.users["otto"]
    Membership.objects.filter(user=thursday.users["sam"]).update(role="organiser")
    ask_to_leave(user=otto, keep_name=False)
    Membership.objects.filter(user=thursday.users["sam"]).update(role="player")
    Farewell.objects.update(due_at=timezone.now())
    assert carry_out_farewells() == 0
    farewell = Farewell.objects.get()
    assert "only organiser" in farewell.refusal and farewell.due_at > timezone.now()


def test_the_last_superuser_stays(thursday: ThursdayClub):
    root = User.objects.create_superuser("root", password="x")
    with pytest.raises(ValidationError, match="only superuser"):
        ask_to_leave(user=root, keep_name=False)
    User.objects.create_superuser("second")
    assert ask_to_leave(user=root, keep_name=False)


def test_the_page_asks_for_the_password_and_for_a_tick(quill):
    client = Client()
    assert client.get(URL).url == f"/accounts/login/?next={URL}"
    client.force_login(quill)
    page = text(client.get(URL))
    assert "What stays" in page and "First download my data" in page
    assert client.post(URL, {"keep_name": "no"}).status_code == 422
    asked = client.post(URL, {"keep_name": "no", "sure": "on"})
    assert asked.url.startswith("/accounts/reauthenticate/") and not Farewell.objects.exists()
    client.post("/accounts/reauthenticate/", {"password": "a long pass phrase", "next": URL})
    assert Farewell.objects.get().label == f"former member {quill.pk}"
    for where in (URL, "/"):
        assert "Keep my account" in text(client.get(where))


def test_the_page_says_what_keeps_somebody(thursday: ThursdayClub):
    client = Client()
    client.force_login(thursday.users["otto"])
    page = text(client.get(URL))
    assert "Make somebody else an organiser there first" in page and "Yes, delete" not in page


def test_nobody_signs_up_as_somebody_who_is_gone(client: Client):
    sent = {"username": "Former-Member-7", "password1": "a long pass phrase"}
    assert "for accounts that are gone" in text(client.post("/accounts/signup/", sent))


def test_pictures_go_with_the_person_who_put_them_there_or_is_seen_in_them(quill, thursday: ThursdayClub):
    own, other = Character.objects.filter(owner=quill).get(), Character.objects.exclude(owner=quill).first()
    set_picture(character=own, drawn=a_picture(256, 256, kind="JPEG"), by=thursday.users["otto"])
    set_picture(character=other, drawn=a_picture(256, 256, kind="JPEG"), by=quill)
    leave(quill)
    assert not CharacterPicture.objects.exists()
    assert set(Character.objects.values_list("picture", flat=True)) == {""}
