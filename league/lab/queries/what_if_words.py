"""The effect of other house rules, as people read it: the sentence first, then figures side by side."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from characters.queries.history import rules_in
from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from engine.translatable import spoken
from games.rules.careers import FORMULA
from league.boards.queries import board_names
from league.clubs.rules import Change, what_changes
from league.core.queries.figures import figure, likely, sign
from league.lab.charts.what_if import PairChart, Span, pair_chart
from league.lab.models import WhatIf
from league.lab.rules.lab import WHOLE
from league.lab.rules.what_if import AT, LEADS, Lived, WorldTotals, mean, quantile
from league.lab.rules.what_if_games import OTHER_DICE, POLITICS, checked
from league.lab.rules.what_if_worlds import AS_THEY_SAT, TableFormat

LABELS = {
    PROMOTION: gettext_lazy("Promotions"),
    DEMOTION: gettext_lazy("Demotions"),
    PARACHUTE: gettext_lazy("Golden parachutes"),
    LEADS: gettext_lazy("Changes of the lead"),
    POLITICS: gettext_lazy("Games decided by politics"),
    OTHER_DICE: gettext_lazy("Decided by other dice just as well"),
}
SHARES = (POLITICS, OTHER_DICE)  # of the games that were looked at


@dataclass(frozen=True, slots=True)
class WorldsFigure:
    """A figure of a season in both worlds, with what four in five seasons keep within, and the difference."""

    label: str
    today: str
    today_range: str
    other: str
    other_range: str
    difference: str
    is_clear: bool


@dataclass(frozen=True, slots=True)
class LevelRow:
    """`held`: characters at that level in the end; None in comparisons that did not count it season by season. `today`,
    `other`: the same as only means. `reached_...`: in how many games, empty for Entry."""

    level: str
    name: str
    held: WorldsFigure | None
    today: str
    other: str
    reached_today: str
    reached_other: str


@dataclass(frozen=True, slots=True)
class WhatIfReport:
    """`sentences`: empty before a season is lived. `checked`: how many games of a season were looked at for politics;
    `unwon`: by world games that nobody won if there were any."""

    sentences: list[str]
    changes: list[Change]
    figures: list[WorldsFigure]
    levels: list[LevelRow]
    ends: PairChart | None = None
    times: PairChart | None = None
    checked: int = 0
    unwon: tuple[int, int] = (0, 0)
    formats: tuple[str, ...] = ()


def report_of(what_if: WhatIf) -> WhatIfReport:
    changes = changes_of(what_if, board_names(what_if.league))
    formats = tuple(format_words(TableFormat.of(text)) for text in (what_if.today_format, what_if.other_format) if text)
    if what_if.totals is None:
        return WhatIfReport([], changes, [], [], formats=formats)
    totals, looked_at = WorldTotals.of(what_if.totals), checked(what_if.games)
    has_ends = AT[ladder.ENTRY] in totals.more
    return WhatIfReport(
        sentences=_sentences(totals, looked_at),
        changes=changes,
        figures=[_compared(totals, kind, looked_at) for kind in LABELS if kind in totals.more],
        levels=_levels(totals),
        ends=pair_chart([_ends(totals, level) for level in _DOWNWARDS], unit=10) if has_ends else None,
        times=pair_chart([_times(totals, level) for level in _DOWNWARDS if level != ladder.ENTRY]),
        checked=looked_at if POLITICS in totals.more else 0,
        unwon=(totals.today.unwon, totals.other.unwon),
        formats=formats,
    )


def in_short(what_if: WhatIf, names: Mapping[str, str]) -> str:
    """Return what differs, in a line. `names` are those of the league's boards, by digest."""
    return "; ".join(f"{spoken(change.question)} {spoken(change.after)}" for change in changes_of(what_if, names))


def changes_of(what_if: WhatIf, names: Mapping[str, str]) -> list[Change]:
    """Return what differs: the format first, then the house rules."""
    today, other = rules_in(what_if.today), rules_in(what_if.other)
    rules = [change for _group, changes in what_changes(today, other, names) for change in changes]
    if what_if.today_format == what_if.other_format:
        return rules
    before, after = (format_words(TableFormat.of(text)) for text in (what_if.today_format, what_if.other_format))
    return [Change(_("On what does a table agree?"), before, after, ""), *rules]


def format_words(format: TableFormat) -> str:
    if format.mode == FORMULA:
        length = ngettext("{n:,} point", "{n:,} points", format.target or 0).format(n=format.target)
    else:
        length = ngettext("{n} minute", "{n} minutes", format.minutes or 0).format(n=format.minutes)
    if format.seats == AS_THEY_SAT:
        return _("{length}, as many at a table as sat together").format(length=length)
    return _("{length}, {seats} at a table").format(length=length, seats=format.seats)


def _sentences(totals: WorldTotals, looked_at: int) -> list[str]:
    kinds = (DEMOTION, PARACHUTE, LEADS, POLITICS)
    rest = [
        _more(totals, kind, looked_at) for kind in kinds if kind in totals.more and mean(totals.more[kind]).is_clear
    ]
    return [_promotions(totals), *rest]


def _promotions(totals: WorldTotals) -> str:
    today, other = _games_for_one(totals.today), _games_for_one(totals.other)
    if today is None and other is None:
        return _("Nobody is promoted, by either rules.")
    if other is None:
        return _("With these rules nobody can be promoted.")
    if today is None:
        return _("With these rules a promotion takes {other} games; today nobody is promoted.").format(other=other)
    if not mean(totals.more[PROMOTION]).is_clear or today == other:
        sentence = _("A promotion takes {today} games with either rules: {n} seasons show no difference.")
        return sentence.format(today=today, n=figure(totals.seasons))
    return _("With these rules a promotion takes {other} games instead of {today}.").format(other=other, today=today)


def _more(totals: WorldTotals, kind: str, looked_at: int) -> str:
    words = {
        DEMOTION: _("A season sees {other} demotions instead of {today}."),
        PARACHUTE: _("A season sees {other} golden parachutes instead of {today}."),
        LEADS: _("The lead changes {other} times a season instead of {today}."),
        POLITICS: _("Politics decide {other} of the games instead of {today}."),
    }
    figures = _compared(totals, kind, looked_at)
    return words[kind].format(today=figures.today, other=figures.other)


def _games_for_one(lived: Lived) -> str | None:
    promotions = sum(value * seasons for value, seasons in lived.counts[PROMOTION].items())
    return _tenth(Fraction(lived.played, promotions)) if promotions else None


def _compared(totals: WorldTotals, kind: str, looked_at: int, label: str = "") -> WorldsFigure:
    scale = Fraction(100, looked_at) if kind in SHARES else Fraction(1)

    def unit(words: str) -> str:
        return _("{number} %").format(number=words) if kind in SHARES else words

    def within(lived: Lived) -> str:
        held = ((quantile(lived.counts[kind], tenths) or 0) * scale for tenths in (1, 9))
        least, most = (_tenth(value) if kind in SHARES else figure(int(value)) for value in held)
        return unit(_("{least} to {most}").format(least=least, most=most))

    more = mean(totals.more[kind])
    return WorldsFigure(
        label=label or str(LABELS[kind]),
        today=unit(_tenth(mean(totals.today.counts[kind]).value * scale)),
        today_range=within(totals.today),
        other=unit(_tenth(mean(totals.other.counts[kind]).value * scale)),
        other_range=within(totals.other),
        difference=unit(f"{sign(more.value)}{_tenth(abs(more.value) * scale)} ± {_tenth(more.give * scale)}"),
        is_clear=more.is_clear,
    )


_DOWNWARDS = tuple(reversed(ladder.LEVELS))


def _levels(totals: WorldTotals) -> list[LevelRow]:
    return [
        LevelRow(
            level,
            ladder.NAMES[level],
            _compared(totals, AT[level], 1, ladder.NAMES[level]) if AT[level] in totals.more else None,
            *(_tenth(Fraction(lived.ends[level], totals.seasons)) for lived in (totals.today, totals.other)),
            *(_reached(lived, level) for lived in (totals.today, totals.other)),
        )
        for level in _DOWNWARDS
    ]


def _ends(totals: WorldTotals, level: str) -> tuple[str, Span, Span]:
    """Return how many end a season at a level, in tenths of a character."""

    def span(lived: Lived) -> Span:
        held = lived.counts[AT[level]]
        value = mean(held).value
        least, most = (10 * (quantile(held, tenths) or 0) for tenths in (1, 9))
        return Span(least, round(value * 10), most, _tenth(value))

    return ladder.NAMES[level], span(totals.today), span(totals.other)


def _times(totals: WorldTotals, level: str) -> tuple[str, Span, Span]:
    """Return after how many games a level is reached; the share that reaches it, if half never do."""

    def span(lived: Lived) -> Span:
        times, never = lived.reached[level], lived.never[level]
        least, middle, most = (quantile(times, tenths, never) for tenths in (1, 5, 9))
        all_there = not times and not never
        words = "–" if all_there else _share(times.total(), never) if middle is None else number_format(middle)
        return Span(least, middle, most, words)

    return ladder.NAMES[level], span(totals.today), span(totals.other)


def _share(reached: int, never: int) -> str:
    return likely(reached * WHOLE // (reached + never))


def _reached(lived: Lived, level: str) -> str:
    """Return after how many games half of the lives reach a level; characters who hold it from the start don't
    count."""
    if level == ladder.ENTRY:
        return ""
    times, never = lived.reached[level], lived.never[level]
    if not times and not never:
        return _("all from the start")
    middle = quantile(times, 5, never)
    if middle is None:
        reached = times.total()
        if not reached:
            return _("nobody reaches it")
        return _("{percent} reach it").format(percent=_share(reached, never))
    return number_format(middle)


def _tenth(value: Fraction) -> str:
    return number_format(Decimal(round(value * 10)).scaleb(-1), decimal_pos=1, force_grouping=True)
