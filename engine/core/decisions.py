"""Number the decisions and steps that a game waits for; wherever they are saved they have their names. A decision is a
prompt: it lists its legal actions and resolves one of them. Every game numbers its own in a class of constants 0, 1, 2,
..., and one table says what each does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

# In every game the decision after the end; while an action takes effect, it says that nobody has to decide yet.
OVER = 0

Legal = Callable[[Any], Sequence[int]]
Resolve = Callable[[Any, int], None]


def names_of(constants: type) -> tuple[str, ...]:
    """Return the lower-case names of a class of constants, each at its number. Raise ValueError unless they run 0, 1,
    2, ..."""
    named = {name.lower(): number for name, number in vars(constants).items() if name.isupper()}
    if list(named.values()) != list(range(len(named))):
        raise ValueError(f"The constants of {constants.__name__} do not run 0, 1, 2, ...")
    return tuple(named)


def fixed(*choices: int) -> Legal:
    """Return the `legal` of a decision that always offers the same."""
    return lambda game: choices


class Decisions:
    """All decisions of a game: `names` select the forms of a web page; `legal` and `resolve` are indexed by number."""

    __slots__ = ("legal", "names", "resolve")

    def __init__(self, prompts: type, table: Mapping[int, tuple[Legal, Resolve]]) -> None:
        """Order the table. Raise ValueError unless it has every prompt but OVER."""
        self.names = names_of(prompts)
        both = in_order(prompts, {OVER: (fixed(), _unresolvable), **table})
        self.legal: tuple[Legal, ...] = tuple(legal for legal, _ in both)
        self.resolve: tuple[Resolve, ...] = tuple(resolve for _, resolve in both)


def in_order(constants: type, table: Mapping[int, Any]) -> tuple[Any, ...]:
    """Return the entries of a table by number. Raise ValueError unless each constant has one."""
    names = names_of(constants)
    if set(table) != set(range(len(names))):
        odd = sorted(set(table) ^ set(range(len(names))))
        raise ValueError(f"The table of {constants.__name__} lacks, or has too much, {odd}.")
    return tuple(table[number] for number in range(len(names)))


def _unresolvable(game: Any, action: int) -> None:
    raise LookupError("Nothing waits for a decision.")
