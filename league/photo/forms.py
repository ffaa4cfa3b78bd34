"""The form by which a league says how long it keeps photos, and the form of a table filled in from photos."""

from collections.abc import Collection

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm
from league.photo.models import LONGEST_DAYS, PilePhoto
from league.sheets.forms.drafts import Draft
from league.tournaments.tables.forms import TableEntry, read_entry
from league.tournaments.tables.queries.table_state import TableState
from league.tournaments.tables.rules import sheet_from_json


class PhotoSettingsForm(PlainForm):
    days = forms.IntegerField(
        label=_("Days after the result was confirmed"),
        min_value=0,
        max_value=LONGEST_DAYS,
        help_text=_("Then the photos of its sheet are deleted. With 0, no photo is kept once it is sent."),
    )


def entry_from(state: TableState, photos: Collection[PilePhoto]) -> TableEntry | None:
    """Return the form of a table with what was read of its sheet; None if others sit there now."""
    draft = read_entry(state, QueryDict()).draft
    for photo in photos:
        read = Draft.of(sheet_from_json(photo.read["sheet"]))
        if [seat.character for seat in read.seats] != [seat.character for seat in draft.seats]:
            return None
        over(draft, read)
    return TableEntry(draft, None, [])


def over(typed: Draft, read: Draft) -> Draft:
    """Return the draft with what was read in place of what was typed; some of several winners may be on other pages."""
    for seat, of_photo in zip(typed.seats, read.seats, strict=True):
        for name, value in of_photo.raw.items():
            before = seat.raw.get(name)
            seat.raw[name] = {**before, **value} if isinstance(value, dict) and isinstance(before, dict) else value
    others = [] if typed.game.ONE_WINNER and read.winners else typed.winners
    typed.winners = [*others, *(seat for seat in read.winners if seat not in others)]
    return typed
