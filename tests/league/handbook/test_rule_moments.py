"""Moments that show rules at work: each is played again, and a page says what happened."""

import pytest
from django.urls import reverse

from engine import SYSTEMS
from engine.core.rulebook import clauses_in, rules_of
from league.handbook.queries.rule_moments import NAMES, moment_of, scene_of, stored_games
from league.handbook.queries.rule_pages import book
from tests.factories.pages import text
from tests.rule_moments import as_toml, overruled_clauses, play, shows

BOOKS = ("careers", "office_job", "career_poker", "game_of_the_year", "career_compass")
GAMES = [pytest.param(game, id=f"{game.system} {at}") for at, game in enumerate(stored_games())]


@pytest.mark.parametrize("stored", GAMES)
def test_a_stored_game_plays_again_and_every_moment_cites_its_rule(stored):
    game = stored.opened()
    cited = {}
    for number in range(len(stored.actions)):
        assert stored.move(number) in (*(choice.text for choice in game.legal), *game.host_actions())
        for sentence in stored.play(game, number):
            for clause in clauses_in(sentence.why):
                if shows(stored.system, clause, sentence.spoken(NAMES)):
                    cited.setdefault(clause, number)
    assert game.digest() == stored.digest
    assert {clause: cited[clause] for clause in stored.moments} == stored.moments
    assert set(stored.moments) <= set(rules_of(stored.system))


@pytest.mark.parametrize("stored", GAMES)
def test_no_rule_is_shown_by_a_game_whose_own_setting_overrules_it(stored):
    assert not set(stored.moments) & overruled_clauses(stored.system, stored.options.get("settings", {}))


def test_no_rule_is_shown_by_two_games_and_each_system_has_some():
    shown = [(game.system, clause) for game in stored_games() for clause in game.moments]
    assert len(shown) == len(set(shown)) and {system for system, _ in shown} == set(BOOKS)
    assert all(game.rules <= SYSTEMS[game.system].version for game in stored_games())


def test_a_rule_is_shown_by_what_shows_that_very_rule_and_by_nothing_else():
    assert moment_of("careers", "R54") is not None
    for system, rule in (("careers", "S14"), ("careers", "R59"), ("careers", "S999"), ("chess", "1")):
        assert moment_of(system, rule) is None
    assert shows("careers", "R68", "Ada backstabs Bo.") and not shows("careers", "R68", "Ada backstabs nobody.")


def test_what_the_finder_writes_is_what_is_read_again(tmp_path):
    played = play("career_compass", 3, 5, {}, "greedy")
    assert f"actions = {list(played.actions)}".replace(", ", ",") in as_toml(played)
    assert played.moments["10"] == 0


@pytest.mark.parametrize("system", BOOKS)
def test_every_moment_has_a_page_in_words(system, db, client):
    rows = [row for section in book(system).sections for row in section.rows if row.has_moment]
    for row in rows[:: max(1, len(rows) // 8)]:
        page = text(client.get(reverse("rule_moment", args=[system, row.rule.id])))
        scene = scene_of(system, row.rule.id)
        assert any(one.cites for one in scene.sentences), row.rule.id
        actor = f"{scene.actor} decides" if scene.actor else "The host of the table takes"
        assert "The moment" in page and actor in page and "Nothing: the move" not in page


def test_the_game_can_be_run_on_and_back_to_its_ends(db, client):
    url = reverse("rule_moment", args=["career_poker", "24"])
    scene = scene_of("career_poker", "24")
    page = text(client.get(url))
    assert f'href="?at={scene.number + 1}"' in page and f'href="?at={scene.number - 1}"' in page
    last = text(client.get(url, {"at": scene.last}))
    assert "Run it on" not in last and "Back to the moment" in last
    assert "The move before" not in text(client.get(url, {"at": 0}))


@pytest.mark.parametrize("at", ["-1", "x", "99999", "9" * 30])
def test_a_move_that_is_not_there_is_not_found(db, client, at):
    assert client.get(reverse("rule_moment", args=["career_poker", "24"]), {"at": at}).status_code == 404


def test_a_rule_without_a_moment_says_so_and_an_unknown_one_is_not_found(db, client):
    assert "No game that we keep shows this rule" in text(client.get(reverse("rule_moment", args=["careers", "R104"])))
    for system, rule in (("careers", "S999"), ("chess", "1")):
        assert client.get(reverse("rule_moment", args=[system, rule])).status_code == 404


def test_the_book_links_the_moments_and_counts_them(db, client):
    page = text(client.get(reverse("rule_book", args=["career_compass"])))
    assert reverse("rule_moment", args=["career_compass", "12"]) in page and "10 can be seen in play" in page
    assert reverse("rule_moment", args=["career_compass", "2"]) not in page
