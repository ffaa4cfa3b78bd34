"""The texts that calls translate: as literals, or through names, where makemessages does not see them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from league.management.commands.makemessages import KEYWORDS

WHERE = {"_": (0,), "gettext": (0,), "gettext_lazy": (0,), "ngettext": (0, 1)}
for word in KEYWORDS:  # as xgettext takes them: said_of:2,3
    _word, _, _places = word.partition(":")
    WHERE[_word] = tuple(int(place) - 1 for place in _places.split(",")) if _places else (0,)
AT_MOST = 6  # names that lead to names


def translated_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each literal of the module that a call translates, also of those that names lead to."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    scopes: dict[ast.AST, ast.AST] = {}
    for scope in ast.walk(module):
        if isinstance(scope, ast.Module | ast.FunctionDef):
            scopes |= dict.fromkeys(ast.walk(scope), scope)  # the innermost is seen last
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and (places := WHERE.get(_name(call.func))):
            for at in places:
                if at < len(call.args):
                    yield from _literals(call.args[at], scopes[call], module, AT_MOST)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _literals(value: ast.AST, scope: ast.AST, module: ast.Module, left: int) -> Iterator[tuple[int, str]]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.lineno, value.value
    elif isinstance(value, ast.IfExp):
        for branch in (value.body, value.orelse):
            yield from _literals(branch, scope, module, left)
    elif isinstance(value, ast.Dict | ast.Tuple | ast.List):
        for part in value.values if isinstance(value, ast.Dict) else value.elts:
            yield from _literals(part, scope, module, left)
    elif isinstance(value, ast.Subscript | ast.Attribute):
        yield from _literals(value.value, scope, module, left)
    elif isinstance(value, ast.Call) and _name(value.func) in ("get", "next"):
        yield from _literals(value.func, scope, module, left)
    elif isinstance(value, ast.Name) and left:
        for origin, where in _origins(value.id, scope, module):
            yield from _literals(origin, where, module, left - 1)


def _origins(name: str, scope: ast.AST, module: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield what the name was set to, in the function or else the module, or what callers in it pass."""
    here = list(_set_to(name, scope)) or list(_set_to(name, module))
    yield from ((origin, scope) for origin in here)
    if here or not isinstance(scope, ast.FunctionDef):
        return
    names = [argument.arg for argument in (*scope.args.posonlyargs, *scope.args.args)]
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and _name(call.func) == scope.name:
            passed = dict(zip(names, call.args, strict=False)) | {word.arg: word.value for word in call.keywords}
            if name in passed:
                yield passed[name], module


def _set_to(name: str, scope: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple):
                    for at, part in enumerate(target.elts):
                        if _name(part) == name:
                            yield node.value.elts[at] if isinstance(node.value, ast.Tuple) else node.value
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and _name(node.target) == name and node.value:
            yield node.value
