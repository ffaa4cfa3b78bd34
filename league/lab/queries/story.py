"""The story of a game: what the sheet, the earlier ratings, the careers and if there is one, the record tell. Every
sentence links to its source."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.charts.lines import LineChart, Series, line_chart, spread
from characters.models import CareerEvent, Character
from characters.queries.history import line
from characters.queries.people import Person, people
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from engine.translatable import spoken
from games.models import Sheet, SheetSeat
from league.core.queries.figures import figure, likely
from league.lab.queries.studied_games import StudiedGame, recorded_game
from league.lab.rules.lab import WHOLE
from league.lab.rules.story import Lead, chances_of_first, leads
from league.models import RatingStep, SeasonGame
from league.play.queries.replays import ALL, Reel
from league.play.rules.hands import MEASURE_NAMES, measure_of, measured
from league.standings.rules.ratings import NEWCOMER, RatingEstimate

LED = ("points", "money")  # what somebody can lead in
TOLD = 3  # turns of the lead
EVEN = 20  # a chance that is off an equal share by less than a twentieth is even
SHOWN = 24  # moments of the chart


@dataclass(frozen=True, slots=True)
class StorySentence:
    """`href`: where its figures are; `source`: what that is."""

    text: str
    href: str
    source: str


@dataclass(frozen=True, slots=True)
class Finish:
    """A place in the finished game with its points. `bar`: the share of the highest points, in percent; `person`: None
    for a player without a character."""

    place: int
    name: str
    person: Person | None
    points: int
    bar: int


@dataclass(frozen=True, slots=True)
class Story:
    """`turning`: who took the lead for good; None if nobody leads. `chart`: of a record, how far each seat was.
    `studied`: what plays it again."""

    sentences: list[StorySentence]
    finish: list[Finish]
    turning: StorySentence | None
    measure: str
    chart: LineChart | None
    studied: StudiedGame | None


def story_of(season_game: SeasonGame) -> Story | None:
    """Return the story of a game; None while the game is not confirmed."""
    sheet = Sheet.objects.confirmed().filter(game=season_game.game_id).first()
    if sheet is None:
        return None
    seats = list(SheetSeat.objects.filter(sheet=sheet).select_related("character").order_by("place", "seat"))
    here = season_game.game.get_absolute_url()
    studied = recorded_game(season_game)
    reel = studied.reel if studied else None
    course = _course(reel) if reel else []
    lead = _lead(season_game, reel, course) if reel else []
    sentences = chain(
        [StorySentence(_result(seats), here, _("the sheet"))],
        _expected(season_game, seats),
        lead,
        _careers(season_game),
    )
    chart = _chart(reel, course) if reel else None
    return Story(list(sentences), _finish(seats), lead[-1] if lead else None, _measure(reel), chart, studied)


def _finish(seats: Sequence[SheetSeat]) -> list[Finish]:
    """Return the table in the order in which it finished. One query."""
    persons = people(seat.character_id for seat in seats if seat.character_id)
    most = max((seat.points for seat in seats), default=0) or 1
    return [
        Finish(
            seat.place,
            name_of(seat),
            persons.get(seat.character_id or 0),
            seat.points,
            max(0, seat.points * 100 // most) if most > 0 else 0,
        )
        for seat in seats
    ]


def name_of(seat: SheetSeat) -> str:
    return seat.character.name if seat.character else seat.name or _("Seat {seat}").format(seat=seat.seat)


def _result(seats: Sequence[SheetSeat]) -> str:
    first = [seat for seat in seats if seat.place == 1]
    others = [seat for seat in seats if seat.place > 1]
    points = figure(first[0].points)
    if len(first) > 1:
        names = ", ".join(name_of(seat) for seat in first)
        return _("{names} share the first place with {points} points.").format(names=names, points=points)
    if not others:
        return _("{name} sat alone, with {points} points.").format(name=name_of(first[0]), points=points)
    text = _("{name} won with {points} points; {second} came next with {theirs}.")
    return text.format(
        name=name_of(first[0]), points=points, second=name_of(others[0]), theirs=figure(others[0].points)
    )


def _expected(season_game: SeasonGame, seats: Sequence[SheetSeat]) -> list[StorySentence]:
    """Return how likely the result was, for a rated game that one character won."""
    first = [seat for seat in seats if seat.place == 1]
    before = _before(season_game.game_id)
    if len(first) != 1 or len(seats) < 2 or first[0].character is None or first[0].character.pk not in before:
        return []
    estimates = [before.get(seat.character_id or 0, NEWCOMER) for seat in seats]
    chance = chances_of_first(estimates)[seats.index(first[0])]
    even, near = WHOLE // len(seats), WHOLE // EVEN
    if chance < even - near:
        text = _("Against the odds: the ratings had given {name} {chance} to come first.")
    elif chance > even + near:
        text = _("As could be expected: the ratings had given {name} {chance} to come first.")
    else:
        text = _("The ratings had given {name} {chance} to come first, as an equal among equals.")
    league, system = season_game.season.league.slug, season_game.game.system
    href = reverse("rating_history", args=[league, system, first[0].character.slug])
    return [StorySentence(text.format(name=name_of(first[0]), chance=likely(chance)), href, _("the ratings"))]


def _before(game: int) -> dict[int, RatingEstimate]:
    """Return how the characters of a rated game stood before it."""
    steps = list(RatingStep.objects.filter(rated_game__game=game).order_by())
    earlier = RatingStep.objects.filter(
        rating_list__in={step.rating_list_id for step in steps},
        character__in=[step.character_id for step in steps],
        games__in={step.games - 1 for step in steps},
    )
    estimates = {
        (step.character_id, step.games): RatingEstimate(step.mu, step.sigma, step.games) for step in earlier.order_by()
    }
    return {step.character_id: estimates.get((step.character_id, step.games - 1), NEWCOMER) for step in steps}


def _course(reel: Reel) -> list[list[int]]:
    """Return for every moment how far each seat was; an empty list if nobody can lead, and if the game can't be
    played again."""
    if reel.film is None or measure_of(reel.system) not in LED:
        return []
    views = chain([reel.film.opened.view(None)], (frame.game.view(None) for frame in reel.film.frames()))
    return [measured(reel.system, view) for view in views]


def _lead(season_game: SeasonGame, reel: Reel, course: list[list[int]]) -> list[StorySentence]:
    leaders = leads(course)
    if not leaders:
        return []
    last, at = leaders[-1], reverse("game_replay", args=[season_game.game_id])
    if len(leaders) == 1:
        sentence = _("{name} led from choice {at} of {of} to the end.")
    else:
        sentence = ngettext(
            "The lead changed {changes} time; {name} took it for good at choice {at} of {of}.",
            "The lead changed {changes} times; {name} took it for good at choice {at} of {of}.",
            len(leaders) - 1,
        )
    text = sentence.format(
        name=reel.names[last.seat], at=figure(last.at), of=figure(reel.last), changes=figure(len(leaders) - 1)
    )
    turns = [_turn(reel, lead, at) for lead in leaders[-1 - TOLD : -1]]
    return [*turns, StorySentence(text, f"{at}?at={last.at}&seat={ALL}", _("the moment"))]


def _turn(reel: Reel, lead: Lead, at: str) -> StorySentence:
    text = _("At choice {at} {name} went in front.").format(at=figure(lead.at), name=reel.names[lead.seat])
    return StorySentence(text, f"{at}?at={lead.at}&seat={ALL}", _("the moment"))


def _careers(season_game: SeasonGame) -> list[StorySentence]:
    words = {
        PROMOTION: _("It made {name} {level}."),
        DEMOTION: _("It cost {name} a level: {level} now."),
        PARACHUTE: _("It opened the golden parachute of {name}."),
    }
    events = CareerEvent.objects.standing().of_note().filter(game=season_game.game_id, kind__in=words)
    sentences = []
    for event in events.select_related("character").order_by("id"):
        character: Character = event.character
        review = line(event, character)
        text = words[event.kind].format(name=character.name, level=review.to_name)
        sentences.append(StorySentence(text, review.memo_href or character.get_absolute_url(), _("the file")))
    return sentences


def _measure(reel: Reel | None) -> str:
    return str(spoken(MEASURE_NAMES[measure_of(reel.system)])) if reel else ""


def _chart(reel: Reel, course: list[list[int]]) -> LineChart | None:
    if len(course) < 2:
        return None
    moments = spread(list(range(len(course))), SHOWN)
    series = [Series(name, [course[at][seat] for at in moments]) for seat, name in enumerate(reel.names)]
    best = max(range(len(reel.names)), key=lambda seat: course[-1][seat])
    summary = _("{measure} of each seat after {of} choices; in front in the end: {name}.").format(
        measure=_measure(reel), of=figure(reel.last), name=reel.names[best]
    )
    return line_chart(series, [str(at) for at in moments], summary=summary)
