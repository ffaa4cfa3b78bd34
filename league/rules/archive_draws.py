"""Whether the draws of an archive are those that were committed to."""

from collections.abc import Iterator, Mapping
from typing import Any

from league.rules.archive import at
from league.rules.csv_text import FileProblem
from league.rules.draws.seeds import LENGTH, link, verify_link


def draw_problems(archive: Mapping[str, Any]) -> list[FileProblem]:
    """Everything that speaks against the draws, in the order in which they were made."""
    return [*_secret(archive["tournament"]), *_chain(archive)]


def missing_secret(archive: Mapping[str, Any]) -> list[FileProblem]:
    """Why nobody could go on with this tournament, if so. Before its first draw it can do with another secret."""
    tournament = archive["tournament"]
    if tournament["draw_secret"] is not None or (tournament["status"] == "planned" and not _draws(archive)):
        return []
    text = "The secret of the draws is missing, so nobody could draw the next round. Export the tournament when it is "
    return [at("tournament.draw_secret", f"{text}finished, or with its secret (export_tournament --with-secret).")]


def _draws(archive: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Every draw with its path, by number."""
    found = [
        (f"stages[{one}].played_rounds[{two}].draws[{three}]", draw)
        for one, stage in enumerate(archive["stages"])
        for two, played in enumerate(stage["played_rounds"])
        for three, draw in enumerate(played["draws"])
    ]
    return sorted(found, key=lambda entry: int(entry[1]["number"]))


def _secret(tournament: Mapping[str, Any]) -> Iterator[FileProblem]:
    secret = tournament["draw_secret"]
    if secret is not None and link(secret, 0) != tournament["draw_commitment"]:
        yield at("tournament.draw_secret", "This is not the secret that was committed to.")


def _chain(archive: Mapping[str, Any]) -> Iterator[FileProblem]:
    """Each seed must hash to the one before, the first to the commitment."""
    before = archive["tournament"]["draw_commitment"]
    for number, (path, draw) in enumerate(_draws(archive), start=1):
        if draw["number"] != number or number >= LENGTH:
            yield at(f"{path}.number", f"The draws must be numbered from 1; this should be {number}.")
        if not verify_link(before, draw["seed"]):
            yield at(f"{path}.seed", "This seed does not follow from what was committed to.")
        before = draw["seed"]
