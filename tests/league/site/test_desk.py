"""A desk of one's own: what waits, what happened, who is mine, what is next; in all of one's leagues."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from characters.models import CareerEvent, Character
from games.models import Sheet
from games.rules.sheets import SeatLine
from league.clubs.services.leagues import choose_league, create_league, create_season
from league.models import Desk, Entry, FileImport, Table, Tournament
from league.people.services.owners import claim_character, make_claim_link
from league.results.services.games import confirm_game, correct_game, void_game
from league.site.services.home import note_visit
from tests.factories.characters import a_character, hire
from tests.factories.games import played, review, reviewed
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament


def desk(text) -> str:
    return text("/").partition("<main")[2].partition("</main>")[0]


def waiting(text) -> str:
    return desk(text).split('id="waiting-title"')[1].split("</section>")[0]


def ahead(text) -> str:
    return desk(text).split('id="next-title"')[1].split("</section>")[0]


def appointed(who: Character) -> SeatLine:
    """A game after which somebody from Entry Level is Senior."""
    return at(who, 600, won=True, degrees={"law": 1, "sales_marketing": 1}, trips={"agrivi": 2, "harrods": 2})


def enter(tournament: Tournament, *characters: Character) -> list[Entry]:
    return [
        tournament.entries.create(character=one, number=number, status=Entry.CHECKED_IN)
        for number, one in enumerate(characters, 1)
    ]


def last_here(user: User, *, hours: int = 5, stands: dict[str, int] | None = None) -> None:
    note_visit(user=user, stands=stands or {}, now=timezone.now() - timedelta(hours=hours))


@pytest.fixture
def ada(cast, client) -> User:
    user = owner_of(cast.ada)
    client.force_login(user)
    return user


@pytest.fixture
def autumn(ada):
    """A second league that Ada's owner has joined later, with a character of hers in it."""
    season = a_season("autumn")
    a_member(season, ada.username)
    extra = a_character(season, "Ada Autumn")
    extra.owner = ada
    extra.save()
    return season


def test_an_empty_desk_shows_three_ways_to_begin(season, client, text):
    client.force_login(a_member(season, "nia"))
    page = text("/")
    for words in ("Three ways to begin", "Register a character", "Create a league", "Look at the games"):
        assert words in page


def test_a_stranger_with_an_account_is_not_left_before_a_wall(season, client, text):
    client.force_login(User.objects.create_user("xenia"))
    page = text("/")
    assert "Join your club" in page and "Create a league" in page and "invitation to play along" not in page


def test_a_sheet_about_me_waits_for_me_until_it_is_confirmed(season, cast, ada, text):
    game = played(season, "g1", at(cast.ada, 70), at(cast.bo, 110, won=True), confirm=False, by=owner_of(cast.bo))
    assert "A result about you" in waiting(text) and f"/games/{game.game_id}/" in waiting(text)
    confirm_game(season_game=game, by=an_organiser(season))
    assert "A result about you" not in waiting(text)


def test_my_own_report_does_not_wait_for_me(season, cast, ada, text):
    played(season, "g1", at(cast.ada, 70), at(cast.bo, 110, won=True), confirm=False, by=ada)
    assert "A result about you" not in waiting(text)


def test_my_table_is_one_tap_away(season, cast, ada, client, text):
    tournament = a_tournament(season, status=Tournament.RUNNING)
    entries = enter(tournament, cast.ada, cast.bo, cast.cleo, cast.dev)
    a_round(a_stage(tournament, entries), entries)
    found = waiting(text)
    assert "Your table" in found and "Sit down" in found
    phone = found.split('href="')[1].split('"')[0]
    assert client.get(phone).status_code == 200 and phone.startswith("/t/")


def test_a_referee_is_called_and_a_player_is_not(season, cast, client, text):
    tournament = a_tournament(season, status=Tournament.RUNNING)
    entries = enter(tournament, cast.ada, cast.bo, cast.cleo, cast.dev)
    table = a_round(a_stage(tournament, entries), entries).tables.get()
    Table.objects.filter(pk=table.pk).update(frozen_at=timezone.now(), frozen_because="Bo says 90, Ada says 70.")
    client.force_login(a_member(season, "sam", "score_keeper"))
    assert "calls you" in waiting(text) and f"/tables/{table.pk}/rule/" in waiting(text)
    client.force_login(owner_of(cast.ada))
    assert "calls you" not in waiting(text)


def test_a_table_that_calls_its_organiser_waits_once(season, cast, client, text):
    tournament = a_tournament(season, status=Tournament.RUNNING)
    entries = enter(tournament, cast.ada, cast.bo, cast.cleo, cast.dev)
    table = a_round(a_stage(tournament, entries), entries).tables.get()
    game = played_table(table).game
    Sheet.objects.filter(game=game).update(status=Sheet.DISPUTED)
    client.force_login(an_organiser(season))
    assert waiting(text).count("Decide") == 1
    Table.objects.filter(pk=table.pk).update(frozen_at=timezone.now(), frozen_because="Bo says 90, Ada says 70.")
    assert waiting(text).count("Decide") == 1 and "calls you" in waiting(text)


def test_three_things_stand_on_the_desk_and_the_others_behind_them(season, cast, client, text):
    client.force_login(an_organiser(season))
    for number in range(4):
        played(season, f"open-{number}", at(cast.cleo, 100, won=True), at(cast.dev, 10), day=1 + number, confirm=False)
    first, others = waiting(text).split("And 1 more")
    assert first.count('class="deed ') == 3 and others.count('class="deed ') == 1


def test_who_founded_a_league_is_led_from_step_to_step(db, client, text):
    olga = User.objects.create_user("olga")
    league = create_league(name="New Club", by=olga)
    client.force_login(olga)
    assert "Start the first season" in waiting(text) and f"/leagues/{league.slug}/seasons/new/" in waiting(text)
    season = create_season(league=league, name="First", by=olga)
    assert f"/guests/?league={league.slug}" in waiting(text) and "Register the players" in waiting(text)
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    assert f"/enter/?season={season.slug}" in waiting(text) and "Enter the first result" in waiting(text)
    played(season, "g1", at(ada, 70), at(bo, 110, won=True))
    assert "Next step" not in waiting(text) and "Three ways to begin" not in desk(text)


def test_a_tournament_that_runs_is_one_tap_from_its_desk_and_never_missing(season, cast, ada, client, text):
    tournament = a_tournament(season, status=Tournament.RUNNING)
    assert tournament.name in ahead(text)
    client.force_login(an_organiser(season))
    assert f"/tournaments/{tournament.slug}/desk/" in ahead(text)
    assert "No tournament ahead" not in desk(text)


def test_a_tournament_that_waits_for_me_stands_on_the_desk_once(season, cast, ada, text):
    a_tournament(season, name="Summer Cup", slug="summer-cup", starts_at=timezone.now() + timedelta(days=2))
    assert desk(text).count("Summer Cup is open</bdi>") == 1
    assert 'href="/tournaments/summer-cup/"' not in desk(text) and "No tournament ahead" not in desk(text)


def test_my_place_in_the_season_stands_beside_my_character(season, cast, ada, text):
    assert "in <bdi>Spring</bdi>" not in desk(text)
    for day in (1, 2):
        reviewed(season, f"g{day}", at(cast.bo, 110, won=True), at(cast.ada, 60), day=day)
    mine = desk(text).split('id="characters-title"')[1].split("</section>")[0]
    assert "Place 2 in <bdi>Spring</bdi>" in mine and 'class="spark"' in mine


def test_the_season_shows_who_leads_and_where_i_stand_behind_them(season, cast, ada, text):
    seats = (at(cast.bo, 110, won=True), at(cast.cleo, 90), at(cast.dev, 80), at(cast.ada, 20))
    reviewed(season, "g1", *seats)
    leaders = desk(text).split('id="leaders-title"')[1].split("</section>")[0]
    assert leaders.count('class="position"') == 4 and leaders.index(">Dev<") < leaders.index(">Ada<")


def test_what_is_next_is_told_by_the_clock_of_its_place(season, cast, ada, text):
    starts = datetime(2090, 7, 1, 18, tzinfo=UTC)
    tournament = a_tournament(season, status=Tournament.PLANNED, starts_at=starts, zone="America/New_York")
    enter(tournament, cast.ada)
    assert "Sat 1 Jul, 14:00, New York time" in desk(text).split('id="next-title"')[1]
    Tournament.objects.update(zone="")
    season.league.zone = "Asia/Tokyo"
    season.league.save()
    assert "Sun 2 Jul, 03:00, Tokyo time" in desk(text).split('id="next-title"')[1]


def test_an_open_registration_waits_until_i_am_entered_and_is_next_then(season, cast, ada, text):
    soon = timezone.now() + timedelta(days=2)
    tournament = a_tournament(season, name="Summer Cup", slug="summer-cup", starts_at=soon)
    assert "Summer Cup is open" in waiting(text) and "/tournaments/summer-cup/register/" in waiting(text)
    enter(tournament, cast.ada)
    assert "Summer Cup is open" not in waiting(text)
    after = desk(text).split('id="next-title"')[1]
    assert "Summer Cup" in after and "is checked in, number 1" in after


def test_what_waits_in_any_of_my_leagues_is_on_one_desk(season, cast, ada, autumn, client, text):
    a_member(season, ada.username, "organiser")
    game = played(season, "waits-here", at(cast.bo, 70), at(cast.cleo, 110, won=True), confirm=False)
    page = desk(text)
    assert "League of autumn" in page and f"/games/{game.game_id}/confirm/" in page and "League of spring" in page


def test_the_league_one_chose_is_kept_and_the_others_stay_on_the_desk(season, ada, autumn, client, text):
    assert "League of autumn</bdi></a></p> <h1>My desk" in text("/")
    client.post("/leagues/choose/", {"league": season.league.slug})
    assert "League of spring</bdi></a></p> <h1>My desk" in text("/")
    assert client.get("/season/").headers["Location"] == season.get_absolute_url()
    client.logout()
    client.force_login(ada)
    assert "League of spring</bdi></a></p> <h1>My desk" in text("/")


def test_one_chooses_among_ones_own_leagues(season, ada, client):
    a_season("winter")
    assert client.post("/leagues/choose/", {"league": "league-of-winter"}).status_code == 404
    assert not Desk.objects.filter(user=ada).exists()


def test_a_league_that_one_has_left_is_no_longer_the_one_that_one_is_in(season, ada, autumn, text):
    choose_league(user=ada, league=season.league)
    ada.memberships.filter(league=season.league).delete()
    assert "League of autumn</bdi></a></p> <h1>My desk" in text("/")


def test_the_switcher_is_there_for_two_leagues_and_not_for_one(season, ada, client, text):
    assert "/leagues/choose/" not in text("/help/")
    a_member(a_season("autumn"), ada.username)
    assert "/leagues/choose/" in text("/help/")


def test_an_appointment_is_news_once(season, cast, ada, text):
    last_here(ada)
    reviewed(season, "g1", appointed(cast.ada), at(cast.bo, 60))
    news = desk(text).split('id="news-title"')[1]
    assert "promoted" in news and "Senior" in news and "/memos/" in news
    CareerEvent.objects.update(recorded_at=timezone.now() - timedelta(hours=3))
    last_here(ada, hours=1)
    assert "Since you were here" not in desk(text)


def test_what_no_longer_holds_and_a_correction_by_somebody_else_are_news(season, cast, ada, text):
    game = reviewed(season, "g1", appointed(cast.ada), at(cast.bo, 60))
    last_here(ada, hours=0)
    Desk.objects.update(since=timezone.now(), seen_at=timezone.now())
    sheet = a_sheet(at(cast.ada, 120, won=True), at(cast.bo, 60))
    correct_game(season_game=game, sheet=sheet, reason="Ada had 120", source=Sheet.WEB, by=an_organiser(season))
    review()
    news = desk(text).split('id="news-title"')[1]
    assert "No longer holds" in news and "corrected" in news and "Ada had 120" in news


def test_a_void_by_somebody_else_is_news(season, cast, ada, text):
    game = reviewed(season, "g1", at(cast.ada, 110, won=True), at(cast.bo, 60))
    last_here(ada)
    void_game(season_game=game, reason="Never played", by=an_organiser(season))
    assert "voided" in desk(text) and "Never played" in desk(text)


def test_being_overtaken_is_told_with_who_is_ahead(season, cast, ada, client, text):
    reviewed(season, "g1", at(cast.ada, 110, won=True), at(cast.bo, 60), day=1)
    assert client.post("/desk/seen/").status_code == 204
    reviewed(season, "g2", at(cast.bo, 110, won=True), at(cast.cleo, 60), day=2)
    Desk.objects.update(seen_at=timezone.now() - timedelta(hours=2), since=None)
    news = desk(text).split('id="news-title"')[1]
    assert "overtaken" in news and "1st before, 2nd now, in Spring. Bo is next above." in news


def test_a_claim_is_news_for_the_organiser(season, cast, client, text):
    olga = an_organiser(season)
    last_here(olga)
    nobodys = a_character(season, "Gus")
    nobodys.owner = None
    nobodys.save()
    link = nobodys.claim_links
    make_claim_link(character=nobodys, by=olga)
    claim_character(link=link.get(), user=a_member(season, "gil"))
    client.force_login(olga)
    assert "claimed" in desk(text) and "By gil." in desk(text) and "/characters/gus/claims/" in desk(text)


def test_all_my_characters_are_there_the_one_that_played_most_first(season, cast, ada, autumn, text):
    for number in range(4):
        extra = a_character(season, f"Aaron {number}")
        extra.owner = ada
        extra.save()
    reviewed(season, "g1", at(cast.ada, 110, won=True), at(cast.bo, 60))
    mine = desk(text).split('id="characters-title"')[1]
    assert mine.index(">Ada<") < mine.index("Aaron 0") and "Aaron 3" in mine and "Ada Autumn" in mine


def test_my_last_memo_is_on_the_desk(season, cast, ada, text):
    assert "Last memo" not in desk(text)
    reviewed(season, "g1", appointed(cast.ada), at(cast.bo, 60))
    mine = desk(text).split('id="characters-title"')[1].split("</section>")[0]
    assert "Last memo" in mine and "/memos/" in mine


def test_who_sits_with_me_most_often_is_named_first(season, cast, ada, text):
    reviewed(season, "g1", at(cast.ada, 110, won=True), at(cast.cleo, 60), day=1)
    for day in (2, 3):
        reviewed(season, f"g{day}", at(cast.ada, 110, won=True), at(cast.bo, 60), day=day)
    people = desk(text).split('id="companions-title"')[1]
    assert people.index("Bo") < people.index("Cleo") and "2 games together" in people


def a_refused_import(season, organiser, **fields):
    return FileImport.objects.create(
        **{"league": season.league, "kind": "results", "name": "broken.csv", "status": "refused", **fields},
        uploaded_by=organiser,
    )


def test_a_refused_import_goes_when_a_mended_file_went_in(season, client, text):
    olga = an_organiser(season)
    client.force_login(olga)
    a_refused_import(season, olga)
    a_refused_import(season, olga, kind="characters", name="people.csv")
    assert "broken.csv" in desk(text)
    a_refused_import(season, olga, name="mended.csv", status="done")
    assert "broken.csv" not in desk(text) and "people.csv" in desk(text)


def test_a_refused_import_can_be_dismissed_by_an_organiser_alone(season, client, text):
    olga = an_organiser(season)
    refused = a_refused_import(season, olga)
    client.force_login(a_member(season, "pia"))
    assert client.post(f"/imports/{refused.pk}/dismiss/").status_code == 403
    client.force_login(olga)
    assert "broken.csv" in desk(text)
    client.post(f"/imports/{refused.pk}/dismiss/")
    assert "is off your desk" in desk(text)
    assert "broken.csv" not in desk(text)
    assert "broken.csv" in text(f"/leagues/{season.league.slug}/imports/")


def test_a_file_under_way_cannot_be_dismissed(season, client):
    olga = an_organiser(season)
    running = a_refused_import(season, olga, status="running")
    client.force_login(olga)
    client.post(f"/imports/{running.pk}/dismiss/")
    running.refresh_from_db()
    assert running.dismissed_at is None


def test_a_desk_takes_as_many_queries_for_many_characters_games_and_people(season, cast, ada, client, queries):
    reviewed(season, "g0", at(cast.ada, 110, won=True), at(cast.bo, 60))
    played(season, "open-0", at(cast.ada, 70), at(cast.bo, 110, won=True), confirm=False, by=owner_of(cast.bo))
    before = queries(client, "/")
    for number in range(1, 6):
        extra = a_character(season, f"Extra {number}")
        extra.owner = ada
        extra.save()
        reviewed(season, f"g{number}", at(extra, 100 + number, won=True), at(cast.dev, 40), day=number)
        played(season, f"open-{number}", at(extra, 70), at(cast.bo, 110, won=True), confirm=False, day=10)
    assert queries(client, "/") <= before + 1  # one more where some are level


def test_looking_writes_nothing_and_saying_so_does(season, ada, client):
    client.get("/")
    assert not Desk.objects.exists()
    assert client.get("/desk/seen/").status_code == 405
    client.post("/desk/seen/")
    assert Desk.objects.get(user=ada).seen_at is not None
