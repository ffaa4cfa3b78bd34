"""Whether the draws of an archive are those that were committed to."""

from collections.abc import Mapping
from typing import Any

from league.rules.archive import at, twice
from league.rules.csv_text import FileProblem
from league.rules.draws.archived import archived_draws
from league.rules.draws.proof import check_draws
from league.rules.draws.seeds import link

Archive = Mapping[str, Any]


def draw_problems(archive: Archive) -> list[FileProblem]:
    """Everything that speaks against the draws, in the order in which they were made. Each is made again."""
    commitment, records = archived_draws(archive)
    secret, paths = archive["tournament"]["draw_secret"], _paths(archive)
    found = list(twice(records, "number", "draws"))
    if secret is not None and link(secret, 0) != commitment:
        found.append(at("tournament.draw_secret", "This is not the secret that was committed to."))
    for number, problems in check_draws(commitment, records).items():
        found += [at(paths[number], problem) for problem in problems]
    return found


def missing_secret(archive: Archive) -> list[FileProblem]:
    """Why nobody could go on with this tournament, if so. Before its first draw it can do with another secret."""
    tournament = archive["tournament"]
    if tournament["draw_secret"] is not None or (tournament["status"] == "planned" and not _paths(archive)):
        return []
    text = "The secret of the draws is missing, so nobody could draw the next round. Export the tournament when it is "
    return [at("tournament.draw_secret", f"{text}finished, or with its secret (export_tournament --with-secret).")]


def _paths(archive: Archive) -> dict[int, str]:
    """Where each draw stands, by its number."""
    return {
        draw["number"]: f"stages[{one}].played_rounds[{two}].draws[{three}]"
        for one, stage in enumerate(archive["stages"])
        for two, played in enumerate(stage["played_rounds"])
        for three, draw in enumerate(played["draws"])
    }
