"""A club as people use it: Ada and Bo play, Cleo organises, Dev is a stranger. Made by the services."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User

from characters.models import Character
from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from games.services.review import review_now
from league.clubs.services.leagues import create_league, create_season, join_league
from league.models import League, Season, SeasonGame
from league.people.services.registration import register_in_league
from league.results.services.games import report_game

PLAYED = datetime(2026, 1, 6, 18, tzinfo=UTC)


@dataclass
class FridayClub:
    league: League
    season: Season
    ada: User
    bo: User
    cleo: User
    dev: User
    overtime: Character
    bigdesk: Character


def a_friday_club() -> FridayClub:
    """Ada's character is Ada Overtime, Bo's is Bo Bigdesk; nobody has played yet."""
    ada, bo, cleo, dev = (User.objects.create(username=name) for name in ("ada", "bo", "cleo", "dev"))
    league = create_league(name="Friday Club", by=cleo)
    for user in (ada, bo):
        join_league(league=league, user=user)
    season = create_season(league=league, name="Spring 2026", by=cleo)
    return FridayClub(
        league, season, ada, bo, cleo, dev, join(league, ada, "Ada Overtime"), join(league, bo, "Bo Bigdesk")
    )


def join(league: League, owner: User, name: str) -> Character:
    return register_in_league(
        league=league,
        owner=owner,
        name=name,
        edition_id="london",
        specialty="law",
        side_interest="journalism",
        title="Counsel",
    )


def play_to_retirement(club: FridayClub, character: Character) -> None:
    """Five promotions and a golden parachute in six games of 2025, each won with 11,000 points."""
    other = club.bigdesk if character == club.overtime else club.overtime
    studied = {"degrees": {"law": 4, "journalism": 4}, "trips": {"lister_bacon": 12, "bbc_news": 4}}
    figures = {"happiness": 11_000, "fame": 0, "cash": 0, **studied}
    for day in range(1, 7):
        lines = (
            SeatLine(1, character.pk, character.name, True, figures),
            SeatLine(2, other.pk, other.name, False, {"happiness": 1, "fame": 0, "cash": 0}),
        )
        sheet = ScoreSheet("careers", "london", datetime(2025, 1, day, tzinfo=UTC), lines, "formula", 100)
        report_game(season=club.season, reference=f"climb-{day}", sheet=sheet, source=Sheet.WEB, confirm=True)
    review_now(character_ids=[character.pk, other.pk])


def friday_sheet(club: FridayClub, *, fame: int = 40) -> ScoreSheet:
    """Ada wins a game of 100 points against Bo."""
    lines = (
        SeatLine(1, club.overtime.pk, "Ada Overtime", True, {"happiness": 40, "fame": fame, "cash": 20_000}),
        SeatLine(2, club.bigdesk.pk, "Bo Bigdesk", False, {"happiness": 10, "fame": 20, "cash": 5_500}),
    )
    return ScoreSheet("careers", "london", PLAYED, lines, "formula", 100)


def friday_game(club: FridayClub, *, confirm: bool = True) -> SeasonGame:
    return report_game(
        season=club.season,
        reference="evening-1",
        sheet=friday_sheet(club),
        source=Sheet.WEB,
        by=club.ada,
        confirm=confirm,
    )


def friday_form(club: FridayClub, **changes: Any) -> dict[str, Any]:
    """The posted form of `a_sheet`; a change of None leaves a field out. `__` stands for a dash."""
    form: dict[str, Any] = {
        "system": "careers",
        "season": club.season.slug,
        "token": "token-of-this-form",
        "edition": "london",
        "played_at": "2026-01-06T18:00",
        "mode": "formula",
        "target": "100",
        "reference": "",
        "seat-1-character": str(club.overtime.pk),
        "seat-1-happiness": "40",
        "seat-1-fame": "40",
        "seat-1-cash": "20,000",
        "seat-2-character": str(club.bigdesk.pk),
        "seat-2-happiness": "10",
        "seat-2-fame": "20",
        "seat-2-cash": "£5500",
        "winner": "1",
        "go": "send",
    }
    form |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in form.items() if value is not None}
