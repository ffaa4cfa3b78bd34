"""Build a personnel file: everything that the page of one character shows, from its careers and its history."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.urls import reverse
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.charts.career import ChartGame
from characters.models import Career, CareerEvent, Character
from characters.queries.history import why_in_currency
from characters.rules import career as rules
from characters.rules import ladder
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need, needs_for
from engine.translatable import spoken

PLAYED = (rules.REVIEW, rules.DEMOTION, rules.PARACHUTE)


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the ladder: `state` is done, here, next or ahead."""

    name: str
    state: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """One requirement of the next step, ready for the progress bar. `kind` is Points, Degrees or Trips."""

    kind: str
    label: str
    have: int
    need: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class NextStep:
    """Hold the requirements of the next step. `sentence` says how many points are missing; `others` are degrees and
    trips."""

    sentence: str
    points: Progress
    others: list[Progress]


@dataclass(frozen=True, slots=True)
class DossierTally:
    """A row of the grid of degrees or trips."""

    name: str
    count: int
    note: str = ""


def rungs(character: Character, career: Career, events: Iterable[CareerEvent]) -> list[Rung]:
    """Return the ladder from Entry up; a step that was taken in this career says when."""
    here = ladder.INDEX[career.level]
    taken = _steps_taken(events, career.number)
    steps = []
    for index, level in enumerate(ladder.LEVELS):
        state = "done" if index < here else "here" if index == here else "next" if index == here + 1 else "ahead"
        since = taken.get(level) if index <= here else None
        note = _since(since) if since else _asks(level) if index > here else ""
        steps.append(Rung(character.level_name(level), state, note))
    return steps


def _steps_taken(events: Iterable[CareerEvent], number: int) -> dict[str, datetime]:
    moves = (rules.PROMOTION, rules.DEMOTION)
    return {event.to_level: event.at for event in events if event.career == number and event.kind in moves}


def _since(moment: datetime) -> str:
    return _("since {day}").format(day=date_format(moment, "j M Y"))


def _asks(level: str) -> str:
    points = ladder.STEPS[level].points
    return ngettext("{points:,} game point", "{points:,} game points", points).format(points=points)


def next_level(career: Career) -> str | None:
    """Return the level that the next promotion leads to, or None at the top and after a golden parachute."""
    return None if career.status == rules.RETIRED else ladder.above(career.level)


def progress(character: Character, career: Career, house: HouseRules) -> list[Progress]:
    """Return the requirements of the next step: the next level, or as C-level the golden parachute."""
    if career.status == rules.RETIRED:
        return []
    higher = ladder.above(career.level)
    if higher is None:
        have, need = career.c_level_points, ladder.PARACHUTE_POINTS
        return [Progress(_("Game points"), _("As C-level, for the golden parachute"), have, need, _("game points"))]
    needs = needs_for(higher, career, character.profile, house)
    return [_progress(need, character, house) for need in needs]


def next_step(character: Character, career: Career, house: HouseRules) -> NextStep | None:
    """Return what the next step asks for; None after a golden parachute."""
    if career.status == rules.RETIRED:
        return None
    points, *others = progress(character, career, house)
    return NextStep(_points_to(character, next_level(career), max(points.need - points.have, 0)), points, others)


def _points_to(character: Character, higher: str | None, missing: int) -> str:
    if higher is None:
        return ngettext(
            "{points:,} game point to the golden parachute", "{points:,} game points to the golden parachute", missing
        ).format(points=missing)
    goal = character.level_name(higher)
    if not missing:
        return _("Enough game points for {goal}").format(goal=goal)
    return ngettext("{points:,} game point to {goal}", "{points:,} game points to {goal}", missing).format(
        points=missing, goal=goal
    )


def _progress(need: Need, character: Character, house: HouseRules) -> Progress:
    names = character.names
    if need.kind == "points":
        is_cumulative = house.promotion_points == "cumulative"
        counted = _("In the whole career") if is_cumulative else _("Since the last change of level")
        return Progress(_("Game points"), counted, need.have, need.need, _("game points"))
    if need.kind == "degrees":
        one_game = need.need == ladder.STEPS[ladder.C_LEVEL].degrees and house.post_doc == "one_game"
        program = names.programs[need.subject].name
        label = _("{program}, most in one game").format(program=program) if one_game else program
        return Progress(_("Degrees"), label, need.have, need.need)
    if not need.subject:
        both = (character.primary_company, character.secondary_company)
        first, second = (names.companies[company].name for company in both)
        label = _("Through {one} and {other} together").format(one=first, other=second)
        return Progress(_("Trips"), label, need.have, need.need)
    label = _("Through {company}").format(company=names.companies[need.subject].name)
    return Progress(_("Trips"), label, need.have, need.need)


def tiles(character: Character, career: Career) -> list[dict[str, str]]:
    """Return the totals of a career, as label and value."""
    counted = (career.games, career.wins, career.points, career.happiness, career.fame)
    values = [f"{number:,}" for number in counted] + [f"{character.names.currency}{career.cash:,}"]
    labels = (_("Games"), _("Wins"), _("Points"), _("Happiness"), _("Fame"), _("Cash"))
    tiles = [{"label": label, "value": value} for label, value in zip(labels, values, strict=True)]
    if career.bonus:
        tiles.append(
            {"label": _("Cash from the golden parachute"), "value": f"{character.names.currency}{career.bonus:,}"}
        )
    return tiles


def degrees(character: Character, career: Career) -> list[DossierTally]:
    """Return specialty and side interest first, then every other degree that was earned."""
    programs = character.names.programs
    own = {character.specialty: _("specialty"), character.side_interest: _("side interest")}
    return _tallies(own, career.degrees, {program: programs[program].name for program in programs})


def trips(character: Character, career: Career) -> list[DossierTally]:
    """Return primary and secondary company first, then every other path that was finished."""
    companies = character.names.companies
    own = {character.primary_company: _("primary company"), character.secondary_company: _("secondary company")}
    return _tallies(own, career.trips, {company: companies[company].name for company in companies})


def _tallies(own: Mapping[str, str], counts: Mapping[str, int], names: Mapping[str, str]) -> list[DossierTally]:
    others = sorted((key for key in counts if key not in own), key=lambda key: names.get(key, key))
    return [DossierTally(names.get(key, key), counts.get(key, 0), own.get(key, "")) for key in (*own, *others)]


def games_played(events: Iterable[CareerEvent], number: int) -> list[CareerEvent]:
    """Return one event for each game of a career, in their order."""
    return [event for event in events if event.career == number and event.game is not None and event.kind in PLAYED]


def chart_games(
    events: Sequence[CareerEvent], *, number: int, currency: str, names: Mapping[int, str] = MappingProxyType({})
) -> list[ChartGame]:
    """Return the games of one career from its standing events, in order of play, as the career chart takes them;
    `names` by the ids of games."""
    own = [event for event in events if event.career == number and event.game is not None]
    kinds: dict[int | None, list[str]] = {}
    for event in own:
        kinds.setdefault(event.game, []).append(event.kind)
    return [_column(event, tuple(kinds[event.game]), currency, names) for event in own if event.kind in PLAYED]


def _column(event: CareerEvent, kinds: tuple[str, ...], currency: str, names: Mapping[int, str]) -> ChartGame:
    reviewed, name = event.kind != rules.PARACHUTE, names.get(event.game or 0, event.reference)
    return ChartGame(
        reference=event.reference,
        href=reverse("game_detail", args=[event.game]),
        label=name,
        performance=event.performance if reviewed else None,
        minimum=(event.minimum or None) if reviewed else None,
        level_index=ladder.INDEX[event.from_level],
        events=kinds,
        title=_("{game} ({day}): {why}").format(
            game=name, day=date_format(event.at, "j M Y"), why=spoken(why_in_currency(event, currency))
        ),
    )
