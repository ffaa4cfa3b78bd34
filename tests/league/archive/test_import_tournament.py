"""Archives of tournaments: out here, in there, the same again; all or nothing; nothing twice."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import override

from characters.models import Character, Fact
from characters.services.registration import rename_character
from engine.translatable import Translatable, spoken
from games.models import Decision, Game, Sheet
from games.services.review import review_waiting
from league.clubs.queries import house_rules_of
from league.clubs.services.leagues import create_league, create_season
from league.core.services.uploads import FileRefused
from league.models import DrawChange, League, LedgerEntry, Result, Ruling, Season, TableReport, Team, Tournament
from league.tournaments.archive.rules.archive import with_words, write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.stages.rules.seeds import link
from league.tournaments.teams.queries import TeamTable
from tests.factories.archives import a_day_of_play, an_archive, archive_of, lasting, spoilt
from tests.factories.careers import differences
from tests.factories.cast import a_season
from tests.factories.characters import hire
from tests.factories.games import played
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive() -> dict[str, Any]:
    """The archive of a tournament that is not known here."""
    return an_archive(private=True)


@pytest.fixture(scope="module")
def league(rows_of_module) -> League:
    """Where others live already, so that nobody gets the same id again."""
    with rows_of_module.unblock():
        season = a_season("autumn")
        hire(season, "Zoe")
        played(season, "g1", at(hire(season, "Yan"), 120), at(hire(season, "Xan"), 10))
    return season.league


def points(archive: dict[str, Any]) -> dict[str, tuple[str, int, int]]:
    return {
        row["character"]: (row["points"], row["games"], row["wins"])
        for stage in archive["stages"]
        for row in stage["standings"]
    }


def counts() -> list[int]:
    return [model.objects.count() for model in (User, Character, Season, Game, Sheet, Fact, Result, Tournament)]


def problems(league: League, archive: dict[str, Any] | bytes) -> list[tuple[str, str]]:
    """Why the archive is refused; nothing has changed."""
    before = counts()
    data = archive if isinstance(archive, bytes) else write_archive(archive)
    with pytest.raises(FileRefused) as refused:
        import_tournament(league=league, data=data)
    assert counts() == before
    return [(problem.column, problem.message) for problem in refused.value.problems]


def test_an_archive_imports_elsewhere_and_comes_out_the_same(archive, league):
    summary, made = import_tournament(league=league, data=write_archive(archive))
    assert str(summary) == "1 tournament recorded"
    again = archive_of(made, private=True)
    assert lasting(again) == lasting(archive)
    assert points(again) == points(archive)


def test_teams_come_along_with_what_they_score(archive, league):
    _summary, made = import_tournament(league=league, data=write_archive(archive))
    table = TeamTable(made.team_contest)
    assert {team.name: team.members.count() for team in table.teams.values()} == {"Red": 2, "Blue": 1}
    assert next(iter(table.standings)) == Team.objects.get(name="Red").pk


def test_an_archive_without_teams_is_one_that_the_first_release_reads(archive, league):
    del archive["team_contest"]
    _summary, made = import_tournament(league=league, data=write_archive({**archive, "version": 1}))
    again = archive_of(made)
    assert again["version"] == 1 and "team_contest" not in again


def test_a_hidden_name_of_a_team_does_not_leave(archive, league):
    _summary, made = import_tournament(league=league, data=write_archive(archive))
    Team.objects.filter(name="Red").update(hidden_at=timezone.now(), hidden_why="rude")
    assert [team["name"] for team in archive_of(made)["team_contest"]["teams"]] == ["Team 1", "Blue"]


def test_a_log_that_comes_from_elsewhere_is_told_in_the_language_of_its_reader(archive, league):
    _summary, made = import_tournament(league=league, data=write_archive(archive))
    published = made.events.filter(kind="round_published").earliest("pk")
    with override("de"):
        assert spoken(published.text).startswith("Runde 1 von")


@pytest.mark.parametrize(
    "words",
    [
        {"one": "{name.__class__} is here.", "values": {"name": "Ada"}},
        {"one": "{name!r} is here.", "values": {"name": "Ada"}},
        {"one": "{who} is here.", "values": {"name": "Ada"}},
        {"one": "{name:,} is here.", "values": {"name": "Ada"}},
        {"one": "{name} is gone.", "values": {"name": "Ada"}},
        {
            "one": "{name}",
            "values": {"name": {"one": "{x.y} is here.", "many": None, "number": 0, "values": {"x": "Ada"}}},
        },
    ],
)
def test_words_that_do_not_say_what_stands_there_are_left_out(words):
    archive = {
        "events": [{"text": "Ada is here."}],
        "words": [{"text": "Ada is here.", "many": None, "number": 0} | words],
    }
    (event,) = with_words(archive)["events"]
    assert event["text"] == "Ada is here." and not isinstance(event["text"], Translatable)


def test_careers_and_results_follow_from_the_games_of_an_archive(archive, league):
    import_tournament(league=league, data=write_archive(archive))
    while review_waiting():
        pass
    assert differences() == []
    assert Result.objects.filter(game__table__isnull=False).count() == 56
    ada = Character.objects.get(name="Ada")
    assert ada.enrolment.league == league and (ada.owner, ada.owner_label) == (None, "owner-of-ada")


def test_an_archive_puts_no_words_into_the_mouth_of_an_account(archive, league):
    victim = User.objects.get_or_create(username="otto")[0]
    archive["events"][0]["text"] = "I, the organiser, hereby resign."
    assert {row["by"] for row in archive["events"]} >= {"otto"}
    mallory, before = User.objects.create(username="mallory"), User.objects.count()
    _, made = import_tournament(league=league, data=write_archive(archive), by=mallory)
    event = LedgerEntry.objects.get(text="I, the organiser, hereby resign.")
    assert (event.by, event.by_name, event.who) == (None, "otto", "otto, according to the archive") and event.imported
    for model in (LedgerEntry, Ruling, TableReport, DrawChange):
        assert not model.objects.filter(by=victim).exists()
    assert not Sheet.objects.filter(Q(submitted_by=victim) | Q(confirmed_by=victim) | Q(closed_by=victim)).exists()
    assert not made.entries.filter(registered_by=victim).exists() and made.created_by != victim
    assert not Decision.objects.filter(by=victim).exists()
    assert User.objects.count() == before


def test_who_imports_stays_who_they_are(archive, league):
    otto = User.objects.get_or_create(username="otto")[0]
    _, made = import_tournament(league=league, data=write_archive(archive), by=otto)
    assert made.created_by == otto and made.events.filter(by=otto).exists()
    assert archive_of(made)["archived_names"] == []


def test_a_name_that_another_archive_told_is_not_even_the_importers(archive, league):
    archive["archived_names"] = ["otto"]
    otto = User.objects.get_or_create(username="otto")[0]
    _, made = import_tournament(league=league, data=write_archive(archive), by=otto)
    assert (made.created_by, made.created_by_name) == (None, "otto") and not made.events.filter(by=otto).exists()
    assert archive_of(made)["archived_names"] == ["otto"]


def test_importing_the_same_archive_again_changes_nothing(archive, league):
    import_tournament(league=league, data=write_archive(archive))
    before = counts()
    rename_character(character=Character.objects.get(name="Ada"), name="Ada Lovelace")
    for same in (archive, {**archive, "exported_at": "2027-01-01T00:00:00Z"}):
        summary, _ = import_tournament(league=league, data=write_archive(same))
        assert str(summary) == "0 tournaments recorded; 1 known already and skipped"
    assert counts() == before


def test_another_tournament_of_the_same_address_is_refused(archive, league):
    import_tournament(league=league, data=write_archive(archive))
    archive["rulings"][0]["units"] = 1680
    assert problems(league, archive) == [
        ("tournament.slug", "There is already a tournament spring-open here, with other content.")
    ]


def test_a_dry_run_checks_everything_and_writes_nothing(archive, league):
    before = counts()
    summary, made = import_tournament(league=league, data=write_archive(archive), dry_run=True)
    assert (str(summary), made, counts()) == ("1 tournament recorded", None, before)


def test_nobody_is_told_of_what_happened_elsewhere(archive, league):
    waiting = LedgerEntry.objects.filter(told_at=None)
    before = set(waiting)
    import_tournament(league=league, data=write_archive(archive))
    assert set(waiting.all()) == before


@pytest.mark.parametrize(
    ("data", "path", "says"),
    [
        (b"", "", "can't be read as JSON"),
        (b"[1]", "format", "not the archive of a tournament"),
        (b"\xff", "", "not UTF-8"),
        (b'{"format": 1.5}', "", "not a whole number"),
        (b'{"format": "corner-office-tournament", "version": 9}', "version", "Update the site"),
        (b'{"format": "corner-office-tournament", "version": "x"}', "version", "must be 1"),
        (b'{"format": "corner-office-tournament", "version": 1}', "", "'entries' is missing"),
        (b"[" * 100_000, "", "nested too deeply"),
    ],
)
def test_what_is_no_archive_is_refused_in_a_sentence(league, data, path, says):
    assert any(found == path and says in message for found, message in problems(league, data))


ROUND = ("stages", 0, "played_rounds", 0)
TEAMS = ("team_contest", "teams")


@pytest.mark.parametrize(
    ("path", "value", "place", "says"),
    [
        (("entries", 2, "character"), "Nobody", "entries[2].character", "not one of the characters"),
        (("entries", 2, "number"), 2, "entries[2].number", "'2' appears twice."),
        (("entries", 2, "status"), "asleep", "entries[2].status", "must be one of registered, waiting"),
        (("entries", 2, "registered_at"), "yesterday", "entries[2].registered_at", "2026-01-06T18:00:00Z"),
        (("kept_apart", 0, "other"), 77, "kept_apart[0].other", "There is no entry 77."),
        ((*ROUND, "byes", 0, "entry"), 77, "stages[0].played_rounds[0].byes[0].entry", "There is no entry 77."),
        ((*ROUND, "tables", 0, "game"), "g7", "stages[0].played_rounds[0].tables[0].game", "no game 'g7'"),
        ((*ROUND, "draws", 0, "seed"), "0" * 64, "stages[0].played_rounds[0].draws[0]", "hash to the link"),
        ((*ROUND, "draws", 0, "cost", "repeats"), 7, "stages[0].played_rounds[0].draws[0]", "cost"),
        ((*ROUND, "draws", 0, "outcome"), {}, "stages[0].played_rounds[0].draws[0]", "cannot be read or repeated"),
        (("tournament", "draw_secret"), "x" * 64, "tournament.draw_secret", "not the secret"),
        (("tournament", "draw_secret"), None, "tournament.draw_secret", "The secret of the draws is missing"),
        (("tournament", "table_size"), 9, "tournament.table_size", "9 must be at most 8."),
        (("tournament", "colour"), "red", "tournament", "There is no 'colour' here."),
        (("characters", 0, "specialty"), "alchemy", "characters[0].specialty", "alchemy"),
        (("season", "house_rules"), {"chess": 1}, "season.house_rules", "chess"),
        (("team_contest", "size"), 1, "team_contest.size", "1 must be at least 2."),
        ((*TEAMS, 1, "name"), "RED", "team_contest.teams[1].name", "'RED' appears twice."),
        ((*TEAMS, 1, "members", 0, "entry"), 77, "team_contest.teams[1].members[0].entry", "There is no entry 77."),
        ((*TEAMS, 0, "members", 1, "entry"), 1, "team_contest.teams[0].members[1].entry", "in two teams"),
        ((*TEAMS, 1, "members", 0, "since"), "2027-01-01T00:00:00Z", "team_contest.teams[1].members[0].until", "after"),
        (("version",), 1, "team_contest", "An archive with teams has version 2."),
        (("version",), 3, "version", "this site reads up to 2"),
        (("version",), True, "version", "The version must be 1 or 2"),
        (("rulings", 0, "round"), 9, "rulings[0].round", "There is no round 9 of stage 1."),
        (("games", 0, "system"), "careers", "games[0].system", "not what the tournament plays"),
        (("games", 0, "sheets", 1, "status"), "void", "games[0].sheets[1].closed_reason", "says why"),
        (("games", 0, "sheets", 0, "status"), "confirmed", "games[0].sheets[0].status", "newest"),
    ],
)
def test_a_broken_archive_is_refused_with_the_place(archive, league, path, value, place, says):
    found = problems(league, spoilt(archive, path, value))
    assert any(where.startswith(place) and says in message for where, message in found), found


def test_an_entry_with_a_seat_and_a_bye_in_one_round_is_refused(archive, league):
    played = archive["stages"][0]["played_rounds"][0]
    seated = played["byes"][0]["entry"] = played["tables"][0]["seats"][0]["entry"]
    found = [place for place, said in problems(league, archive) if said == f"Entry {seated} is in this round twice."]
    assert found and all(place.startswith("stages[0].played_rounds[0].tables") for place in found)


def test_every_result_that_cannot_stand_is_listed(archive, league):
    archive["games"][0]["sheets"][1]["seats"][0]["score"] = {"cards": 13}
    archive["games"][1]["sheets"][0]["seats"][0]["score"] = {"luck": 1}
    found = problems(league, archive)
    assert [path for path, _ in found] == ["games[0].sheets[1]"] + ["games[1].sheets[0]"] * 2
    assert "the deck has 33" in found[0][1] and "has no figure 'luck'" in found[2][1]


def test_how_many_characters_a_person_may_have_is_as_in_the_season_of_the_archive(archive):
    for row in archive["characters"]:
        row["owner"] = "ada"
    ada = User.objects.create(username="ada")
    league = create_league(name="Elsewhere", by=ada)
    assert "this league allows 1 (R101)" in problems(league, archive)[0][1]
    archive["season"]["house_rules"]["characters_per_owner"] = 40
    assert str(import_tournament(league=league, data=write_archive(archive))[0]) == "1 tournament recorded"


def test_a_character_of_another_league_is_refused(archive, league):
    hire(a_season("winter"), "Ada")
    assert ("characters[0].name", "Ada belongs to another league.") in problems(league, archive)


def test_a_season_of_another_league_or_of_other_rules_is_refused(archive, league):
    season = create_season(league=league, name="Spring", slug="spring", rules={"best_of": 3})
    [(path, message)] = problems(league, archive)
    assert path == "season.house_rules" and "other house rules" in message
    Season.objects.filter(pk=season.pk).update(league=create_league(name="Third"))
    assert problems(league, archive)[0][0] == "season.slug"


def test_what_a_season_chooses_of_each_game_comes_along(archive, league):
    archive["season"]["house_rules"]["games"] = {"career_poker": {"scoring": "coin"}}
    [(path, message)] = problems(league, archive)
    assert path == "season.house_rules" and "Setting 'scoring' of career_poker (B12)" in message
    archive["season"]["house_rules"]["games"] = chosen = {"career_poker": {"scoring": "last_deal"}}
    import_tournament(league=league, data=write_archive(archive))
    assert house_rules_of(Season.objects.get(slug="spring")).games == chosen


def test_a_reference_that_is_taken_is_refused(archive, league):
    rules = archive["season"]["house_rules"]
    season = create_season(league=league, name="Spring", slug="spring", rules=rules)
    played(season, "spring-open-s1r1t2", at(hire(season, "Xi"), 120), at(hire(season, "Wu"), 10))
    [(path, message)] = problems(league, archive)
    assert path == "games[1].reference" and "already a game spring-open-s1r1t2" in message


def test_a_running_tournament_goes_on_elsewhere_with_its_secret_only():
    assert an_archive("running")["tournament"]["draw_secret"] is None
    open_handed = an_archive("running", with_secret=True)
    secretive = {**open_handed, "tournament": {**open_handed["tournament"], "draw_secret": None}}
    league = create_league(name="Elsewhere")
    assert "with its secret" in problems(league, secretive)[0][1]
    _, made = import_tournament(league=league, data=write_archive(open_handed))
    assert (made.status, made.draw_secret) == ("running", open_handed["tournament"]["draw_secret"])
    assert import_tournament(league=league, data=write_archive(secretive))[0].skipped == 1


def test_a_tournament_without_draws_gets_a_secret_of_its_own():
    archive = an_archive("planned")
    league = create_league(name="Elsewhere")
    _, made = import_tournament(league=league, data=write_archive(archive))
    assert link(made.draw_secret, 0) == made.draw_commitment != archive["tournament"]["draw_commitment"]
    assert import_tournament(league=league, data=write_archive(archive))[0].skipped == 1


def test_only_organisers_read_households_and_why_entries_are_kept_apart():
    for private, reason, household in ((False, "", ""), (True, "Brothers", "Elm Street 4")):
        archive = an_archive(private=private)
        assert archive["kept_apart"][0]["reason"] == reason
        assert archive["entries"][0]["household"] == household


def test_an_archive_takes_as_many_queries_for_many_tables(django_assert_max_num_queries):
    tournament = a_day_of_play()
    with django_assert_max_num_queries(36):
        archive_of(tournament)


def test_an_archive_of_millions_of_nothings_is_refused_before_it_fills_the_memory(league):
    data = b'{"format": "corner-office-tournament", "entries": [' + b"{}," * 3_000_000 + b"{}]}"
    [(_, said)] = problems(league, data)
    assert said.startswith("The file holds more than any tournament that fits here")


def test_a_tournament_keeps_the_clocks_and_the_place_where_it_was_played(archive, league):
    assert (archive["tournament"]["zone"], archive["tournament"]["place"]) == ("Europe/London", "Town hall")
    archive["tournament"]["zone"] = "America/New_York"
    _, made = import_tournament(league=league, data=write_archive(archive))
    assert (made.zone, made.played_in, made.place) == ("America/New_York", "America/New_York", "Town hall")
    assert archive_of(made)["tournament"]["zone"] == "America/New_York"
    summary, _ = import_tournament(league=league, data=write_archive(archive))
    assert str(summary) == "0 tournaments recorded; 1 known already and skipped"


def test_where_the_league_has_the_same_clocks_the_tournament_goes_with_the_league(archive, league):
    _, made = import_tournament(league=league, data=write_archive(archive))
    assert made.zone == ""


def test_it_says_whether_it_was_played_on_the_site(archive, league):
    assert archive["tournament"]["played_here"] is False
    archive["tournament"]["played_here"] = True
    _, made = import_tournament(league=league, data=write_archive(archive))
    assert made.played_here and archive_of(made)["tournament"]["played_here"] is True


def test_a_zone_that_nobody_knows_is_refused(archive, league):
    archive["tournament"]["zone"] = "Mars/Olympus"
    said = "'Mars/Olympus' is not a time zone known here, such as Europe/London."
    assert problems(league, archive) == [("tournament.zone", said)]
