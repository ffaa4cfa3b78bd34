"""Rounds in which teams meet: line-ups, matches, tables, and what proves them."""

import random
from collections import Counter
from itertools import chain, combinations

import pytest

from games.models import Sheet
from league.models import (
    Bye,
    CharacterMerge,
    Draw,
    Entry,
    KeptApart,
    LedgerEntry,
    Rating,
    RatingList,
    Round,
    Stage,
    Team,
    TeamMember,
    Tournament,
)
from league.results.services.games import correct_game
from league.results.services.preview import preview_correction
from league.tournaments.desk.services.rounds import end_stage, start_stage
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.rules.proof import check_draw
from league.tournaments.draws.services.draw_changes import lock_table, preview_swap, swap_seats
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.teams.queries import TeamTable
from league.tournaments.teams.services import withdraw_team
from tests.factories.characters import a_character
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import assert_proved, play_round, published, seating
from tests.factories.people import an_organiser
from tests.factories.refusals import refusal
from tests.factories.tables import game_of, played_table, table_at
from tests.factories.teams import started, team_of, teams_meet

pytestmark = pytest.mark.django_db


def matches(played: Round, line_up: int) -> list[list[list[str]]]:
    """The tables of each match."""
    tables = seating(played)
    return [
        [tables[number] for number in range(first, first + line_up) if number in tables]
        for first in range(1, max(tables) + 1, line_up)
    ]


def test_every_place_of_the_line_ups_meets_at_a_table_of_its_own():
    tournament = started(8, 3, line_up=3)
    played = draw_next_round(tournament=tournament)
    team = team_of(tournament)
    members = {number: [name for name in team if team[name] == number] for number in range(1, 9)}
    assert len(matches(played, 3)) == 2
    for tables in matches(played, 3):
        sides = {team[name] for name in tables[0]}
        assert len(sides) == 4
        for place, table in enumerate(tables):
            assert {members[team[name]].index(name) for name in table} == {place}
            assert {team[name] for name in table} == sides
    assert_proved(tournament)


def test_the_first_seat_moves_on_from_table_to_table():
    tournament = started(4, 4, line_up=4)
    (tables,) = matches(draw_next_round(tournament=tournament), 4)
    team = team_of(tournament)
    assert {team[table[0]] for table in tables} == {1, 2, 3, 4}


def test_a_swiss_stage_of_teams_draws_by_the_points_of_teams_and_never_repeats_a_meeting():
    tournament = started(16, 2, line_up=2)
    met: list[frozenset[int]] = []
    standing: list[tuple[int, int]] = []
    for _ in range(3):
        played = play_round(published(tournament))
        field = [(one["id"], one["points"]) for one in Draw.objects.get(round=played).source["field"]["players"]]
        assert standing in ([], field)
        sides = [{team_of(tournament)[name] for name in tables[0]} for tables in matches(played, 2)]
        met += [frozenset(pair) for side in sides for pair in combinations(side, 2)]
        table = TeamTable(tournament.team_contest)
        standing = [(table.teams[pk].number, table.standings.tallies[pk].points) for pk in table.standings]
    assert len(met) == len(set(met)) == 3 * 4 * 6
    assert_proved(tournament)


def test_a_fixed_schedule_of_teams_goes_on_whoever_plays_for_them():
    tournament = started(6, 3, line_up=2, rounds=5, format="fixed", table_size=2)
    met: list[frozenset[int]] = []
    for number in range(1, 6):
        played = play_round(published(tournament))
        assert Draw.objects.get(round=played).source["plan"]["round"] == number - 1
        met += [frozenset(team_of(tournament)[name] for name in tables[0]) for tables in matches(played, 2)]
        first = TeamMember.objects.filter(team__number=number).order_by("id").first()
        TeamMember.objects.filter(pk=first.pk).update(place=9)  # another captain changes their mind each round
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, 7), 2)]
    assert_proved(tournament)


def test_the_stronger_player_comes_first_and_the_captain_has_the_last_word():
    tournament = started(4, 3, line_up=2)
    first = Team.objects.get(number=1)
    ada, bo, cy = first.members.order_by("id")
    here, elsewhere = (
        RatingList.objects.create(league=tournament.season.league, system=system)
        for system in (tournament.system, "careers")
    )
    for ratings, member, mu in ((here, ada, 20), (here, cy, 30), (elsewhere, bo, 60)):
        Rating.objects.create(
            rating_list=ratings, character=member.character, played_at=tournament.starts_at, games=1, mu=mu, sigma=5
        )
    (tables,) = matches(draw_next_round(tournament=tournament), 2)
    assert (cy.character.name in tables[0], bo.character.name in tables[1]) == (True, True)
    TeamMember.objects.filter(pk=ada.pk).update(place=1)
    again = redraw_round(round=Round.objects.get(), reason="The captain has said so")
    (tables,) = matches(again, 2)
    assert (ada.character.name in tables[0], cy.character.name in tables[1]) == (True, True)
    assert_proved(tournament)


def test_the_numbers_of_teams_decide_who_sits_out_and_reserves_have_no_bye():
    tournament = started(5, 3, line_up=2, shortfall="bye")
    played = published(tournament)
    (alone,) = Draw.objects.get().source["line_ups"][Draw.objects.get().outcome["byes"][0] - 1][1:]
    assert sorted(Bye.objects.values_list("entry__number", flat=True)) == alone
    play_round(played)
    following = draw_next_round(tournament=tournament)
    shorts = {one["id"]: one["shorts"] for one in following.draws.get().source["field"]["players"]}
    assert shorts[(alone[0] - 1) // 3 + 1] == 1 and sum(shorts.values()) == 1
    assert_proved(tournament)


def named_by(tournament: Tournament, number: int) -> str:
    return tournament.entries.get(number=number).character.name


def test_a_character_that_was_merged_plays_for_its_team_as_the_one_that_was_kept():
    tournament = teams_meet(4, 2, line_up=2)
    entry = tournament.entries.get(number=1)
    guest = TeamMember.objects.get(character=entry.character)
    kept = a_character(tournament.season, "Kept")
    olga, at = an_organiser(tournament.season), tournament.starts_at
    agreed = {"asked_by": olga, "agreed_by": olga, "agreed_at": at, "league": tournament.season.league}
    CharacterMerge.objects.create(merged=guest.character, kept=kept, **agreed)
    Entry.objects.filter(pk=entry.pk).update(character=kept)
    start_stage(tournament=tournament)
    assert [1, [1, 2]] in draw_next_round(tournament=tournament).draws.get().source["line_ups"]


def gone(tournament: Tournament, *numbers: int) -> None:
    tournament.entries.filter(number__in=numbers).update(status=Entry.DROPPED)


def test_a_team_that_is_short_leaves_its_last_places_empty():
    tournament = started(4, 3, line_up=3)
    gone(tournament, 1, 2)
    (tables,) = matches(draw_next_round(tournament=tournament), 3)
    assert [len(table) for table in tables] == [4, 3, 3]
    assert_proved(tournament)


def test_or_gives_them_to_bots_where_the_tournament_does():
    tournament = started(4, 2, line_up=2, shortfall="bot")
    gone(tournament, 1)
    (tables,) = matches(draw_next_round(tournament=tournament), 2)
    assert [table.count("Bot") for table in tables] == [0, 1]
    assert_proved(tournament)


def test_who_would_sit_alone_sits_out():
    tournament = started(2, 2, line_up=2, table_size=2)
    gone(tournament, 1)
    played = draw_next_round(tournament=tournament)
    assert list(seating(played)) == [1]
    assert list(Bye.objects.values_list("entry__number", flat=True)) == [4]
    assert_proved(tournament)


def test_members_who_are_kept_apart_keep_their_teams_apart():
    tournament = teams_meet(4, 2, line_up=1, table_size=2)
    one, other = (tournament.entries.get(number=number) for number in (2, 3))
    KeptApart.objects.create(tournament=tournament, one=one, other=other)
    start_stage(tournament=tournament)
    for _ in range(2):
        played = play_round(published(tournament))
        assert not any({1, 2} == {team_of(tournament)[name] for name in table} for table in seating(played).values())


def test_a_team_whose_members_stayed_away_has_met_nobody():
    tournament = started(4, 1, line_up=1)
    played = published(tournament)
    absent = played.seats.get(entry__number=1)
    absent.absent = True
    absent.save()
    play_round(played)
    field = draw_next_round(tournament=tournament).draws.get().source["field"]
    assert {pair[:2][0] for pair in field["meetings"]} == {2, 3} and len(field["meetings"]) == 3


@pytest.mark.parametrize(
    ("teams", "words"), [(3, "3 teams are here, and a match needs 4."), (1, "1 team is here, and a match needs 4.")]
)
def test_too_few_teams_are_refused_in_teams(teams: int, words: str):
    tournament = teams_meet(teams, 4, line_up=2)
    assert refusal(start_stage, tournament=tournament) == words


def test_nobody_is_left_out_in_silence():
    tournament = teams_meet(4, 2, line_up=2)
    Team.objects.filter(number=4).delete()
    said = refusal(start_stage, tournament=tournament)
    assert "play for no team. Choose teams, or take the entries out." in said
    tournament.team_contest.delete()
    assert refusal(start_stage, tournament=tournament) == "Swiss is played by teams. Set the teams up first."


def test_a_team_that_withdraws_is_drawn_no_more_and_its_members_go_with_it():
    tournament = started(5, 2, line_up=2, shortfall="bye")
    TeamMember.objects.filter(character__entries__number=3).update(entered=True)
    play_round(published(tournament))
    withdraw_team(team=Team.objects.get(number=2), by=an_organiser(tournament.season))
    who = tournament.entries.get(status=Entry.DROPPED)
    assert (who.number, who.character.name) == (3, named_by(tournament, 3))
    assert refusal(draw_next_round, tournament=tournament).startswith(f"{named_by(tournament, 4)} plays for no team.")
    gone(tournament, 4)
    field = draw_next_round(tournament=tournament).draws.get().source["field"]["players"]
    assert sorted(one["id"] for one in field) == [1, 3, 4, 5]


def test_only_members_of_one_team_change_places_and_the_schedule_goes_on():
    tournament = started(4, 2, line_up=2, format="fixed")
    played = draw_next_round(tournament=tournament)
    team, tables = team_of(tournament), seating(played)
    assert Draw.objects.get().source["plan"]["round"] == 0
    first = tables[1][0]
    mate = next((2, at) for at, name in enumerate(tables[2], 1) if team[name] == team[first])
    stranger = next((2, at) for at, name in enumerate(tables[2], 1) if team[name] != team[first])
    assert "only members of one team" in refusal(preview_swap, round=played, place=(1, 1), other=stranger)
    swap = swap_seats(round=played, place=(1, 1), other=mate)
    assert swap.before == swap.after
    assert first in seating(played)[2]
    play_round(publish_round(round=played))
    assert draw_next_round(tournament=tournament).draws.get().source["plan"]["round"] == 1
    assert_proved(tournament)


def test_a_match_is_drawn_again_as_a_whole():
    tournament = started(4, 2, line_up=2)
    played = draw_next_round(tournament=tournament)
    whole = "Teams meet at all their tables. Draw the whole round again."
    assert refusal(lock_table, table=table_at(played, 1)) == whole
    assert refusal(redraw_round, round=played, reason="One only", tables=[table_at(played, 1)]) == whole
    redraw_round(round=played, reason="All")
    assert_proved(tournament)


def corrected(played: Round, **more: object) -> None:
    """The last seat of table 1 has won instead of the first."""
    table = table_at(played, 1)
    sheet = compass_sheet(table, cards=(1, 2, 3, 27))
    correct_game(season_game=game_of(table), sheet=sheet, reason="Misread", source=Sheet.API, **more)


def test_a_corrected_result_reaches_every_table_of_a_round_that_is_drawn_by_the_points_of_teams():
    tournament = started(8, 2, line_up=2)
    first = play_round(published(tournament))
    second = draw_next_round(tournament=tournament)
    sheet = compass_sheet(table_at(first, 1), cards=(1, 2, 3, 27))
    affected = preview_correction(season_game=game_of(table_at(first, 1)), sheet=sheet, by=None).affected
    assert {table.number: set(table.names) for table in affected.redrawable} == {
        number: set(names) for number, names in seating(second).items()
    }


def test_a_result_that_changes_no_points_of_a_team_reaches_no_table():
    tournament = started(8, 2, line_up=2)
    first = play_round(published(tournament))
    draw_next_round(tournament=tournament)
    sheet = compass_sheet(table_at(first, 1), cards=(26, 4, 2, 1))
    affected = preview_correction(season_game=game_of(table_at(first, 1)), sheet=sheet, by=None).affected
    assert affected is None or not affected.tables


def test_after_a_correction_the_whole_round_is_drawn_again_or_none_of_it():
    tournament = started(8, 2, line_up=2)
    first = play_round(published(tournament))
    second = published(tournament)
    corrected(first, redraw=True)
    assert second.draws.count() == 2
    assert LedgerEntry.objects.get(kind="corrected").text.endswith("Drawn again: 1, 2, 3, 4.")
    played_table(table_at(second, 4))
    sheet = compass_sheet(table_at(first, 1), cards=(27, 3, 2, 1))
    affected = preview_correction(season_game=game_of(table_at(first, 1)), sheet=sheet, by=None).affected
    assert affected.tables and not affected.redrawable
    assert_proved(tournament)


def test_every_line_up_of_a_source_is_checked():
    tournament = started(4, 2, line_up=2)
    draw_next_round(tournament=tournament)
    (record,) = draw_records(tournament)
    line_ups = record["source"]["line_ups"]
    for other in ([[1, [1]], *line_ups[2:]], [*line_ups[:3], [4, [1, 2]]], [*line_ups[:3], [4, []]]):
        found = check_draw(record | {"source": record["source"] | {"line_ups": other}})
        assert any(problem.startswith(("The line-ups are not", "A line-up has nobody")) for problem in found)
    found = check_draw(record | {"source": record["source"] | {"byes": [1]}})
    assert "A round of teams keeps no table of another draw." in found


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.further) for seed in range(6, 60))])
def test_rounds_at_random_seat_every_member_who_is_due_once_and_are_proved(seed: int):
    rng = random.Random(seed)
    size, members, line_up = rng.choice([2, 3, 4]), rng.randint(1, 4), rng.randint(1, 4)
    shortfall, form = rng.choice(Tournament.SHORTFALLS), rng.choice(["swiss", "fixed"])
    teams = rng.randint(size, size + 5)
    tournament = started(teams, members, line_up=line_up, rounds=3, format=form, table_size=size, shortfall=shortfall)
    team = team_of(tournament)
    for _ in range(3):
        for entry in tournament.entries.order_by("number"):
            entry.status = Entry.DROPPED if rng.random() < 0.2 else Entry.CHECKED_IN
            entry.save()
        for member in TeamMember.objects.order_by("id"):
            member.place = rng.choice([None, 1, 2, 3])
            member.save()
        here = set(tournament.entries.filter(status=Entry.CHECKED_IN).values_list("character__name", flat=True))
        if len({team[name] for name in here}) < size:
            assert "a match needs" in refusal(draw_next_round, tournament=tournament)
            return
        played = published(tournament)
        tables = [[name for name in table if name != "Bot"] for table in seating(played).values()]
        seated = [*chain(*tables), *played.byes.values_list("entry__character__name", flat=True)]
        due = Counter(team[name] for name in here)
        assert len(seated) == len(set(seated)) and set(seated) <= here
        assert Counter(team[name] for name in seated) == {number: min(due[number], line_up) for number in due}
        assert all(len({team[name] for name in table}) == len(table) for table in tables)
        play_round(played)
    assert_proved(tournament)


def test_team_mates_who_are_kept_apart_keep_no_team_apart():
    tournament = teams_meet(4, 2, line_up=2)
    one, other = (tournament.entries.get(number=number) for number in (1, 2))
    KeptApart.objects.create(tournament=tournament, one=one, other=other)
    start_stage(tournament=tournament)
    assert draw_next_round(tournament=tournament).draws.get().source["field"]["bans"] == []
    assert_proved(tournament)


def test_a_second_stage_of_teams_begins_level():
    tournament = started(4, 1, line_up=1, rounds=1)
    Stage.objects.create(tournament=tournament, number=2, name="Again", format="swiss", rounds=2, line_up=1)
    play_round(published(tournament))
    end_stage(stage=tournament.stages.get(number=1))
    start_stage(tournament=tournament)
    first = play_round(published(tournament)).draws.get().source["field"]
    assert {one["points"] for one in first["players"]} == {0} and first["meetings"] == []
    second = draw_next_round(tournament=tournament).draws.get().source["field"]
    assert sorted(one["points"] // 840 for one in second["players"]) == [12, 28, 44, 60]
    assert second["last_met"] == [list(two) for two in combinations(range(1, 5), 2)]


def test_teams_with_people_of_one_club_are_of_it_both():
    tournament = teams_meet(4, 2, line_up=2)
    tournament.entries.filter(number__in=[1, 2, 3]).update(club="Lyon")
    start_stage(tournament=tournament)
    field = draw_next_round(tournament=tournament).draws.get().source["field"]
    assert {one["id"]: one["groups"] for one in field["players"]} == {
        1: ["the club Lyon"],
        2: ["the club Lyon"],
        3: [],
        4: [],
    }
