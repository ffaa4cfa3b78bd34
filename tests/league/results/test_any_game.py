"""What the site does with a game, it does with eleven: the five built-in ones and six that a club describes."""

import csv
import io
import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from openskill.models import PlackettLuce
from rest_framework.test import APIClient

from games.models import Sheet
from games.queries.sheets import newest_sheet, score_sheet
from games.rules.systems import outcome
from games.services.review import review_waiting
from league.clubs.services.own_games import add_game, change_game
from league.forecasts.services import make_season_forecasts
from league.models import Notice, Rating
from league.notices.services.outbox import tell_events
from league.results.services.games import confirm_game, correct_game, dispute_game, report_game, void_game
from league.results.services.import_results import import_results
from league.results.services.preview import preview_report
from league.sheets.forms.drafts import Draft
from league.site.queries.exports import bg_stats_json, results_csv
from league.standings.queries.standings import standings
from league.standings.services.ratings import update_ratings
from league.standings.services.summaries import summarise
from tests.factories.any_game import ELEVEN, a_game_to_play, any_sheet, as_score
from tests.factories.careers import differences, level
from tests.factories.definitions import a_number
from tests.factories.pages import text
from tests.factories.people import an_organiser

pytestmark = pytest.mark.django_db


@pytest.fixture(params=ELEVEN)
def game(request, staffed):
    season, *people = staffed
    system = a_game_to_play(season.league, request.param)
    return SimpleNamespace(
        key=request.param,
        system=system,
        season=season,
        people=people[:4],
        sheet=lambda day=1, turned=0: any_sheet(
            system, request.param, people[:4], day=day, turned=turned, with_variants=request.param == "sum"
        ),
        organiser=an_organiser(season),
    )


def reported(game, *, confirm=True, day=1, turned=0, reference=""):
    return report_game(
        season=game.season,
        reference=reference,
        sheet=game.sheet(day, turned),
        source=Sheet.WEB,
        confirm=confirm,
        by=game.organiser,
    )


def held(season_game):
    """What is stored of a game, as a sheet."""
    return score_sheet(newest_sheet(season_game.game_id))


def test_the_form_takes_it(game, client: Client):
    client.force_login(game.organiser)
    sheet = game.sheet()
    form = dict(Draft.of(sheet).wire()) | {"season": game.season.slug, "played_at": "2026-01-01T18:00", "go": "send"}
    form["winner"] = [str(line.seat) for line in sheet.seats if line.won and game.system.STATED]
    answer = client.post(reverse("result_enter"), form)
    assert answer.status_code == 302, text(answer)
    stored = score_sheet(Sheet.objects.get())
    assert [line.figures for line in stored.seats] == [line.figures for line in sheet.seats]
    assert outcome(stored).won == outcome(sheet).won and stored.settings == sheet.settings
    assert escape(game.system.NAME) in text(client.get(answer.headers["Location"]))


def test_the_api_takes_it_and_gives_it_back(game):
    client, sheet = APIClient(), game.sheet()
    client.force_authenticate(game.organiser)
    body = {"season": game.season.slug, "system": game.system.ID, "edition": "london", "mode": sheet.mode}
    body |= {
        "settings": dict(sheet.settings),
        "target": sheet.target,
        "played_at": sheet.played_at.isoformat(),
        "reference": "a1",
    }
    seats = [
        {"seat": line.seat, "character": line.name, "won": line.won, "score": as_score(line.figures)}
        for line in sheet.seats
    ]
    answer = client.post("/api/v1/games/", body | {"seats": seats}, format="json")
    assert answer.status_code == 201, answer.json()
    stored = client.get(f"/api/v1/games/{answer.json()['id']}/").json()
    assert stored["system"] == game.system.ID and stored["sheets"][-1]["settings"] == dict(sheet.settings)
    assert [seat["score"] for seat in stored["seats"]] == [as_score(line.figures) for line in sheet.seats]
    assert [row["id"] for row in client.get(f"/api/v1/games/?system={game.system.ID}").json()["results"]] == [
        stored["id"]
    ]


@pytest.mark.parametrize("write", [results_csv, bg_stats_json])
def test_files_give_it_back_unchanged(game, write):
    first = held(reported(game, reference="f1"))
    data = write(game.season.league)
    again = import_results(league=game.season.league, outside_season=True, data=data)
    assert (again.recorded, again.skipped) == (0, 1)
    if write is results_csv:
        changed = [{**row, "game": "f2", "played_at": "2026-01-02T18:00:00Z"} for row in read(data)]
        assert import_results(league=game.season.league, outside_season=True, data=written(changed)).recorded == 1
        second = held(game.season.season_games.get(reference="f2"))
        assert [line.figures for line in second.seats] == [line.figures for line in first.seats]
        assert outcome(second) == outcome(first) and second.definition == first.definition
        assert second.settings == first.settings


@pytest.mark.parametrize("write", [results_csv, bg_stats_json])
def test_files_give_back_what_an_earlier_version_of_a_game_wrote(staffed, write):
    season, ada, bo, *_ = staffed
    fish, gold = a_number("fish", "Fish"), a_number("gold", "Gold", required=False)
    otters = {"name": "Otters", "seats": [2, 4], "ends": "most_points", "columns": [fish, gold]}
    game = add_game(league=season.league, content=otters, by=None)
    header = {"season": season.slug, "system": game.system, "edition": "", "won": ""}

    def rows(reference: str, **columns: tuple[int, int]) -> list[dict[str, str]]:
        seats = [{name: str(values[at]) for name, values in columns.items()} for at in (0, 1)]
        places = [{"seat": str(at), "character": who.name} for at, who in enumerate((ada, bo), 1)]
        day = {"game": reference, "played_at": "2026-01-01T18:00:00Z"}
        return [day | header | place | seat for place, seat in zip(places, seats, strict=True)]

    def brought(data: bytes) -> tuple[int, int]:
        summary = import_results(league=season.league, outside_season=True, data=data)
        return summary.recorded, summary.skipped

    assert brought(written(rows("f1", fish=(12, 7), gold=(1, 0)))) == (1, 0)
    first = held(season.season_games.get(reference="f1"))
    game.refresh_from_db()
    changed = {**otters, "name": "Sea otters", "columns": [a_number("trout", "Fish"), gold]}
    change_game(game=game, content=changed, seen=1, by=None)
    assert brought(write(season.league)) == (0, 1)
    assert brought(written(rows("f2", fish=(12, 7)) + rows("f3", fish=("", ""), trout=(3, 9)))) == (2, 0)
    second, third = (held(season.season_games.get(reference=reference)) for reference in ("f2", "f3"))
    assert second.definition == first.definition != third.definition
    assert (outcome(second).won, outcome(third).won) == ({1}, {2})


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def written(rows: list[dict[str, str]]) -> bytes:
    out = io.StringIO()
    table = csv.DictWriter(out, list(dict.fromkeys(name for row in rows for name in row)))
    table.writeheader()
    table.writerows(rows)
    return out.getvalue().encode()


def test_it_is_confirmed_disputed_corrected_and_voided(game):
    waits = reported(game, confirm=False)
    dispute_game(season_game=waits, reason="Bo counted again.", by=game.organiser)
    confirm_game(season_game=waits, by=game.organiser)
    corrected = correct_game(
        season_game=waits,
        sheet=game.sheet(turned=1),
        source=Sheet.WEB,
        reason="Two seats were mixed up.",
        by=game.organiser,
    )
    assert corrected.version == 2 and outcome(held(waits)) == outcome(game.sheet(turned=1))
    void_game(season_game=waits, reason="It was a demonstration.", by=game.organiser)
    review_waiting()
    assert standings(game.season).tallies == {} and differences() == []


def test_a_preview_changes_nothing_and_says_what_follows(game):
    found = preview_report(season=game.season, reference="p1", sheet=game.sheet(), by=game.organiser)
    assert found is not None and not Sheet.objects.exists()


def test_it_counts_in_the_standings(game):
    reported(game)
    ada, *_ = game.people
    table = standings(game.season, system=game.system.ID)
    assert set(table.tallies) == {who.pk for who in game.people}
    winners = {game.people[seat - 1].pk for seat in outcome(game.sheet()).won}
    assert ada.pk in winners and {pk for pk, tally in table.tallies.items() if tally.wins} == winners


def test_it_is_rated_once_games_are_enough(game):
    for day in range(1, 7):
        reported(game, day=day, reference=f"r{day}")
    while update_ratings():
        pass
    page = text(Client().get(reverse("rating_list", args=[game.season.league.slug])))
    assert escape(game.system.NAME) in page


def test_pages_of_its_people_know_it_and_no_career_follows_but_of_careers(game, client: Client):
    reported(game)
    review_waiting()
    ada, *_ = game.people
    for name in ("character_detail", "character_numbers"):
        page = text(client.get(reverse(name, args=[ada.slug])))
        assert name == "character_detail" or escape(game.system.NAME) in page, name
    assert level(ada) == "entry" and differences() == []


@pytest.mark.parametrize("size", ["a4", "a5", "letter"])
def test_it_has_a_sheet_on_paper(game, client: Client, size):
    answer = client.get(f"/play/{game.system.ID}/sheet/4.pdf?size={size}")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    assert escape(game.system.NAME) in text(client.get(f"/play/{game.system.ID}/sheet/4/"))


def test_sides_rate_as_sides(staffed):
    """North and South play each other: two of a side gain alike, and who is on the losing one loses with it."""
    season, *people = staffed
    system = a_game_to_play(season.league, "sides")
    for day in range(1, 3):
        sheet = any_sheet(system, "sides", people[:4], day=day)
        report_game(season=season, reference=f"s{day}", sheet=sheet, source=Sheet.WEB, confirm=True)
    while update_ratings():
        pass
    mu = dict(Rating.objects.values_list("character", "mu"))
    ada, bo, cleo, dev = (mu[who.pk] for who in people[:4])
    assert ada == cleo > bo == dev
    model = PlackettLuce()
    won, lost = [model.rating(), model.rating()], [model.rating(), model.rating()]
    for _ in range(2):
        won, lost = model.rate([won, lost])
    assert (ada, bo) == pytest.approx((won[0].mu, lost[0].mu))


def test_who_loses_together_wins_nothing(staffed):
    season, *people = staffed
    system = a_game_to_play(season.league, "together")
    sheet = any_sheet(system, "together", people[:3])
    lost = replace(sheet, seats=tuple(replace(line, won=False) for line in sheet.seats))
    report_game(season=season, reference="l1", sheet=lost, source=Sheet.WEB, confirm=True)
    review_waiting()
    tallies = standings(season).tallies.values()
    assert {tally.wins for tally in tallies} == {0} and len({tally.points for tally in tallies}) == 1
    assert differences() == []


def test_who_plays_alone_has_a_result(staffed):
    season, ada, *_ = staffed
    system = a_game_to_play(season.league, "fewest")
    report_game(
        season=season, reference="one", sheet=any_sheet(system, "fewest", [ada]), source=Sheet.WEB, confirm=True
    )
    review_waiting()
    assert standings(season).tallies[ada.pk].games == 1 and differences() == []


def test_its_people_are_told_of_it_and_the_season_is_foreseen_from_it(game):
    game.season.ends_on = timezone.localdate() + timedelta(days=30)
    game.season.save(update_fields=["ends_on"])
    for day in range(1, 4):
        reported(game, day=day, turned=day % 4)
    tell_events()
    notices = Notice.objects.filter(kind="result").values_list("user__username", "text")
    assert {user for user, _ in notices} == {"ada", "bo", "cleo", "dev"}
    assert all(game.system.NAME in words for _, words in notices)
    review_waiting()
    assert make_season_forecasts() == 1
    page = text(Client().get(reverse("season_odds", args=[game.season.slug])))
    assert all(escape(who.name) in page for who in game.people) and re.search(r"\d %", page)


def test_its_games_are_filtered_by_what_they_were_played_with(staffed, client: Client, settings):
    season, *people = staffed
    system = a_game_to_play(season.league, "sum")
    for day, with_variants in enumerate((True, False, False), 1):
        sheet = any_sheet(system, "sum", people, day=day, with_variants=with_variants)
        report_game(season=season, reference=f"v{day}", sheet=sheet, source=Sheet.WEB, confirm=True)
    asked = {"system": system.ID, "variant": "harbours"}
    ada, bo, league = people[0].slug, people[1].slug, season.league.slug
    assert "1 game together" in text(client.get(reverse("head_to_head", args=[ada, bo]), asked))
    a_game_to_play(season.league, "fewest")
    page = text(client.get(reverse("season_games", args=[season.slug]), asked | {"q": "v"}))
    assert ">v1<" in page and ">v2<" not in page and "Harbours" in page
    corrected = season.season_games.get(reference="v2")
    for with_variants in (True, False):
        sheet = any_sheet(system, "sum", people, day=2, with_variants=with_variants)
        correct_game(season_game=corrected, sheet=sheet, reason="without", source=Sheet.WEB)
        page = text(client.get(reverse("season_games", args=[season.slug]), asked | {"q": "v"}))
        assert (">v2<" in page) is with_variants, "as its newest sheet says"
    records = reverse("league_records", args=[league])
    assert "3 games" in text(client.get(records, {"system": system.ID, "variant": "sails"})), "no such variant"
    few = text(client.get(records, asked))
    settings.SUMMARISED_FROM = 1
    while summarise():
        pass
    many = text(client.get(records, asked))
    assert all("1 game" in page and "in a row" not in page for page in (few, many))


def pages_of(game, season_game):
    league, season = game.season.league.slug, game.season.slug
    ada, bo, *_ = (who.slug for who in game.people)
    yield from (reverse(name, args=[season_game.game_id]) for name in ("game_detail", "game_share", "game_play_code"))
    yield from (
        reverse(name, args=[season])
        for name in (
            *("season_detail", "season_games", "season_race", "season_companies", "division_list", "season_odds"),
            *("annual_report", "season_share", "season_embed", "season_card"),
        )
    )
    yield f"{reverse('season_detail', args=[season])}?system={game.system.ID}"
    yield f"{reverse('season_games', args=[season])}?system={game.system.ID}"
    yield reverse("season_why", args=[season, ada])
    yield from (
        reverse(name, args=[league]) for name in ("league_records", "league_ledger", "rating_list", "own_games")
    )
    yield reverse("rating_history", args=[league, game.system.ID, ada])
    yield f"{reverse('league_records', args=[league])}?system={game.system.ID}"
    yield reverse("head_to_head", args=[ada, bo])
    yield from (
        reverse(name, args=[ada])
        for name in ("character_career", "character_memos", "character_plan", "character_share")
    )
    yield from (f"{reverse('result_enter')}?{more}" for more in (f"again={season_game.game_id}", f"season={season}"))
    yield reverse("game_correct", args=[season_game.game_id])
    yield from (f"/api/v1/{what}" for what in (f"seasons/{season}/standings/?system={game.system.ID}", "ratings/"))
    yield from ("/play/sheets/", "/me/", "/search/?q=Ada", "/enter/offline/known/")


def test_every_page_that_could_show_it_does(game, client: Client):
    for day in range(1, 7):
        last = reported(game, day=day, turned=day % 4, reference=f"e{day}")
    review_waiting()
    while update_ratings():
        pass
    client.force_login(game.organiser)
    answers = {url: client.get(url).status_code for url in pages_of(game, last)}
    assert {url: status for url, status in answers.items() if status not in (200, 302)} == {}
