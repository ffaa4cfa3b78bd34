"""Turn what a seat sees into a row of numbers: truth values and amounts scaled to about 0 to 1, a word as one of its
kind, a list of words as counts.

No game describes its view beforehand, so the layout is learnt: some games are played from fixed seeds, and every amount
is scaled by the greatest that was seen, every word that was seen gets its own place, those never seen share one.
The same engine gives the same layout on every machine. It is filled only from `Game.view`, so it holds nothing that
the seat does not know.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import is_not, ne
from typing import Any, NamedTuple

from engine.core.bots import make_bot
from engine.core.game import Game, Memory
from engine.core.rng import Stream, derive
from engine.core.system import System

_GAMES, _STEPS, _EVERY = 5, 1500, 7
_LONGEST = 16  # places of a list of lists that have a number; its length has one as well
_LEFT_OUT = frozenset(("legal", "name", "text", "caption"))  # the mask says the first, ids beside them the others
_AMOUNTS: frozenset[Any] = frozenset((int, bool, float))
_LISTS: frozenset[Any] = frozenset((list, tuple))

Row = Any  # an array("f")
Fill = Callable[[Any, Row], None]


class _Leaf:
    """Everything that was seen at one place of a view."""

    def __init__(self) -> None:
        self.most = 0.0
        self.numbers = False
        self.words: set[str] = set()
        self.most_words = 0
        self.inner: dict[str, _Leaf] = {}
        self.items: list[_Leaf] = []
        self.longest = 0

    @property
    def is_number(self) -> bool:
        """Return whether nothing but amounts and truth values was seen here."""
        return self.numbers and not (self.inner or self.words or self.longest)

    @property
    def is_nothing(self) -> bool:
        """Return whether nothing was ever seen here but None."""
        return not (self.numbers or self.inner or self.words or self.longest)

    @property
    def is_words(self) -> bool:
        """Return whether nothing but single words was seen here."""
        return bool(self.words) and not (self.inner or self.numbers or self.longest)

    @property
    def is_amounts(self) -> bool:
        """Return whether nothing but lists of amounts was seen here."""
        return bool(self.items) and not (self.inner or self.numbers or self.words) and _all_amounts(self.items)

    def see(self, value: Any) -> None:
        if isinstance(value, Mapping):
            for key, entry in value.items():
                if key not in _LEFT_OUT:
                    self.inner.setdefault(key, _Leaf()).see(entry)
        elif isinstance(value, str):
            self.words.add(value)
        elif isinstance(value, (list, tuple)):
            self._see_list(value)
        elif value is not None:
            self.numbers = True
            self.most = max(self.most, abs(float(value)))

    def _see_list(self, value: Sequence[Any]) -> None:
        self.longest = max(self.longest, len(value))
        words = [item for item in value if isinstance(item, str)]
        self.words.update(words)
        self.most_words = max(self.most_words, *(words.count(word) for word in words), 0)
        for at, item in enumerate(value[:_LONGEST]):
            if not isinstance(item, str):
                while len(self.items) <= at:
                    self.items.append(_Leaf())
                self.items[at].see(item)


class _Part(NamedTuple):
    """A key of a view, or the number of an item in a list of mappings such as the players, with its places `first` to
    `last - 1` in a row; `items` are the parts of such a list."""

    key: Any
    first: int
    last: int
    fill: Fill
    items: "tuple[_Part, ...]" = ()


class Layout:
    """The layout of a row. `names`: the meaning of each number."""

    def __init__(self, seen: "_Leaf") -> None:
        self.names: list[str] = []
        self._parts = tuple[_Part, ...]()
        self._items: dict[str, tuple[_Part, ...]] = {}
        self._fill = self._filler("", seen)
        self._keys = [part.key for part in self._parts]
        self._empty = array("f", bytes(4 * len(self.names)))

    def __len__(self) -> int:
        return len(self.names)

    def row(self, view: Mapping[str, Any]) -> Row:
        """Return the view as an array of 32-bit floats."""
        row = self._empty[:]
        self._fill(view, row)
        return row

    def go_on(self, row: Row, before: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        """Turn the row of the view `before` into that of another one, at the cost of what differs between them."""
        empty = self._empty
        differs = map(ne, map(before.get, self._keys), map(view.get, self._keys))
        for key, first, last, fill, items in compress(self._parts, differs):
            was, value = before.get(key), view.get(key)
            if items and was and value and len(was) == len(value):
                for at, first, last, fill, _ in compress(items, map(is_not, was, value)):
                    if value[at] != was[at]:
                        row[first:last] = empty[first:last]
                        fill(value[at], row)
            else:
                row[first:last] = empty[first:last]
                fill(value, row)

    def _place(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def _filler(self, path: str, seen: _Leaf) -> Fill:
        """Return a function that fills in everything that was ever seen at a place."""
        if seen.inner:
            return self._mapping(path, seen.inner)
        scalar = self._scalar(path, seen)
        if not seen.longest:
            return scalar
        length, per_item = self._place(f"{path}.length"), 1 / seen.longest
        contents = self._contents(path, seen)

        def fill(value: Any, row: Row) -> None:
            if value.__class__ in _LISTS:
                row[length] = len(value) * per_item
                contents(value, row)
            else:
                scalar(value, row)

        return fill

    def _mapping(self, path: str, seen: Mapping[str, _Leaf]) -> Fill:
        """Return a function that fills in a mapping, quickly if it has all keys that were ever seen. The mapping of a
        decision has a few of many keys: there the keys that it has are looked up."""
        first = len(self.names)
        plain = [key for key, leaf in seen.items() if leaf.is_number]
        places = {key: self._place(f"{path}.{key}") for key in plain}
        fillers = {key: _amount(places[key], 1 / (seen[key].most or 1.0)) for key in plain}
        for key, leaf in seen.items():
            if not (leaf.is_number or leaf.is_nothing):
                places[key] = len(self.names)
                fillers[key] = self._filler(f"{path}.{key}", leaf)
        quickly, last, few = _written_out(seen, places, fillers), len(self.names), len(fillers) // 2
        ends = [*[places[key] for key in fillers][1:], last]
        self._parts = tuple(  # in the end those of the outermost mapping, which is the view
            _Part(key, places[key], end, filler, self._items.get(f"{path}.{key}", ()))
            for (key, filler), end in zip(fillers.items(), ends, strict=True)
        )

        def fill(value: Any, row: Row) -> None:
            if value.__class__ is not dict:
                return
            if len(value) > few:
                try:
                    return quickly(value, row)
                except (KeyError, TypeError):
                    row[first:last] = self._empty[first:last]
            for key, entry in value.items():
                if (filler := fillers.get(key)) is not None and entry is not None:
                    filler(entry, row)

        return fill

    def _scalar(self, path: str, seen: _Leaf) -> Fill:
        number, scale = self._place(path) if seen.numbers else -1, 1 / (seen.most or 1.0)
        words = {} if seen.longest else {word: self._place(f"{path}={word}") for word in sorted(seen.words)}
        other = self._place(f"{path}=?") if words else -1

        def fill(value: Any, row: Row) -> None:
            if value.__class__ is str:
                if other >= 0:
                    row[words.get(value, other)] = 1.0
            elif number >= 0 and value.__class__ in _AMOUNTS:
                row[number] = value * scale

        return fill

    def _contents(self, path: str, seen: _Leaf) -> Fill:
        """Return a function that fills in the items of a list: words are counted, anything else has its place in the
        list."""
        if seen.words:
            return self._counts(path, seen)
        if _all_amounts(seen.items):
            return self._amounts(path, seen)
        begin = len(self.names)
        items, firsts = list[Fill](), list[int]()
        for at, leaf in enumerate(seen.items):
            firsts.append(len(self.names))
            items.append(self._filler(f"{path}.{at}", leaf))
        if all(leaf.inner for leaf in seen.items):
            lasts = [*firsts[1:], len(self.names)]
            self._items[path] = tuple(map(_Part, range(len(items)), firsts, lasts, items))
        if all(leaf.is_amounts for leaf in seen.items):
            return _rows(begin, seen.items)

        def fill(value: list[Any], row: Row) -> None:
            for inner, item in zip(items, value, strict=False):
                inner(item, row)

        return fill

    def _counts(self, path: str, seen: _Leaf) -> Fill:
        words = {word: self._place(f"{path}={word}") for word in sorted(seen.words)}
        other, per_word = self._place(f"{path}=?"), 1 / (seen.most_words or 1)

        def fill(value: list[Any], row: Row) -> None:
            for word in value:
                if word.__class__ is str:
                    row[words.get(word, other)] += per_word

        return fill

    def _amounts(self, path: str, seen: _Leaf) -> Fill:
        places = [self._place(f"{path}.{at}") for at in range(len(seen.items))]
        scale = 1 / (max((leaf.most for leaf in seen.items), default=0.0) or 1.0)

        def fill(value: list[Any], row: Row) -> None:
            if any(value):
                for place, number in zip(places, value, strict=False):
                    if number and number.__class__ in _AMOUNTS:
                        row[place] = number * scale

        return fill


class Watch:
    """Keep the row of the last look at a game, and update it at the next look at one of the same system."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.row = layout, layout.row({})
        self._view: dict[str, Any] = {}
        self._memory: Memory = {}

    def look(self, game: Game, seat: int) -> None:
        """Turn the row into that of what a seat sees now."""
        view = game.look(seat, self._memory)
        self.layout.go_on(self.row, self._view, view)
        self._view = view


def _amount(place: int, scale: float) -> Fill:
    def fill(value: Any, row: Row) -> None:
        if value.__class__ in _AMOUNTS:
            row[place] = value * scale

    return fill


def _rows(place: int, leaves: list[_Leaf]) -> Fill:
    """Return a function that fills in lists of amounts in a list, such as all deeds of a game, one after the other. It
    needs no call for each, and is quick if every list is as long as the lists that were seen."""
    first, inner = place, []
    for leaf in leaves:
        most = max(item.most for item in leaf.items) or 1.0
        inner.append((place, 1 / leaf.longest, range(place + 1, place + 1 + len(leaf.items)), 1 / most))
        place += 1 + len(leaf.items)
    empty, quickly = array("f", bytes(4 * (place - first))), _written_rows(inner)

    def fill(value: list[Any], row: Row) -> None:
        try:
            return quickly(value, row)
        except (TypeError, ValueError):
            row[first:place] = empty
        for (length, per_item, places, scale), amounts in zip(inner, value, strict=False):
            if amounts.__class__ in _LISTS:
                row[length] = len(amounts) * per_item
                for place_of_one, amount in zip(places, amounts, strict=False):
                    if amount and amount.__class__ in _AMOUNTS:
                        row[place_of_one] = amount * scale

    return fill


def _written_rows(inner: list[tuple[int, float, range, float]]) -> Fill:
    """Return a function that fills in lists of these lengths. It raises TypeError or ValueError for a list of another
    length and for anything that is not an amount, after filling in a part."""
    lines = []
    for at, (length, per_item, places, scale) in enumerate(inner):
        amounts = [f"amount{place}" for place in places]
        lines += [f"if count == {at}: return", f"{', '.join(amounts)}, = value[{at}]"]
        lines.append(f"row[{length}] = {len(places) * per_item!r}")
        lines += [f"row[{place}] = {amount} * {scale!r}" for place, amount in zip(places, amounts, strict=True)]
    return _compiled(["count = len(value)", *lines], {})


def _all_amounts(leaves: list[_Leaf]) -> bool:
    return all(leaf.is_number for leaf in leaves)


def _written_out(seen: Mapping[str, _Leaf], places: Mapping[str, int], fillers: Mapping[str, Fill]) -> Fill:
    """Return a function that fills in a mapping with all of its keys, twice as fast as a loop of calls. It has an
    assignment per amount and a table look-up per word, and raises KeyError or TypeError for a mapping of another shape,
    after filling in a part."""
    namespace: dict[str, Any] = {}
    lines = ["pass"]
    for number, (key, place) in enumerate(places.items()):
        lines += _lines(seen[key], key, place, number, fillers[key], namespace)
    return _compiled(lines, namespace)


def _compiled(lines: list[str], namespace: dict[str, Any]) -> Fill:
    """Return a function `fill(value, row)` with these lines; `namespace` holds the names in them."""
    exec("\n    ".join(["def fill(value, row):", *lines]), namespace)
    fill: Fill = namespace["fill"]
    return fill


def _lines(leaf: _Leaf, key: str, place: int, number: int, filler: Fill, namespace: dict[str, Any]) -> list[str]:
    """Return the lines that fill in one key. `place`: its first; `namespace` receives the names in the lines."""
    if leaf.is_number:
        return [f"if amount := value[{key!r}]: row[{place}] = amount * {1 / (leaf.most or 1.0)!r}"]
    if leaf.is_words:
        namespace[f"words{number}"] = {word: place + at for at, word in enumerate(sorted(leaf.words))}
        other = place + len(leaf.words)
        return [f"if (word := value[{key!r}]).__class__ is str: row[words{number}.get(word, {other})] = 1.0"]
    if leaf.is_amounts:
        most = max(item.most for item in leaf.items) or 1.0
        namespace[f"places{number}"] = range(place + 1, place + 1 + len(leaf.items))
        return [
            f"if (amounts := value[{key!r}]).__class__ is list and amounts:",
            f"    row[{place}] = len(amounts) * {1 / leaf.longest!r}",
            "    if any(amounts):",
            f"        for place, amount in zip(places{number}, amounts):",
            f"            if amount: row[place] = amount * {1 / most!r}",
        ]
    namespace[f"fill{number}"] = filler
    return [f"fill{number}(value[{key!r}], row)"]


_KNOWN: dict[tuple[str, int, str], Layout] = {}


def layout_of(system: System, seats: int, options: Mapping[str, Any] | None = None) -> Layout:
    """Return the layout of one game at one number of seats, learnt once per process. Raise BadSeats or BadOptions."""
    key = (system.key, seats, repr(options))
    if key not in _KNOWN:
        seen = _Leaf()
        for number in range(2 * _GAMES):
            _watch(system, seats, options, number, seen)
        _KNOWN[key] = Layout(seen)
    return _KNOWN[key]


def _watch(system: System, seats: int, options: Mapping[str, Any] | None, number: int, seen: _Leaf) -> None:
    """Play a game and look at what every seat sees, now and then and at the end."""
    game, stream = system.new_game(seats, number, options), Stream(derive(number, 7))
    bot = make_bot(system, ("greedy", "random")[number % 2])
    for step in range(_STEPS):
        if game.over:
            break
        if step % _EVERY == 0 or step < seats:
            seen.see(game.view(game.actor))
        legal = game.legal_actions()
        game.apply(legal[0] if len(legal) == 1 else bot.choose(game, legal, stream))
    for seat in range(seats):
        seen.see(game.view(seat))
