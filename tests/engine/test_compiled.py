"""The engine compiled with mypyc plays the same games: golden records, games of bots, saved games, a game on top of it.

Building takes minutes, so the test of it is slow: `.venv/bin/pytest -n 0 -m slow tests/engine/test_compiled.py`.
"""

import ast
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import engine
from league.accounts.services.start import refuse_foreign_engine

ENGINE = Path(engine.__file__).parent
ROOT = ENGINE.parent
PREPARED = "import sys; sys.path.insert(0, sys.argv[1]); from sources import {}; from pathlib import Path; {}"
PROOF = """
import json, sys
from pathlib import Path
import engine
from engine.careers.rules import turns
from tests.engine import pig

print(json.dumps({
    "compiled": not turns.__file__.endswith(".py"),
    "records": [engine.replay(Path(record).read_text().splitlines()) is not None for record in sys.argv[1:]],
    "digests": {system: digests(system) for system in engine.SYSTEMS if system != "pig"},
    "pig": engine.simulate("pig", 2, 3, 1, ["random"]).as_dict(),
}))
"""
DIGESTS = '''
def digests(system):
    """Of a game of bots at every tenth step, each time saved, loaded, cloned and dealt anew as well."""
    import engine
    from engine.core.bots import make_bot
    from engine.core.rng import Stream

    game, stream, found = engine.new_game(system, 4, 5), Stream(2), []
    names = ("greedy", "random", "ismcts:visits=12,rounds=1", "random")
    bots = [make_bot(engine.SYSTEMS[system], name) for name in names]
    for step in range(150):
        if game.over:
            break
        legal = game.legal_actions()
        game.apply(bots[game.actor].choose(game, legal, stream) if len(legal) > 1 else legal[0])
        if step % 10 == 0:
            loaded = engine.SYSTEMS[system].load(game.save())
            found += [loaded.digest(), game.clone().digest(), game.determinize(1, step).digest(), str(game.view(0))]
    return found
'''


def run(code: str, *arguments: str, path: str = str(ROOT)) -> str:
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, cwd=path.split(os.pathsep)[0], capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_the_prepared_sources_differ_only_where_the_compiler_needs_it(tmp_path: Path) -> None:
    run(PREPARED.format("write_sources", "write_sources(Path(sys.argv[2]))"), str(ENGINE / "building"), str(tmp_path))
    prepared = (tmp_path / "engine" / "careers" / "state.py").read_text(encoding="utf-8")
    assert "@state" not in prepared and "new.cash = self.cash[:]" in prepared and "TURN: Final = 1" in prepared
    for path in ENGINE.rglob("*.py"):
        place = path.relative_to(ENGINE)
        if "building" in place.parts:
            continue
        ours, theirs = (ast.parse(root.joinpath(place).read_text("utf-8")) for root in (ENGINE, tmp_path / "engine"))
        assert functions(ours) <= functions(theirs), place


def functions(tree: ast.Module) -> set[str]:
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_a_site_plays_with_a_copy_of_its_own_engine_and_with_no_other(tmp_path: Path, monkeypatch) -> None:
    run(PREPARED.format("write_sources", "write_sources(Path(sys.argv[2]))"), str(ENGINE / "building"), str(tmp_path))
    monkeypatch.setenv("COMPILED_ENGINE", str(tmp_path))
    found = run("import league; from importlib.util import find_spec; print(find_spec('engine').origin)")
    assert found.strip() == str(tmp_path / "engine" / "__init__.py")
    assert refuse_foreign_engine(None) == []
    record = tmp_path / "engine" / "built_from.json"
    built_from = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps({**built_from, "translatable.py": "0"}), encoding="utf-8")
    assert [error.id for error in refuse_foreign_engine(None)] == ["league.E003"]
    record.unlink()
    assert [error.id for error in refuse_foreign_engine(None)] == ["league.E003"]


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("mypyc") or not find_spec("setuptools"), reason="mypyc is not installed")
def test_the_compiled_engine_plays_the_same_games(tmp_path: Path) -> None:
    run(PREPARED.replace("sources", "compiled").format("build", "build(Path(sys.argv[2]), '0')"),
        str(ENGINE / "building"), str(tmp_path))  # fmt: skip
    records = [
        str(path) for folder in ("golden", "golden_games") for path in (ROOT / "tests/engine" / folder).glob("*.jsonl")
    ]
    tests = tmp_path / "tests" / "engine"
    tests.mkdir(parents=True)
    (tests / "pig.py").write_text((ROOT / "tests/engine/pig.py").read_text(encoding="utf-8"), encoding="utf-8")
    plain, compiled = (json.loads(run(DIGESTS + PROOF, *records, path=str(path))) for path in (ROOT, tmp_path))
    assert compiled.pop("compiled") and not plain.pop("compiled")
    assert len(compiled["records"]) == len(records)
    assert compiled == plain
