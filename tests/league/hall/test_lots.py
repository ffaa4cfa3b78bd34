"""Lots separate people who are level in everything else: they fall in the hall as at home."""

import pytest
from django.contrib.auth.models import User

from characters.models import Character
from league.models import Entry, Stage, TeamContest, Tournament
from league.standings.rules.tiebreaks import DRAW
from league.tournaments.desk.services.rounds import start_stage
from league.tournaments.entries.services.check_in import walk_in
from league.tournaments.entries.services.import_entries import import_entries
from league.tournaments.hall.services.along import take_along
from league.tournaments.hall.services.lots import take_lots_of_home
from league.tournaments.stages.queries.explanations import why_in_stage
from league.tournaments.stages.queries.stage_standings import stage_order
from league.tournaments.teams.queries import TeamTable
from league.tournaments.teams.services import enter_team
from tests.factories.careers import differences
from tests.factories.characters import hire
from tests.factories.draws import to_draw
from tests.factories.hall_sites import HallSite, brought
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season
from tests.factories.teams import a_contest, a_team, teams_meet

pytestmark = pytest.mark.django_db


def in_order() -> list[str]:
    """Everybody of the stage by the standings before a game, which lots alone decide."""
    names = dict(Character.objects.values_list("pk", "name"))
    return [names[who] for who in stage_order(Stage.objects.select_related("tournament").get())]


def teams_in_order() -> list[str]:
    table = TeamTable(TeamContest.objects.get())
    return [table.teams[pk].name for pk in table.standings]


def lot_told(name: str) -> str:
    why = why_in_stage(Stage.objects.select_related("tournament").get(), Character.objects.get(name=name))
    return next(str(tiebreak.explanation) for tiebreak in why.standing.tiebreaks if tiebreak.name == DRAW)


def after_others(count: int = 30) -> Tournament:
    """A tournament of characters whose ids no hall would give them."""
    season = a_season("spring")
    for number in range(count):
        hire(season, f"Member {number}")
    return to_draw(8, season=season)


def test_lots_fall_in_the_hall_as_at_home(site: HallSite):
    day = after_others()
    by = an_organiser(day.season)
    hall, words = take_along(tournament=day, by=by)
    site.open(bytes(hall.file), words)
    with site.here():
        there, olga = Tournament.objects.get(), User.objects.get()
        for name in ("Wanda", "Wolf"):
            walk_in(tournament=there, name=name, by=olga)
        assert differences() == []
        hire(there.season, "Wilma")
        import_entries(tournament=there, data=b"name,checked_in\nWilma,yes\n", by=olga)
        start_stage(tournament=there)
        order, told = in_order(), {name: lot_told(name) for name in ("Ada", "Wanda")}
    for file in (site.file(), site.file(closed=True)):
        assert brought(day, file, by).status == "done"
        assert in_order() == order
        assert {name: lot_told(name) for name in told} == told
    assert {*order} >= {"Ada", "Wanda", "Wolf", "Wilma"}
    assert differences() == []
    assert Entry.objects.get(character__name="Ada").lot is None  # as before: the id of the character


def test_a_second_hall_draws_as_the_first_one(site: HallSite, tmp_path):
    day = after_others()
    by = an_organiser(day.season)
    hall, words = take_along(tournament=day, by=by)
    site.open(bytes(hall.file), words)
    with site.here():
        walk_in(tournament=Tournament.objects.get(), name="Wanda", by=User.objects.get())
        start_stage(tournament=Tournament.objects.get())
        order = in_order()
    brought(day, site.file(closed=True), by)
    hall, words = take_along(tournament=day, by=by)
    second = HallSite(tmp_path / "second")
    second.open(bytes(hall.file), words)
    with second.here():
        assert in_order() == order
    second.close()


def test_so_do_those_of_teams(site: HallSite):
    season = a_season("spring")
    earlier = a_contest(season)
    for number in range(9):
        a_team(earlier, f"Earlier {number}")
    earlier.delete()
    day = teams_meet(4, 2, line_up=2, season=season)
    by = an_organiser(season)
    hall, words = take_along(tournament=day, by=by)
    before = teams_in_order()
    site.open(bytes(hall.file), words)
    with site.here():
        assert teams_in_order() == before
        contest, olga = TeamContest.objects.get(), User.objects.get()
        enter_team(contest=contest, name="Newcomers", members=["Wanda"], by=olga, captain=None, guests=True)
        order = teams_in_order()
    assert brought(day, site.file(), by).status == "done"
    assert teams_in_order() == order and "Newcomers" in order
    assert differences() == []


@pytest.mark.parametrize("lots", [{}, {"entries": [[1, 5]], "teams": []}, {"entries": [[1, "x"]], "teams": []}, None])
def test_lots_that_no_site_writes_are_refused(site: HallSite, lots):
    with pytest.raises(Exception, match="lots in the file"):
        take_lots_of_home(tournament=to_draw(2), lots=lots)
