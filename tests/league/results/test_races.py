"""Two people at the same moment: one is faster, the other is told so, and nothing is counted twice."""

import random
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character, Fact
from games.models import Sheet
from games.services.review import review_waiting
from league.clubs.services.leagues import accept_invitation, invite
from league.core.services.uploads import run_waiting_import, upload_file
from league.models import Membership, SeasonGame
from league.people.services.registration import register_in_league
from league.results.services.games import confirm_game, correct_game, report_game, void_game
from tests.factories.careers import differences
from tests.factories.games import played, review
from tests.factories.people import a_member, a_user
from tests.factories.races import at_once, refused
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db(transaction=True)


def fresh(game: SeasonGame) -> SeasonGame:
    return SeasonGame.objects.select_related("season__league", "game").get(pk=game.pk)


def the_one_refusal(outcomes) -> ValidationError:
    (error,) = refused(outcomes)
    assert isinstance(error, ValidationError), error
    return error


def test_two_people_confirm_one_sheet_and_one_is_told(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(at(ada, 120), at(bo, 30))
    game = report_game(season=season, reference="g1", sheet=sheet, source=Sheet.WEB)
    outcomes = at_once(*[lambda: confirm_game(season_game=fresh(game), expected_version=1)] * 2)
    assert the_one_refusal(outcomes).code == "stale"
    assert Fact.objects.count() == 2
    review()
    assert differences() == []


def test_two_people_report_one_reference_and_one_is_told(staffed):
    season, ada, bo, *_ = staffed
    sheet = a_sheet(at(ada, 120), at(bo, 30))
    outcomes = at_once(
        *[lambda: report_game(season=season, reference="g1", sheet=sheet, source=Sheet.WEB, confirm=True)] * 2
    )
    assert "already a game g1" in " ".join(the_one_refusal(outcomes).messages)
    assert SeasonGame.objects.count() == Sheet.objects.count() == 1


def test_two_people_correct_one_version_and_one_is_told(staffed):
    season, ada, bo, *_ = staffed
    game = played(season, "g1", at(ada, 120), at(bo, 30))

    def correct(points: int) -> Callable[[], Sheet]:
        sheet = a_sheet(at(ada, points), at(bo, 30))
        more = {"reason": "misread", "source": Sheet.WEB, "expected_version": 1}
        return lambda: correct_game(season_game=fresh(game), sheet=sheet, **more)

    assert the_one_refusal(at_once(correct(130), correct(140))).code == "stale"
    assert [sheet.status for sheet in game.game.sheets.all()] == [Sheet.SUPERSEDED, Sheet.CONFIRMED]
    review()
    assert differences() == []


def test_a_person_registers_one_character_however_often_the_button_is_pressed(staffed):
    season = staffed[0]
    eve = a_member(season, "eve")

    def register(name: str) -> Callable[[], Character]:
        profile = {"edition_id": "london", "specialty": "law", "side_interest": "journalism", "title": "Clerk"}
        return lambda: register_in_league(league=season.league, owner=eve, name=name, **profile)

    assert "R101" in str(the_one_refusal(at_once(register("Eve"), register("Evelyn"))))


def test_an_invitation_lets_one_person_in(staffed):
    season = staffed[0]
    invitation = invite(league=season.league, role="player", by=a_user("ada"))
    eve, finn = a_user("eve"), a_user("finn")
    outcomes = at_once(*[lambda one=one: accept_invitation(invitation=invitation, user=one) for one in (eve, finn)])
    assert "already been used" in str(the_one_refusal(outcomes))
    assert Membership.objects.filter(user__in=(eve, finn)).count() == 1


def test_a_file_is_worked_on_by_one_worker(staffed):
    season = staffed[0]
    header = b"name,owner,edition,specialty,side_interest,title\n"
    row = b"Eve,eve,london,law,journalism,Clerk\n"
    upload_file(league=season.league, kind="characters", name="c.csv", content=header + row, by=a_user("ada"))
    assert sorted(at_once(run_waiting_import, run_waiting_import, run_waiting_import)) == [False, False, True]
    assert Character.objects.filter(name="Eve").count() == 1


def test_everybody_at_once_ends_with_careers_that_follow_from_the_facts(staffed):
    """Reports, corrections, voids and reviews over the same few characters, from six people and workers: whoever waits
    gets the turn, and nobody is cut off by the database."""
    season, *cast = staffed
    games = [played(season, f"g{day}", *(at(who, 120) for who in cast[:3]), day=day) for day in range(1, 13)]
    rng = random.Random(5)

    def act(person: int) -> Callable[[], int]:
        mine = random.Random(person)

        def work() -> int:
            for turn in range(6):
                table = mine.sample(cast, mine.randint(2, 4))
                sheet = a_sheet(*(at(who, 100 + mine.randrange(900)) for who in table), day=mine.randint(1, 28))
                game = fresh(mine.choice(games))
                try:
                    match mine.randrange(4):
                        case 0:
                            void_game(season_game=game, reason="no")
                        case 1:
                            correct_game(season_game=game, sheet=sheet, reason="misread", source=Sheet.WEB)
                        case 2:
                            more = {"reference": f"p{person}t{turn}", "source": Sheet.WEB, "confirm": True}
                            report_game(season=game.season, sheet=sheet, **more)
                        case 3:
                            review_waiting(limit=3)
                except ValidationError:
                    continue
            return 6

        return work

    assert at_once(*(act(rng.randrange(1000)) for _ in range(6))) == [6] * 6
    review()
    assert not Sheet.objects.awaiting_review().exists()
    assert differences() == []
