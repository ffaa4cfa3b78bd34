"""The data that the lab stores about a person."""

from league.accounts.queries.own_data import DataSection
from league.lab.models import Experiment, GameStudy, WhatIf

SECTIONS = (
    DataSection(
        "house_rules_tried_out",
        WhatIf,
        ("asked_by",),
        ("league__name", "source", "other__settings", "other_format", "begins", "games", "asked_at", "finished_at"),
    ),
    DataSection(
        "experiments",
        Experiment,
        ("asked_by",),
        ("system", "arms", "seed", "measure", "width", "most", "done", "asked_at", "finished_at"),
    ),
    DataSection(
        "games_worked_out",
        GameStudy,
        ("asked_by",),
        ("game__system", "play__system", "try_out__system", "method", "asked_at", "finished_at"),
    ),
)
