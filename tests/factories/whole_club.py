"""A club in which everything that decides was done, and undone, by the services alone."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from characters.models import Character
from games.models import Sheet
from games.queries.sheets import newest_sheet, score_sheet
from league.clubs.services.joining import make_join_link, set_joining
from league.clubs.services.leagues import (
    create_league,
    create_season,
    invite,
    join_league,
    revoke_invitation,
    set_house_rules,
)
from league.clubs.services.own_games import change_game
from league.core.ledger.services.heads import make_head
from league.core.queries.systems import system_by_id
from league.management.sample import SPRING, load_evenings, settle
from league.models import Hall, League, OwnGame, Round, Season, SeasonGame, Tournament
from league.notices.services.webhooks import add_webhook
from league.people.services.merging import ask_merge, undo_merge
from league.people.services.owners import make_claim_link
from league.people.services.passport_bringing import accept_passport, distrust_league, offer_passport, trust_league
from league.people.services.registration import import_characters, register_in_league
from league.people.services.transfers import end_offer, offer_character
from league.results.services.games import correct_game, report_game, void_game
from league.standings.services.divisions import assign_by_standings, set_divisions
from league.talk.services import block_person
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.draws.services.draw_changes import lock_table, swap_seats
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.entries.services.check_in import check_in_everybody, walk_in
from league.tournaments.entries.services.entries import drop_entry, keep_apart, let_meet, reinstate_entry
from league.tournaments.stages.services import edit_tournament
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
)
from league.tournaments.teams.services import enter_team, set_up_teams, withdraw_member
from tests.factories.any_game import a_game_to_play, any_sheet
from tests.factories.boards import a_board
from tests.factories.definitions import six_shapes
from tests.factories.passports import THERE, a_passport, as_file
from tests.factories.people import a_user
from tests.factories.plays import a_running_play, plays_on
from tests.factories.thursday_club import PROGRAMS, ThursdayClub


def a_whole_club() -> League:
    """The club as the sample has it, a tournament of it that is under way, and people who play on the site. Workers
    have done what waits, and a head is signed."""
    by = a_user("olga")
    league = create_league(name="Thursday", by=by)
    create_season(league=create_league(name="Friday", by=by), name="Fridays", by=by)
    import_characters(league=league, data=(SPRING / "characters.csv").read_bytes())
    load_evenings(league=league, by=by, now=timezone.now())
    settle()
    _doors(league, by)
    season = create_season(league=league, name="Next", by=by)
    set_house_rules(season=season, values={"games": {"career_compass": {"max_rounds": 20}}}, by=by)
    _tournament(Tournament.objects.get(name="Boardroom Open"), by)
    _games(league, by)
    _own_games(league, season, by)
    _plays(league, season)
    _people(league, by)
    settle()
    make_head()
    invite(league=league, role="player", by=by)
    make_head()
    return league


def _own_games(league: League, season: Season, by: User) -> None:
    """Two games that the league describes, one of them changed after it was played."""
    people = list(Character.objects.filter(enrolment__league=league).order_by("pk")[:4])
    for key in ("sum", "sides"):
        system = a_game_to_play(league, key)
        sheet = any_sheet(system, key, people)
        report_game(season=season, reference=key, sheet=sheet, source=Sheet.WEB, confirm=True, by=by)
    game = OwnGame.objects.get(name="Rope")
    change_game(game=game, content=six_shapes()["sides"] | {"minutes": 20}, seen=1, by=by)
    sheet = any_sheet(system_by_id(game.system), "sides", people, day=2)
    report_game(season=season, reference="again", sheet=sheet, source=Sheet.WEB, confirm=True, by=by)


def _doors(league: League, by: User) -> None:
    for key in ("ab" * 32, "cd" * 32, "ef" * 32):
        trusted = trust_league(league=league, name="Elsewhere", key=key, league_there="friday", by=by)
    distrust_league(trusted=trusted, by=by)
    for _ in range(3):
        invitation = invite(league=league, role="player", by=by)
    revoke_invitation(invitation=invitation, by=by)
    make_join_link(league=league, how="open", days=7, by=by)
    set_joining(league=league, how="approval", by=by)
    for host in ("one", "two"):
        add_webhook(league=league, url=f"https://1.1.1.1/{host}", style="signed", kinds=["ruled"], by=by)
    for name in ("Volts", "Amps"):
        a_board(league, by, name=name)
    for name in ("mallory", "trudy"):
        a_user(name)
        block_person(username=name, why="Spam", by=by)


def _tournament(tournament: Tournament, by: User) -> None:
    check_in_everybody(tournament=tournament, by=by)
    walk_in(tournament=tournament, name="Walter Walkin", by=by)
    first, second, third, *_ = tournament.entries.order_by("number")
    keep_apart(entry=first, other=second, by=by)
    keep_apart(entry=second, other=third, by=by)
    let_meet(pair=keep_apart(entry=first, other=third, by=by), by=by)
    drop_entry(entry=first, reason="Ill", by=by)
    reinstate_entry(entry=first, by=by)
    edit_tournament(tournament=tournament, shortfall=Tournament.BYE, by=by)
    start_stage(tournament=tournament, by=by)
    played = draw_next_round(tournament=tournament, by=by)
    redraw_round(round=played, reason="Again", by=by)
    swap_seats(round=played, place=(1, 1), other=(2, 1), by=by)
    lock_table(table=played.tables.order_by("number")[2], by=by)
    publish_round(round=played, by=by)
    drop_entry(entry=third, reason="Ill", by=by)
    _rule(Round.objects.get(pk=played.pk), by)
    Hall.objects.create(tournament=tournament, key="key", seal="seal", taken_by=by, back_at=timezone.now())


def _rule(played: Round, by: User) -> None:
    seats = [seat for seat in played.seats.select_related("entry").order_by("pk") if seat.entry]
    entry = seats[0].entry
    give_warning(entry=entry, round=played, reason="Loud", by=by)
    give_penalty(entry=entry, round=played, points=Fraction(5), reason="Late", by=by)
    again = give_penalty(entry=entry, round=played, points=Fraction(7), reason="Later", by=by)
    rescind_ruling(ruling=again, reason="It was not", by=by)
    mark_absent(seat=seats[0], reason="Not here", by=by)
    mark_present(seat=seats[0], reason="Here", by=by)
    mark_absent(seat=seats[1], reason="Not here", by=by)


def _games(league: League, by: User) -> None:
    """One game is corrected and one voided; a season has divisions."""
    corrected, voided = SeasonGame.objects.filter(season__league=league, game__table=None).order_by("-pk")[:2]
    sheet = score_sheet(newest_sheet(corrected.game_id))
    void_game(season_game=voided, reason="It was practice", by=by)
    void_game(season_game=corrected, reason="By mistake", by=by)
    correct_game(season_game=corrected, sheet=sheet, reason="It was none", source="web", by=by)
    set_divisions(season=corrected.season, names=["First", "Second"], by=by)
    assign_by_standings(season=corrected.season, by=by)
    _teams(corrected.season, by)


def _teams(season: Season, by: User) -> None:
    """Two contests, and two teams of which one has lost a member."""
    closes_at = timezone.now() + timedelta(days=7)
    for counting, where in (("sum", season), ("best", season.league.seasons.exclude(pk=season.pk).latest("pk"))):
        contest = set_up_teams(season=where, counting=counting, best_of=3, size=4, closes_at=closes_at, by=by)
    names = list(
        Character.objects.filter(enrolment__league=season.league).order_by("pk").values_list("name", flat=True)
    )
    for team, members in (("Red", names[:2]), ("Blue", names[2:4])):
        entered = enter_team(contest=contest, name=team, members=members, captain=None, by=by)
    withdraw_member(member=entered.members.all()[0], by=by)


def _plays(league: League, season: Season) -> None:
    users = {name: a_user(name) for name in ("ada", "bo")}
    characters = {}
    for at, (name, user) in enumerate(users.items()):
        join_league(league=league, user=user)
        characters[name.title()] = _character(league, name.title(), at, owner=user)
    club = ThursdayClub(league, season, users, characters)
    for _ in range(2):
        plays_on(a_running_play(club, "ada", "bo", bots=0, counts=True))
    ada, bo = characters["Ada"], users["bo"]
    end_offer(offer=offer_character(character=ada, to="bo", by=users["ada"]), by=bo)
    offer_character(character=ada, to="bo", by=users["ada"])


def _people(league: League, by: User) -> None:
    free = [_character(league, f"Guest {number}", number % 4, owner_label="guest") for number in range(7)]
    for character in free[:3]:
        make_claim_link(character=character, by=by)
    for kept, merged in (free[3:5], free[5:7]):
        merge = ask_merge(target=kept, merged=merged, by=by)
    undo_merge(merge=merge, by=by)
    content = a_passport()
    trust_league(league=league, name="Afar", key=content["key"], league_there=THERE, by=by)
    for slug in ("ada-afar", "bo-afar"):
        passport = as_file(a_passport(slug=slug, name=slug.title()))
        accept_passport(offer=offer_passport(league=league, data=passport, by=by), by=by, owner_label="nobody")


def _character(league: League, name: str, programs: int, **owner: Any) -> Character:
    specialty, side_interest = PROGRAMS[programs]
    chosen = {"edition_id": "london", "specialty": specialty, "side_interest": side_interest, "title": "Counsel"}
    return register_in_league(league=league, name=name, **chosen, **{"owner": None} | owner)
