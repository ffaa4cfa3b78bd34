import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import games.models.games


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("characters", "0001_release_1_0"),
        ("games", "0001_release_1_0"),
        ("league", "0001_release_1_0"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Experiment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method", models.CharField(max_length=20)),
                ("status", models.CharField(default="running", max_length=7)),
                ("done", models.PositiveIntegerField(default=0)),
                ("error", games.models.games.SaidField(blank=True, max_length=300)),
                ("asked_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("finished_at", models.DateTimeField(null=True)),
                ("system", models.CharField(max_length=40)),
                ("rules_version", models.PositiveIntegerField()),
                ("arms", models.JSONField()),
                ("seed", models.BigIntegerField()),
                ("measure", models.CharField(blank=True, max_length=120)),
                ("width", models.PositiveIntegerField(null=True)),
                ("most", models.PositiveIntegerField()),
                ("look", models.PositiveIntegerField()),
                ("totals", models.JSONField(null=True)),
                ("looks", models.JSONField(default=list)),
                ("orders", models.PositiveSmallIntegerField(default=1)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "board_a",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.boardversion",
                    ),
                ),
                (
                    "board_b",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.boardversion",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("asked_by", None), ("asked_by_name", ""), _connector="OR"),
                        name="experiment_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("running", "stopped", "done", "failed"))),
                        name="experiment_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "done"), _negated=True), ("finished_at__isnull", False), _connector="OR"
                        ),
                        name="experiment_done_has_moment",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "running")), fields=("asked_by",), name="experiment_one_at_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("done__lte", models.F("look")),
                            ("look__gte", 1),
                            ("look__lte", models.F("most")),
                            ("most__lte", 1000000),
                        ),
                        name="experiment_plays_so_many",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("done", 0), ("totals", None)),
                            models.Q(("done__gte", 1), ("totals__isnull", False)),
                            _connector="OR",
                        ),
                        name="experiment_has_totals",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "done"), _negated=True), ("done", models.F("look")), _connector="OR"
                        ),
                        name="experiment_done",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ExperimentChunk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("first", models.PositiveIntegerField()),
                ("count", models.PositiveIntegerField()),
                ("totals", models.JSONField(null=True)),
                (
                    "experiment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chunks", to="lab.experiment"
                    ),
                ),
            ],
            options={
                "ordering": ("experiment", "first"),
                "constraints": [
                    models.UniqueConstraint(fields=("experiment", "first"), name="experiment_chunk_once"),
                    models.CheckConstraint(
                        condition=models.Q(("count__gte", 1)), name="experiment_chunk_plays_something"
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("totals__isnull", True)),
                        fields=["first", "experiment"],
                        name="pairs_to_play",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="GameStudy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("method", models.CharField(max_length=20)),
                ("status", models.CharField(default="running", max_length=7)),
                ("done", models.PositiveIntegerField(default=0)),
                ("error", games.models.games.SaidField(blank=True, max_length=300)),
                ("asked_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("finished_at", models.DateTimeField(null=True)),
                ("record", models.CharField(max_length=64)),
                ("tasks", models.PositiveIntegerField(default=0)),
                ("results", models.JSONField(default=list)),
                ("figures", models.JSONField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="studies", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("asked_by", None), ("asked_by_name", ""), _connector="OR"),
                        name="gamestudy_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("running", "stopped", "done", "failed"))),
                        name="gamestudy_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "done"), _negated=True), ("finished_at__isnull", False), _connector="OR"
                        ),
                        name="gamestudy_done_has_moment",
                    ),
                    models.UniqueConstraint(fields=("game", "record", "method"), name="game_study_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "done"), _negated=True),
                            models.Q(("done", models.F("tasks")), ("figures__isnull", False)),
                            _connector="OR",
                        ),
                        name="game_study_done_has_figures",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WhatIf",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("method", models.CharField(max_length=20)),
                ("status", models.CharField(default="running", max_length=7)),
                ("done", models.PositiveIntegerField(default=0)),
                ("error", games.models.games.SaidField(blank=True, max_length=300)),
                ("asked_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("finished_at", models.DateTimeField(null=True)),
                ("source", models.CharField(db_default="results", default="results", max_length=7)),
                ("today_format", models.CharField(blank=True, db_default="", default="", max_length=30)),
                ("other_format", models.CharField(blank=True, db_default="", default="", max_length=30)),
                ("begins", models.CharField(max_length=5)),
                ("games", models.PositiveIntegerField()),
                ("seasons", models.PositiveIntegerField()),
                ("seed", models.CharField(max_length=64)),
                ("inputs", models.CharField(blank=True, max_length=64)),
                ("characters", models.PositiveIntegerField(default=0)),
                ("totals", models.JSONField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="what_ifs", to="league.league"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="characters.ruleset"
                    ),
                ),
                (
                    "today",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="characters.ruleset"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("asked_by", None), ("asked_by_name", ""), _connector="OR"),
                        name="whatif_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("running", "stopped", "done", "failed"))),
                        name="whatif_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "done"), _negated=True), ("finished_at__isnull", False), _connector="OR"
                        ),
                        name="whatif_done_has_moment",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "running")), fields=("league",), name="what_if_one_at_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("begins__in", ("today", "entry"))), name="what_if_beginning_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("seasons__gte", 1)), name="what_if_lives_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("today", models.F("other")), ("today_format", models.F("other_format")), _negated=True
                        ),
                        name="what_if_of_two_worlds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("other_format", ""), ("source", "results"), ("today_format", "")),
                            models.Q(
                                models.Q(("source", "engine")),
                                models.Q(("today_format", ""), _negated=True),
                                models.Q(("other_format", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="what_if_source_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "done"), _negated=True),
                            models.Q(("done", models.F("seasons")), ("totals__isnull", False)),
                            _connector="OR",
                        ),
                        name="what_if_done_has_totals",
                    ),
                ],
            },
        ),
    ]
