"""Which league a passport names, who vouches for its games, and that trust in one league is none in another."""

import json
from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from characters.models import Character, Fact
from characters.rules.facts import stamp
from games.models import Play, PlaySeat, Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from games.services.review import review_now
from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import create_league, create_season, set_house_rules
from league.core.rules.signatures import public_key
from league.models import BroughtPassport, SeasonGame, TrustedKey
from league.people.queries.passports import claim_code, our_key
from league.people.rules.passport_leagues import Counted, Opponent, figures_of, slug_in
from league.people.services.merging import agree_to_merge, ask_merge
from league.people.services.passport_bringing import accept_passport, offer_passport, trust_league
from league.people.services.passport_issuing import issue_passport
from league.people.services.registration import register_in_league
from league.results.services.games import confirm_game, report_game
from league.talk.services import block_person
from tests.factories.careers import level
from tests.factories.friday_club import FridayClub, friday_game, join, play_to_retirement
from tests.factories.passports import ELSEWHERE, THERE, a_passport, as_file
from tests.factories.people import a_member
from tests.factories.plays import a_running_play
from tests.factories.thursday_club import ThursdayClub

pytestmark = pytest.mark.django_db
LIST, KEYS = "/leagues/friday-club/passports/", "/leagues/friday-club/passports/keys/"
FARM = {"degrees": {"law": 3, "journalism": 3}, "trips": {"lister_bacon": 12, "bbc_news": 4}}


def a_farm(club: FridayClub) -> Character:
    """Ada alone founds a league, where her character beats one that nobody plays, until it is a Director."""
    league = create_league(name="Evil League", by=club.ada)
    season = create_season(league=league, name="Evil Season", by=club.ada)
    farmed = join(league, club.ada, "Ada Farmed")
    label = {"owner": None, "owner_label": "a friend", "name": "Nobody Else", "title": "Clerk"}
    nobody = register_in_league(
        league=league, edition_id="london", specialty="law", side_interest="journalism", **label
    )
    for day in range(1, 7):
        lines = (
            SeatLine(1, farmed.pk, farmed.name, True, {"happiness": 500, "fame": 0, "cash": 0, **FARM}),
            SeatLine(2, nobody.pk, nobody.name, False, {"happiness": 1, "fame": 0, "cash": 0}),
        )
        sheet = ScoreSheet("careers", "london", datetime(2025, 1, day, tzinfo=UTC), lines, "formula", 100)
        report_game(season=season, reference=f"farm-{day}", sheet=sheet, source=Sheet.API, by=club.ada, confirm=True)
    review_now(character_ids=[farmed.pk, nobody.pk])
    return farmed


def league_in(content: bytes) -> dict:
    return json.loads(content)["league"]


def issued(character: Character) -> dict:
    return league_in(issue_passport(character=character, by=None))


def test_a_career_that_one_person_made_up_is_not_kept_where_another_league_there_is_trusted(club: FridayClub):
    set_house_rules(season=club.season, values={"earned_elsewhere": "kept"})
    trust_league(league=club.league, name="Here", key=our_key(), league_there="thursday-club", by=club.cleo)
    farmed = a_farm(club)
    assert level(farmed) == "director"
    mine = issue_passport(character=farmed, by=club.ada, made_for=claim_code(club.league, club.ada))
    with pytest.raises(ValidationError, match=r"trusts another league of .*, but not Evil League \(evil-league\)"):
        offer_passport(league=club.league, data=mine, by=club.ada)
    assert not BroughtPassport.objects.exists() and not Fact.objects.filter(character=club.overtime).exists()
    told = {name: value for name, value in league_in(mine).items() if name not in ("address", "since")}
    assert told == {
        "name": "Evil League",
        "slug": "evil-league",
        "organisers": ["ada"],
        "games": 6,
        "played_here": 0,
        "confirmed_by_another": 0,
        "confirmed_by_reporter": 6,
        "reporters": 1,
        "confirmers": 1,
        "other_people": 0,
        "other_names": 1,
    }


@pytest.mark.parametrize(
    "address",
    [
        "https://far.example/leagues/stra%C3%9Fe-%C3%BC/passports/",
        " Stra\u00dfe-\u00dc ",
        "/leagues/stra\u00dfe-u\u0308?page=2",
    ],
)
def test_a_league_is_found_by_the_address_of_any_page_of_it(address):
    assert slug_in(address) == "stra\u00dfe-\u00fc"


def test_trust_that_ended_meanwhile_lets_no_offer_be_accepted(club: FridayClub):
    trusted = trust_league(
        league=club.league, name="There", key=public_key(ELSEWHERE), league_there=THERE, by=club.cleo
    )
    offer = offer_passport(league=club.league, data=as_file(a_passport()), by=club.cleo)
    TrustedKey.objects.filter(pk=trusted.pk).update(league_there="another")
    with pytest.raises(ValidationError, match="trusts another league"):
        accept_passport(offer=offer, by=club.cleo)


def test_the_database_holds_every_trusted_league_once_and_none_without_a_name(club: FridayClub):
    row = {"league": club.league, "name": "There", "key": public_key(ELSEWHERE), "added_by": club.cleo}
    TrustedKey.objects.create(**row, league_there=THERE)
    TrustedKey.objects.create(**row, league_there="another")
    for refused in (THERE, ""):
        with pytest.raises(IntegrityError), transaction.atomic():
            TrustedKey.objects.create(**row, league_there=refused)


def test_a_passport_names_its_league_its_organisers_and_who_reported_and_confirmed(club: FridayClub):
    a_member(club.season, "olga", "organiser")
    game = friday_game(club, confirm=False)
    confirm_game(season_game=game, by=club.cleo)
    found = issued(club.overtime)
    assert (found["name"], found["slug"], found["organisers"]) == ("Friday Club", "friday-club", ["cleo", "olga"])
    assert found["address"].endswith("/leagues/friday-club/")
    assert found["since"] == stamp(club.league.created_at.replace(microsecond=0))
    assert (found["games"], found["confirmed_by_another"], found["confirmed_by_reporter"]) == (1, 1, 0)
    assert (found["reporters"], found["confirmers"], found["other_people"], found["other_names"]) == (1, 1, 1, 0)


def test_games_that_no_account_reported_are_confirmed_by_nobody(club: FridayClub):
    play_to_retirement(club, club.overtime)
    found = issued(club.overtime)
    assert (found["games"], found["reporters"], found["confirmers"], found["confirmed_by_reporter"]) == (6, 0, 0, 0)


def test_who_left_is_a_name_and_runs_nothing_any_more_and_who_is_blocked_is_not_named(club: FridayClub):
    friday_game(club)
    olga, rude = (a_member(club.season, name, "organiser") for name in ("olga", "rude"))
    block_person(username="rude", why="Insults", by=club.cleo)
    assert issued(club.overtime)["organisers"] == ["cleo", "olga"] and rude.pk
    forget_person(user=olga, label="former member")
    forget_person(user=club.bo, label="former member")
    found = issued(club.overtime)
    assert (found["organisers"], found["other_people"], found["other_names"]) == (["cleo"], 0, 1)
    assert "olga" not in json.dumps(found) and "bo" not in json.dumps(found["organisers"])


def test_a_game_played_on_the_site_counts_people_and_no_bots(thursday: ThursdayClub):
    season_play = a_running_play(thursday, "ada", "bo", system="careers", bots=1, counts=True)
    handed_in = a_game_of_the_engine(thursday)
    over = {"status": Play.OVER, "outcome": {"winners": [0]}, "actor": None, "decide_by": None, "bot_decides": False}
    Play.objects.filter(pk=season_play.pk).update(game=handed_in.game, **over)
    assert PlaySeat.objects.filter(play=season_play.pk, bot="greedy").count() == 1
    found = issued(thursday.characters["Ada"])
    assert (found["games"], found["played_here"], found["confirmed_by_reporter"], found["reporters"]) == (1, 1, 0, 0)
    assert (found["other_people"], found["other_names"]) == (1, 0)


def a_game_of_the_engine(club: ThursdayClub) -> SeasonGame:
    """Of Ada, Bo and a bot, as the engine hands it in."""
    lines = (
        SeatLine(1, club.characters["Ada"].pk, "Ada", True, {"happiness": 40, "fame": 40, "cash": 20_000}),
        SeatLine(2, club.characters["Bo"].pk, "Bo", False, {"happiness": 10, "fame": 20, "cash": 5_500}),
        SeatLine(3, None, "Greedy bot", False, {"happiness": 10, "fame": 20, "cash": 5_500}),
    )
    sheet = ScoreSheet("careers", "london", datetime(2026, 1, 6, tzinfo=UTC), lines, "formula", 100)
    return report_game(
        season=club.season, reference="here", sheet=sheet, source=Sheet.ENGINE, by=club.users["ada"], confirm=True
    )


def test_a_character_of_no_league_has_nobody_to_vouch_for_it(club: FridayClub, client: Client):
    friday_game(club)
    merged = register_in_league(
        league=club.league,
        owner=None,
        name="Ada Again",
        edition_id="london",
        specialty="law",
        side_interest="journalism",
        title="Counsel",
    )
    agree_to_merge(merge=ask_merge(target=club.overtime, merged=merged, by=club.cleo), by=club.ada)
    answer = client.get("/characters/ada-again/passport/file/")
    assert answer.status_code == 422 and "no longer belongs to a league" in answer.content.decode()


def test_it_takes_as_many_queries_however_many_games(club: FridayClub, queries):
    friday_game(club)
    address = "/api/v1/characters/ada-overtime/passport/"
    one = queries(Client(), address)
    play_to_retirement(club, club.overtime)
    assert queries(Client(), address) == one


@pytest.mark.parametrize(
    ("opponents", "people", "names"),
    [
        ([], 0, 0),
        ([Opponent(2, "Bo"), Opponent(2, "Bo the Second"), Opponent(3, "Cleo")], 2, 0),
        ([Opponent(1, "Ada's other one"), Opponent(None, "ada"), Opponent(None, " ADA ")], 0, 0),
        ([Opponent(None, "Dev"), Opponent(None, "dev"), Opponent(None, "Eve"), Opponent(None, "")], 0, 2),
    ],
)
def test_others_are_people_and_not_characters(opponents, people, names):
    found = figures_of([], opponents, owner=Opponent(1, "Ada"))
    assert (found["other_people"], found["other_names"]) == (people, names)


def test_each_game_is_confirmed_in_one_way():
    games = [
        Counted(played_here=True, reporter=1, confirmer=1),
        Counted(played_here=False, reporter=1, confirmer=1),
        Counted(played_here=False, reporter=1, confirmer=2),
        Counted(played_here=False, reporter=3, confirmer=None),
        Counted(played_here=False, reporter=None, confirmer=2),
    ]
    found = figures_of(games, [], owner=Opponent(1, ""))
    assert (found["games"], found["played_here"], found["reporters"], found["confirmers"]) == (5, 1, 2, 2)
    assert (found["confirmed_by_reporter"], found["confirmed_by_another"]) == (1, 1)


def test_the_offer_shows_who_vouches_for_it(club: FridayClub, client: Client, text):
    trust_league(league=club.league, name="There", key=public_key(ELSEWHERE), league_there=THERE, by=club.cleo)
    offer = offer_passport(league=club.league, data=as_file(a_passport()), by=club.cleo)
    client.force_login(club.cleo)
    page = text(f"/passports/{offer.pk}/")
    for name, value in (
        ("Address", "https://thursday.example/leagues/thursday-evenings/"),
        ("Founded", "5 September 2024"),
        ("Organisers", "olga, otto"),
        ("Games that count", "1"),
        ("Reported by", "1 account"),
        ("Other people at the tables, by account", "4"),
        ("Names without an account at the tables", "2"),
    ):
        assert f"<dt>{name}</dt> <dd> <bdi>{value}</bdi> </dd>" in page
    assert "Anybody can found a league at an installation" in page


def test_a_refused_passport_shows_who_vouches_for_it_to_who_may_trust_its_league(club: FridayClub, client: Client):
    def brought(content: dict) -> str:
        file = SimpleUploadedFile("ada.json", as_file(content))
        return " ".join(client.post(LIST, {"file": file}).content.decode().split())

    client.force_login(club.cleo)
    page = brought(a_passport())
    assert "<bdi>olga, otto</bdi>" in page and f"{KEYS}?name=Thursday+Club&amp;league_there={THERE}" in page
    assert f"&amp;key={public_key(ELSEWHERE)}" not in page, "a new key is compared by a person"
    trust_league(league=club.league, name="There", key=public_key(ELSEWHERE), league_there="another", by=club.cleo)
    assert f"{KEYS}?name=There&amp;league_there={THERE}&amp;key={public_key(ELSEWHERE)}" in brought(a_passport())
    assert "olga, otto" not in brought(a_passport() | {"made_for": "altered"})
    client.force_login(club.ada)
    page = brought(a_passport())
    assert "<bdi>olga, otto</bdi>" in page and KEYS not in page


def test_the_form_of_trust_is_filled_in_from_its_address(club: FridayClub, client: Client):
    client.force_login(club.cleo)
    page = client.get(f"{KEYS}?name=There&league_there={THERE}").content.decode()
    assert f'value="{THERE}"' in page and 'value="There"' in page


def test_the_command_shows_who_vouches_for_it_and_who_is_trusted(club: FridayClub, run, write):
    file = write(as_file(a_passport()))
    found = run("verify_passport", file).out
    assert "Organisers: olga, otto" in found and "Anybody can found a league at an installation" in found
    assert f"Nobody here trusts the league {THERE}." in found
    trust_league(league=club.league, name="There", key=public_key(ELSEWHERE), league_there=THERE, by=club.cleo)
    found = run("verify_passport", file).out
    assert f"Friday Club trusts the league {THERE} of it, as There." in found and "Nobody here" not in found
