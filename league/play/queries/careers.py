"""The consequences of a play that was handed in for the careers of its players: the sheet, and the memos that
follow."""

from collections import defaultdict
from dataclasses import dataclass

from characters.charts.portraits import Portrait
from characters.models import CareerEvent, Character
from characters.queries.history import HistoryLine, MemoLetter, letters, line
from characters.queries.people import people
from games.models import Sheet
from games.queries.sheets import counts
from league.core.queries.game_lines import is_pending
from league.models import SeasonGame, SeasonPlay
from league.results.queries.game_records import SheetSeatView, events_of, seat_views, versions_of


@dataclass(frozen=True, slots=True)
class Aftermath:
    """`seats` from first to last place. `memos`: each with whose file keeps it. `rescinded`: what followed
    from it once and no longer holds. `faces`: of the characters whose memo is one of note."""

    game: SeasonGame
    sheet: Sheet
    seats: list[SheetSeatView]
    memos: list[tuple[Character, MemoLetter]]
    rescinded: list[HistoryLine]
    faces: dict[int, Portrait]

    @property
    def pending(self) -> bool:
        return is_pending(self.sheet)

    @property
    def failed(self) -> bool:
        return self.pending and bool(self.sheet.review_error)

    @property
    def practice(self) -> bool:
        return not counts(self.sheet)

    @property
    def moments(self) -> list[tuple[Character, MemoLetter, Portrait | None]]:
        """Return the memos of what changed a level or opened a parachute, each with the face of its character now."""
        return [(who, letter, self.faces[who.pk]) for who, letter in self.memos if who.pk in self.faces]

    @property
    def reviews(self) -> list[tuple[Character, MemoLetter, Portrait | None]]:
        """Return the other memos."""
        return [(who, letter, None) for who, letter in self.memos if who.pk not in self.faces]

    @property
    def files(self) -> list[Character]:
        """Return the characters who sat there and have no memo of it."""
        remembered = {who.pk for who, _letter in self.memos}
        seated = (row.character for row in self.sheet.seats.all())
        return [who for who in seated if who is not None and who.pk not in remembered]


def aftermath_of(season_play: SeasonPlay) -> Aftermath | None:
    """Return what the game changed in careers; None while the play is not a game of the season."""
    if season_play.play.game_id is None:
        return None
    game = SeasonGame.objects.select_related("season__league", "game").get(game=season_play.play.game_id)
    newest, events = versions_of(game)[-1], events_of(game)
    standing: dict[Character, list[CareerEvent]] = defaultdict(list)
    for event in events:
        if event.rescinded_at is None:
            standing[event.character].append(event)
    memos = [(who, letter) for who, own in standing.items() for letter in letters(own, who, most=1)]
    of_note = [who.pk for who, letter in memos if letter.kind in CareerEvent.OF_NOTE]
    return Aftermath(
        game=game,
        sheet=newest,
        seats=seat_views(newest, events),
        memos=memos,
        rescinded=[line(event, event.character) for event in events if event.rescinded_at is not None],
        faces={pk: person.portrait for pk, person in people(of_note).items()},
    )


def review_of(play: int) -> str | None:
    """Return a text that changes whenever the careers may have followed, or the sheet has changed."""
    fields = ("version", "status", "reviewed_at", "review_tries")
    newest = Sheet.objects.filter(game__play=play).order_by("-version").values_list(*fields).first()
    return None if newest is None else "-".join(str(part).replace(" ", "T") for part in newest)
