"""What is said at the table of a play: by members, in their words, limited, reported and hidden."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.utils import timezone

from league.core.rules.quota_words import MOST
from league.core.rules.quotas import hour_of, quotas
from league.models import League, LedgerEntry, PlayRemark, QuotaUse, Report, SeasonPlay
from league.personal.services.farewell import forget_person
from league.play.queries.remarks import talk_at
from league.play.queries.tables import glance_at, version_of
from league.play.rules.remarks import PHRASES, REMARK_LENGTH
from league.play.services.remarks import hide_remark, say, show_remark
from tests.factories.plays import a_running_play, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
WORDS = "<b>Brave</b> & lucky"


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def at_table(club) -> SeasonPlay:
    return a_running_play(club, "ada", "bo", bots=0)


def signed_in(club: ThursdayClub, name: str) -> Client:
    client = Client()
    if name:
        client.force_login(club.users[name])
    return client


def version_at(season_play: SeasonPlay) -> str:
    return version_of(fresh(season_play).play, glance_at(season_play.pk))


def page(client: Client, season_play: SeasonPlay) -> str:
    return client.get(f"/play/{season_play.pk}/").content.decode()


def test_who_sits_and_who_watches_talk_and_strangers_read_nothing(club, at_table):
    for name in ("ada", "vera"):  # vera is a spectator of the league
        signed_in(club, name).post(f"/play/{at_table.pk}/say/", {"text": f"{WORDS} {name}"})
    seen = page(signed_in(club, "bo"), at_table)
    assert "&lt;b&gt;Brave&lt;/b&gt; &amp; lucky ada" in seen and "lucky vera" in seen and WORDS not in seen
    for name in ("xenia", ""):
        assert "lucky" not in page(signed_in(club, name), at_table)
        assert "Say something" not in page(signed_in(club, name), at_table)
        assert talk_at(at_table, club.users["xenia"]).remarks == ()
    assert signed_in(club, "xenia").post(f"/play/{at_table.pk}/say/", {"text": "Hi"}).status_code == 403
    assert signed_in(club, "").post(f"/play/{at_table.pk}/say/", {"text": "Hi"}).status_code == 302
    assert PlayRemark.objects.count() == 2
    with pytest.raises(PermissionDenied):
        say(season_play=at_table, text="Hi", by=club.users["xenia"])


def test_a_phrase_that_stands_ready_is_one_press_and_speaks_the_readers_language(club, at_table):
    signed_in(club, "ada").post(f"/play/{at_table.pk}/say/", {"phrase": "luck"})
    assert PlayRemark.objects.get().text == str(PHRASES["luck"])
    assert "Good luck!" in page(signed_in(club, "bo"), at_table)


def test_what_is_said_is_one_tidy_line(club, at_table):
    say(season_play=at_table, text="  Well \n\n played ", by=club.users["ada"])
    assert PlayRemark.objects.get().text == "Well played"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Write something first."),
        (" \n ", "Write something first."),
        ("x" * 10_000, "10,000 letters"),
        ("x" * (REMARK_LENGTH + 1), "501 letters"),
        ("a\u202eb", "can't be shown"),
        ("\x00", "can't be shown"),
    ],
)
def test_nonsense_gets_a_sentence_and_nothing_is_said(club, at_table, text, told):
    answer = signed_in(club, "ada").post(f"/play/{at_table.pk}/say/", {"text": text}, follow=True)
    assert told in answer.content.decode().replace("&#x27;", "'")
    assert (
        club.client("ada").post(f"/api/v1/plays/{at_table.pk}/say/", {"text": text}, format="json").status_code == 400
    )
    assert not PlayRemark.objects.exists()


def test_an_open_page_shows_what_is_new(club, at_table):
    vera = signed_in(club, "vera")
    first = vera.get(f"/play/{at_table.pk}/", headers={"HX-Request": "true"})
    again = {"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
    assert vera.get(f"/play/{at_table.pk}/", headers=again).status_code == 304
    before = version_at(at_table)
    remark = say(season_play=at_table, text="Good luck!", by=club.users["ada"])
    said = version_at(at_table)
    hide_remark(remark=remark, why="No.", by=club.users["otto"])
    assert len({before, said, version_at(at_table)}) == 3
    assert vera.get(f"/play/{at_table.pk}/", headers=again).status_code == 200


def test_programs_say_and_read_the_same(club, at_table):
    at = f"/api/v1/plays/{at_table.pk}/"
    answer = club.client("ada").post(f"{at}say/", {"text": WORDS}, format="json")
    assert answer.status_code == 201 and answer.data["remarks"][0]["text"] == WORDS
    assert club.client("vera").get(at).data["remarks"][0]["by"] == "ada"
    for name, status in (("xenia", 403), ("", 401)):
        assert club.client(name).get(at).data["remarks"] == []
        assert club.client(name).post(f"{at}say/", {"text": "Hi"}, format="json").status_code == status
    assert club.client("ada").post("/api/v1/plays/999999/say/", {"text": "Hi"}).status_code == 404
    assert PlayRemark.objects.count() == 1


def test_an_organiser_hides_with_a_reason_that_its_author_reads_and_shows_again(club, at_table):
    remark = say(season_play=at_table, text="Rude words", by=club.users["ada"])
    hiding = f"/play/{at_table.pk}/remarks/{remark.pk}/hide/"
    assert signed_in(club, "bo").post(hiding, {"why": "No."}).status_code == 403
    otto = signed_in(club, "otto")
    assert hiding in page(otto, at_table) and hiding not in page(signed_in(club, "bo"), at_table)
    assert otto.get(hiding).status_code == 200 and otto.post(hiding, {"why": " "}).status_code == 422
    otto.post(hiding, {"why": "No insults, please"})
    assert "Rude words" not in page(signed_in(club, "bo"), at_table)
    assert "No insults, please" in page(signed_in(club, "ada"), at_table)
    assert "Rude words" in page(otto, at_table)
    with pytest.raises(ValidationError):
        hide_remark(remark=remark, why="Again", by=club.users["otto"])
    otto.post(hiding, {"show": "yes"})
    assert "Rude words" in page(signed_in(club, "bo"), at_table)
    with pytest.raises(ValidationError):
        show_remark(remark=remark, by=club.users["otto"])
    kept = LedgerEntry.objects.filter(kind="comment_hidden").order_by("pk")
    assert [one.text for one in kept] == [
        f"A remark at play {at_table.pk} was hidden.",
        f"A remark at play {at_table.pk} is shown again.",
    ]
    assert otto.get(f"/play/{at_table.pk + 1}/remarks/{remark.pk}/hide/").status_code == 404


def test_a_remark_is_reported_with_who_said_it(club, at_table):
    remark = say(season_play=at_table, text="Rude words", by=club.users["ada"])
    seen = page(signed_in(club, "bo"), at_table)
    assert f"/report/?page=/play/{at_table.pk}/%23remark-{remark.pk}" in seen
    assert "/report/?page=/play" not in page(signed_in(club, "ada"), at_table)
    signed_in(club, "bo").post("/report/", {"page": f"/play/{at_table.pk}/#remark-{remark.pk}", "why": "Rude."})
    report = Report.objects.get()
    assert (report.person, report.league) == (club.users["ada"], club.league)


def test_a_day_has_an_end_of_talking(club, at_table):
    most = quotas()["remarks"].most
    QuotaUse.objects.create(user=club.users["ada"], kind="remarks", hour=hour_of(timezone.now()), amount=most)
    with pytest.raises(ValidationError, match=str(MOST["remarks"]).split("{")[0]):
        say(season_play=at_table, text="One more", by=club.users["ada"])
    say(season_play=at_table, text="Mine", by=club.users["bo"])


def test_in_a_league_that_is_closed_it_is_read_and_nothing_more_is_said(club, at_table):
    say(season_play=at_table, text="The last word", by=club.users["bo"])
    League.objects.filter(pk=club.league.pk).update(closed_at=timezone.now(), closed_why="Over.")
    with pytest.raises(PermissionDenied, match="closed"):
        say(season_play=fresh(at_table), text="Hello?", by=club.users["ada"])
    seen = page(signed_in(club, "ada"), at_table)
    assert "The last word" in seen and "Say something" not in seen


def test_what_somebody_said_stays_under_their_label_when_they_go(club, at_table):
    say(season_play=at_table, text="I was here", by=club.users["ada"])
    forget_person(user=club.users["ada"], label="Former member")
    remark = PlayRemark.objects.get()
    assert (remark.by, remark.by_label) == (None, "Former member")
    assert "Former member" in page(signed_in(club, "bo"), at_table)


def test_hints_are_off_at_a_table_until_somebody_asks_for_them(club, at_table):
    for name in ("ada", "bo"):
        client = signed_in(club, name)
        assert "What can I do?" not in page(client, at_table) and "Give me hints" in page(client, at_table)
        client.post("/play/hints/", {"on": "yes", "next": f"/play/{at_table.pk}/"})
        seen = page(client, at_table)
        assert ("What can I do?" in seen) == ('name="action"' in seen)
    assert "Give me hints" not in page(signed_in(club, "vera"), at_table)
