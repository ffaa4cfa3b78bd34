"""Chances, luck and decisions of a game as people read them: a paragraph of which every clause has its figure on the
page, the turning points as they were told, and the table behind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.charts.lines import LineChart, Series, line_chart, spread
from engine import Game
from engine.translatable import spoken
from league.core.queries.figures import figure, percent, sign
from league.lab.models import GameStudy
from league.lab.queries.story import StorySentence
from league.lab.queries.studied_games import StudiedGame
from league.lab.rules.lab import WHOLE
from league.lab.rules.story import METHOD, greatest_turn, is_clear, unluckiest
from league.play.queries.replays import ALL, Reel, ReplayStep, step_of
from league.play.rules.systems import PLAYED_HERE, label_of, laid_out

SHOWN = 24  # moments of the chart
Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Turning:
    """`step`: what happened, `href`: that moment of the replay; `advice`: what the best bot would have done."""

    title: str
    change: str
    step: ReplayStep | None
    href: str
    advice: str


@dataclass(frozen=True, slots=True)
class LuckRow:
    name: str
    start: str
    luck: str
    own: str
    others: str
    end: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class StudyView:
    """`is_old`: an older method made it."""

    paragraph: list[str]
    chart: LineChart
    turning: list[Turning]
    rows: list[LuckRow]
    method: str
    how: str
    is_old: bool


def study_view(study: GameStudy, studied: StudiedGame) -> StudyView:
    """Return the view of a study that is done, with a record that can be played again."""
    figures, reel = study.figures or {}, studied.reel
    return StudyView(
        paragraph=paragraph_of(figures, reel.names, reel.last),
        chart=_chart(figures, reel),
        turning=_turnings(figures, studied),
        rows=[_row(name, row) for name, row in zip(reel.names, figures["seats"], strict=True)],
        method=study.method,
        how=_how(figures),
        is_old=study.method != METHOD,
    )


def paragraph_of(figures: Figures, names: Sequence[str], last: int) -> list[str]:
    """Return the sentences of a study."""
    seats = figures["seats"]
    first = [seat for seat, row in enumerate(seats) if row["end"] == max(seat_row["end"] for seat_row in seats)]
    sentences = _of_winner(names[first[0]], seats[first[0]]) if len(first) == 1 else [_shared(names, first, seats)]
    low, turn = unluckiest(seats), greatest_turn(figures["turning"])
    if low is not None and low not in first:
        text = _("{name} books the largest write-off: luck took {points} percentage points.")
        sentences.append(text.format(name=names[low], points=tenths(-seats[low]["luck"])))
    if turn is not None:
        sentences.append(_movement(turn, names, last))
    return sentences


def turning_point(figures: Figures, studied: StudiedGame) -> StorySentence | None:
    """Return the largest movement of a chance; None if none was large enough to mention."""
    turn = greatest_turn(figures["turning"])
    if turn is None:
        return None
    sentence = _movement(turn, studied.reel.names, studied.reel.last)
    return StorySentence(sentence, studied.moment(turn["at"], ALL), _("the moment"))


def _movement(turn: Figures, names: Sequence[str], last: int) -> str:
    text = _(
        "The largest movement of the accounts came with choice {at} of {of}: {name} went from {before} to {after}."
    )
    return text.format(at=figure(turn["at"]), of=figure(last), name=names[turn["seat"]], **_ends(turn))


def _shared(names: Sequence[str], first: Sequence[int], seats: Sequence[Figures]) -> str:
    text = _("The books close level: {names} share what there was to win, {end} each.")
    return text.format(names=", ".join(names[seat] for seat in first), end=percent(seats[first[0]]["end"]))


def _of_winner(name: str, row: Figures) -> list[str]:
    opened = _("{name} closes the books with the win, having opened them at {start}.")
    return [opened.format(name=name, start=percent(row["start"])), _luck_of_winner(row), _decisions_of_winner(row)]


def _luck_of_winner(row: Figures) -> str:
    luck, give = row["luck"], row["luck_give"]
    if not is_clear(luck, give):
        return _("Dice and cards kept out of it: {luck} percentage points, give or take {give}.").format(
            luck=_signed(luck), give=tenths(give)
        )
    if luck > 0:
        return _("Dice and cards were generous shareholders and put in {points} percentage points.").format(
            points=tenths(luck)
        )
    return _("It was earned against dice and cards, which took {points} percentage points.").format(
        points=tenths(-luck)
    )


def _decisions_of_winner(row: Figures) -> str:
    own, give = row["own"], row["own_give"]
    if not row["otherwise"]:
        return _("Every decision was the one that the greedy bot would have made, so decisions count for nothing.")
    if not is_clear(own, give):
        return _("Your decisions made no clear difference: {own} percentage points, give or take {give}.").format(
            own=_signed(own), give=tenths(give)
        )
    text = (
        _("Your decisions earned {points} percentage points.")
        if own > 0
        else _("Your decisions cost {points} percentage points.")
    )
    return text.format(points=tenths(abs(own)))


def _chart(figures: Figures, reel: Reel) -> LineChart:
    moments = spread(figures["chances"], SHOWN)
    series = [
        Series(name, [round(moment["seats"][seat] / 100) for moment in moments]) for seat, name in enumerate(reel.names)
    ]
    summary = _("Chance of each seat to win, in percent, after {of} choices and at {n} moments before.").format(
        of=figure(reel.last), n=len(moments) - 1
    )
    return line_chart(series, [str(moment["at"]) for moment in moments], summary=summary)


def _turnings(figures: Figures, studied: StudiedGame) -> list[Turning]:
    reel = studied.reel
    assert reel.film is not None
    turning = figures["turning"]
    decided = {turn["best"]["at"]: turn["best"] for turn in turning if turn["best"]}
    steps, advice = dict[int, ReplayStep](), dict[int, str]()
    if 0 in decided:
        advice[0] = _advice(reel.film.opened, decided[0], reel)
    turning_numbers = {turn["at"] for turn in turning}
    for frame in reel.film.frames():
        number = frame.number + 1
        if number in turning_numbers:
            steps[number] = step_of(reel, frame, ALL)
        if number in decided:
            advice[number] = _advice(frame.game, decided[number], reel)
    return [_turning(turn, studied, steps.get(turn["at"]), advice) for turn in turning]


def _turning(turn: Figures, studied: StudiedGame, step: ReplayStep | None, advice: Mapping[int, str]) -> Turning:
    at, reel = turn["at"], studied.reel
    return Turning(
        title=_("Choice {at} of {of}").format(at=figure(at), of=figure(reel.last)),
        change=_("{name}: from {before} to {after}.").format(name=reel.names[turn["seat"]], **_ends(turn)),
        step=step,
        href=studied.moment(at, ALL),
        advice=advice[turn["best"]["at"]] if turn["best"] else _("Nobody had decided anything before it."),
    )


def _advice(game: Game, best: Figures, reel: Reel) -> str:
    """Return the advice on a decision; `game` is the state before it."""
    name = reel.names[best["seat"]]
    chosen, other = (said_by(reel, best[which], game, best["seat"]) for which in ("chosen", "best"))
    if best["chosen"] == best["best"]:
        return _("At choice {at} {name} chose “{chosen}”, and the best bot would have done the same.").format(
            at=figure(best["at"] + 1), name=name, chosen=chosen
        )
    text = _(
        "At choice {at} {name} chose “{chosen}”; the best bot would have chosen “{other}”, which is worth {gain} "
        "percentage points to {name}, give or take {give}."
    )
    return text.format(
        at=figure(best["at"] + 1),
        name=name,
        chosen=chosen,
        other=other,
        gain=_signed(best["gain"]),
        give=tenths(best["give"]),
    )


def said_by(reel: Reel, action: str, game: Game, seat: int) -> str:
    """Return an action as its button says it to a seat, from 0; `game` is the state before it."""
    if reel.system not in PLAYED_HERE:
        return action
    view = laid_out(reel.system, game.view(seat), game, ())
    label = label_of(reel.system, action, view["about"], reel.names)
    return " ".join([spoken(label.text), *(spoken(card) for card in label.cards)])


def _row(name: str, row: Figures) -> LuckRow:
    return LuckRow(
        name=name,
        start=tenths(row["start"]),
        luck=_give(row["luck"], row["luck_give"]),
        own=_give(row["own"], row["own_give"]),
        others=_give(row["others"], row["others_give"]),
        end=tenths(row["end"]),
        otherwise=_("{n} of {of}").format(n=figure(row["otherwise"]), of=figure(row["faced"])),
    )


def _how(figures: Figures) -> str:
    played = ngettext(
        "Greedy bots played on from {n} moment, and {openings} times from the very start, with chance drawn again.",
        "Greedy bots played on from {n} moments, and {openings} times from the very start, with chance drawn again.",
        len(figures["chances"]),
    ).format(n=len(figures["chances"]), openings=figure(figures["openings"]))
    compared = _(
        "Every decision that differed from theirs was compared with theirs in {pairs} worlds that its seat could not "
        "tell from its own."
    ).format(pairs=figure(figures["pairs"]))
    return f"{played} {compared}"


def _ends(turn: Figures) -> dict[str, str]:
    return {"before": percent(turn["before"]), "after": percent(turn["after"])}


def _give(value: int, give: int) -> str:
    return f"{_signed(value)} ± {tenths(give)}" if value or give else tenths(0)


def _signed(value: int) -> str:
    return f"{sign(value)}{tenths(abs(value))}"


def tenths(value: int) -> str:
    """Return ten-thousandths as percentage points."""
    return number_format(Decimal(value) * 100 / WHOLE, decimal_pos=1)
