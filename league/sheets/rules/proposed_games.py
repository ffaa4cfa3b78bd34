"""Games that a league does not have yet, described by what plays of another system show of them: who won, scores, ranks
and teams. A play fits a kind of game if its sheet would have no problem; the kind that is proposed fits most."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import chain
from statistics import median_low
from typing import Any

from characters.rules.names import can_be_shown, name_key, tidy
from engine.translatable import Translatable, said
from games.rules.definition_judge import (
    BY_POINTS,
    LONGEST_LABEL,
    MOST_MINUTES,
    MOST_NUMBER,
    MOST_SEATS,
    MOST_SIDES,
    MOST_VARIANTS,
    USUAL_MOST,
)
from games.rules.definitions import Definition, canonical, definition, ids_for
from games.rules.systems import SYSTEMS
from league.sheets.rules.own_plays import (
    SCORE_COLUMN,
    TIE_BREAK,
    Seats,
    best_of,
    finishes,
    odd_score,
    outs,
    teams,
    whole_score,
    winners_of,
)
from league.sheets.rules.plays_elsewhere import PlayElsewhere, Systems, game_key, game_name, known_game, spellings_of

MOST_PROPOSALS = 250  # the most played ones: a league has 200 games at most
MISTAKES = Fraction(1, 10)  # of plays that need not fit a kind of game that says more of the others
_WHY: Mapping[str, Translatable] = {
    "most_points": said("The most points won in {fitting:,} of {plays:,} plays."),
    "fewest_points": said("The fewest points won in {fitting:,} of {plays:,} plays."),
    "places": said("{fitting:,} of {plays:,} plays say who shares which place."),
    "one_winner": said("One player won in {fitting:,} of {plays:,} plays, whatever the points."),
    "together": said("All won or all lost in {fitting:,} of {plays:,} plays."),
    "sides": said("A whole team won in {fitting:,} of {plays:,} plays."),
    "eliminated": said("{fitting:,} of {plays:,} plays say who left in which order."),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game that may be added: how many plays of it there are, the first and the last day ("" if no play says it),
    its definition for each ending that is possible, the proposed one first, and why that one."""

    name: str
    plays: int
    first: str
    last: str
    definitions: Mapping[str, dict[str, Any]]
    why: Translatable

    @property
    def ends(self) -> str:
        return next(iter(self.definitions))

    def game(self, ends: str) -> Definition:
        """Return the game as it would be, known by its name."""
        return definition(canonical(self.definitions[ends]), self.name)


def proposals(plays: Sequence[PlayElsewhere], systems: Systems = SYSTEMS, *, in_table: bool = False) -> list[Proposal]:
    """Return a proposal for each game that is not one of the `systems`, those played most first. `in_table`: figures
    are read as they stand, and nothing follows from who won. Games of which no play has a result are left out."""
    spellings, unknown = spellings_of(systems), dict[str, list[PlayElsewhere]]()
    for play in plays:
        play, system = known_game(play, spellings)
        if system is None and play.games and not play.refused:
            unknown.setdefault(game_key(play.games[0]), []).append(play)
    found = (_proposal(group, in_table) for group in unknown.values())
    return sorted(filter(None, found), key=lambda one: (-one.plays, one.name))[:MOST_PROPOSALS]


def _proposal(plays: Sequence[PlayElsewhere], in_table: bool) -> Proposal | None:
    name = Counter(game_name(play.games[0]) for play in plays).most_common(1)[0][0]
    tables = [play.seats for play in plays if 1 <= len(play.seats) <= MOST_SEATS and not odd_score(play.seats)]
    likely = list(_likely(plays[0].flags, tables))
    fitting = {ends: sum(_fits(ends, seats, in_table) for seats in tables) for ends in likely}
    best = max(fitting.values(), default=0)
    if not best or not can_be_shown(name):
        return None
    needed = {ends: best * (1 if ends == "one_winner" else 1 - MISTAKES) for ends in likely}
    chosen = next(ends for ends in likely if fitting[ends] >= needed[ends])
    possible = dict.fromkeys([chosen, *(ends for ends in likely if 2 * fitting[ends] >= best)])
    minutes = [play.minutes for play in plays if 1 <= play.minutes <= MOST_MINUTES]
    common = {"name": name} | ({"minutes": median_low(minutes)} if minutes else {}) | _variants(plays)
    days = sorted(filter(None, (_day(play.played_at) for play in plays)))
    return Proposal(
        name=name,
        plays=len(plays),
        first=days[0] if days else "",
        last=days[-1] if days else "",
        definitions={ends: common | _definition(ends, tables) for ends in possible},
        why=said(_WHY[chosen], fitting=fitting[chosen], plays=len(plays)),
    )


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError:
        return ""


def _likely(flags: Mapping[str, bool], tables: Sequence[Seats]) -> Iterator[str]:
    """Yield the kinds of game that are possible, each once, in the order in which they are tried: what the system
    says of the game goes first."""
    stated = [seats for seats in tables if any(seat.won is not None for seat in seats)]
    alike = [seats for seats in stated if len(winners_of(seats)) in (0, len(seats))]
    all_won = [seats for seats in alike if seats[0].won]
    scored = not flags.get("noPoints") and any(map(best_of, tables))
    ranked = any(all(seat.place for seat in seats) for seats in tables)
    points = BY_POINTS if flags.get("highestWins", True) else BY_POINTS[::-1]
    won_together = len(alike) == len(stated) and (not scored or any(len(seats) > 1 for seats in all_won))
    tries = {
        "together": bool(flags.get("cooperative") or (all_won and won_together)),
        "sides": bool(flags.get("usesTeams") or any(seat.team for seats in tables for seat in seats)),
        points[0]: scored,
        points[1]: scored,
        "places": ranked and not scored,
        "one_winner": True,
    }
    yield from (ends for ends, is_tried in tries.items() if is_tried)
    yield from ["places"] if not tries["places"] else []
    yield from ["together"] if all_won and not tries["together"] else []
    yield from ["eliminated"] if ranked else []


def _fits(ends: str, seats: Seats, in_table: bool) -> bool:
    """Return whether the sheet of a play would have no problem."""
    won = winners_of(seats)
    match ends:
        case "most_points" | "fewest_points":
            best = best_of(seats, fewest=ends == "fewest_points")
            return won in (best, set()) or (won <= best and not in_table) if best else False
        case "places":
            places = finishes(seats) if not in_table or all(seat.place for seat in seats) else []
            return bool(places) and won in ({at for at, place in enumerate(places) if place == 1}, set())
        case "eliminated":
            left = outs(seats)
            return bool(left) and won in ({at for at, out in enumerate(left) if out is None}, set())
        case "one_winner":
            return len(won) == 1
        case "together":
            return len(won) in (0, len(seats)) and any(seat.won is not None for seat in seats)
        case _:
            keys = [name_key(team) for team in teams(seats)]
            winning = {keys[at] for at in won} if keys else set()
            all_of_them = {at for at, key in enumerate(keys) if key in winning}
            return bool(won) and won == all_of_them and len({*keys}) <= MOST_SIDES


def _definition(ends: str, tables: Sequence[Seats]) -> dict[str, Any]:
    """Return what such plays show of the definition of a game."""
    counts = [len(seats) for seats in tables]
    least = 2 if ends == "sides" else 1
    definition = {"seats": [max(min(counts), least), max(counts)], "ends": ends}
    if ends == "sides":
        definition["sides"] = _sides(tables)
    columns = []
    if scores := [score for seats in tables for seat in seats if (score := whole_score(seat.score)) is not None]:
        columns = [_score(scores)] if ends in BY_POINTS or any(scores) else []
    if ends not in BY_POINTS:
        return definition | {"columns": [column | {"weight": 0, "required": False} for column in columns]}
    if any(set() < winners_of(seats) < best_of(seats, fewest=ends == "fewest_points") for seats in tables):
        columns.append(_number(TIE_BREAK, "Tie-break", most=1, weight=0, required=False))
        definition["ties"] = [TIE_BREAK]
    return definition | {"columns": columns}


def _number(name: str, label: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "label": label, "kind": "number", **more}


def _score(scores: Sequence[int]) -> dict[str, Any]:
    furthest = max(map(abs, scores))
    most = USUAL_MOST if furthest <= USUAL_MOST else MOST_NUMBER
    return _number(SCORE_COLUMN, "Points", least=-most if min(scores) < 0 else 0, most=most)


def _sides(tables: Sequence[Seats]) -> list[dict[str, str]]:
    """Return the sides by the names of the teams; by numbers if these are too many or can't be names."""
    named, labels = [teams(seats) for seats in tables], dict[str, str]()
    for team in chain.from_iterable(named):
        labels.setdefault(name_key(team), tidy(team))
    can_be_labels = all(len(label) <= LONGEST_LABEL and can_be_shown(label) for label in labels.values())
    if len(labels) > MOST_SIDES or not can_be_labels:
        most = max(len({*map(name_key, seats)}) for seats in named)
        labels = {str(number): str(number) for number in range(1, min(most, MOST_SIDES) + 1)}
    return _entries([*labels.values()])


def _variants(plays: Sequence[PlayElsewhere]) -> dict[str, Any]:
    """Return the boards and expansions that were used, the most used first, as variants."""
    labels, used = dict[str, str](), Counter(name_key(name) for play in plays for name in play.used)
    for name in chain.from_iterable(play.used for play in plays):
        labels.setdefault(name_key(name), tidy(name))
    names = [
        labels[key] for key, _ in used.most_common() if len(labels[key]) <= LONGEST_LABEL and can_be_shown(labels[key])
    ]
    return {"variants": _entries(names[:MOST_VARIANTS])} if names else {}


def _entries(labels: Sequence[str]) -> list[dict[str, str]]:
    return [{"id": key, "label": label} for key, label in zip(ids_for(labels), labels, strict=True)]
