"""One fault run from the first client to the verdict, and the table that tells it."""

import argparse
import os
import random
import threading
import time
from pathlib import Path

from tests.chaos.clients import Client, Keeper, Ledger, Organiser, Patron, Researcher, pairs_of_town
from tests.chaos.faults import Faults
from tests.chaos.line import Line, Seen
from tests.chaos.pairs import Pair
from tests.chaos.parts import Installation
from tests.chaos.town import CSRF, Town, a_town
from tests.chaos.verdict import Verdict, judge

PLAYED = ("career_compass",)  # the shortest: a play is played to its end after the last fault
PAIRS = 2
GRACE = 200  # seconds in which clients finish what they are at, once the faults are over
SHOWN = 20
QUIET = 60  # seconds after the last fault in which everybody is answered


def tell(installation: Installation, disk: Path | None, why_no_disk: str, asked: argparse.Namespace, seed: int) -> bool:
    """Whether it ended well."""
    town, ledger, seen = a_town(), Ledger(), Seen()
    faults = Faults(installation, disk, why_no_disk)
    print(f"Fault run with seed {seed}, {asked.minutes:g} minutes, load {os.getloadavg()[0]:.1f}.", flush=True)
    with installation.running():
        over = threading.Event()
        clients = people(town, ledger, seen, installation.port, over, seed)
        for client in clients:
            client.start()
        hurt(faults, seed, asked)
        over.set()
        quiet = time.monotonic()
        for client in clients:
            client.join(max(0.1, quiet + GRACE - time.monotonic()))
        stuck = [f"client {client.name} has not come to an end" for client in clients if client.is_alive()]
        verdict = judge(ledger, seen, installation)
    verdict.stuck += [f"{path} was given up" for until, path in seen.given_up if until > quiet + QUIET]
    verdict.stuck += stuck
    verdict.wrong += [f"client {client.name}: {client.failure!r}" for client in clients if client.failure]
    show(faults, seen, ledger, verdict, installation)
    return verdict.clean and not seen.refused


def people(town: Town, ledger: Ledger, seen: Seen, port: int, over: threading.Event, seed: int) -> list[Client]:
    made = []
    for name, token in town.tokens.items():
        line = Line(port, seen, {"Authorization": f"Token {token}"})
        worker = (
            Organiser(town, line, ledger, over)
            if name == "chief"
            else Keeper(town, line, ledger, name, random.Random(f"{seed} {name}"))
        )
        made.append(Client(name, worker.work, over))
    for name, cookie in town.sessions.items():
        line = Line(port, seen, {"Cookie": cookie, "X-CSRFToken": CSRF})
        made.append(Client(name, Patron(town, line, ledger, name, over).work, over))
    for number, (name, (token, cookie)) in enumerate(town.researchers.items()):
        program = Line(port, seen, {"Authorization": f"Token {token}"})
        page = Line(port, seen, {"Cookie": cookie, "X-CSRFToken": CSRF})
        made.append(Client(name, Researcher(program, page, ledger, name, 1_000_000 * number, over).work, over))
    for number, (lines, slugs) in enumerate(pairs_of_town(town, port, seen)[:PAIRS]):
        pair = Pair(ledger.plays, lines, slugs, PLAYED, random.Random(f"{seed} pair {number}"))
        made.append(Client(f"pair-{number}", pair.work, over))
    return made


def hurt(faults: Faults, seed: int, asked: argparse.Namespace) -> None:
    over = threading.Event()
    threads = [
        threading.Thread(target=faults.go_on_until, args=(over, random.Random(f"{seed} {number}"), asked.pause))
        for number in range(asked.at_once)
    ]
    try:
        for thread in threads:
            thread.start()
        over.wait(asked.minutes * 60)
    finally:
        over.set()
        for thread in threads:
            thread.join()


def recoveries(seen: Seen, ends: list[float]) -> list[float]:
    """Seconds from the end of the last fault before its answer, for each deed that had to be sent again."""
    found = []
    for first, done in seen.interrupted:
        during = [end for end in ends if first <= end <= done]
        found.append(done - max(during) if during else 0.0)
    return sorted(found)


def percentile(values: list[float], percent: int) -> float:
    return values[min(len(values) - 1, len(values) * percent // 100)] if values else 0.0


def show(faults: Faults, seen: Seen, ledger: Ledger, verdict: Verdict, installation: Installation) -> None:
    recovered = recoveries(seen, faults.ends)
    waited = sorted(done - first for first, done in seen.interrupted)
    rows: list[tuple[str, object]] = [
        *((f"fault: {name}", number) for name, number in sorted(faults.done.items())),
        ("faults in all", sum(faults.done.values())),
        ("writes acknowledged", seen.acknowledged),
        *((f"  {what}", number) for what, number in counted(ledger).items()),
        ("lost", len(verdict.lost)),
        ("doubled", len(verdict.doubled)),
        ("stuck", len(verdict.stuck)),
        ("in doubt", len(seen.doubts)),
        ("refused", len(seen.refused)),
        ("answers 500", seen.statuses.get(500, 0)),
        ("answers 503", seen.statuses.get(503, 0)),
        ("no answer", seen.statuses.get(0, 0)),
        ("interrupted requests", len(recovered)),
        (
            "recovery after the fault's end p50 / p95",
            f"{percentile(recovered, 50):.1f} s / {percentile(recovered, 95):.1f} s",
        ),
        ("from first sending to answer p50 / p95", f"{percentile(waited, 50):.1f} s / {percentile(waited, 95):.1f} s"),
        ("queues empty after", f"{verdict.seconds_until_empty:.1f} s"),
        *((f"{name} ended by itself", part.ended_by_itself) for name, part in installation.parts.items()),
        ("load", f"{os.getloadavg()[1]:.1f}"),
    ]
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:<{width}}  {value}" for name, value in rows))
    for name, why in faults.skipped.items():
        print(f"skipped: {name}: {why}")
    said = {"lost": verdict.lost, "doubled": verdict.doubled, "stuck": verdict.stuck}
    said |= {"wrong": verdict.wrong, "refused": seen.refused, "500": seen.errors, "not done": faults.failed}
    for what, sentences in said.items():
        for sentence in sentences[:SHOWN]:
            print(f"{what}: {sentence}")


def counted(ledger: Ledger) -> dict[str, int]:
    return {
        "games reported": len(ledger.games),
        "corrected": sum(kind == "correct" for kind, _, _ in ledger.decided),
        "voided": sum(kind == "void" for kind, _, _ in ledger.decided),
        "rounds drawn": len(ledger.rounds),
        "reports of phones": sum(len(table.keys) for table in ledger.tables),
        "games of bots ordered": len(ledger.ordered),
        "plays opened": len(ledger.plays),
        "turns taken": sum(len(play.turns) for play in ledger.plays),
        "experiments ordered": len(ledger.experiments),
    }
