"""How much memory it takes to read archives of the largest size, friendly and hostile: each in a process of its own.

python -m tests.benchmarks.archive_memory
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

SIZE = 39_000_000
HEAD = '{"format": "corner-office-tournament", "version": 1, "games": '


def _filled(item: str, head: str = HEAD) -> bytes:
    each = len(item.encode()) + 1
    return f"{head}[{','.join([item] * ((SIZE - len(head) - 3) // each))}]}}".encode()


def _just_allowed(item: str, more: str = "") -> bytes:
    """As many of them as the guess lets in. `more` stands behind them, in front of the end."""
    from league.tournaments.archive.rules.archive import MOST_MEMORY, memory_needed

    def file(count: int) -> bytes:
        return f"{HEAD}[{','.join(item.replace('#', str(n)) for n in range(count))}{more}]}}".encode()

    each = (memory_needed(file(110)) - memory_needed(file(100))) / 10
    return file(int(min((MOST_MEMORY - 1_000_000) / each, SIZE / (len(item) + 3))))


KINDS = {
    "nothing": lambda: b"{}",
    "empty objects": lambda: _filled("{}"),
    "empty objects, as many as allowed": lambda: _just_allowed("{}"),
    "objects in objects, as many as allowed": lambda: _just_allowed('{"a":{}}'),
    "objects of different keys": lambda: _just_allowed('{"#":{}}'),
    "numbers, as many as allowed": lambda: _just_allowed("1234567"),
    "short texts, as many as allowed": lambda: _just_allowed('"ab\u00fcc\u20ac"'),
    "one long text": lambda: f'{HEAD}"{"a" * (SIZE - 100)}"}}'.encode(),
    "one long text with one wide letter": lambda: f'{HEAD}"{"a" * (SIZE - 100)}\U0001f600"}}'.encode(),
    "a thousand texts with a wide letter each": lambda: _filled('"' + "a" * 99_000 + '\U0001f600"'),
    "one object, as long as allowed": lambda: _just_allowed('"#":0').replace(b"[", b"{").replace(b"]", b"}"),
    "one long wide text, as long as allowed": lambda: f'{HEAD}"{"a" * 30_000_000}\U0001f600"}}'.encode(),
    "escaped wide texts, as many as allowed": lambda: _just_allowed(f'"{"a" * 5000}\\ud83d\\ude00"'),
    "lists in lists, as many as allowed": lambda: _just_allowed("[[],[],[]]"),
}


def make(kind: str, path: str) -> None:
    Path(path).write_bytes(KINDS[kind]())


def read(path: str) -> None:
    from league.tournaments.archive.rules.archive import read_archive

    data = Path(path).read_bytes()
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, perf_counter()
    problems = read_archive(data)[1]
    took, most = perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    said = problems[0].message[:70] if problems else "read"
    print(f"{len(data) / 1e6:6.1f} MB: {before:5} MB before, {most:5} MB at most, {took:5.1f} s. {said}")


def measure(kind: str) -> None:
    """The most of a process counts from its parent's, so this one stays small and others make and read the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/archive.json"
        for step in (["make", kind, path], ["read", path]):
            answer = subprocess.run([sys.executable, "-m", __spec__.name, *step], capture_output=True, check=False)
    print(f"{kind:42} {answer.stdout.decode().strip() or answer.stderr.decode()[-300:]}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", kind, path]:
            make(kind, path)
        case ["read", path]:
            read(path)
        case []:
            for one in KINDS:
                measure(one)
        case paths:
            for path in paths:
                read(path)
