"""A club as the services make it, and what its members send to the API."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from characters.models import Character
from games.services.review import review_waiting
from league.clubs.services import create_league, create_season, join_league
from league.models import League, Season, Tournament
from league.models.organisation import Role
from league.people.services.registration import register_in_league
from league.tournaments.desk.services import start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.entries.services.check_in import check_in
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.stages.services import create_tournament

PROGRAMS = (("law", "journalism"), ("pharmacology", "sales_marketing"), ("law", "pharmacology"), ("journalism", "law"))
WINS = {"happiness": 40, "fame": 40, "cash": 30000}
LOSES = {"happiness": 10, "fame": 10, "cash": 10000}


@dataclass(frozen=True)
class Club:
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


def a_club() -> Club:
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
    return Club(league, season, users, characters)


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


def post_game(club: Club, *names: str, by: str = "otto", confirm: bool = True, **changes: Any) -> dict[str, Any]:
    """What the API answered to a report of this game; the careers have followed."""
    response = club.client(by).post("/api/v1/games/", a_report(*names, **changes) | {"confirm": confirm}, format="json")
    assert response.status_code == 201, response.content
    review_waiting()
    answer: dict[str, Any] = response.json()
    return answer


def a_tournament_of(club: Club, *, rounds: int = 1, draw: bool = True) -> Tournament:
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


def cards(*held: int, **more: Any) -> dict[str, Any]:
    """Figures of a table of Career Compass, seat by seat."""
    return {"seats": [{"seat": at, "score": {"cards": one}} for at, one in enumerate(held or (20, 9, 3, 1), 1)]} | more
