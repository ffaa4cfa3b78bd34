"""Prepare the sources for the compiler: the same rules, with what Python only finds out at run time written out.

mypyc makes a module quick if it knows a class beforehand. So the decorator `state` is replaced by what it generates
(`kinds`, `fields`, `clone`), constants are marked `Final`, dataclasses go without their own slots, and the class
attributes of a game (`system`, `actions`, ...) become `ClassVar`. Nothing else changes: the golden records prove it.
"""

import ast
import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[1]
SYSTEMS = ("careers", "office_job", "career_poker", "game_of_the_year", "career_compass")
# The modules worth compiling; telling, data and everything that runs once a process stay as they are.
_CORE = ("rng", "actions", "decisions", "game", "views", "tables", "bots", "ismcts")
_PARTS = ("about", "actions", "board", "cards", "days", "menus", "players", "scoring", "settings", "state", "table",
          "game", "vocabulary", "views")  # fmt: skip
# Classes that a stranger's game may build on.
_OPEN = ("Game", "TableGame", "ReportedGame", "Ismcts")

_CONSTANT = re.compile(r"^(_?[A-Z][A-Z0-9_]*)(: (?P<kind>[^=]+?))? = (?!TypeVar)", re.MULTILINE)
_SEVERAL = re.compile(r"^( *)((?:_?[A-Z][A-Z0-9_]*, )+_?[A-Z][A-Z0-9_]*) = (.+)$", re.MULTILINE)
_MEMBER = re.compile(r"^    ([A-Z][A-Z0-9_]*) = (\d+)", re.MULTILINE)
# A class of the core declares this for all states; compiled classes do so themselves. One with __eq__ has no hash.
_DECLARED = "    fields: ClassVar[tuple[str, ...]]\n"
_UNHASHABLE = "    __hash__ = None  # type: ignore[assignment]\n"
_SAID = re.compile(r"^    (system|actions|decisions|tellers|reports) = ", re.MULTILINE)


def compiled_modules(engine: Path = ENGINE) -> list[Path]:
    """Return every file that is compiled, relative to the folder of the engine."""
    paths = [*[engine / "core" / f"{name}.py" for name in _CORE], engine / "doors" / "observations.py"]
    for system in SYSTEMS:
        folder = engine / system
        paths += [folder / f"{name}.py" for name in (*_PARTS, "bots") if (folder / f"{name}.py").exists()]
        paths += sorted(path for part in ("rules", "bots") for path in (folder / part).glob("*.py"))
    return [path.relative_to(engine) for path in paths if path.name != "__init__.py"]


def write_sources(target: Path) -> list[Path]:
    """Copy the engine to `target`/engine, made ready for the compiler, with the digests of what it was; return the
    files to compile, relative to `target`."""
    tree = target / "engine"
    shutil.copytree(ENGINE, tree, ignore=shutil.ignore_patterns("__pycache__", "building", "build", "*.egg-info"))
    built_from = {
        path.relative_to(tree).as_posix(): sha256(path.read_bytes()).hexdigest() for path in tree.rglob("*.py")
    }
    (tree / "built_from.json").write_text(json.dumps(built_from), encoding="utf-8")
    kinds: dict[str, dict[str, str]] = {}
    modules = [tree / path for path in compiled_modules()]
    for path in sorted(modules, key=lambda path: _rank(path, tree)):
        path.write_text(prepared(path.read_text(encoding="utf-8"), kinds), encoding="utf-8")
    return [path.relative_to(target) for path in modules]


def _rank(path: Path, tree: Path) -> tuple[int, str]:
    """Return a sort key that puts classes before their subclasses, which inherit their fields."""
    order = ("core/game.py", "core/tables.py")
    name = path.relative_to(tree).as_posix()
    return (order.index(name) if name in order else len(order), name)


def prepared(source: str, kinds: dict[str, dict[str, str]]) -> str:
    """Return one module, made ready. `kinds`: the fields of every state so far, by the name of its class."""
    source = source.replace(", slots=True", "").replace("@dataclass(slots=True)", "@dataclass")
    source = _states(source.replace(_DECLARED, "").replace(_UNHASHABLE, ""), kinds)
    source = _without_table(source)
    source = _SAID.sub(r"    \1: ClassVar[Any] = ", source)
    source = _SEVERAL.sub(_spelled, source)
    source = _MEMBER.sub(r"    \1: Final = \2", source)
    source = _CONSTANT.sub(_final, source)
    return _with_imports(source)


def _without_table(source: str) -> str:
    """Remove `table` from the class that all games share, and ask each game. A compiled field has one type in all
    classes, and every game types its own `table`."""
    if "class TableGame(Game)" not in source:
        return source
    source = source.replace("    table: Any\n", "").replace("self.table.", "cast(Any, self).table.")
    return source.replace("game.table, ", "cast(Any, game).table, ")


def _final(match: re.Match[str]) -> str:
    return f"{match[1]}: Final" + (f"[{match['kind']}] = " if match["kind"] else " = ")


def _spelled(match: re.Match[str]) -> str:
    """Write `A, B = 1, 2` and `A, B = range(2)` as a line for each name; leave anything else as it was."""
    indent, names, value = match[1], match[2].split(", "), ast.parse(match[3]).body[0].value  # type: ignore[attr-defined]
    numbers = re.fullmatch(r"range\((\d+)(?:, (\d+))?\)", ast.unparse(value))
    if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
        values = list(map(ast.unparse, value.elts))
    elif numbers:
        values = list(map(str, range(*map(int, filter(None, numbers.groups())))))
    else:
        return match[0]
    return "\n".join(f"{indent}{name} = {value}" for name, value in zip(names, values, strict=True))


def _states(source: str, kinds: dict[str, dict[str, str]]) -> str:
    """Write out what the decorator `state` does, in every class that it decorates."""
    lines, decorated = source.splitlines(), list(_decorated(ast.parse(source)))
    for node in decorated:
        base = node.bases[0].id if node.bases and isinstance(node.bases[0], ast.Name) else ""
        own = [field for field in node.body if isinstance(field, ast.AnnAssign) and not _is_class_variable(field)]
        kinds[node.name] = kinds.get(base, {}) | {_name(field): _shape(ast.unparse(field.annotation)) for field in own}
    for node in reversed(decorated):
        end = node.end_lineno or len(lines)
        lines[end:end] = _written(node.name, kinds[node.name], clone=node.name not in _OPEN)
        lines[node.decorator_list[0].lineno - 1] = (
            "@mypyc_attr(allow_interpreted_subclasses=True)" if node.name in _OPEN else ""
        )
    return "\n".join(lines) + "\n"


def _decorated(tree: ast.Module) -> Iterator[ast.ClassDef]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(d, ast.Name) and d.id == "state" for d in node.decorator_list
        ):
            yield node


def _name(node: ast.AnnAssign) -> str:
    return ast.unparse(node.target)


def _shape(kind: str) -> str:
    """Return all that `clone` needs to know of an annotation."""
    if kind.startswith("list[") and kind.endswith("]"):
        return "list[list[Any]]" if kind.startswith("list[list[") else "list[Any]"
    return "Any"


def _is_class_variable(node: ast.AnnAssign) -> bool:
    return ast.unparse(node.annotation).startswith("ClassVar")


def _written(name: str, fields: dict[str, str], clone: bool) -> Iterator[str]:
    saved = [field for field in fields if field not in ("table", "events")]
    entries = ", ".join(f'"{field}": {kind}' for field, kind in fields.items())
    yield ""
    yield f"    kinds: ClassVar[dict[str, Any]] = {{{entries}}}"
    yield f"    fields: ClassVar[tuple[str, ...]] = {tuple(saved)!r}"
    if not clone:
        return
    yield ""
    yield "    def clone(self) -> Any:"
    yield f"        new: {name} = cast({name}, type(self).__new__(type(self)))"
    for field, kind in fields.items():
        yield f"        new.{field} = {_copied(field, kind)}"
    yield "        return new"


def _copied(field: str, kind: str) -> str:
    if field == "events":
        return "None"
    if kind == "list[list[Any]]":
        return f"[one[:] for one in self.{field}]"
    return f"self.{field}[:]" if kind == "list[Any]" else f"self.{field}"


def _with_imports(source: str) -> str:
    """Insert the imports that the changes need, behind the docstring."""
    at = ast.parse(source).body[0].end_lineno or 0
    lines = source.splitlines()
    lines[at:at] = ["from typing import TYPE_CHECKING, Any, ClassVar, Final, cast", "if TYPE_CHECKING:",
                    "    from mypy_extensions import mypyc_attr"]  # fmt: skip
    return "\n".join(lines) + "\n"
