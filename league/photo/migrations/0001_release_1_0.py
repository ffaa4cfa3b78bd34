import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import games.models.games


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0001_release_1_0"),
        ("league", "0001_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="PhotoSettings",
            fields=[
                (
                    "league",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="league.league",
                    ),
                ),
                (
                    "days",
                    models.PositiveSmallIntegerField(
                        default=90, validators=[django.core.validators.MaxValueValidator(730)]
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("days__lte", 730)), name="photo_settings_days")
                ]
            },
        ),
        migrations.CreateModel(
            name="ReadCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                ("figure", models.CharField(max_length=40)),
                ("sure", models.PositiveSmallIntegerField()),
                ("changed", models.PositiveSmallIntegerField()),
                ("asked", models.PositiveSmallIntegerField()),
                ("right", models.PositiveSmallIntegerField()),
                (
                    "league",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("changed__lte", models.F("sure")), ("right__lte", models.F("asked"))),
                        name="read_count_adds_up",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PilePhoto",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("name", models.CharField(max_length=100)),
                ("content", models.BinaryField()),
                ("status", models.CharField(default="waiting", max_length=7)),
                ("sure", models.PositiveSmallIntegerField(default=0)),
                ("asked", models.PositiveSmallIntegerField(default=0)),
                ("read", models.JSONField(default=dict)),
                ("reason", games.models.games.SaidField(blank=True, max_length=300)),
                ("uploaded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "round",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.table",
                    ),
                ),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["id"], name="photos_to_read")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "waiting"), ("table", None)),
                            models.Q(("status", "read"), ("table__isnull", False)),
                            models.Q(("status", "refused"), ("table", None)),
                            _connector="OR",
                        ),
                        name="pile_photo_read_has_table",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetPhoto",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("content", models.BinaryField()),
                ("read", models.JSONField(default=dict)),
                ("taken_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "report",
                    models.OneToOneField(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.tablereport",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.table",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.sheet",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("report", None), ("sheet", None)),
                        fields=("table", "device"),
                        name="sheet_photo_one_unsent",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("sheet", None), ("table", None)),
                        fields=("device",),
                        name="sheet_photo_of_form",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(("report", None), ("sheet", None)), models.Q(("device", ""), _negated=True)
                            ),
                            models.Q(
                                ("device", ""), ("report__isnull", False), ("sheet", None), ("table__isnull", False)
                            ),
                            models.Q(("device", ""), ("report", None), ("sheet__isnull", False)),
                            _connector="OR",
                        ),
                        name="sheet_photo_unsent_or_of_one",
                    ),
                ],
            },
        ),
    ]
