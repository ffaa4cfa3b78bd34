"""Compute the geometry of the career chart, as whole numbers that a template can print.

One column per game. Above, the steps of the ladder with the level held in each game; below, the performance in per cent
against the minimum of that level. Marks are on the ladder where an event happened, and the line of the ladder ends at
the level that the last game led to. The names are at the right, where a phone opens the chart. Long careers are shown
in pages of ``GAMES_PER_PAGE`` games. No Django here, and no clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from engine.translatable import Translatable, said, said_of, spoken

LEVEL_NAMES = ("Entry", "Senior", "Manager", "Director", "VP", "C-level")

EVENT_WORDS = {
    "review": said("reviewed"),
    "promotion": said("promoted"),
    "demotion": said("demoted"),
    "parachute": said("golden parachute"),
    "restart": said("started again"),
}

GAMES_PER_PAGE = 48
LEFT, RIGHT, TOP, BOTTOM = 12, 72, 16, 24
RUNG = 20
TAIL = 16  # behind the last game, for the level that it led to
GAP = 28
BARS = 132
MARK = 6
HIGHEST_SHOWN = 150
TICK_STEP = 25
PLOT_WIDTH = 960
NARROWEST, WIDEST = 16, 32


@dataclass(frozen=True)
class ChartGame:
    """One game of a career for the chart. ``performance`` and ``minimum`` are per cent; the minimum is that of the
    level held in this game, None if the level has none. ``level_index`` counts from 0 (entry) to 5 (c_level).
    ``events`` are kinds of career events that followed from the game: keys of ``EVENT_WORDS``. ``title`` is the story
    of the game in a sentence."""

    reference: str
    href: str
    label: str
    performance: Decimal | None
    minimum: int | None
    level_index: int
    events: tuple[str, ...]
    title: str


@dataclass(frozen=True)
class CareerColumn:
    """A game's column: ``slot_*`` is all of it, ``x y width height`` the bar, ``beyond`` a bar cut off."""

    game: ChartGame
    level_name: str
    state: str
    slot_x: int
    slot_width: int
    x: int
    y: int
    width: int
    height: int
    middle: int
    minimum_y: int | None
    beyond: bool
    event_words: str


@dataclass(frozen=True)
class CareerMark:
    """The shape of an event at (x, y); ``path`` is ready for the ``d`` of an SVG path."""

    kind: str
    word: str
    x: int
    y: int
    path: str


@dataclass(frozen=True)
class LevelLine:
    """A rule across the plot with its name at the right."""

    y: int
    label: str


@dataclass(frozen=True)
class CareerChart:
    """Everything the template ``components/career_chart.html`` draws."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    baseline: int
    columns: tuple[CareerColumn, ...]
    marks: tuple[CareerMark, ...]
    rungs: tuple[LevelLine, ...]
    ticks: tuple[LevelLine, ...]
    steps: str
    summary: str


def career_chart(
    games: Sequence[ChartGame], *, after: int | None = None, level_names: Sequence[str] = LEVEL_NAMES
) -> CareerChart:
    """Lay out one page of a career in order of play. `after` is the index of the level that the last of these games led
    to, None for the one held in it."""
    after = games[-1].level_index if games and after is None else after or 0
    slot = min(WIDEST, max(NARROWEST, PLOT_WIDTH // len(games))) if games else WIDEST
    width = LEFT + max(slot * len(games), WIDEST * 6) + TAIL + RIGHT
    ladder_bottom = TOP + RUNG * len(level_names)
    baseline = ladder_bottom + GAP + BARS
    top_of_scale = _top_of_scale(games)
    columns = tuple(
        _column(game, LEFT + slot * place, slot, baseline, top_of_scale, level_names)
        for place, game in enumerate(games)
    )
    return CareerChart(
        width=width,
        height=baseline + BOTTOM,
        left=LEFT,
        right=width - RIGHT,
        top=TOP,
        bottom=ladder_bottom,
        baseline=baseline,
        columns=columns,
        marks=tuple(mark for column in columns for mark in _marks(column, level_names)),
        rungs=tuple(LevelLine(_rung_y(index, level_names), name) for index, name in enumerate(level_names)),
        ticks=tuple(
            LevelLine(_height_y(tick, baseline, top_of_scale), f"{tick} %")
            for tick in range(0, top_of_scale + 1, TICK_STEP * 2)
        ),
        steps=_steps(columns, after, level_names),
        summary=_summary(games, after, level_names),
    )


def _top_of_scale(games: Sequence[ChartGame]) -> int:
    """Return 100, or the next 25 above the best game, but never more than ``HIGHEST_SHOWN``."""
    best = max((game.performance for game in games if game.performance is not None), default=Decimal(0))
    return min(HIGHEST_SHOWN, max(100, ceil(best / TICK_STEP) * TICK_STEP))


def _height_y(percent: Decimal | int, baseline: int, top_of_scale: int) -> int:
    height = min(max(percent, 0), top_of_scale)
    return baseline - round(height * BARS / top_of_scale)


def _rung_y(index: int, level_names: Sequence[str]) -> int:
    """Return the height of the line of a level; the top level is the highest."""
    return TOP + RUNG * (len(level_names) - 1 - index) + RUNG // 2


def _column(
    game: ChartGame, slot_x: int, slot: int, baseline: int, top_of_scale: int, level_names: Sequence[str]
) -> CareerColumn:
    margin = max(2, slot // 4)
    y = baseline if game.performance is None else _height_y(game.performance, baseline, top_of_scale)
    return CareerColumn(
        game=game,
        level_name=level_names[game.level_index],
        state=_state(game),
        slot_x=slot_x,
        slot_width=slot,
        x=slot_x + margin,
        y=y,
        width=slot - 2 * margin,
        height=baseline - y,
        middle=slot_x + slot // 2,
        minimum_y=None if game.minimum is None else _height_y(game.minimum, baseline, top_of_scale),
        beyond=game.performance is not None and game.performance > top_of_scale,
        event_words=", ".join(spoken(EVENT_WORDS.get(kind, kind)) for kind in game.events),
    )


def _state(game: ChartGame) -> str:
    if game.performance is None:
        return "none"
    return "below" if game.minimum is not None and game.performance < game.minimum else "met"


def _marks(column: CareerColumn, level_names: Sequence[str]) -> list[CareerMark]:
    """Return the marks of one game; a passed review is a dot, and is left out beside another event."""
    kinds = [kind for kind in column.game.events if kind != "review"] or list(column.game.events)
    x = column.middle
    y = _rung_y(column.game.level_index, level_names)
    return [
        CareerMark(kind, EVENT_WORDS.get(kind, kind), x, y - place * 2 * MARK, _shape(kind, x, y - place * 2 * MARK))
        for place, kind in enumerate(kinds)
    ]


def _shape(kind: str, x: int, y: int) -> str:
    if kind == "promotion":
        return f"M{x - MARK - 1} {y + MARK}h{2 * MARK + 2}l{-MARK - 1} {-2 * MARK}z"
    if kind == "demotion":
        return f"M{x - MARK - 1} {y - MARK}h{2 * MARK + 2}l{-MARK - 1} {2 * MARK}z"
    if kind == "parachute":
        return f"M{x} {y - MARK - 2}l{MARK + 2} {MARK + 2}l{-MARK - 2} {MARK + 2}l{-MARK - 2} {-MARK - 2}z"
    radius = 3 if kind == "review" else MARK
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0z"


def _steps(columns: Sequence[CareerColumn], after: int, level_names: Sequence[str]) -> str:
    """Return the level held in each game, and the one after the last, as one line of steps, for the ``points`` of an
    SVG polyline."""
    corners: list[str] = []
    for column in columns:
        y = _rung_y(column.game.level_index, level_names)
        corners += [f"{column.slot_x},{y}", f"{column.slot_x + column.slot_width},{y}"]
    if columns:
        end, y = columns[-1].slot_x + columns[-1].slot_width, _rung_y(after, level_names)
        corners += [f"{end},{y}", f"{end + TAIL},{y}"]
    return " ".join(corners)


def _summary(games: Sequence[ChartGame], after: int, level_names: Sequence[str]) -> str:
    """Return one paragraph for readers who hear the chart instead of seeing it."""
    if not games:
        return said("No games yet.")
    below = sum(_state(game) == "below" for game in games)
    return said(
        "{games}, from {first} in the first to {last} after the last; {promotions}, {demotions}; "
        "performance below the minimum of the level in {below}.",
        games=_games(len(games)),
        first=level_names[games[0].level_index],
        last=level_names[after],
        promotions=said_of(
            sum("promotion" in game.events for game in games), "{count} promotion", "{count} promotions"
        ),
        demotions=said_of(sum("demotion" in game.events for game in games), "{count} demotion", "{count} demotions"),
        below=_games(below),
    )


def _games(number: int) -> Translatable:
    return said_of(number, "{count} game", "{count} games")
