"""The next game of one character: what is usual at its table, and what it must bring, in words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Career, Character, Fact
from characters.rules import ladder
from characters.rules.facts import FactLine, current_lines, decode
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Need
from league.clubs.queries import house_rules_by_season
from league.forecasts.rules.plan import LEAST_FIGURE, MOST_FIGURE, Band, NextGame, NextGamePlan, as_career, plan_of
from league.models import Season

LAST = 20  # facts that tell what is usual
BOOK = NextGame(target=200)


@dataclass(frozen=True, slots=True)
class BandRow:
    """A row of the table: points from `least` on, and what they lead to. `change` is down, same, up or out."""

    points: str
    name: str
    change: str


@dataclass(frozen=True, slots=True)
class OutcomeTable:
    title: str
    caption: str
    rows: list[BandRow]


def present_career(character: Character) -> Career:
    return Career.objects.get(character=character, current=True)


def usual_game(character: Character) -> NextGame:
    """Return the kind of game that the character has played most recently and most often; 200 points, as in the book,
    before the first."""
    newest = Fact.objects.filter(character=character).order_by("-number").values_list("content", flat=True)[:LAST]
    return usual_of(list(reversed(newest)))


def usual_of(contents: Iterable[str]) -> NextGame:
    """Return the usual game of facts as they are stored, the oldest first."""
    lines = [line for line in current_lines(map(decode, contents)) if line.system == "careers"]
    if not lines:
        return BOOK
    kinds = Counter(line.target for line in lines)
    target = max(reversed(kinds), key=kinds.__getitem__)
    of_kind = [line for line in lines if line.target == target]
    return _like(of_kind)


def _like(lines: Sequence[FactLine]) -> NextGame:
    newest = lines[-1]
    if newest.target is not None:
        return NextGame(target=min(newest.target, MOST_FIGURE))
    totals = sorted(line.winner_total for line in lines)
    middle = min(max(totals[len(totals) // 2], LEAST_FIGURE), MOST_FIGURE)
    return NextGame(winner_total=middle, minutes=newest.minutes)


def open_seasons(character: Character) -> dict[Season, HouseRules]:
    """Return the seasons by whose house rules the next game may be played: the newest one of the league first, then
    what else runs today. Two queries."""
    if not hasattr(character, "enrolment"):
        return {}
    league, today = character.enrolment.league, timezone.localdate()
    running = Q(starts_on=None) | Q(starts_on__lte=today), Q(ends_on=None) | Q(ends_on__gte=today)
    newest = league.seasons.order_by("-id").values("pk")[:1]
    seasons = league.seasons.filter(Q(pk__in=newest) | Q(*running)).order_by("-id")
    rules = house_rules_by_season([season.pk for season in seasons])
    return {season: rules[season.pk] for season in seasons}


def next_plan(character: Character, career: Career, game: NextGame, rules: HouseRules) -> NextGamePlan:
    """Return the plan for the next game. Raise ValueError as `plan_of`."""
    return plan_of(as_career(career), character.profile, rules, game)


def facts_in_short(game: NextGame, season: Season | None) -> list[str]:
    """Return what is planned: "A game to 200 game points", and in which season."""
    if game.target is not None:
        text = ngettext("A game to {n:,} game point", "A game to {n:,} game points", game.target)
    else:
        text = ngettext(
            "A timed game that {n:,} game point wins", "A timed game that {n:,} game points win", game.winner_total
        )
    planned = text.format(n=game.target if game.target is not None else game.winner_total)
    return [planned, season.name] if season else [planned]


def outcome_tables(character: Character, plan: NextGamePlan) -> list[OutcomeTable]:
    """Return the outcomes without and with a win; one table if a win changes nothing. If the goal asks for more
    than points, also what points alone lead to."""

    def table(title: str, caption: str, bands: Sequence[Band]) -> OutcomeTable:
        rows = [BandRow(_points(band), _name(character, band.level), _change(plan, band)) for band in bands]
        return OutcomeTable(title, caption, rows)

    spoils = _and([_need(character, need) for need in plan.spoils])
    earned = _("With {spoils}.").format(spoils=spoils) if spoils else _("Nothing but game points is missing.")
    tables = [table(_("Without a win"), earned, plan.bands)]
    if plan.winning != plan.bands:
        tables.append(table(_("With a win"), earned, plan.winning))
    if plan.bare != plan.bands:
        caption = _("Without a win, and without {spoils}.").format(spoils=spoils)
        tables.append(table(_("With game points alone"), caption, plan.bare))
    return tables


def _points(band: Band) -> str:
    if band.most is None:
        return _("{least:,} or more").format(least=band.least)
    if band.least == band.most:
        return f"{band.least:,}"
    return _("{least:,} to {most:,}").format(least=band.least, most=band.most)


def _name(character: Character, level: str) -> str:
    return _("Golden parachute") if level == ladder.RETIRED else character.level_name(level)


def _change(plan: NextGamePlan, band: Band) -> str:
    if band.level == ladder.RETIRED:
        return "out"
    here, there = ladder.INDEX[plan.level], ladder.INDEX[band.level]
    return "same" if there == here else "up" if there > here else "down"


def sentences(character: Character, plan: NextGamePlan) -> list[str]:
    """Return what keeps the level and what leads to the next one, in plain words."""
    return [_keeping(character, plan), _rising(character, plan)]


def foremost(character: Character, plan: NextGamePlan) -> str:
    """Return what keeps the level, if it can be lost; else what leads to the next one."""
    return _keeping(character, plan) if plan.keeps else _rising(character, plan)


def _keeping(character: Character, plan: NextGamePlan) -> str:
    level = character.level_name(plan.level)
    if not plan.keeps:
        return _("{name} stays {level} at least, whatever the game brings.").format(name=character.name, level=level)
    sentence = ngettext(
        "{points:,} game point is enough for {name} to stay {level}.",
        "{points:,} game points are enough for {name} to stay {level}.",
        plan.keeps,
    ).format(points=plan.keeps, name=character.name, level=level)
    if plan.keeps_winning == 0:
        return " ".join((sentence, _("A win is enough in any case.")))
    return sentence


def _rising(character: Character, plan: NextGamePlan) -> str:
    goal = character.level_name(plan.higher) if plan.higher else _("The golden parachute")
    spoils = [_need(character, need) for need in plan.spoils]
    points, winning = plan.rises, plan.rises_winning
    if points is None and winning is None:
        return _("No single game of this kind can bring {goal}.").format(goal=goal)
    if points is None:
        return _("Only a win can bring {goal}: {what}.").format(goal=goal, what=_listed(winning or 0, spoils))
    sentence = _("For {goal}, the next game has to bring {what}.").format(goal=goal, what=_listed(points, spoils))
    if winning is not None and winning < points:
        least = ngettext("{points:,} game point", "{points:,} game points", winning).format(points=winning)
        sentence += " " + _("With a win, {points} will do.").format(points=least)
    return sentence


def _listed(points: int, spoils: Sequence[str]) -> str:
    first = ngettext("{points:,} game point", "{points:,} game points", points).format(points=points)
    return _and([first, *spoils])


def _and(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _("{some} and {last}").format(some=", ".join(parts[:-1]), last=parts[-1])


def _need(character: Character, need: Need) -> str:
    """Return what is missing beside points: "1 more degree in Law"."""
    count = need.missing
    if need.kind == "degrees":
        name = character.names.programs[need.subject].name
        if need.need >= ladder.POST_DOC and need.have == 0:
            text = ngettext("{count} degree in {program}", "{count} degrees in {program}", count)
        else:
            text = ngettext("{count} more degree in {program}", "{count} more degrees in {program}", count)
        return text.format(count=count, program=name)
    if need.subject:
        name = character.names.companies[need.subject].name
        text = ngettext("{count} more trip through {company}", "{count} more trips through {company}", count)
        return text.format(count=count, company=name)
    primary, other = (
        character.names.companies[key].name for key in (character.primary_company, character.secondary_company)
    )
    text = ngettext("{count} more trip through {one} or {other}", "{count} more trips through {one} or {other}", count)
    return text.format(count=count, one=primary, other=other)
