"""Going back to an earlier move: when everybody agrees, and nobody has learnt anything since."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from engine import SYSTEMS
from games.models import Play, PlaySeat, Turn
from games.queries.play_check import play_differences
from games.queries.plays import film_of_play, prove_play, record_of, turns_of
from games.queries.rewinds import reach_of_play
from games.rules.clocks import first_bank
from games.rules.play_records import FORMAT_WITH_REWINDS
from games.rules.rewinds import MOST_REWINDS
from games.services import absence
from games.services.plays import StaleTurn, game_of
from games.services.rewinds import ask_for_rewind, decline_rewind
from games.services.stopped_plays import stop_play
from games.services.take_backs import take_back
from league.play.queries.replays import reel_of_play
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.plays import a_running_play, a_table_of, decider, fresh, plays_on, time_passes
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
TABLES = [(system, max(2, SYSTEMS[system].seats[0])) for system in PLAYED_HERE if system != "career_compass"]


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def people(club, season_play) -> list[str]:
    return [seat.person.username for seat in season_play.play.seats.select_related("person") if seat.person]


def asks(club, season_play, name: str, to: int, number: int | None = None) -> bool:
    number = fresh(season_play).play.number if number is None else number
    return ask_for_rewind(play_id=season_play.pk, number=number, to=to, by=club.users[name])


def all_ask(club, season_play, to: int) -> Play:
    """Everybody who plays agrees to go back."""
    names = people(club, season_play)
    number = fresh(season_play).play.number
    assert [asks(club, season_play, name, to, number) for name in names] == [False] * (len(names) - 1) + [True]
    return fresh(season_play).play


def until_it_can_go_back(season_play, moves: int = 1) -> Play:
    """The play where it may go back by at least so many moves, and a person decides."""
    for turn in range(400):
        play = plays_on(season_play, most=1, choice=0 if turn % 2 else -1)
        while play_for_bots():
            pass
        play = fresh(season_play).play
        if play.status == Play.RUNNING and reach_of_play(play).earliest <= play.actions - moves:
            return play
    raise AssertionError("never in 400 moves")


@pytest.mark.parametrize(("system", "seats"), TABLES)
def test_when_all_agree_the_game_is_where_it_was_and_every_row_follows(club, system, seats):
    """In Career Compass hardly a choice tells nobody anything."""
    season_play = a_running_play(club, "ada", "bo", system=system, bots=seats - 2)
    play = until_it_can_go_back(season_play)
    to = reach_of_play(play).earliest
    before, _frame = film_of_play(play).at(to)
    back = all_ask(club, season_play, to)
    assert (game_of(back), back.actions, back.number) == (before, to, play.number + 1)
    last = Turn.objects.filter(play=play).last()
    assert (last.kind, last.back_to, last.author, last.seat) == (Turn.REWOUND, to, Turn.HOST, None)
    assert last.told[""][0][0] == "All agreed: the game goes back to move {number}."
    reel = reel_of_play(fresh(season_play), club.users["ada"])
    assert reel.film is not None and reel.last == to, "the replay shows the game as it stands"
    assert [*play_differences(fresh(season_play).play)] == []


def test_a_throw_stands_and_nobody_goes_where_the_game_has_not_been(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    play = season_play.play
    take_own_turn(season_play=season_play, number=play.number, action="throw", key="", by=decider(play))
    with pytest.raises(ValidationError, match="Chance fell in the last move"):
        asks(club, season_play, "ada", 0)
    for nowhere in (1, 2, -1):
        with pytest.raises(ValidationError, match="earlier move"):
            asks(club, season_play, "ada", nowhere)
    assert fresh(season_play).play.rewind_to is None


def test_one_who_wants_to_stay_ends_it_until_somebody_has_moved(club):
    season_play = a_running_play(club, "ada", "bo", "cleo", system="careers", bots=0)
    play = until_it_can_go_back(season_play)
    to = play.actions - 1
    assert not asks(club, season_play, "ada", to)
    assert not asks(club, season_play, "ada", to), "one voice counts once"
    decline_rewind(play_id=play.pk, number=play.number, by=club.users["cleo"])
    stays = fresh(season_play).play
    assert (stays.rewind_to, stays.number, stays.state) == (None, play.number, play.state)
    with pytest.raises(ValidationError, match="after the next move"):
        asks(club, season_play, "ada", to)
    with pytest.raises(ValidationError, match="Nobody proposes"):
        decline_rewind(play_id=play.pk, number=play.number, by=club.users["bo"])
    until_it_can_go_back(season_play)
    assert not asks(club, season_play, "ada", fresh(season_play).play.actions - 1)


def test_any_turn_withdraws_what_was_proposed(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    play = until_it_can_go_back(season_play)
    by = decider(play)
    asks(club, season_play, "ada", play.actions - 1)
    action = game_of(play).legal[0].text
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=by)
    assert fresh(season_play).play.rewind_to is None
    with pytest.raises(StaleTurn, match="Somebody was faster"):
        asks(club, season_play, "bo", play.actions - 1, play.number)
    assert not Turn.objects.filter(kind=Turn.REWOUND).exists()


def test_only_one_move_is_proposed_at_a_time(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    play = until_it_can_go_back(season_play, 2)
    asks(club, season_play, "ada", play.actions - 1)
    with pytest.raises(ValidationError, match=f"go back to move {play.actions - 1}. Answer that first"):
        asks(club, season_play, "bo", play.actions - 2)


def test_bots_and_those_for_whom_one_plays_are_not_asked(club):
    season_play = a_running_play(club, "ada", "bo", "cleo", system="careers", bots=1)
    absence.resign(play_id=season_play.pk, by=club.users["cleo"])
    play = until_it_can_go_back(season_play)
    with pytest.raises(ValidationError, match="A bot plays for you"):
        asks(club, season_play, "cleo", play.actions - 1)
    with pytest.raises(ValidationError, match="don't sit"):
        asks(club, season_play, "dev", play.actions - 1)
    assert not asks(club, season_play, "ada", play.actions - 1)
    assert asks(club, season_play, "bo", play.actions - 1)


def test_a_game_goes_back_so_often_and_no_more(club):
    season_play = a_running_play(club, "ada", bots=1, system="careers")
    for _time in range(MOST_REWINDS):
        play = until_it_can_go_back(season_play)
        assert asks(club, season_play, "ada", play.actions - 1)
    play = until_it_can_go_back(season_play)
    with pytest.raises(ValidationError, match=f"go back {MOST_REWINDS} times at most"):
        asks(club, season_play, "ada", play.actions - 1)


def test_a_paused_game_and_one_that_does_not_run_go_nowhere(club):
    season_play = a_running_play(club, "ada", bots=1, system="careers")
    play = until_it_can_go_back(season_play)
    assert absence.ask_for_pause(play_id=play.pk, by=club.users["ada"])
    with pytest.raises(ValidationError, match="paused"):
        asks(club, season_play, "ada", play.actions - 1)
    with pytest.raises(StaleTurn, match="not begun"):
        asks(club, a_table_of(club, "ada", "bo"), "ada", 0)


def test_the_banks_are_what_they_were_and_the_time_begins_when_all_agree(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0, pace="day")
    play = until_it_can_go_back(season_play)
    banks = dict(PlaySeat.objects.filter(play=play).values_list("seat", "bank"))
    late = play.actor + 1
    for to in range(play.actions, play.actions + 40):
        time_passes(season_play, timedelta(days=1, hours=5))
        play = plays_on(season_play, most=1)
        if reach_of_play(play).earliest <= to:
            break
        banks, late = dict(PlaySeat.objects.filter(play=play).values_list("seat", "bank")), play.actor + 1
    spent = dict(PlaySeat.objects.filter(play=play).values_list("seat", "bank"))
    assert banks[late] - spent[late] >= 5 * 3600
    time_passes(season_play, timedelta(days=1, hours=2))
    back = all_ask(club, season_play, to)
    assert dict(PlaySeat.objects.filter(play=play).values_list("seat", "bank")) == banks
    assert back.decides_since == back.changed_at
    assert back.decide_by == back.changed_at + timedelta(days=1, seconds=banks[back.actor + 1])
    assert all(bank <= first_bank("day") for bank in banks.values())


def test_after_it_who_chose_last_may_take_that_back(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    for _try in range(30):
        play = until_it_can_go_back(season_play, 2)
        lines = turns_of(play)
        if all(line.author == Turn.PERSON for line in lines[-2:]):
            break
    back = all_ask(club, season_play, play.actions - 1)
    by = back.turns.get(number=lines[-2].number).by
    again = take_back(play_id=back.pk, number=back.number, by=by)
    assert again.actions == back.actions - 1 and [*play_differences(fresh(season_play).play)] == []


def test_a_game_that_went_back_is_handed_in_and_proved_by_its_record(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, counts=True, settings={"deals": 1})
    play = until_it_can_go_back(season_play)
    to = reach_of_play(play).earliest
    all_ask(club, season_play, to)
    play = plays_on(season_play)
    assert play.status == Play.OVER and play.problem == "" and play.game is not None
    record = record_of(play)
    assert FORMAT_WITH_REWINDS in record.splitlines()[0] and '"kind": "rewound"' in record
    assert prove_play(play, record).as_dict() == play.outcome
    assert [*play_differences(play)] == []


def test_a_play_that_is_stopped_leaves_no_proposal(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    play = until_it_can_go_back(season_play)
    asks(club, season_play, "ada", play.actions - 1)
    assert stop_play(play=play, why="The network is gone.").rewind_to is None
