"""Let a bot say at the end what decided the game, in one sentence, and only if the scores prove it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.game_of_the_year.scoring import STANDARD_POINTS, categories
from engine.office_job.rules.ranks import RANKS
from engine.translatable import Translatable, said, said_of

Scores = Sequence[Mapping[str, Any]]
_KINDS = (
    ("fame_tokens", said("Fame")),
    ("family_tokens", said("Family")),
    ("red_letter_tokens", said("Red Letter Days")),
)


def last_word(system: str, outcome: Mapping[str, Any], names: Sequence[str]) -> Translatable | None:
    """Return what decided a game that one seat has won; None if its scores do not show it."""
    if len(outcome["winners"]) != 1 or len(names) < 2:
        return None
    scores, [winner] = outcome["scores"], outcome["winners"]
    others = sorted((seat for seat in range(len(scores)) if seat != winner), key=lambda seat: -scores[seat]["points"])
    return _SAYS[system](scores, winner, others, names)


def _careers(scores: Scores, winner: int, others: Sequence[int], names: Sequence[str]) -> Translatable | None:
    if scores[winner].get("formula_cash") is None:
        margin = scores[winner]["points"] - scores[others[0]]["points"]
        return _ahead(margin, names[winner], names[others[0]])
    lacks = {seat: _lacks(scores[seat]) for seat in others}
    closest = min(others, key=lambda seat: sum(lacks[seat]))
    lack = max(lacks[closest])
    if not lack:
        return None
    who = names[closest]
    if sum(part > 0 for part in lacks[closest]) > 1:
        count = sum(lacks[closest])
        return said("{who} came closest: {count} points of the formula were missing.", who=who, count=count)
    words = (
        said_of(
            lack,
            "{who} came closest: only {count} thousand in cash was missing.",
            "{who} came closest: {count} thousand in cash were missing.",
            who=who,
        ),
        said_of(
            lack,
            "{who} came closest: only {count} heart was missing.",
            "{who} came closest: {count} hearts were missing.",
            who=who,
        ),
        said_of(
            lack,
            "{who} came closest: only {count} star was missing.",
            "{who} came closest: {count} stars were missing.",
            who=who,
        ),
    )
    return words[lacks[closest].index(lack)]


def _lacks(score: Mapping[str, Any]) -> tuple[int, int, int]:
    """Return what is missing in thousands of cash, rounded up, in hearts and in stars."""
    return (
        max(0, -((score["cash"] - 1000 * score["formula_cash"]) // 1000)),
        max(0, score["formula_happiness"] - score["happiness"]),
        max(0, score["formula_fame"] - score["fame"]),
    )


def _ahead(margin: int, winner: str, second: str) -> Translatable | None:
    if margin <= 0:
        return None
    return said_of(
        margin,
        "{count} point decided: {winner}'s lead over {second}.",
        "{count} points decided: {winner}'s lead over {second}.",
        winner=winner,
        second=second,
    )


def _office(scores: Scores, winner: int, others: Sequence[int], names: Sequence[str]) -> Translatable | None:
    ranks = [RANKS.index(score["rank"]) for score in scores]
    highest = max(others, key=lambda seat: (ranks[seat], scores[seat]["points"]))
    if ranks[highest] < ranks[winner]:
        return said("The rank decided: nobody else climbed as high as {winner}.", winner=names[winner])
    return _ahead(scores[winner]["points"] - scores[highest]["points"], names[winner], names[highest])


def _poker(scores: Scores, winner: int, others: Sequence[int], names: Sequence[str]) -> Translatable | None:
    places = [score["positions"] for score in scores]
    firsts = [each.count(1) for each in places]
    if firsts[winner] > max(firsts[seat] for seat in others):
        return said(
            "{winner} was out first in {n} of {deals} deals, more often than anybody else.",
            winner=names[winner],
            n=firsts[winner],
            deals=len(places[winner]),
        )
    return _ahead(scores[winner]["points"] - scores[others[0]]["points"], names[winner], names[others[0]])


def _year(scores: Scores, winner: int, others: Sequence[int], names: Sequence[str]) -> Translatable | None:
    """Name the tokens without whose lead the second would have been level, by the points of the book."""
    second = others[0]
    points = [_points(score) for score in scores]
    margin = points[winner] - points[second]
    if margin <= 0 or any(points[seat] != scores[seat]["points"] for seat in (winner, second)):
        return None
    leads = [scores[winner][key] - scores[second][key] for key, _name in _KINDS]
    most = max(leads)
    if most * STANDARD_POINTS[0] < margin:
        return _ahead(margin, names[winner], names[second])
    key, kind = _KINDS[leads.index(most)]
    return said(
        "{kind} decided: {winner} had {n} of these tokens, {second} had {m}.",
        kind=kind,
        winner=names[winner],
        n=scores[winner][key],
        second=names[second],
        m=scores[second][key],
    )


def _points(score: Mapping[str, Any]) -> int:
    fame, family, red_letter = (score[key] for key, _name in _KINDS)
    return sum(categories(fame, family, red_letter, score["holiday_cards"], score["money"]))


def _compass(scores: Scores, winner: int, others: Sequence[int], names: Sequence[str]) -> Translatable | None:
    if scores[others[-1]]["cards"] or scores[winner]["cards"] <= scores[others[0]]["cards"]:
        return None
    return said(
        "{loser} had no card left, and {winner} held the most: {n}.",
        loser=names[others[-1]],
        winner=names[winner],
        n=scores[winner]["cards"],
    )


_SAYS: dict[str, Callable[[Scores, int, Sequence[int], Sequence[str]], Translatable | None]] = {
    "careers": _careers,
    "office_job": _office,
    "career_poker": _poker,
    "game_of_the_year": _year,
    "career_compass": _compass,
}
