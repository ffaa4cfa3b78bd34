"""The data that forecasts store about a person."""

from league.accounts.queries.own_data import DataSection
from league.forecasts.models import Forecast

SECTIONS = (
    DataSection(
        "forecasts_of_your_characters",
        Forecast,
        ("character__owner",),
        (
            *("character__name", "after_fact", "level", "passes", "rises", "soon", "top", "least", "middle", "most"),
            *("own", "pool", "weight", "method", "made_at"),
        ),
    ),
)
