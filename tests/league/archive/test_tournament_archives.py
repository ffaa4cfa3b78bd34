"""export_tournament and import_tournament: files, dry runs, refusals."""

import json

import pytest

from league.clubs.services.leagues import create_league
from league.models import League, Tournament
from league.tournaments.archive.rules.archive import write_archive
from tests.factories.archives import a_day_of_play, an_archive
from tests.factories.careers import differences

pytestmark = pytest.mark.django_db


def test_a_tournament_goes_to_a_file_and_to_standard_output(run, tmp_path):
    a_day_of_play()
    path = tmp_path / "spring.json"
    assert run("export_tournament", "spring-open", "--output", path) == (0, "", [])
    written = json.loads(path.read_text())
    printed = json.loads(run("export_tournament", "spring-open", "--private").out)
    assert written["games"] == printed["games"] and len(written["games"]) == 14
    assert (written["entries"][0]["household"], printed["entries"][0]["household"]) == ("", "Elm Street 4")


def test_the_secret_of_a_running_tournament_leaves_only_when_it_is_asked_for(run):
    a_day_of_play("running")
    secret = Tournament.objects.get().draw_secret
    assert secret not in run("export_tournament", "spring-open").out
    assert secret in run("export_tournament", "spring-open", "--with-secret").out


def test_what_there_is_not_is_refused(run, tmp_path):
    assert run("export_tournament", "winter") == (1, "", ["There is no tournament 'winter'."])
    a_day_of_play("planned")
    nowhere = tmp_path / "no" / "file.json"
    assert run("export_tournament", "spring-open", "--output", nowhere).status == 1
    assert run("import_tournament", nowhere).status == 1


def test_an_archive_is_imported_into_the_league_that_is_named(run, write):
    path = write(write_archive(an_archive()))
    league = create_league(name="Friday Club")
    assert run("import_tournament", path, "--league", "nowhere").reasons == ["There is no league 'nowhere'."]
    assert "dry run" in run("import_tournament", path, "--league", league.slug, "--dry-run").out
    assert not Tournament.objects.exists()
    assert run("import_tournament", path, "--league", league.slug, "--sync").out == "1 tournament recorded.\n"
    assert Tournament.objects.get().season.league == league and differences() == []
    again = run("import_tournament", path, "--league", league.slug)
    assert again.out == "0 tournaments recorded; 1 known already and skipped.\n"


def test_an_empty_installation_gets_a_league_unless_the_archive_is_refused(run, write):
    archive = an_archive()
    archive["entries"][0]["character"], name = "Nobody", archive["entries"][0]["character"]
    refused = run("import_tournament", write(write_archive(archive)))
    assert (refused.status, refused.reasons) == (1, ["entries[0].character: 'Nobody' is not one of the characters."])
    assert not League.objects.exists()
    archive["entries"][0]["character"] = name
    assert run("import_tournament", write(write_archive(archive))).status == 0
    assert League.objects.get() == Tournament.objects.get().season.league


def test_the_draws_of_an_archive_can_be_verified_without_importing_it(run, tmp_path):
    archive = an_archive()
    path = tmp_path / "spring.json"
    path.write_bytes(write_archive(archive))
    assert run("verify_draw", path).status == 0
    draw = archive["stages"][0]["played_rounds"][0]["draws"][0]
    draw["seed"] = "0" * 64
    path.write_bytes(write_archive(archive))
    assert run("verify_draw", path).status == 1
