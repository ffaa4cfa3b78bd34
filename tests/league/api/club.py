"""A club as the services make it, and what its members send to the API."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from characters.models import Character
from games.services.review import review_waiting
from league.models import League, Membership, Season
from league.models.organisation import Role
from league.services.registration import register_in_league
from league.services.seasons import create_league, create_season

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
        Membership.objects.create(league=league, user=users[name], role=roles.get(name, Role.PLAYER))
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
