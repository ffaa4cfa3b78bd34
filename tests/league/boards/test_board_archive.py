"""The archive of a tournament carries the league's own board that its season plays on."""

import pytest

from engine.careers.board_files import board_digest
from league.boards.queries import version_of
from league.clubs.queries import house_rules_of
from league.clubs.services.leagues import create_league
from league.core.services.uploads import FileRefused
from league.models import BoardVersion, Season
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from tests.factories.archives import an_archive
from tests.factories.boards import a_board, a_board_file

pytestmark = pytest.mark.django_db
SAID = a_board_file()
DIGEST = board_digest(SAID)


@pytest.fixture
def archive():
    """Of a tournament elsewhere, whose season is played on a board of that league."""
    written = an_archive(private=True)
    written["season"]["house_rules"]["board"] = DIGEST
    return written | {"boards": [SAID]}


def brought(archive, name="New home"):
    league = create_league(name=name)
    return league, import_tournament(league=league, data=write_archive(archive))


def test_the_board_comes_along_and_the_archive_says_it_again(archive):
    league, _ = brought(archive)
    season = Season.objects.get(league=league)
    assert house_rules_of(season).board == DIGEST and version_of(league, DIGEST).definition == SAID
    again = tournament_archive(season.tournaments.get())
    assert again["boards"] == [SAID]


def test_a_league_that_has_the_board_keeps_the_one(archive):
    league = create_league(name="New home")
    a_board(league)
    import_tournament(league=league, data=write_archive(archive))
    assert BoardVersion.objects.count() == 1


def test_another_board_of_that_name_stays_what_it_is(archive):
    league = create_league(name="New home")
    other = a_board(league, currency="X")
    import_tournament(league=league, data=write_archive(archive))
    assert other.versions.get().definition["currency"] == "X"
    assert version_of(league, DIGEST).board.slug == f"{other.slug}-{DIGEST[:12]}"


@pytest.mark.parametrize(
    ("boards", "said"),
    [([], "This league has no board with the digest"), ([SAID | {"moon": 1}], "there is no entry 'moon'")],
)
def test_an_archive_without_its_board_or_with_a_bad_one_is_refused_and_changes_nothing(archive, boards, said):
    with pytest.raises(FileRefused) as refused:
        brought(archive | {"boards": boards})
    assert any(said in problem.message for problem in refused.value.problems)
    assert not BoardVersion.objects.exists() and not Season.objects.filter(league__name="New home").exists()
