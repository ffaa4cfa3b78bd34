"""Forecasts of a season may be made every day, and those of characters before their first game. What refuses changes is
lifted meanwhile: SQLite makes a table anew and loses its triggers."""

from importlib import import_module

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GUARDED = [import_module(f"league.migrations.{name}") for name in ("0039_forecasts", "0040_season_forecasts")]


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for one in GUARDED:
        one.guard(apps, schema_editor)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for one in GUARDED:
        one.unguard(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0042_what_if"),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(
            model_name="forecast",
            name="forecast_after_a_fact",
        ),
        migrations.RemoveConstraint(
            model_name="seasonforecast",
            name="season_forecast_once",
        ),
        migrations.AddField(
            model_name="seasonforecast",
            name="characters",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seasonforecast",
            name="day",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="seasonforecast",
            name="planned",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddConstraint(
            model_name="forecast",
            constraint=models.CheckConstraint(
                condition=models.Q(("after_fact__gte", 1), models.Q(("own", 0), ("pool__gte", 1)), _connector="OR"),
                name="forecast_of_newcomer",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonforecast",
            constraint=models.UniqueConstraint(
                fields=("season", "method", "results", "last_result", "ends_on", "day"), name="season_forecast_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonforecast",
            constraint=models.CheckConstraint(
                condition=models.Q(("planned__lte", models.F("games"))), name="season_forecast_planned"
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
