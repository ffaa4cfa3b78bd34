"""What a mutant is: the source of a module with one node of its syntax tree changed.

Decorators, annotations, docstrings and words are left alone: no rule is in them.
"""

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
Change = tuple[ast.AST, str, int | None, ast.AST, ast.AST]  # parent, field, index, node, what it becomes
UNTOUCHED = {"decorator_list", "annotation", "returns"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """`source` is the whole module; `before` and `after` are the changed node as text."""

    line: int
    before: str
    after: str
    source: str

    @property
    def change(self) -> str:
        return f"{self.before}  ->  {self.after}"


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines; each one differs from it in one node."""
    tree = ast.parse(source)
    untouched = ast.unparse(tree)
    yield from filter(None, (_mutant(tree, untouched, place) for place in _places_to_change(tree)))


def one_mutant(source: str, rng: random.Random) -> Mutant | None:
    """One of them by chance, without making the others; None if there is none."""
    tree = ast.parse(source)
    places, untouched = list(_places_to_change(tree)), ast.unparse(tree)
    rng.shuffle(places)
    return next(filter(None, (_mutant(tree, untouched, place) for place in places)), None)


def _places_to_change(tree: ast.Module) -> Iterator[Change]:
    for parent, field, at, node in _places(tree):
        for changed in _changes(node):
            yield parent, field, at, node, changed


def _mutant(tree: ast.Module, untouched: str, place: Change) -> Mutant | None:
    parent, field, at, node, changed = place
    _put(parent, field, at, changed)
    text = ast.unparse(ast.fix_missing_locations(tree))
    _put(parent, field, at, node)
    return Mutant(node.lineno, _told(node), _told(changed), text) if text != untouched else None


def _places(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Where a node hangs: its parent, the field, and the index where the field is a list."""
    for field, value in ast.iter_fields(parent):
        if field in UNTOUCHED:
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST):
                if hasattr(node, "lineno"):
                    yield parent, field, at, node
                yield from _places(node)


def _put(parent: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _told(node: ast.AST) -> str:
    """The first line of a statement, the whole of an expression."""
    return ast.unparse(node).splitlines()[0]


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[*ops]):
            for at, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield _with(node, ops=[*ops[:at], other(), *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.BinOp(op=op) if type(op) in CALCULATED:
            yield _with(node, op=CALCULATED[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.copy_location(ast.Constant(not value), node)
        case ast.Constant(value=int(value)):
            yield ast.copy_location(ast.Constant(value + 1), node)
        case ast.comprehension():
            return
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from _unfiltered(node)
        case ast.stmt():
            yield from _of_statement(node)


def _unfiltered(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Iterator[ast.AST]:
    """A comprehension without one of its conditions."""
    for at, loop in enumerate(node.generators):
        for one in range(len(loop.ifs)):
            fewer = _with(loop, ifs=[*loop.ifs[:one], *loop.ifs[one + 1 :]])
            yield _with(node, generators=[*node.generators[:at], fewer, *node.generators[at + 1 :]])


def _of_statement(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.If() | ast.While():
            yield _with(node, test=ast.Constant(False))
            if isinstance(node, ast.If):
                yield _with(node, test=ast.Constant(True))
        case ast.Continue():
            yield ast.copy_location(ast.Break(), node)
        case ast.Break():
            yield ast.copy_location(ast.Continue(), node)
        case ast.Return(value=ast.expr()):
            yield _with(node, value=ast.Constant(None))
        case ast.AugAssign(target=target, op=op, value=value):
            yield ast.copy_location(ast.Assign([target], value), node)
            if type(op) in CALCULATED:
                yield _with(node, op=CALCULATED[type(op)]())
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.copy_location(ast.Pass(), node)
