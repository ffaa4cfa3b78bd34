"""What members say under a game and at the table of a play: limited, reported, hidden by organisers."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client

from league.accounts.queries.own_data import SECTIONS
from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import close_league
from league.core.rules.quotas import quotas
from league.core.services.quotas import QuotaError
from league.models import LedgerEntry, Notice, QuotaUse, Remark, Report, SeasonGame
from league.notices.services.outbox import tell_comments
from league.play.queries.tables import glance_at, version_of
from league.talk.queries import Venue, limits_of, thread_of
from league.talk.rules import AT_A_TABLE, PHRASES, UNDER_A_GAME, in_readers_words, refused_text, tidied
from league.talk.services import delete_remark, hide_remark, say, show_remark
from tests.factories.pages import form_of, text
from tests.factories.plays import a_running_play, fresh
from tests.factories.races import at_once, refused
from tests.factories.thursday_club import ThursdayClub, post_game

pytestmark = pytest.mark.django_db
WORDS = "What a last deal!"


@dataclass(frozen=True)
class Place:
    """Where something is said: its page, the address that a form of it sends to, and the same for programs."""

    club: ThursdayClub
    venue: Venue
    page: str
    sends_to: str
    api: str

    def says(self, words: str = WORDS, name: str = "bo") -> Remark:
        return say(venue=self.venue, text=words, by=self.club.users[name])

    def client(self, name: str = "", **how: Any) -> Client:
        client = Client(**how)
        if name:
            client.force_login(self.club.users[name])
        return client

    def read_by(self, name: str = "") -> str:
        return text(self.client(name).get(self.page))

    def hiding(self, remark: Remark) -> str:
        folder = "comments" if remark.game_id else "remarks"
        return f"{self.page}{folder}/{remark.pk}/hide/"


@pytest.fixture
def game(thursday: ThursdayClub) -> Place:
    pk = post_game(thursday, by="ada", confirm=False)["id"]
    season_game = SeasonGame.objects.select_related("season__league").get(game=pk)
    return Place(thursday, season_game, f"/games/{pk}/", f"/games/{pk}/comments/", f"/api/v1/games/{pk}/comments/")


@pytest.fixture
def table(thursday: ThursdayClub) -> Place:
    play = a_running_play(thursday, "ada", "bo", bots=0)
    return Place(thursday, play, f"/play/{play.pk}/", f"/play/{play.pk}/say/", f"/api/v1/plays/{play.pk}/say/")


@pytest.fixture(params=["game", "table"])
def place(request: pytest.FixtureRequest) -> Place:
    made: Place = request.getfixturevalue(request.param)
    return made


def test_members_talk_those_who_only_watch_too_and_strangers_do_not(place):
    for name in ("bo", "vera"):  # vera is a spectator of the league
        place.client(name).post(place.sends_to, {"text": f"<b>Brave</b> {name}"})
    page = place.read_by("ada")
    assert "&lt;b&gt;Brave&lt;/b&gt; bo" in page and "Brave&lt;/b&gt; vera" in page and "<b>Brave" not in page
    assert place.client("xenia").post(place.sends_to, {"text": WORDS}).status_code == 403
    assert place.client().post(place.sends_to, {"text": WORDS}).status_code == 302
    with pytest.raises(PermissionDenied):
        place.says(name="xenia")
    assert Remark.objects.count() == 2


def test_strangers_read_what_is_said_under_a_game_and_nothing_of_a_table(game, table):
    game.says()
    table.says()
    for name in ("xenia", ""):
        assert WORDS in game.read_by(name) and "Your comment" not in game.read_by(name)
        assert WORDS not in table.read_by(name) and "Say something" not in table.read_by(name)
    assert "Members of the league can comment" in game.read_by("xenia")
    assert thread_of(table.venue, table.club.users["xenia"]).remarks == ()


def test_it_is_stored_in_tidy_lines_under_a_game_and_in_one_at_a_table(game, table):
    assert game.says(f"  {WORDS}\n\n\n\nWell  played. ").text == f"{WORDS}\n\nWell played."
    assert table.says("  Well \n\n played ").text == "Well played"


@pytest.mark.parametrize(
    ("limits", "words", "sentence"),
    [
        (UNDER_A_GAME, " \n ", "Write something first."),
        (UNDER_A_GAME, "x" * 1001, "1,001 letters; a remark has 1,000 at most"),
        (UNDER_A_GAME, "\n".join("abc" * 20), "40 lines"),
        (UNDER_A_GAME, "a\u202eb", "can't be shown"),
        (AT_A_TABLE, " \n ", "Write something first."),
        (AT_A_TABLE, "x" * 501, "501 letters; a remark has 500 at most"),
        (AT_A_TABLE, "\x00", "can't be shown"),
    ],
)
def test_what_cannot_stand_there_is_refused_in_a_sentence(limits, words, sentence):
    assert sentence in refused_text(tidied(words, limits), limits)


@pytest.mark.parametrize("words", ["", "x" * 10_000, "a\u202eb"])
def test_a_refusal_is_shown_and_nothing_is_said(place, words):
    page = text(place.client("ada").post(place.sends_to, {"text": words}, follow=True))
    assert any(sentence in page for sentence in ("Write something first.", "letters", "characters", "be shown"))
    assert place.club.client("ada").post(place.api, {"text": words}, format="json").status_code == 400
    assert not Remark.objects.exists()


def test_an_organiser_hides_with_a_reason_that_its_author_reads_and_shows_again(place):
    remark, otto = place.says(), place.client("otto")
    hiding = place.hiding(remark)
    assert hiding in place.read_by("otto") and hiding not in place.read_by("bo")
    assert otto.get(hiding).status_code == 200 and otto.post(hiding, {"why": " "}).status_code == 422
    otto.post(hiding, {"why": "No insults, please."})
    assert WORDS not in place.read_by("ada") and WORDS not in place.read_by()
    assert "No insults, please." in place.read_by("bo") and WORDS in place.read_by("otto")
    otto.post(hiding, {"show": "yes"})
    assert WORDS in place.read_by("ada")
    assert otto.get(hiding.replace(str(remark.pk), str(remark.pk + 1))).status_code == 404


def test_of_two_organisers_one_hides_it_and_one_shows_it_again(place):
    remark, otto = place.says(), place.club.users["otto"]
    hide_remark(remark=remark, why="No", by=otto)
    with pytest.raises(ValidationError, match="already"):
        hide_remark(remark=remark, why="No", by=otto)
    show_remark(remark=remark, by=otto)
    with pytest.raises(ValidationError, match="no longer hidden"):
        show_remark(remark=remark, by=otto)


def test_only_organisers_and_the_staff_hide_and_in_a_closed_league_the_staff_alone(place):
    hiding = place.hiding(place.says())
    assert [place.client(who).post(hiding, {"why": "No"}).status_code for who in ("sam", "bo", "xenia")] == [403] * 3
    otto, xenia = place.club.users["otto"], place.club.users["xenia"]
    xenia.is_staff = True
    xenia.save()
    close_league(league=place.club.league, why="We moved.", by=otto)
    cache.clear()
    assert place.client("otto").post(hiding, {"why": "No"}).status_code == 403
    assert place.client("xenia").post(hiding, {"why": "No insults, please."}).status_code == 302
    assert WORDS not in place.read_by("ada")


def test_hiding_alone_stands_in_the_ledger_without_the_words(place):
    remark, otto = place.says(), place.club.users["otto"]
    assert not LedgerEntry.objects.filter(kind="comment_hidden").exists()
    hide_remark(remark=remark, why="No insults", by=otto)
    show_remark(remark=remark, by=otto)
    entries = LedgerEntry.objects.filter(kind="comment_hidden").order_by("pk")
    name = f"A comment under game {place.venue}" if remark.game_id else f"A remark at play {remark.play_id}"
    assert [entry.text for entry in entries] == [f"{name} was hidden.", f"{name} is shown again."]
    assert {(entry.season, entry.game_id, entry.about["remark"]) for entry in entries} == {
        (place.venue.season, remark.game_id, remark.pk)
    }


def test_it_is_reported_with_who_said_it(place):
    remark = place.says()
    address = remark.get_absolute_url()
    report = f"/report/?page={address.replace('/', '%2F').replace('#', '%23')}"
    assert report in place.read_by("ada") and report not in place.read_by("bo")
    place.client("ada").post("/report/", {"page": address, "why": "Rude."})
    filed = Report.objects.get()
    assert (filed.person, filed.league) == (place.club.users["bo"], place.club.league)


def test_a_day_has_only_so_many(place):
    place.says()
    kind = limits_of(place.venue).quota
    QuotaUse.objects.filter(kind=kind).update(amount=quotas()[kind].most)
    with pytest.raises(QuotaError, match=f"No more than {quotas()[kind].most:,} {kind}"):
        place.says()
    place.says(name="ada")


def test_in_a_closed_league_it_is_read_and_nothing_more_is_said(place):
    place.says()
    close_league(league=place.club.league, why="Over.", by=place.club.users["otto"])
    cache.clear()
    place.venue.season.league.refresh_from_db()
    with pytest.raises(PermissionDenied, match="closed"):
        place.says()
    assert place.client("bo").post(place.sends_to, {"text": WORDS}).status_code == 403
    page = place.read_by("bo")
    assert WORDS in page and "Your comment" not in page and "Say something" not in page


def test_somebody_who_leaves_takes_the_account_along_and_leaves_the_label(place):
    remark = place.says()
    forget_person(user=place.club.users["bo"], label="Somebody")
    remark.refresh_from_db()
    assert (remark.by, remark.by_label) == (None, "Somebody")
    assert "Somebody" in place.read_by("ada")


def test_ones_own_remarks_are_in_ones_own_data(place):
    remark = place.says()
    [section] = [section for section in SECTIONS if section.name == "remarks"]
    rows = section.rows(place.club.users["bo"])
    assert [(row["text"], row["game"], row["play"]) for row in rows] == [(WORDS, remark.game_id, remark.play_id)]


def test_the_database_holds_where_and_whose_it_is_and_why_it_is_hidden(place):
    remark = Remark.objects.filter(pk=place.says().pk)
    nowhere = {"game": None, "play": None}
    for wrong in (nowhere, {"by": None}, {"text": ""}, {"hidden_why": "no"}, {"by_label": "Bo"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            remark.update(**wrong)


def test_a_page_takes_as_many_queries_for_twenty_remarks_as_for_one(place, queries):
    place.says()
    vera = place.client("vera")
    first = queries(vera, place.page)
    for number in range(19):
        place.says(f"{number}", "ada")
    assert queries(vera, place.page) == first


def test_a_comment_is_posted_and_deleted_by_the_forms_of_the_page(game):
    """As a browser sends them: with the token that stands in the form, or not at all."""
    client = game.client("vera", enforce_csrf_checks=True)
    for address in (game.page, game.sends_to):
        sent = form_of(client.get(address), game.sends_to)
        answer = client.post(game.sends_to, {**sent, "text": WORDS}, follow=True)
        assert "Your comment appears under the game." in text(answer)
        deleting = f"{game.sends_to}{Remark.objects.get().pk}/delete/"
        page = client.get(address)
        asks = client.post(deleting, form_of(page, deleting))
        assert "Delete this comment?" in text(asks) and WORDS in text(asks) and Remark.objects.exists()
        pressed = {"sure": "1"}  # the button of the dialog, and that of the page that asks
        assert '<dialog id="delete-' in page.content.decode() and 'name="sure" value="1"' in page.content.decode()
        assert client.post(deleting, {**form_of(asks, deleting), **pressed}).status_code == 302
        assert not Remark.objects.exists()


def test_nobody_deletes_what_somebody_else_said(game):
    remark = game.says()
    for sent in ({}, {"sure": "1"}):
        assert game.client("otto").post(f"{game.sends_to}{remark.pk}/delete/", sent).status_code == 403
    with pytest.raises(PermissionDenied, match="yourself"):
        delete_remark(remark=remark, by=game.club.users["otto"])
    assert Remark.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_comment_that_is_deleted_twice_at_once_is_gone(game):
    remark, bo = game.says(), game.club.users["bo"]
    twice = [partial(delete_remark, remark=remark, by=bo) for _press in range(2)]
    assert refused(at_once(*twice)) == [] and not Remark.objects.exists()


def test_older_comments_have_a_page_of_their_own(game):
    for number in range(23):
        game.says(f"comment number {number}.", "ada")
    page = game.read_by()
    assert "All 23 comments" in page and "comment number 2." not in page
    assert "comment number 2." in text(Client().get(game.sends_to))


def test_those_who_sat_there_are_told_once_but_not_who_wrote_it(game):
    remark = game.says(name="ada")
    assert (tell_comments(), tell_comments()) == (1, 0)
    notices = Notice.objects.filter(kind="comment")
    assert "ada" not in notices.values_list("user__username", flat=True)
    notice = notices.get(user=game.club.users["bo"])
    assert notice.subject.startswith("ada comments on Careers, ")
    assert WORDS in notice.text and notice.link == f"{game.page}#remark-{remark.pk}"


def test_a_database_that_takes_nothing_ends_the_telling_and_the_comment_waits(game):
    game.says(name="ada")

    def full(execute, sql, params, many, context):
        if 'INTO "league_notice"' in sql:
            raise OperationalError("disk full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(full), pytest.raises(OperationalError):
        tell_comments()
    assert tell_comments() == 1


def test_nobody_is_told_of_what_is_hidden_by_then_or_said_at_a_table(game, table):
    hide_remark(remark=game.says(name="ada"), why="No", by=game.club.users["otto"])
    table.says(name="ada")
    assert tell_comments() == 1
    assert not Notice.objects.filter(kind="comment").exists()


def test_programs_read_post_and_delete_comments(game):
    posted = game.club.client("bo").post(game.api, {"text": WORDS}, format="json")
    assert posted.status_code == 201
    assert (posted.json()["by"], posted.json()["hidden"]) == ("bo", None)
    assert [row["text"] for row in game.club.client().get(game.api).json()["results"]] == [WORDS]
    assert game.club.client("xenia").post(game.api, {"text": WORDS}, format="json").status_code == 403
    address = f"{game.api}{posted.json()['id']}/"
    statuses = [game.club.client(name).delete(address).status_code for name in ("ada", "bo", "bo")]
    assert statuses == [403, 204, 404]


def test_programs_read_and_say_the_same_at_a_table(table):
    posted = table.club.client("ada").post(table.api, {"text": WORDS}, format="json")
    assert posted.status_code == 201 and posted.data["remarks"][0]["text"] == WORDS
    play = table.api.removesuffix("say/")
    assert table.club.client("vera").get(play).data["remarks"][0]["by"] == "ada"
    for name, status in (("xenia", 403), ("", 401)):
        assert table.club.client(name).get(play).data["remarks"] == []
        assert table.club.client(name).post(table.api, {"text": "Hi"}, format="json").status_code == status
    assert table.club.client("ada").post("/api/v1/plays/999999/say/", {"text": "Hi"}).status_code == 404


def test_a_phrase_that_stands_ready_is_one_press_and_speaks_the_readers_language(table):
    table.client("ada").post(table.sends_to, {"phrase": "luck"})
    assert Remark.objects.get().text == "Good luck!" and "Good luck!" in table.read_by("bo")
    assert in_readers_words("Good luck!") is PHRASES["luck"] and in_readers_words("good luck") == "good luck"
    assert not any(refused_text(str(phrase), AT_A_TABLE) for phrase in PHRASES.values())


def test_an_open_page_of_the_table_shows_what_is_new(table):
    vera = table.client("vera")
    first = vera.get(table.page, headers={"HX-Request": "true"})
    again = {"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
    assert vera.get(table.page, headers=again).status_code == 304
    versions = [version_at(table)]
    remark = table.says("Good luck!")
    versions.append(version_at(table))
    hide_remark(remark=remark, why="No.", by=table.club.users["otto"])
    assert len({*versions, version_at(table)}) == 3
    assert vera.get(table.page, headers=again).status_code == 200


def version_at(table: Place) -> str:
    return version_of(fresh(table.venue).play, glance_at(table.venue.pk))
