"""Previews: the consequences of a decision before anybody makes it.

A preview runs the real service and the real review inside a transaction that is rolled back, and compares before and
after. So it cannot differ from what happens when the button is pressed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from characters.models import Career, CareerEvent, Character, Fact
from characters.queries.history import why_of
from characters.rules import words
from characters.rules.career import REVIEW
from characters.rules.names import by_name
from engine.translatable import Translatable, said
from games.models import Sheet, SheetSeat
from games.queries.doubts import doubts_told
from games.rules.points import in_points
from games.rules.sheets import ScoreSheet
from games.services.review import review_now
from league.core.queries.games import headlines
from league.models import Result, Season, SeasonGame
from league.results.services import games
from league.signals import Affected, game_watched
from league.standings.queries.standings import standings, with_changes
from league.standings.rules.standings import Standings
from league.standings.rules.tiebreaks import total


@dataclass(frozen=True, slots=True)
class CareerChange:
    """The changes for one character, in sentences; `before` and `after` are level names."""

    name: str
    slug: str
    before: str
    after: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A character's position (None: not in the standings) and points, before and after."""

    name: str
    slug: str
    before: int | None
    after: int | None
    points_before: str
    points_after: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A later sheet whose office politics the levels of the time would no longer allow."""

    game_id: int
    reference: str
    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Consequences:
    careers: tuple[CareerChange, ...]
    moves: tuple[Move, ...]
    doubts: tuple[Doubt, ...]
    affected: Affected | None = None
    at_table: tuple[str, ...] = ()  # slugs

    @property
    def moves_at_table(self) -> list[Move]:
        return [move for move in self.moves if move.slug in self.at_table]

    @property
    def moves_of_others(self) -> list[Move]:
        return [move for move in self.moves if move.slug not in self.at_table]

    @property
    def nothing_changes(self) -> bool:
        return not (self.careers or self.moves or self.doubts or (self.affected and not self.affected.nothing))


def preview_report(
    *, season: Season, reference: str, sheet: ScoreSheet, by: User | None, name: str = "", place: str = ""
) -> Consequences:
    """Return what recording and confirming a new game would change. Raise ValidationError as the service does."""
    return consequences(
        season,
        sheet.character_ids,
        lambda: games.report_game(
            season=season,
            reference=reference,
            name=name,
            place=place,
            sheet=sheet,
            source=Sheet.WEB,
            by=by,
            confirm=True,
        ),
    )


def preview_confirmation(*, season_game: SeasonGame, by: User | None) -> Consequences:
    """Return what confirming the open sheet of a game would change."""
    characters = season_game.game.sheets.latest("version").seats.exclude(character=None)
    return consequences(
        season_game.season,
        [pk for pk in characters.values_list("character_id", flat=True) if pk is not None],
        lambda: games.confirm_game(season_game=season_game, by=by),
        season_game,
    )


def preview_correction(*, season_game: SeasonGame, sheet: ScoreSheet, by: User | None) -> Consequences:
    """Return what another sheet for a confirmed or voided game would change."""
    return consequences(
        season_game.season,
        {*_recorded(season_game), *sheet.character_ids},
        lambda: games.correct_game(season_game=season_game, sheet=sheet, reason="preview", source=Sheet.WEB, by=by),
        season_game,
    )


def preview_replacement(*, season_game: SeasonGame, sheet: ScoreSheet, by: User | None) -> Consequences:
    """Return what another sheet for an open game would change once it is confirmed."""

    def act() -> None:
        games.resubmit_game(
            season_game=season_game, sheet=sheet, source=Sheet.WEB, reason="preview", expected_version=None, by=by
        )
        games.confirm_game(season_game=season_game, by=by)

    return consequences(season_game.season, sheet.character_ids, act)


def preview_void(*, season_game: SeasonGame, by: User | None) -> Consequences:
    """Return what voiding a game would change."""
    return consequences(
        season_game.season,
        _recorded(season_game),
        lambda: games.void_game(season_game=season_game, reason="preview", by=by),
        season_game,
    )


def consequences(
    season: Season, character_ids: Collection[int], act: Callable[[], object], season_game: SeasonGame | None = None
) -> Consequences:
    """Return what `act` would change for these characters, in the standings of `season`, and at the table of
    `season_game`."""
    before = standings(season)  # which are cached outside of a transaction; reviews change no results
    with transaction.atomic():
        try:
            watches = game_watched.send(season_game) if season_game else []
            review_now(character_ids=character_ids)  # what waits already is not a consequence
            levels, last = _levels(character_ids), Result.objects.aggregate(last=Max("pk"))["last"] or 0
            newest = CareerEvent.objects.aggregate(newest=Max("pk"))["newest"] or 0
            events = CareerEvent.objects.standing().filter(character__in=character_ids)
            standing = set(events.values_list("pk", flat=True))
            doubtful = _doubts(character_ids)
            deed = act()
            this_game = season_game or (deed if isinstance(deed, SeasonGame) else None)
            review_now(character_ids=character_ids)
            return Consequences(
                careers=tuple(_career_changes(character_ids, levels, newest, standing, this_game)),
                moves=tuple(_moves(before, with_changes(season, before, character_ids, last))),
                doubts=tuple(_new_doubts(_doubts(character_ids) - doubtful)),
                affected=next((reach for watch in watches if (reach := watch())), None),
                at_table=tuple(
                    Character.objects.filter(pk__in=character_ids).order_by("slug").values_list("slug", flat=True)
                ),
            )
        finally:
            transaction.set_rollback(True)


def _recorded(season_game: SeasonGame) -> list[int]:
    return list(Fact.objects.filter(game=season_game.game_id).values_list("character_id", flat=True).distinct())


def _levels(character_ids: Collection[int]) -> dict[int, str]:
    careers = Career.objects.filter(character__in=character_ids, current=True).select_related("character")
    return {career.character_id: career.character.level_name(career.level) for career in careers}


def _career_changes(
    character_ids: Collection[int],
    levels: dict[int, str],
    newest: int,
    standing: set[int],
    this_game: SeasonGame | None,
) -> Iterator[CareerChange]:
    after = _levels(character_ids)
    events = CareerEvent.objects.filter(character__in=character_ids).order_by("at", "reference", "id")
    all_gone = events.filter(pk__in=standing).exclude(rescinded_at=None)
    all_new = events.standing().filter(pk__gt=newest)
    this = this_game.game_id if this_game else None
    names = headlines({event.game for event in (*all_gone, *all_new)} - {this})
    if this is not None:
        names[this] = ""
    for character in Character.objects.filter(pk__in=character_ids).order_by(*by_name()):
        gone, new = (
            {_step(event): event for event in rows if event.character_id == character.pk}
            for rows in (all_gone, all_new)
        )
        sentences = [
            *(_no_longer(character, event, names) for step, event in gone.items() if step not in new),
            *(
                _reads_now(character, event, names) if step in gone else _happens(character, event, names)
                for step, event in new.items()
            ),
        ]
        if sentences:
            then, now = levels.get(character.pk, ""), after.get(character.pk, "")
            yield CareerChange(character.name, character.slug, then, now, tuple(sentences))


def _step(event: CareerEvent) -> tuple[object, ...]:
    """Return what makes two rows the same step: a review is one whatever the level, a change of level is not."""
    levels = () if event.kind == REVIEW else (event.from_level, event.to_level)
    return (event.career, event.game, event.kind, *levels)


def _told(event: CareerEvent, names: Mapping[int, str], sentence: Translatable) -> str:
    """Return the sentence after the usual name of the game that it follows from."""
    game = names.get(event.game or 0, event.reference) if event.reference else ""
    return said("After {game}: {sentence}", game=game, sentence=sentence) if game else sentence


def _happens(character: Character, event: CareerEvent, names: Mapping[int, str]) -> str:
    what = words.happens(event.kind, character.name, character.level_name(event.to_level))
    return _told(event, names, said("{what}. {why}.", what=what, why=why_of(event, character)))


def _reads_now(character: Character, event: CareerEvent, names: Mapping[int, str]) -> str:
    what, why = words.noun(event.kind, character.level_name(event.to_level)), why_of(event, character)
    stands = said("{name}'s {what} still counts, with other figures. {why}.", name=character.name, what=what, why=why)
    return _told(event, names, stands)


def _no_longer(character: Character, event: CareerEvent, names: Mapping[int, str]) -> str:
    what = words.noun(event.kind, character.level_name(event.to_level))
    return _told(event, names, said("{name}'s {what} no longer holds.", name=character.name, what=what))


def _moves(before: Standings, after: Standings) -> Iterator[Move]:
    was, will_be = ({who: place for place, who in enumerate(table, 1)} for table in (before, after))
    moved = [
        who
        for who in {**was, **will_be}
        if was.get(who) != will_be.get(who)
        or (before.tallies[who] != after.tallies[who] and _points(before, who) != _points(after, who))
    ]
    # One game may move thousands by a place: their names, and not all that their files hold.
    columns = Character.objects.filter(pk__in=moved).order_by().values_list("pk", "name", "slug")
    names = {who: (name, slug) for who, name, slug in columns}
    for who in sorted(moved, key=lambda who: will_be.get(who) or len(will_be) + 1):
        points = _points(before, who)
        same = before.tallies.get(who) == after.tallies.get(who)
        yield Move(*names[who], was.get(who), will_be.get(who), points, points if same else _points(after, who))


def _points(table: Standings, who: int) -> str:
    return in_points(total(table.tallies[who], table.counting)) if who in table else ""


def _doubts(character_ids: Collection[int]) -> set[tuple[int, str]]:
    """Return the doubts of games at which these characters sat: a review of others rewrites none."""
    sat = SheetSeat.objects.filter(character__in=character_ids).order_by().values("sheet")
    rows = Sheet.objects.doubtful().filter(pk__in=sat).order_by().values_list("game_id", "doubts")
    return {(game, doubt) for game, doubts in rows for doubt in doubts}


def _new_doubts(new: set[tuple[int, str]]) -> Iterator[Doubt]:
    ids = {game for game, _ in new}
    references = dict(SeasonGame.objects.filter(game__in=ids).values_list("game_id", "reference"))
    names, sentences = headlines(list(references)), doubts_told(ids)
    for game, doubt in sorted(new):
        yield Doubt(game, references.get(game, ""), names.get(game, ""), sentences.get(game, {}).get(doubt, doubt))
