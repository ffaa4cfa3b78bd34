import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from characters.append_only import AppendOnly


class Migration(migrations.Migration):
    initial = True

    dependencies = [("characters", "0001_release_1_0"), ("league", "0001_release_1_0")]

    operations = [
        migrations.CreateModel(
            name="Forecast",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method", models.CharField(max_length=20)),
                ("after_fact", models.PositiveIntegerField()),
                (
                    "level",
                    models.CharField(
                        choices=[
                            ("entry", "Entry Level"),
                            ("senior", "Senior"),
                            ("manager", "Manager"),
                            ("director", "Director"),
                            ("vp", "Vice President"),
                            ("c_level", "C-level"),
                        ],
                        max_length=10,
                    ),
                ),
                ("passes", models.PositiveIntegerField(null=True)),
                ("rises", models.PositiveIntegerField(null=True)),
                ("soon", models.PositiveIntegerField(null=True)),
                ("top", models.PositiveIntegerField(null=True)),
                ("least", models.PositiveIntegerField(null=True)),
                ("middle", models.PositiveIntegerField(null=True)),
                ("most", models.PositiveIntegerField(null=True)),
                ("own", models.PositiveIntegerField(default=0)),
                ("pool", models.PositiveIntegerField(default=0)),
                ("weight", models.PositiveIntegerField(null=True)),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="forecasts", to="characters.character"
                    ),
                ),
            ],
            options={
                "ordering": ("character", "after_fact", "method"),
                "constraints": [
                    models.UniqueConstraint(fields=("character", "method", "after_fact"), name="forecast_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("passes", None), ("rises", None), ("soon", None), ("top", None), ("weight", None)
                            ),
                            models.Q(
                                ("passes__isnull", False),
                                ("rises__isnull", False),
                                ("soon__isnull", False),
                                ("weight__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="forecast_whole_or_empty",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("after_fact__gte", 1), models.Q(("own", 0), ("pool__gte", 1)), _connector="OR"
                        ),
                        name="forecast_of_newcomer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("passes", None), ("passes__lte", 10000), _connector="OR"),
                        name="forecast_passes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rises", None), ("rises__lte", 10000), _connector="OR"),
                        name="forecast_rises",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("soon", None), ("soon__lte", 10000), _connector="OR"), name="forecast_soon"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("top", None), ("top__lte", 10000), _connector="OR"), name="forecast_top"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("weight", None), ("weight__lte", 10000), _connector="OR"),
                        name="forecast_weight",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("most", None), ("least__lte", models.F("most")), _connector="OR"),
                        name="forecast_interval",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundForecast",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method", models.CharField(max_length=20)),
                ("state", models.CharField(max_length=64)),
                ("cut", models.PositiveIntegerField()),
                ("odds", models.JSONField()),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="forecasts", to="league.round"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "method", "state"), name="round_forecast_once"),
                    models.CheckConstraint(condition=models.Q(("cut__gte", 1)), name="round_forecast_has_a_cut"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonForecast",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method", models.CharField(max_length=20)),
                ("results", models.PositiveIntegerField()),
                ("last_result", models.PositiveBigIntegerField()),
                ("ends_on", models.DateField()),
                ("day", models.DateField(null=True)),
                ("games", models.PositiveIntegerField()),
                ("planned", models.PositiveIntegerField(db_default=0, default=0)),
                ("characters", models.PositiveIntegerField(null=True)),
                ("odds", models.JSONField()),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="forecasts", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": ("season", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "method", "results", "last_result", "ends_on", "day"),
                        name="season_forecast_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("results__gte", 1)), name="season_forecast_after_a_result"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("planned__lte", models.F("games"))), name="season_forecast_planned"
                    ),
                ],
            },
        ),
        AppendOnly("forecasts_forecast", "forecast", "forecasts are append-only"),
        AppendOnly("forecasts_roundforecast", "round_forecast", "forecasts of rounds are append-only"),
        AppendOnly("forecasts_seasonforecast", "season_forecast", "forecasts of seasons are append-only"),
    ]
