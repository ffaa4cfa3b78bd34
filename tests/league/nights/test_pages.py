"""The pages of game nights: for members, strangers and closed leagues, with bad input, and as calendars."""

import json
from datetime import timedelta
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from icalendar import Calendar

from league.accounts.queries.own_data import own_data
from league.clubs.services.leagues import close_league
from league.models import GameNight, League, MailNotice, NightAnswer, NightDate, Report
from league.nights.services import cancel_night, repeat_night
from league.talk.queries import words_by_key
from league.talk.services import hide_words, report_page
from tests.factories.nights import a_night, an_agreed_night, answered, dates_of, in_days, it_begins
from tests.factories.pages import text as text_of

NIGHTS = "/leagues/thursday-club/nights/"
LONG = "W" * 40


def typed(days: float) -> str:
    return f"{in_days(days):%Y-%m-%dT%H:%M}"


def sent(**more: object) -> dict[str, object]:
    return {"title": "Game night", "minutes": "180", "dates": [typed(7), "", typed(8)], **more}


def test_a_member_proposes_dates_by_the_form(thursday):
    browser = thursday.signed_in("vera")
    assert "Who can when?" in text_of(browser.get(NIGHTS))
    address = browser.post(f"{NIGHTS}new/", sent(seats="4", place="12 Cork Street")).url
    night = GameNight.objects.get()
    assert (address, night.seats, night.dates.count()) == (night.get_absolute_url(), 4, 2)
    assert "12 Cork Street" in text_of(browser.get(address))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dates", []),
        ("dates", [typed(-1)]),
        ("dates", ["tomorrow"]),
        ("dates", [typed(day) for day in range(1, 201)]),
        ("minutes", "-30"),
        ("minutes", "9000"),
        ("seats", "1"),
        ("title", ""),
        ("title", "x" * 81),
        ("answer_by", typed(-1)),
    ],
)
def test_bad_input_is_refused_beside_its_field_and_changes_nothing(thursday, field, value):
    response = thursday.signed_in("ada").post(f"{NIGHTS}new/", sent(**{field: value}))
    assert response.status_code == 422 and response.context["form"].errors.keys() == {field}
    assert 'id="problems"' in response.content.decode() and not GameNight.objects.exists()


@pytest.mark.parametrize("page", ["new/", "announce/"])
def test_strangers_are_refused(thursday, client, page):
    assert thursday.signed_in("xenia").post(f"{NIGHTS}{page}", sent()).status_code == 403
    assert client.post(f"{NIGHTS}{page}", sent()).url.startswith("/accounts/login/")
    assert not GameNight.objects.exists()


def test_a_tap_answers_and_without_a_script_leads_back(thursday, night):
    browser, date = thursday.signed_in("ada"), dates_of(night)[0]
    address = night.get_absolute_url()
    assert browser.post(address, {"answer": f"{date.pk}-yes"}).url == address
    part = browser.post(address, {"answer": f"{date.pk}-maybe"}, headers={"HX-Request": "true"})
    assert b"<html" not in part.content and NightAnswer.objects.get(user=thursday.users["ada"]).answer == "maybe"
    assert browser.post(address, {"answer": f"{date.pk}-no", "list": "yes"}).url == NIGHTS
    assert thursday.signed_in("xenia").post(address, {"answer": f"{date.pk}-yes"}).status_code == 403


@pytest.mark.parametrize("posted", [{"answer": "x-yes"}, {"answer": "9" * 30}, {"settle": ""}, {"here": "me"}, {}])
def test_nonsense_is_said_and_changes_nothing(thursday, night, posted):
    browser = thursday.signed_in("ada")
    page = browser.post(night.get_absolute_url(), posted, follow=True)
    assert page.status_code == 200 and "messages" in page.context and list(page.context["messages"])
    assert not NightAnswer.objects.filter(user=thursday.users["ada"]).exists()


def test_strangers_read_what_is_agreed_and_not_who_comes_where(client, thursday):
    night = an_agreed_night(thursday, "ada", note="Bring dice")
    for address in (night.get_absolute_url(), NIGHTS):
        page = text_of(client.get(address))
        assert "London time" in page
        assert not [word for word in ("12 Cork Street", "Bring dice", "ada", ">1 comes<") if word in page]
    page = text_of(thursday.signed_in("bo").get(night.get_absolute_url()))
    assert "12 Cork Street" in page and "<bdi>ada</bdi>" in page


def test_strangers_do_not_read_which_dates_are_proposed(client, night):
    page = text_of(client.get(night.get_absolute_url()))
    assert f"{dates_of(night)[0].starts_at.astimezone(ZoneInfo('Europe/London')):%H:%M}" not in page
    assert "Game night" not in text_of(client.get(NIGHTS)).partition("<main")[2].partition("Game nights")[2][:200]


def test_a_night_of_another_league_is_not_there(thursday, night, client):
    League.objects.create(name="Other", slug="other")
    assert client.get(f"/leagues/other/nights/{night.pk}/").status_code == 404


def test_a_closed_league_keeps_its_nights_readable(thursday, night):
    close_league(league=thursday.league, why="The club has moved.", by=thursday.users["otto"])
    browser, date = thursday.signed_in("ada"), dates_of(night)[0]
    assert browser.get(night.get_absolute_url()).status_code == 200
    assert browser.post(night.get_absolute_url(), {"answer": f"{date.pk}-yes"}).status_code == 403
    assert not NightAnswer.objects.filter(user=thursday.users["ada"]).exists()


def test_the_desk_asks_and_then_says_what_comes_next(thursday, night):
    browser = thursday.signed_in("ada")
    assert night.get_absolute_url() in text_of(browser.get("/"))
    answered(thursday, night, "ada", "yes", "yes")
    assert night.get_absolute_url() not in text_of(browser.get("/"))
    browser_of_otto = thursday.signed_in("otto")
    browser_of_otto.post(night.get_absolute_url(), {"settle": dates_of(night)[0].pk})
    assert "12 Cork Street" in text_of(browser.get("/"))


def test_an_organiser_announces_first_thursdays_and_moves_one(thursday):
    League.objects.update(zone="America/New_York")
    browser = thursday.signed_in("otto")
    about = {"title": "First Thursday", "minutes": "180", "every": "month", "times": "12"}
    assert browser.post(f"{NIGHTS}announce/", {**about, "first": "2027-01-07T19:30"}).url == NIGHTS
    here = [date.starts_at.astimezone(ZoneInfo("America/New_York")) for date in NightDate.objects.all()]
    assert {f"{one:%a %H:%M}" for one in here} == {"Thu 19:30"} and len({one.utcoffset() for one in here}) == 2
    night = GameNight.objects.order_by("pk")[1]
    change = f"{night.get_absolute_url()}change/"
    form = {"title": "First Thursday", "minutes": "180", "sequence": str(night.sequence)}
    assert browser.post(change, {**form, "starts_at": "2027-02-11T19:30"}).url == night.get_absolute_url()
    assert browser.post(change, {**form, "starts_at": "2027-02-12T19:30"}).status_code == 422
    moved = night.dates.get().starts_at.astimezone(ZoneInfo("America/New_York"))
    assert f"{moved:%d %b}" == "11 Feb" and NightDate.objects.count() == 12


@pytest.mark.parametrize("times", ["0", "27"])
def test_so_many_nights_and_no_more_are_announced_at_once(thursday, times):
    about = {"title": "Club", "minutes": "180", "every": "week", "first": typed(7), "times": times}
    assert thursday.signed_in("otto").post(f"{NIGHTS}announce/", about).status_code == 422
    assert not GameNight.objects.exists()


def test_a_time_that_the_clocks_skip_is_refused_where_it_is_typed(thursday):
    about = {"title": "Club", "minutes": "60", "every": "once", "times": "1", "first": "2027-03-28T01:30"}
    response = thursday.signed_in("otto").post(f"{NIGHTS}announce/", about)
    assert "the clocks go forward over it" in text_of(response)


def test_the_calendar_of_the_league_has_what_is_agreed_and_what_is_called_off(client, thursday):
    night, off = an_agreed_night(thursday, "ada"), an_agreed_night(thursday)
    a_night(thursday, 30)
    cancel_night(night=off, by=thursday.users["otto"])
    response = client.get("/leagues/thursday-club/calendar.ics")
    events = Calendar.from_ical(response.content).walk("VEVENT")
    assert [str(event["STATUS"]) for event in events] == ["CONFIRMED", "CANCELLED"]
    first = events[0]
    assert first.decoded("DTSTART") == dates_of(night)[0].starts_at
    assert first.decoded("DTEND") - first.decoded("DTSTART") == timedelta(hours=3)
    assert b"Cork Street" not in response.content and night.get_absolute_url() in str(first["URL"])


def test_people_are_checked_in_with_a_tap(thursday):
    night = an_agreed_night(thursday, "ada", "bo")
    it_begins(night)
    browser = thursday.signed_in("ada")
    assert "I am here" in text_of(browser.get(night.get_absolute_url()))
    browser.post(night.get_absolute_url(), {"here": "me"})
    assert "You are here" in text_of(browser.get(night.get_absolute_url()))
    thursday.signed_in("otto").post(night.get_absolute_url(), {"everybody": "yes"})
    assert NightAnswer.objects.filter(here_at__isnull=False).count() == 2


def test_hidden_words_are_read_by_nobody_and_the_night_takes_place(client, thursday):
    night = an_agreed_night(thursday, "ada", title="Bad words", note="Worse")
    report_page(page=night.get_absolute_url(), why="Rude", by=thursday.users["bo"])
    report = Report.objects.get()
    assert (report.league, report.person) == (thursday.league, thursday.users["otto"])
    staff = thursday.users["xenia"]
    staff.is_staff = True
    staff.save()
    browser = thursday.signed_in("xenia")
    day = f"{in_days(7).astimezone(ZoneInfo(night.zone)):%-d %B %Y}"
    assert f"Hide what is written about the game night of {day} in Thursday Club" in text_of(
        browser.get("/moderation/")
    )
    browser.post("/moderation/", {"report": report.pk, "hide_words": f"night-{night.pk}", "why": "Rude"})
    letter = MailNotice.objects.get(user=thursday.users["otto"], key__startswith="moderation")
    assert f"the game night of {day} in Thursday Club" in letter.text and "Bad words" not in letter.text
    for name in ("ada", ""):
        for address in (night.get_absolute_url(), NIGHTS, "/leagues/thursday-club/calendar.ics"):
            content = text_of(thursday.signed_in(name).get(address))
            assert not [word for word in ("Bad words", "Worse", "Cork Street") if word in content]
    browser.post("/moderation/", {"show_words": f"night-{night.pk}"})
    assert "Bad words" in text_of(client.get(night.get_absolute_url()))


def test_two_hidden_nights_cost_the_staff_no_more_queries_than_one(thursday, queries):
    staff = thursday.users["xenia"]
    staff.is_staff = True
    staff.save()
    nights, browser = [a_night(thursday, 7), a_night(thursday, 8)], thursday.signed_in("xenia")
    counted = []
    for night in nights:
        hide_words(words=words_by_key(f"night-{night.pk}"), why="Rude", by=staff)
        counted.append(queries(browser, "/moderation/"))
    assert counted[0] == counted[1]


def test_hiding_needs_a_reason(thursday, night):
    with pytest.raises(ValidationError):
        hide_words(words=words_by_key(f"night-{night.pk}"), why=" ", by=thursday.users["otto"])


def test_a_person_takes_their_answers_along(thursday, night):
    answered(thursday, night, "ada", "yes", "no")
    with ZipFile(own_data(thursday.users["ada"])) as archive:
        answers = json.loads(archive.read("json/when_you_can_come.json"))
    assert [row["answer"] for row in answers] == ["yes", "no"]
    with ZipFile(own_data(thursday.users["otto"])) as archive:
        [proposed] = json.loads(archive.read("json/game_nights_that_you_proposed.json"))
    assert proposed["place"] == "12 Cork Street"


def test_the_pages_take_as_many_queries_however_many_people_and_nights_there_are(thursday, night, queries):
    browser = thursday.signed_in("otto")
    answered(thursday, night, "ada", "yes", "yes")
    pages = (night.get_absolute_url(), NIGHTS)
    repeat_night(
        league=thursday.league, title="Club", minutes=60, first=in_days(3), every="week", times=1,
        by=thursday.users["otto"],
    )  # fmt: skip
    before = [queries(browser, page) for page in pages]
    for name in ("bo", "cleo", "dev", "vera"):
        answered(thursday, night, name, "yes", "maybe")
    for number in range(6):
        a_night(thursday, 9 + number)
    repeat_night(
        league=thursday.league, title="Club", minutes=60, first=in_days(3), every="week", times=9,
        by=thursday.users["otto"],
    )  # fmt: skip
    assert [queries(browser, page) for page in pages] == before


def test_very_long_names_stay_whole(thursday):
    thursday.users["ada"].username = LONG
    thursday.users["ada"].save()
    night = a_night(thursday, title="W" * 80)
    answered(thursday, night, "ada", "yes")
    page = text_of(thursday.signed_in("otto").get(night.get_absolute_url()))
    assert f"<bdi>{LONG}</bdi>" in page and timezone.now() < dates_of(night)[0].starts_at
