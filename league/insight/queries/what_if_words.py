"""What other house rules would do, as people read it: the sentence first, then figures side by side."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.queries.history import rules_in
from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from engine.said import spoken
from league.clubs.rules import Change, what_changes
from league.insight.queries.odds_words import likely
from league.insight.rules.season_chances import WHOLE
from league.insight.rules.what_if import KINDS, LEADS, Lived, Totals, mean, quantile
from league.models import WhatIf

LABELS = {
    PROMOTION: gettext_lazy("Promotions"),
    DEMOTION: gettext_lazy("Demotions"),
    PARACHUTE: gettext_lazy("Golden parachutes"),
    LEADS: gettext_lazy("Changes of the lead"),
}


@dataclass(frozen=True, slots=True)
class Compared:
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
    """`today` and `other`: characters at that level in the end, and as whole percent of all; `reached_...`: in how many
    games, empty for Entry."""

    level: str
    name: str
    today: str
    today_percent: int
    other: str
    other_percent: int
    reached_today: str
    reached_other: str


@dataclass(frozen=True, slots=True)
class WhatIfReport:
    """`sentences`: empty before a season is lived."""

    sentences: list[str]
    changes: list[Change]
    figures: list[Compared]
    levels: list[LevelRow]


def report_of(what_if: WhatIf) -> WhatIfReport:
    changes = changes_of(what_if)
    if what_if.totals is None:
        return WhatIfReport([], changes, [], [])
    totals = Totals.of(what_if.totals)
    return WhatIfReport(_sentences(totals), changes, _figures(totals), _levels(totals))


def in_short(what_if: WhatIf) -> str:
    """The house rules that are other ones, in a line."""
    return "; ".join(f"{spoken(one.question)} {spoken(one.after)}" for one in changes_of(what_if))


def changes_of(what_if: WhatIf) -> list[Change]:
    return [one for _group, found in what_changes(rules_in(what_if.today), rules_in(what_if.other)) for one in found]


def _sentences(totals: Totals) -> list[str]:
    rest = [_more(totals, kind) for kind in KINDS if kind != PROMOTION and mean(totals.more[kind]).is_clear]
    return [_promotions(totals), *rest]


def _promotions(totals: Totals) -> str:
    today, other = _games_for_one(totals.today), _games_for_one(totals.other)
    if today is None and other is None:
        return _("Nobody is promoted, by either rules.")
    if other is None:
        return _("With these rules nobody is promoted any more.")
    if today is None:
        return _("With these rules a promotion takes {other} games; today nobody is promoted.").format(other=other)
    if not mean(totals.more[PROMOTION]).is_clear or today == other:
        told = _("A promotion takes {today} games with either rules: {n} seasons show no difference.")
        return told.format(today=today, n=_whole(totals.seasons))
    return _("With these rules a promotion takes {other} games instead of {today}.").format(other=other, today=today)


def _more(totals: Totals, kind: str) -> str:
    words = {
        DEMOTION: _("A season sees {other} demotions instead of {today}."),
        PARACHUTE: _("A season sees {other} golden parachutes instead of {today}."),
        LEADS: _("The lead changes {other} times a season instead of {today}."),
    }
    today, other = (_tenth(mean(one.counts[kind]).value) for one in (totals.today, totals.other))
    return words[kind].format(today=today, other=other)


def _games_for_one(lived: Lived) -> str | None:
    promotions = sum(value * seasons for value, seasons in lived.counts[PROMOTION].items())
    return _tenth(Fraction(lived.played, promotions)) if promotions else None


def _figures(totals: Totals) -> list[Compared]:
    found = []
    for kind in KINDS:
        more = mean(totals.more[kind])
        sign = "+" if more.value > 0 else "−" if more.value < 0 else ""
        found.append(
            Compared(
                label=str(LABELS[kind]),
                today=_tenth(mean(totals.today.counts[kind]).value),
                today_range=_range(totals.today, kind),
                other=_tenth(mean(totals.other.counts[kind]).value),
                other_range=_range(totals.other, kind),
                difference=f"{sign}{_tenth(abs(more.value))} ± {_tenth(more.give)}",
                is_clear=more.is_clear,
            )
        )
    return found


def _range(lived: Lived, kind: str) -> str:
    least, most = (quantile(lived.counts[kind], tenths) for tenths in (1, 9))
    return _("{least} to {most}").format(least=_whole(least or 0), most=_whole(most or 0))


def _levels(totals: Totals) -> list[LevelRow]:
    def held(lived: Lived, level: str) -> tuple[str, int]:
        here = lived.ends[level]
        return _tenth(Fraction(here, totals.seasons)), round(Fraction(here * 100, max(lived.ends.total(), 1)))

    return [
        LevelRow(
            level,
            ladder.NAMES[level],
            *held(totals.today, level),
            *held(totals.other, level),
            _reached(totals.today, level),
            _reached(totals.other, level),
        )
        for level in reversed(ladder.LEVELS)
    ]


def _reached(lived: Lived, level: str) -> str:
    """In half of the lives; who holds the level from the start is no part of it."""
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
        return _("{percent} reach it").format(percent=likely(reached * WHOLE // (reached + never)))
    return number_format(middle)


def _tenth(value: Fraction) -> str:
    return number_format(Decimal(round(value * 10)).scaleb(-1), decimal_pos=1, force_grouping=True)


def _whole(value: int) -> str:
    return number_format(value, force_grouping=True)
