"""A tournament before, while and after it is played, as everybody reads it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.rules.points import UNIT
from league.models import Entry, Round, Ruling, Stage, StageEntry, Tournament
from tests.factories.characters import a_character
from tests.factories.evening import an_evening
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
URL = "/tournaments/spring-open/"


def test_the_list_says_what_to_do_where_there_is_none(text, client, season):
    assert "Organisers of a league plan them" in text("/tournaments/")


def test_the_list_sorts_by_running_coming_and_past(text):
    evening = an_evening()
    season = evening.tournament.season
    soon = timezone.now() + timedelta(days=3)
    a_tournament(season, name="Summer Cup", slug="summer", starts_at=soon, capacity=16)
    a_tournament(season, name="Winter Cup", slug="winter", status=Tournament.FINISHED)
    a_tournament(season, name="Rain Cup", slug="rain", status=Tournament.CANCELLED)
    page = text("/tournaments/")
    places = [page.index(word) for word in ("Running now", "Spring Open", "Coming", "Summer Cup", "Past", "Winter Cup")]
    assert places == sorted(places)
    assert "Swiss, round 2 of 3" in page and "0 of 16" in page and "Cancelled" in page


def test_a_player_finds_the_own_table_on_the_list_and_at_home(text, client):
    evening = an_evening()
    client.force_login(evening.owner(0))
    for url in ("/tournaments/", URL):
        page = text(url)
        assert "Your tables now" in page and "Ada</bdi>, seat 4" in page
    assert "Your table<" in text("/") and "Ada: table 1, seat 4" in text("/")
    client.force_login(evening.owner(5))
    assert "Your tables now" not in text("/tournaments/")


def test_running_tournaments_stand_on_the_home_page(text):
    an_evening()
    assert "Being played now" in text("/")


@pytest.mark.parametrize("url", ["/seasons/spring/games/", "/leagues/league-of-spring/", "/characters/ada/career/"])
def test_tournaments_are_linked_from_season_league_and_personnel_file(text, url):
    an_evening()
    assert 'href="/tournaments/spring-open/"' in text(url)


def test_who_may_enter_is_asked_to_register_for_the_tournament_and_not_to_make_a_character(text, client):
    tournament = a_tournament()
    ada = a_character(tournament.season, "Ada")
    client.force_login(owner_of(ada))
    page = text(URL)
    assert "Register for this tournament" in page.partition("<main")[2].partition("</main>")[0]
    assert "Register a character" not in page.partition("<main")[2].partition("</main>")[0]


def test_before_the_start_it_says_what_when_where_and_how_many(text, client):
    tournament = a_tournament(capacity=8, place="Guildhall")
    Stage.objects.create(tournament=tournament, number=1, name="Swiss", format=Stage.SWISS, rounds=4)
    entries = entered(tournament, 3, status=Entry.REGISTERED)
    page = text(URL)
    assert "3 of 8 entered" in page and "Guildhall" in page and "4 rounds" in page
    client.force_login(entries[0].character.owner)
    assert "registered, number 1" in text(URL)


def test_a_cancelled_one_says_so(text):
    tournament = a_tournament(status=Tournament.CANCELLED)
    tournament.events.create(kind="cancelled", text="Cancelled: the hall is flooded.")
    assert "the hall is flooded" in text(URL)


def test_standings_show_points_byes_penalties_and_who_dropped(text):
    evening = an_evening()
    Ruling.objects.create(
        tournament=evening.tournament,
        round=evening.first,
        entry=evening.entries[1],
        kind=Ruling.PENALTY,
        units=10 * UNIT,
        reason="Late.",
    )
    Entry.objects.filter(pk=evening.entries[3].pk).update(status=Entry.DROPPED)
    page = text(URL)
    assert "1 bye: 36.00" in page and "penalty: −10.00" in page and "dropped" in page
    assert page.index("/characters/ada/") < page.index("/characters/bo/") < page.index("/characters/dev/")
    assert page.count('class="position"') == 9


def test_own_rows_are_marked_and_shown_although_they_are_elsewhere(text, client):
    tournament = a_tournament()
    entries = entered(tournament, 60)
    stage = a_stage(tournament, entries)
    played = a_round(stage, entries[:4])
    played_table(played.tables.get())
    last = stage.tournament.entries.get(number=4)
    client.force_login(last.character.owner)
    assert text(URL).count("is-you") == 1
    assert text(URL + "?page=2").count('class="position"') == 11
    assert text(URL + "?q=Person+1").count('class="position"') == 8


@pytest.mark.parametrize("query", ["?page=99", "?page=x", "?stage=9", "?stage=x", "?q=%00", "?page=" + "9" * 40])
def test_an_odd_address_still_shows_the_tournament(text, query):
    an_evening()
    assert "Spring Open" in text(URL + query)


def test_a_name_that_nobody_has_is_said(text):
    an_evening()
    assert "Nobody by that name" in text(URL + "?q=Zebulon")


def test_why_here_tells_tie_breaks_tables_byes_and_neighbours(text):
    an_evening()
    page = text(URL + "why/1/iris/")
    assert "number 5 of 9" in page and "Bye: the average" in page and "36.00" in page and "is above" in page
    page = text(URL + "why/1/ada/")
    assert "Table 1, place 1" in page and "60.00" in page and "First places" in page


def test_why_here_is_a_fragment_for_htmx(text):
    an_evening()
    fragment = text(URL + "why/1/ada/", **{"HX-Request": "true"})
    assert "<html" not in fragment and "First places" in fragment


@pytest.mark.parametrize("path", ["why/2/ada/", "why/1/nobody/", "why/1/zoe/"])
def test_why_of_what_is_not_there_is_not_found(client, path):
    evening = an_evening()
    a_character(evening.tournament.season, "Zoe")
    assert client.get(URL + path).status_code == 404


def test_entries_are_listed_and_found(text):
    evening = an_evening()
    Entry.objects.filter(pk=evening.entries[2].pk).update(status=Entry.WAITING)
    page = text(URL + "entries/")
    assert (
        page.index("/characters/ada/") < page.index("/characters/bo/")
        and "/characters/cleo/" not in page
        and "1 more wait" in page
    )
    assert "Nobody by that name" in text(URL + "entries/?q=Zebulon")


def test_the_end_has_a_podium_and_the_points_of_each_stage_stand_apart(text):
    tournament = a_tournament()
    entries = entered(tournament, 8)
    swiss = a_stage(tournament, entries, status=Stage.ENDED)
    played = a_round(swiss, entries[:4], entries[4:], status=Round.ENDED)
    for table in played.tables.all():
        played_table(table)
    final = Stage.objects.create(
        tournament=tournament, number=2, name="Final", format=Stage.KNOCK_OUT, cut=4, status=Stage.ENDED
    )
    finalists = [entries[0], entries[4], entries[1], entries[5]]
    StageEntry.objects.bulk_create(
        [StageEntry(stage=final, entry=entry, seeding=at) for at, entry in enumerate(finalists, 1)]
    )
    last = a_round(final, finalists, status=Round.ENDED)
    played_table(last.tables.get(), [1, 2, 10, 20])
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.FINISHED, finished_at=timezone.now())
    page = text(URL)
    podium_end = page.index("</ol>")
    podium = page[page.index('class="podium"') : podium_end]
    assert podium.index(">Finn<") < podium.index(">Bo<") < podium.index(">Eve<") and ">Ada<" not in podium
    swiss_table, final_table = page.index("<h3><bdi>Swiss"), page.index("<h3><bdi>Final")
    assert podium_end < final_table < page.index(">Finn<", final_table) < swiss_table
    assert [page.count('class="position"', *part) for part in ((final_table, swiss_table), (swiss_table,))] == [4, 4]
    assert page.count(">Points</th>") == 2
    assert "Why is Ada here?" in text(URL + "?stage=1")


def rows_of(page: str) -> list[str]:
    return [row.partition("</tr>")[0] for row in page.partition("<tbody>")[2].split("<tr")[1:]]


def test_the_final_standings_have_points_tie_breaks_and_places_in_the_row(text):
    tournament = a_tournament()
    entries = entered(tournament, 8)
    swiss = a_stage(tournament, entries, status=Stage.ENDED)
    for number, halves in enumerate((entries, entries[::2] + entries[1::2]), start=1):
        played = a_round(swiss, halves[:4], halves[4:], number=number, status=Round.ENDED)
        for table in played.tables.all():
            played_table(table)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.FINISHED, finished_at=timezone.now())
    rows = rows_of(text(URL))
    assert len(rows) == 8 and not any("Swiss" in row for row in rows)
    first = next(row for row in rows if ">Ada<" in row)
    assert ">1, 1<" in first and ">120.00<" in first


@pytest.mark.parametrize("number", [8, 24])
def test_the_queries_of_the_final_standings_do_not_grow(client, django_assert_max_num_queries, number):
    tournament = a_tournament(status=Tournament.FINISHED)
    entries = entered(tournament, number)
    swiss = a_stage(tournament, entries, status=Stage.ENDED)
    played = a_round(swiss, *[entries[at : at + 4] for at in range(0, number, 4)], status=Round.ENDED)
    for table in played.tables.all():
        played_table(table)
    with django_assert_max_num_queries(15):
        client.get(URL)


def test_an_organiser_is_offered_the_print_of_the_standings(text, client):
    evening = an_evening()
    assert "Print these standings" not in text(URL)
    client.force_login(a_member(evening.tournament.season, "keeper", "score_keeper"))
    assert "Print these standings" in text(URL)
    client.force_login(an_organiser(evening.tournament.season))
    assert "Print these standings" in text(URL)


@pytest.mark.parametrize("path", ["", "entries/", "rounds/", "draws/", "screen/", "rounds/1/1/", "why/1/ada/"])
def test_an_unknown_tournament_is_not_found(client, db, path):
    assert client.get(f"/tournaments/nowhere/{path}").status_code == 404


def test_the_number_of_queries_does_not_grow(client, queries):
    tournament = a_tournament()
    entries = entered(tournament, 24)
    stage = a_stage(tournament, entries)
    played = a_round(stage, *[entries[at : at + 4] for at in range(0, 24, 4)])
    urls = [URL, URL + "entries/", URL + "rounds/1/1/", URL + "screen/", URL + "screen/?show=names", "/tournaments/"]
    first = played.tables.first()
    assert first is not None
    played_table(first)
    before = [queries(client, url) for url in urls]
    for table in played.tables.all()[1:]:
        played_table(table)
    after = [queries(client, url) for url in urls]
    assert all(now <= then + 1 for now, then in zip(after, before, strict=True)), (before, after)  # 1: a late tie-break


def test_while_it_runs_the_standings_come_before_the_search_and_afterwards_behind_it(text):
    tournament = a_tournament()
    entries = entered(tournament, 13)
    a_stage(tournament, entries)
    page = text(URL)
    assert page.index('class="position"') < page.index("Find a character")
    assert f'href="{URL}screen/"' in page.partition("Take it with you")[2], "a phone hides the button of the head"
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.FINISHED)
    page = text(f"{URL}?stage=1")
    assert page.index("Find a character") < page.index('class="position"')
