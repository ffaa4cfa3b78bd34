"""The sample season as its two files say it, without a database."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from characters.rules.facts import CareerFact
from characters.rules.house_rules import DEFAULTS
from characters.rules.ladder import Profile
from characters.rules.names import name_key
from engine.careers.editions import edition
from games.rules.lines import result_facts
from league.people.rules.characters import characters_from_csv
from league.sheets.rules.reported_games import to_sheet
from league.sheets.rules.result_rows import results_from_csv

SPRING = Path(__file__).resolve().parents[2] / "league" / "data" / "spring-2026"


def sample_profiles() -> dict[str, Profile]:
    """By name."""
    rows, problems = characters_from_csv((SPRING / "characters.csv").read_bytes())
    assert problems == []
    found = {}
    for row in rows:
        names = edition(row.edition)
        companies = (names.company_of(row.specialty).id, names.company_of(row.side_interest).id)
        found[row.name] = Profile(row.specialty, row.side_interest, *companies, row.edition)
    return found


def sample_games() -> Iterator[Mapping[str, CareerFact]]:
    """Game by game the fact of each character that played, by name."""
    games, problems = results_from_csv((SPRING / "results.csv").read_bytes())
    assert problems == []
    names = list(sample_profiles())
    ids = {name_key(name): number for number, name in enumerate(names)}
    for number, game in enumerate(games, start=1):
        sheet, unknown = to_sheet(game, ids, name_key)
        assert unknown == []
        facts = result_facts(number, 1, DEFAULTS.digest, sheet, reference=game.reference)
        yield {names[who]: fact for who, fact in facts}
