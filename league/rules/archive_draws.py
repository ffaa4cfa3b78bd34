"""Whether the draws of an archive are those that were committed to."""

from collections.abc import Iterator, Mapping
from typing import Any

from league.rules.archive import at, twice
from league.rules.csv_text import FileProblem
from league.rules.draws.proof import check_draws
from league.rules.draws.seeds import link

Archive = Mapping[str, Any]


def draw_problems(archive: Archive) -> list[FileProblem]:
    """Everything that speaks against the draws, in the order in which they were made. Each is made again."""
    tournament, records = archive["tournament"], _records(archive)
    secret, commitment = tournament["draw_secret"], tournament["draw_commitment"]
    found = list(twice([record for _, record in records], "number", "draws"))
    if secret is not None and link(secret, 0) != commitment:
        found.append(at("tournament.draw_secret", "This is not the secret that was committed to."))
    paths = {record["number"]: path for path, record in records}
    for number, problems in check_draws(commitment, [record for _, record in records]).items():
        found += [at(paths[number], problem) for problem in problems]
    return found


def missing_secret(archive: Archive) -> list[FileProblem]:
    """Why nobody could go on with this tournament, if so. Before its first draw it can do with another secret."""
    tournament = archive["tournament"]
    if tournament["draw_secret"] is not None or (tournament["status"] == "planned" and not _records(archive)):
        return []
    text = "The secret of the draws is missing, so nobody could draw the next round. Export the tournament when it is "
    return [at("tournament.draw_secret", f"{text}finished, or with its secret (export_tournament --with-secret).")]


def _records(archive: Archive) -> list[tuple[str, dict[str, Any]]]:
    """Every draw as `proof.check_draws` takes it, with its path, by number."""
    found = []
    for one, stage in enumerate(archive["stages"]):
        for two, played in enumerate(stage["played_rounds"]):
            newest = max((draw["number"] for draw in played["draws"]), default=0)
            for three, draw in enumerate(played["draws"]):
                path = f"stages[{one}].played_rounds[{two}].draws[{three}]"
                seated = _seated(played) if draw["number"] == newest else {"tables": None, "byes": None}
                found.append((path, {**draw, **seated, "stage": stage["number"], "round": played["number"]}))
    found.sort(key=lambda entry: int(entry[1]["number"]))
    before = archive["tournament"]["draw_commitment"]
    for _, record in found:
        record["previous"], before = before, record["seed"]
    return found


def _seated(played: Archive) -> dict[str, Any]:
    tables = [
        {"number": table["number"], "seats": [seat["entry"] for seat in _in_order(table["seats"])]}
        for table in played["tables"]
    ]
    return {"tables": tables, "byes": [bye["entry"] for bye in played["byes"]]}


def _in_order(seats: Any) -> Iterator[Archive]:
    yield from sorted(seats, key=lambda seat: int(seat["seat"]))
