"""A club as the services make it, and what its members send to the API."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from characters.models import Character
from characters.rules.facts import RESULT, CareerFact, FactLine
from characters.services.facts import record_facts
from characters.services.review import review_characters
from games.services.review import review_waiting
from league.clubs.queries import rule_set_of
from league.clubs.services.leagues import create_league, create_season, join_league
from league.models import League, Season, Tournament
from league.models.organisation import Role
from league.people.services.registration import register_in_league
from league.tournaments.desk.services.rounds import start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.entries.services.check_in import check_in
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.stages.services import create_tournament
from tests.factories.seasons import set_house_rules

PROGRAMS = (("law", "journalism"), ("pharmacology", "sales_marketing"), ("law", "pharmacology"), ("journalism", "law"))
WINS = {"happiness": 40, "fame": 40, "cash": 30000}
LOSES = {"happiness": 10, "fame": 10, "cash": 10000}


@dataclass(frozen=True)
class ThursdayClub:
    """Otto organises, Sam keeps scores, Ada, Bo, Cleo and Dev play, Vera watches, Xenia is a stranger."""

    league: League
    season: Season
    users: dict[str, User]
    characters: dict[str, Character]

    def client(self, name: str = "") -> APIClient:
        """A program that is signed in as `name`, or as nobody."""
        client = APIClient()
        if name:
            client.force_authenticate(self.users[name])
        return client

    def signed_in(self, name: str) -> Client:
        """A browser that is signed in as `name`, or as nobody."""
        client = Client()
        if name:
            client.force_login(self.users[name])
        return client


def a_thursday_club() -> ThursdayClub:
    roles = {"otto": Role.ORGANISER, "sam": Role.SCORE_KEEPER, "vera": Role.SPECTATOR}
    names = ("otto", "sam", "ada", "bo", "cleo", "dev", "vera", "xenia")
    users = {name: User.objects.create_user(name, password="a long pass phrase") for name in names}
    league = create_league(name="Thursday Club")
    for name in names[:-1]:
        join_league(league=league, user=users[name], role=roles.get(name, Role.PLAYER))
    season = create_season(league=league, name="Spring 2026")
    characters = {
        name: register_in_league(
            league=league,
            owner=users[name.lower()],
            name=name,
            edition_id="london",
            specialty=specialty,
            side_interest=side_interest,
            title="Counsel",
        )
        for name, (specialty, side_interest) in zip(("Ada", "Bo", "Cleo", "Dev"), PROGRAMS, strict=True)
    }
    return ThursdayClub(league, season, users, characters)


def a_club_of_short_games() -> ThursdayClub:
    """Make the club, whose games of Career Compass are short even between two."""
    club = a_thursday_club()
    set_house_rules(club.season, games={"career_compass": {"max_rounds": 20}})
    return club


def a_report(*names: str, **changes: Any) -> dict[str, Any]:
    """A formula game for 100 points, won by the first of `names` (Ada against Bo)."""
    return {
        "season": "spring-2026",
        "system": "careers",
        "edition": "london",
        "mode": "formula",
        "target": 100,
        "played_at": "2026-01-06T18:00:00Z",
        "seats": [
            {"seat": number, "character": name, "won": number == 1, "score": dict(WINS if number == 1 else LOSES)}
            for number, name in enumerate(names or ("Ada", "Bo"), start=1)
        ],
    } | changes


def post_game(
    club: ThursdayClub, *names: str, by: str = "otto", confirm: bool = True, **changes: Any
) -> dict[str, Any]:
    """What the API answered to a report of this game; the careers have followed."""
    response = club.client(by).post("/api/v1/games/", a_report(*names, **changes) | {"confirm": confirm}, format="json")
    assert response.status_code == 201, response.content
    review_waiting()
    answer: dict[str, Any] = response.json()
    return answer


def a_tournament_of(club: ThursdayClub, *, rounds: int = 1, draw: bool = True) -> Tournament:
    """Spring Open: Career Compass with Ada, Bo, Cleo and Dev checked in; with `draw` its first round is running."""
    otto = club.users["otto"]
    made = create_tournament(
        season=club.season,
        name="Spring Open",
        system="career_compass",
        edition="london",
        stages=[StagePlan("swiss", "Swiss", rounds=rounds)],
        by=otto,
    )
    entries = [register_entry(tournament=made, character=who, by=otto) for who in club.characters.values()]
    if draw:
        check_in(tournament=made, entries=entries, by=otto)
        start_stage(tournament=made, by=otto)
        played = draw_next_round(tournament=made, by=otto)
        publish_round(round=played, by=otto)
        start_round(round=played, by=otto)
    return Tournament.objects.get(pk=made.pk)


def retire(thursday: ThursdayClub, name: str = "Ada") -> None:
    """One giant game after another until the golden parachute; six promotions' worth of degrees and trips each."""
    who = thursday.characters[name]
    rules = rule_set_of(thursday.season).digest
    entries = []
    for number in range(1, 8):
        line = FactLine(
            game=1000 + number,
            reference=f"big-{number}",
            at=datetime(2026, 1, number, tzinfo=UTC),
            version=1,
            system="careers",
            edition="london",
            rules=rules,
            won=True,
            mode="formula",
            target=100,
            happiness=10_000,
            degrees={"law": 4, "journalism": 4},
            trips={who.primary_company: 12, who.secondary_company: 12},
        )
        entries.append((who.pk, CareerFact(kind=RESULT, at=line.at, game=line.game, line=line)))
    record_facts(entries=entries)
    review_characters(character_ids=[who.pk])


def promoting(thursday: ThursdayClub, number: int) -> None:
    """A game with which Ada has the points, degrees and trips of a Senior."""
    seats = a_report("Ada", "Bo")["seats"]
    seats[0]["score"] = WINS | {
        "happiness": 600,
        "degrees": {"law": 2, "journalism": 2},
        "trips": {"lister_bacon": 4, "bbc_news": 4},
    }
    seats[1]["score"] = LOSES
    post_game(thursday, seats=seats, target=400, played_at=f"2026-02-{number:02}T18:00:00Z")
