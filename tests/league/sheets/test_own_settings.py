"""A game with settings of its own: on paper, in the form, in a file and in the API the same values, and read back."""

import csv
import io
import json
import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from characters.rules.choices import QUESTIONS, of_one_game
from games.models import GameRecord, Sheet
from games.queries.sheets import score_sheet, seals_of
from games.rules.systems import SYSTEMS
from league.core.services.uploads import FileRefused
from league.models import SeasonGame
from league.results.queries.check import sheet_differences
from league.results.services.import_results import import_results
from league.results.services.prepared_tables import Chair, PreparedTable, prepared
from tests.factories.files import csv_file
from tests.factories.games import a_game_of
from tests.factories.games_of_bots import played_by_bots
from tests.factories.pages import inputs, text
from tests.factories.people import an_organiser
from tests.factories.seasons import set_house_rules
from tests.factories.sheets import FIGURES
from tests.factories.thursday_club import ThursdayClub, a_report, post_game

pytestmark = pytest.mark.django_db
ENTER = reverse("result_enter")
OWN, CELL = {"deals": 2, "auto_pass": True}, "deals=2;auto_pass=yes"
TYPED = {"career_poker__deals": "2", "career_poker__auto_pass": "True"}


@pytest.fixture
def people(cast):
    return list(vars(cast).values())


@pytest.fixture
def organiser(client, season):
    client.force_login(an_organiser(season))
    return client


def form_of(season, people, go="send", **changes):
    form = {"system": "career_poker", "season": season.slug, "token": "t", "edition": "london", "go": go}
    form |= {"played_at": "2026-01-06T18:00", "reference": "g1", **TYPED}
    for number, (who, figures) in enumerate(zip(people, FIGURES["career_poker"], strict=True), 1):
        form[f"seat-{number}-character"] = str(who.pk)
        form |= {f"seat-{number}-{name}": value for name, value in figures.items()}
    return form | changes


def test_the_form_keeps_what_was_played_and_the_page_of_the_game_says_it(organiser, season, people):
    assert dict(inputs(organiser.post(ENTER, form_of(season, people, go="figures")))).items() >= TYPED.items()
    organiser.post(ENTER, form_of(season, people))
    made = SeasonGame.objects.get()
    assert made.game.sheets.get().own_settings == OWN
    page = text(organiser.get(reverse("game_detail", args=[made.game_id])))
    assert "Played with its own settings" in page and "How many deals are played? <strong>2</strong>" in page


def test_the_form_says_what_can_not_be_chosen_for_one_game(organiser, season, people):
    page = text(organiser.post(ENTER, form_of(season, people, career_poker__deals="500")))
    assert "less than or equal to 100" in page and not SeasonGame.objects.exists()
    organiser.post(ENTER, form_of(season, people, career_poker__scoring="last_deal", settings="deals=5"))
    assert Sheet.objects.get().own_settings == OWN


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_each_setting_is_a_question_of_the_form_and_its_name_is_typed_nowhere(organiser, season, system):
    asked = of_one_game(QUESTIONS[system])
    page = text(organiser.get(ENTER, {"season": season.slug, "system": system}))
    assert all(f'name="{system}__{name}"' in page and f">{name}<" not in page for name in asked)
    assert 'name="settings"' not in page and not re.search(r">[^<]*\b[a-z]+_[a-z_]+=", page)
    paper = text(organiser.get(f"/play/{system}/sheet/4/"))
    assert ("This game’s own settings" in paper) == bool(asked) and not any(f"{name}=" in paper for name in asked)


def test_a_correction_begins_with_them_and_shows_what_changes(organiser, season, people):
    organiser.post(ENTER, form_of(season, people))
    made = SeasonGame.objects.get()
    url = reverse("game_correct", args=[made.game_id])
    form = dict(inputs(organiser.get(url)))
    assert form.items() >= {"career_poker__deals": "2"}.items()
    changed = form | TYPED | {"career_poker__auto_pass": "", "reason": "They were asked."}
    assert "Its own settings" in text(organiser.post(url, changed | {"go": "check"}))
    organiser.post(url, changed | {"go": "send"})
    assert made.game.sheets.latest("version").own_settings == {"deals": 2}
    assert list(sheet_differences(made.game_id, made.game_id)) == []


def test_a_file_brings_them_and_the_export_takes_them_along(season, people, client):
    columns = ("game", "played_at", "season", "system", "edition", "settings", "seat", "character", "won", "positions")
    whole = {"game": "g1", "played_at": "2026-01-01T18:00:00Z", "season": "spring", "system": "career_poker"}
    rows = [
        {**whole, "edition": "london", "settings": CELL, "seat": seat, "character": who.name, **figures}
        for seat, (who, figures) in enumerate(zip(people, FIGURES["career_poker"], strict=True), 1)
    ]
    assert import_results(league=season.league, outside_season=True, data=csv_file(columns, rows)).recorded == 1
    assert Sheet.objects.get().own_settings == OWN
    assert import_results(league=season.league, outside_season=True, data=csv_file(columns, rows)).skipped == 1
    data = client.get("/seasons/spring/export/results.csv")
    content = b"".join(data) if data.streaming else data.content
    assert next(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))["settings"] == CELL
    assert import_results(league=season.league, outside_season=True, data=content).skipped == 1
    other = [row | {"settings": "deals=3"} for row in rows]
    with pytest.raises(FileRefused):
        import_results(league=season.league, outside_season=True, data=csv_file(columns, other))


def test_the_api_takes_and_gives_the_same_values(thursday: ThursdayClub):
    own = {"trading": False, "offers_per_turn": 3}
    answer = post_game(thursday, settings=own)
    assert answer["settings"] == own
    read = thursday.client().get(f"/api/v1/games/{answer['id']}/").json()
    assert read["settings"] == own == read["sheets"][0]["settings"]
    assert post_game(thursday, settings="trading=no;offers_per_turn=3", reference="again")["settings"] == own
    assert post_game(thursday, reference="plain")["settings"] == {}


@pytest.mark.parametrize("told", [["trading"], "tempo=4", {"tempo": 4}, {"offers_per_turn": 99}, {"checkpoints": [5]}])
def test_the_api_refuses_what_one_game_can_not_choose(thursday: ThursdayClub, told):
    response = thursday.client("otto").post("/api/v1/games/", a_report(settings=told), format="json")
    assert response.status_code in (400, 422)
    assert [one["attr"] for one in response.json()["errors"]] == ["settings"]


def test_the_seal_of_a_version_holds_them_and_older_seals_stay(season, people):
    plain = a_game_of("career_poker", season, people, reference="plain")
    before = seals_of(plain.game, until=1)
    sheet = score_sheet(Sheet.objects.select_related("game").get())
    Sheet.objects.update(own_settings={"deals": 2})
    assert seals_of(plain.game, until=1) != before and sheet.settings == {}
    assert list(sheet_differences(plain.game_id, plain.game_id)) != []


def test_a_game_of_bots_writes_its_own_settings_on_its_sheet(season, people):
    set_house_rules(season=season, games={"career_poker": {"deals": 3}})
    seats = tuple(Chair(who, "random") for who in people)
    table = PreparedTable(seats, "career_poker", choices={"deals": 2})
    made = played_by_bots(season, table)
    assert made.game.sheets.get().own_settings == {"deals": 2}
    assert all(len(seat.figures["positions"]) == 2 for seat in made.game.sheets.get().seats.all())


@pytest.mark.rule("careers S125")
def test_bots_play_for_the_common_formula_of_their_table(season, people):
    seats = tuple(Chair(who, "greedy") for who in people[:3])
    table = PreparedTable(seats, "careers", "formula", 100, formula=[40, 30, 30])
    made = played_by_bots(season, table)
    sheet = made.game.sheets.get()
    parts = ("formula_cash", "formula_happiness", "formula_fame")
    assert {tuple(seat.figures[part] for part in parts) for seat in sheet.seats.all()} == {(40, 30, 30)}
    assert sheet.own_settings == {"formula": "common"}
    head = json.loads(GameRecord.objects.get().text.splitlines()[0])
    assert head["options"]["settings"]["common_formula"] == [40, 30, 30]
    with pytest.raises(ValidationError, match="adds up to 90"):
        prepared(season, PreparedTable(seats, "careers", "formula", 100, formula=[30, 30, 30]))


def test_paper_has_a_line_for_them_and_how_to_play_names_them(client, season):
    page = text(client.get(reverse("how_to_play", args=["career_poker"])))
    assert "What a single game may choose" in page and "auto_pass" in page and "deals" in page
    assert "scoring" not in page
    paper = text(client.get(reverse("paper_sheet", args=["career_poker", 4])))
    assert "This game’s own settings, if any" in paper


def test_paper_and_guide_say_what_the_season_plays_by(client, season):
    set_house_rules(season=season, games={"career_compass": {"max_players": 9}, "career_poker": {"points": [10, 6, 3]}})
    guide = text(client.get(reverse("how_to_play", args=["career_compass"]) + "?season=spring"))
    assert "For 2 to 9 players" in guide and "How many players may sit at a table? <strong>9</strong>" in guide
    assert "For 2 to 8 players" in text(client.get(reverse("how_to_play", args=["career_compass"])))
    paper = client.get(reverse("paper_sheet", args=["career_poker", 5]) + "?season=spring")
    assert "10, 6, 3" in text(paper)
