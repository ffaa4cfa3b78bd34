"""A result as it was typed without a connection: names instead of characters, figures as on paper, marks later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from characters.models import NAME_LENGTH
from characters.rules.names import name_key, tidy
from engine.translatable import Translatable, said
from games.rules.sheets import Problem
from games.rules.systems import SheetSystem
from league.core.forms import readable
from league.models import Season
from league.sheets.forms.boxes import SeatBox, more_label, seat_boxes
from league.sheets.forms.checking import GameDetailsForm
from league.sheets.forms.drafts import MOST_SEATS, Draft, DraftSeat
from league.sheets.queries.import_check import character_ids

MOST_FIELDS, LONGEST_VALUE = 600, 500


@dataclass(frozen=True, slots=True)
class Blank:
    """The part of a game's form that the device draws: its first questions, and one seat, which it copies for the
    others."""

    system: SheetSystem
    form: GameDetailsForm
    seat: SeatBox

    @property
    def more_label(self) -> str:
        return more_label(self.system)


def blanks(systems: Iterable[SheetSystem]) -> list[Blank]:
    """Return one blank for each game. The seat has room for every other seat that it may name."""
    return [_blank(system) for system in systems]


def _blank(system: SheetSystem) -> Blank:
    draft = Draft(system, {"system": system.ID}, [DraftSeat() for _ in range(system.SEATS[1])])
    form = GameDetailsForm(system=system, fixed=False, initial={"mode": next(iter(system.MODES), "")})
    form.fields["played_at"].help_text = _("In the league's local time.")
    del form.fields["reference"]
    return Blank(system, form, seat_boxes(draft, {}, None, ())[0])


def as_posted(fields: Mapping[str, Any], token: str) -> QueryDict:
    """Return the fields that a device kept, as its form would have posted them. Raise ValueError for anything else."""
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(value, str) and len(value) <= LONGEST_VALUE for value in values):
            raise ValueError(
                _("{field} is not text of at most {most} characters").format(field=name[:40], most=LONGEST_VALUE)
            )
        data.setlist(name, [readable(value) for value in values])
    if len(data) > MOST_FIELDS:
        raise ValueError(_("more than {most} fields").format(most=MOST_FIELDS))
    data["token"] = token
    return data


def seat_names(data: QueryDict, season: Season) -> list[Problem]:
    """Replace the names of the league's characters by the characters, found as in a file of results; a name that is not
    found stays as a guest, and is a problem unless a guest was meant."""
    strangers: list[Problem] = []
    ids = character_ids(season.league)
    for number in range(1, MOST_SEATS + 1):
        if f"seat-{number}-who" not in data:
            continue
        name = tidy(str(data[f"seat-{number}-who"]))[:NAME_LENGTH]
        guest = data.get(f"seat-{number}-guest") == "yes"
        character = None if guest or not name else ids.get(name_key(name))
        data[f"seat-{number}-character"] = str(character or "")
        data[f"seat-{number}-name"] = "" if character else name
        if character is None and not guest:
            strangers.append(Problem(_nobody(number, name, season.league.name), number, "character"))
    return strangers


def _nobody(seat: int, name: str, league: str) -> Translatable:
    if not name:
        return said("Seat {seat}: nobody is named.", seat=seat)
    return said("Seat {seat}: no character of {league} is called “{name}”.", seat=seat, league=league, name=name)
