"""Setting up a tournament: its game, its tables, its day, and how it is played."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from characters.models import within_bounds
from engine.careers.editions import edition, edition_ids
from engine.translatable import spoken
from games.rules.systems import SYSTEMS
from league.clubs.rules import outside_season
from league.core.forms import PlainForm, TypedMomentField, zone_choices
from league.core.queries.systems import system_by_id, systems_of
from league.core.rules.zones import is_zone, label
from league.models import Division, Season, Stage, Tournament
from league.sheets.forms.own_settings import number_box
from league.tournaments.formats import FORMATS, format_of
from league.tournaments.formats.swiss import SWISS
from league.tournaments.stages.rules.stage_plans import (
    BOUNDS,
    LINE_UP,
    NAME_LENGTH,
    PLACE_LENGTH,
    ROUNDS,
    SWISS_AND_CUT,
    StagePlan,
    plan_of,
    plans,
    stages_of,
)

FIXED = _("Fixed by the first draw.")
MODES = {key: words for system in SYSTEMS.values() for key, words in system.MODES.items()}
SHORTFALLS = [
    (Tournament.MIXED, _("Smaller tables: as many as needed have one seat less")),
    (Tournament.BOT, _("A bot takes the empty seat and counts for nobody")),
    (Tournament.BYE, _("Byes: characters without a table sit the round out")),
]
UNFOLDED = {"name", "system", "plan", "cut", NON_FIELD_ERRORS}
# With scripts the figures for a field follow the table size at once; without them they are on the desk.
SHOW_HINT = {
    "hx-get": "",
    "hx-include": "[name=system], [name=table_size], [name=shortfall], [name=capacity]",
    "hx-trigger": "input changed delay:400ms",
    "hx-target": "#hint",
    "hx-select": "#hint",
    "hx-swap": "outerHTML",
}


def _number(**attrs: str) -> forms.TextInput:
    box = number_box()
    box.attrs.update(attrs)
    return box


def _bounded(name: str, **more: Any) -> forms.IntegerField:
    least, most = BOUNDS[name]
    return forms.IntegerField(min_value=least, max_value=most, **more)


class TournamentForm(PlainForm):
    """`tournament` when one is changed. Mode, target and minutes belong to games that have modes."""

    name = forms.CharField(
        label=_("Name of the tournament"), max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    zone = forms.ChoiceField(label=_("Time zone"), required=False)
    starts_at = TypedMomentField(
        label=_("Starts at"),
        required=False,
        validators=[within_bounds],
        error_messages={"invalid": _("Give day and time, such as 2026-03-12 19:30.")},
    )
    outside_season = forms.BooleanField(
        label=_("Yes, it counts for this season all the same"), required=False, widget=forms.HiddenInput()
    )
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), required=False, max_length=PLACE_LENGTH)
    system = forms.ChoiceField(label=_("Game"))
    edition = forms.ChoiceField(
        label=_("Edition"), help_text=_("The board that is played on. Characters belong to one edition.")
    )
    mode = forms.ChoiceField(
        label=_("Careers is played by"),
        choices=list(MODES.items()),
        widget=forms.RadioSelect,
        initial="formula",
        error_messages={"required": _("Choose how Careers is played.")},
    )
    target = _bounded("target", label=_("Target of the success formula, in points"), initial=100, widget=number_box())
    minutes = _bounded("minutes", label=_("Length of a timed game, in minutes"), initial=30, widget=number_box())
    table_size = _bounded("table_size", label=_("Characters at a table"), initial=4, widget=_number(**SHOW_HINT))
    shortfall = forms.ChoiceField(
        label=_("When they can't all sit at full tables"),
        help_text=_(
            "If this does not work out, the next one in the list is used. Nobody gets a small table, a bot or a bye "
            "twice before everybody with a similar score has had one."
        ),
        choices=SHORTFALLS,
        widget=forms.RadioSelect,
        initial=Tournament.MIXED,
    )
    capacity = _bounded(
        "capacity",
        label=_("Places"),
        required=False,
        help_text=_("Entries after the last place wait, and move up in order. Empty: no limit."),
        widget=_number(**SHOW_HINT),
    )
    self_registration = forms.BooleanField(
        label=_("Players register their own characters"), required=False, initial=True
    )
    round_minutes = _bounded("round_minutes", label=_("Minutes of a round"), initial=60, widget=number_box())
    confirm_seconds = _bounded(
        "confirm_seconds",
        label=_("Seconds until silence confirms a result"),
        initial=120,
        help_text=_(
            "One seat enters the result. It counts once most seats agree, or when nobody has objected for this long."
        ),
        widget=number_box(),
    )
    played_here = forms.BooleanField(
        label=_("Played on the site"),
        required=False,
        help_text=_(
            "When a round begins, its tables open here automatically: everybody sits down on their own phone, and the "
            "outcome becomes the sheet. Tables with fewer than two people who have an account stay at a board."
        ),
    )
    division = forms.ModelChoiceField(
        Division.objects.none(),
        label=_("Only for the division"),
        required=False,
        empty_label=_("Everybody in the league"),
    )

    def __init__(
        self, *args: Any, season: Season, tournament: Tournament | None = None, drawn: bool = False, **kwargs: Any
    ) -> None:
        if tournament is not None:
            names = [name for name in self.base_fields if name not in ("plan", "outside_season")]
            kwargs["initial"] = {name: getattr(tournament, name) for name in names}
        super().__init__(*args, **kwargs)
        self.season = season
        self.systems = {system.ID: system for system in systems_of(season.league)}
        if tournament is not None:
            self.systems.setdefault(tournament.system, system_by_id(tournament.system))
        self.fields["system"].choices = [(key, system.NAME) for key, system in self.systems.items()]  # type: ignore[attr-defined]
        self.fields["zone"].choices = [  # type: ignore[attr-defined]
            ("", _("As the league: {zone}").format(zone=spoken(label(season.league.zone)))),
            *zone_choices(),
        ]
        chosen = self.data.get("zone") or (tournament.zone if tournament and not self.is_bound else "")
        self.fields["starts_at"].zone = chosen if is_zone(chosen) else season.league.zone  # type: ignore[attr-defined]
        if tournament is None:
            self.fields["place"].initial = season.league.place
            self.fields["edition"].initial = next(iter(edition_ids()))
        self.fields["edition"].choices = [(key, edition(key).offered_as) for key in edition_ids()]  # type: ignore[attr-defined]
        self.fields["division"].queryset = season.divisions.all()  # type: ignore[attr-defined]
        if not season.divisions.exists():
            del self.fields["division"]
        if drawn:
            for name in {"system", "edition", "mode", "target", "minutes", "table_size", "division"} & set(self.fields):
                self.fields[name].disabled, self.fields[name].help_text = True, FIXED

    def clean(self) -> dict[str, Any]:
        """Ignore, and clear, fields that do not apply to the chosen game and mode."""
        values: dict[str, Any] = super().clean() or {}
        modes = self.systems[values["system"]].MODES if "system" in values else MODES
        mode = values.get("mode") if modes else ""
        unused = {"": ("mode", "target", "minutes"), "formula": ("minutes",), "timed": ("target",)}.get(mode or "", ())
        for name in unused if mode is not None else ():
            values[name] = "" if name == "mode" else None
            self.errors.pop(name, None)
        self._ask_outside_season(values)
        return values

    def _ask_outside_season(self, values: dict[str, Any]) -> None:
        """Ask for confirmation of a day outside of the season, since the tournament's games move the standings of the
        season."""
        at, season = values.get("starts_at"), self.season
        if at is None or not ({"starts_at"} & set(self.changed_data)):
            return
        day = at.astimezone(ZoneInfo(self.fields["starts_at"].zone)).date()  # type: ignore[attr-defined]
        doubt = outside_season("tournament", day, season.name, starts_on=season.starts_on, ends_on=season.ends_on)
        if not doubt:
            return
        self.fields["outside_season"].widget = forms.CheckboxInput()
        if not values.get("outside_season"):
            self.add_error("starts_at", _("{doubt} Is that right?").format(doubt=spoken(doubt)))

    def setup(self) -> dict[str, Any]:
        """Return the settings for the services."""
        return {name: self.cleaned_data[name] for name in TournamentForm.base_fields if name in self.fields}

    @property
    def is_unfolded(self) -> bool:
        """Return whether a refused form has something to look at among the fields that are folded away."""
        return self.is_bound and bool({*self.errors, *self.changed_data} - UNFOLDED)

    @property
    def unchanged(self) -> dict[str, Any]:
        """Return the settings as they are until this form changes them."""
        return {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}

    def day_fields(self) -> list[forms.BoundField]:
        return self._some("starts_at", "outside_season", "zone", "place", "division")

    def table_fields(self) -> list[forms.BoundField]:
        return self._some("table_size", "shortfall", "played_here")

    def entry_fields(self) -> list[forms.BoundField]:
        return self._some("capacity", "self_registration")

    def round_fields(self) -> list[forms.BoundField]:
        return self._some("round_minutes", "confirm_seconds")

    def _some(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]


class PlanForm(PlainForm):
    """The way a tournament is played. `rounds`, `line_up` and `cut` belong to plans that have them."""

    plan = forms.ChoiceField(
        label=_("Format"),
        choices=lambda: [(key, plan.name) for key, plan in plans().items()],
        initial=SWISS.key,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=ROUNDS[0],
        max_value=ROUNDS[1],
        help_text=_("Empty: the number recommended for the field at the start."),
        widget=number_box(),
    )
    line_up = forms.IntegerField(
        label=_("Teams meet: how many of each play a round"),
        required=False,
        min_value=LINE_UP[0],
        max_value=LINE_UP[1],
        help_text=_("Each plays at a separate table. Empty: everybody plays for themselves."),
        widget=number_box(),
    )
    cut = forms.IntegerField(
        label=_("How many play on after the cut"),
        min_value=2,
        widget=number_box(),
        error_messages={"required": _("Say how many play on after the Swiss rounds.")},
    )

    @classmethod
    def of(cls, stages: list[Stage]) -> "PlanForm":
        """Return the form filled in with stages that follow a ready-made plan."""
        plan = plan_of([stage.format for stage in stages])
        rounds = stages[0].rounds if stages and format_of(stages[0]).counted else None
        line_up, cut = (stages[0].line_up, stages[-1].cut) if stages else (None, None)
        return cls(initial={"plan": plan, "rounds": rounds, "line_up": line_up, "cut": cut})

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("plan") != SWISS_AND_CUT:
            values["cut"] = None
            self.errors.pop("cut", None)
        first = plans()[values["plan"]].formats[0] if "plan" in values else None
        if first is not None and not FORMATS[first].of_teams:
            values["line_up"] = None
            self.errors.pop("line_up", None)
        return values

    def stages(self) -> tuple[StagePlan, ...]:
        data = self.cleaned_data
        return stages_of(data["plan"], rounds=data["rounds"], cut=data["cut"], line_up=data["line_up"])


class NewTournamentForm(TournamentForm, PlanForm):
    """Everything on one page."""


class CancelForm(PlainForm):
    reason = forms.CharField(
        label=_("Why is it cancelled?"), max_length=300, help_text=_("Everybody who entered will read it.")
    )


class RoundsForm(PlainForm):
    rounds = forms.IntegerField(label=_("Rounds in all"), min_value=ROUNDS[0], max_value=ROUNDS[1], widget=number_box())


class NextCutForm(PlainForm):
    """The stage after one that has started."""

    cut = forms.IntegerField(
        label=_("Top cut afterwards"),
        required=False,
        min_value=2,
        help_text=_("How many play on in a knock-out. Empty: it ends without one."),
        widget=number_box(),
    )
