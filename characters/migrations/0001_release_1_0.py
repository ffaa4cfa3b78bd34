import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from characters.append_only import AppendOnly


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("settings", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="Character",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("name_key", models.CharField(editable=False, max_length=4000, unique=True)),
                ("search_key", models.TextField(editable=False)),
                ("sort_key", models.CharField(editable=False, max_length=400)),
                ("slug", models.SlugField(allow_unicode=True, max_length=220, unique=True)),
                ("owner_label", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("label_search_key", models.TextField(blank=True, db_default="", default="", editable=False)),
                ("edition", models.CharField(max_length=40)),
                ("specialty", models.CharField(max_length=60)),
                ("side_interest", models.CharField(max_length=60)),
                ("primary_company", models.CharField(max_length=60)),
                ("secondary_company", models.CharField(max_length=60)),
                ("title", models.CharField(max_length=80)),
                ("c_level_title", models.CharField(blank=True, max_length=120)),
                ("birth_month", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("birth_day", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("registered_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("last_fact", models.PositiveIntegerField(default=0)),
                ("last_digest", models.CharField(blank=True, max_length=64)),
                ("reviewed_fact", models.PositiveIntegerField(default=0)),
                ("rescinded_digest", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("picture", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="characters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("sort_key", "name_key"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="character_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("specialty", models.F("side_interest")), _negated=True),
                        name="character_specialty_differs_from_side_interest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("birth_day", None), ("birth_month", None)),
                            models.Q(
                                ("birth_day__range", (1, 31)),
                                ("birth_month__isnull", False),
                                ("birth_month__range", (1, 12)),
                            ),
                            _connector="OR",
                        ),
                        name="character_birthday_whole_or_none",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("label_search_key", ""), ("owner_label", "")),
                            models.Q(
                                models.Q(("owner_label", ""), _negated=True),
                                models.Q(("label_search_key", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="character_label_can_be_found",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reviewed_fact__lte", models.F("last_fact"))),
                        name="character_reviewed_up_to_its_facts",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["edition", "primary_company"], name="character_by_company"),
                    models.Index(
                        condition=models.Q(("last_fact", models.F("reviewed_fact")), _negated=True),
                        fields=["id"],
                        name="character_awaiting_review",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CareerEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("career", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("game", models.PositiveBigIntegerField(null=True)),
                ("reference", models.CharField(blank=True, max_length=100)),
                ("at", models.DateTimeField()),
                ("from_level", models.CharField(max_length=10)),
                ("to_level", models.CharField(max_length=10)),
                ("points", models.PositiveBigIntegerField()),
                ("yardstick", models.PositiveBigIntegerField(null=True)),
                ("minimum", models.PositiveSmallIntegerField(null=True)),
                ("why", models.CharField(max_length=300)),
                ("recorded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("rescinded_at", models.DateTimeField(null=True)),
                ("rescinded", models.CharField(blank=True, max_length=600)),
                ("told_at", models.DateTimeField(null=True)),
                ("taken_back_at", models.DateTimeField(null=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="characters.character"
                    ),
                ),
            ],
            options={
                "ordering": ("at", "reference", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("review", "promotion", "demotion", "parachute", "restart"))),
                        name="event_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("from_level__in", ("entry", "senior", "manager", "director", "vp", "c_level")),
                            ("to_level__in", ("entry", "senior", "manager", "director", "vp", "c_level")),
                        ),
                        name="event_levels_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("rescinded", ""), ("rescinded_at", None)),
                            models.Q(("rescinded_at__isnull", False), models.Q(("rescinded", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="event_rescinded_with_reason",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("game__isnull", False), ("rescinded_at", None)),
                        fields=("character", "game", "kind"),
                        name="event_once_per_game",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("game", None), ("rescinded_at", None)),
                        fields=("character", "career", "kind"),
                        name="event_one_restart_per_career",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["game"], name="event_by_game"),
                    models.Index(fields=["character", "at"], name="event_by_character"),
                    models.Index(
                        condition=models.Q(("rescinded_at", None), models.Q(("kind", "review"), _negated=True)),
                        fields=["-at", "-id"],
                        name="event_feed",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("kind__in", ("promotion", "demotion", "parachute")),
                            models.Q(
                                ("told_at", None),
                                models.Q(("rescinded_at__isnull", False), ("taken_back_at", None)),
                                _connector="OR",
                            ),
                        ),
                        fields=["character"],
                        name="event_to_tell",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CharacterPicture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("uploaded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("hidden_at", models.DateTimeField(editable=False, null=True)),
                ("hidden_why", models.CharField(blank=True, db_default="", default="", editable=False, max_length=300)),
                (
                    "character",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uploaded_picture",
                        to="characters.character",
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("hidden_at", None), ("hidden_why", "")),
                            models.Q(("hidden_at__isnull", False), models.Q(("hidden_why", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="characterpicture_hidden_with_a_reason",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Fact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("game", models.PositiveBigIntegerField(null=True)),
                ("content", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("recorded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="facts", to="characters.character"
                    ),
                ),
            ],
            options={
                "ordering": ("character", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("character", "number"), name="fact_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="fact_numbers_start_at_1"),
                ],
                "indexes": [models.Index(fields=["game", "character"], name="fact_by_game")],
            },
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("search_key", models.TextField(editable=False)),
                ("until", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("hidden_at", models.DateTimeField(blank=True, null=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_names",
                        to="characters.character",
                    ),
                ),
            ],
            options={
                "ordering": ("until", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("search_key", ""), _negated=True), name="former_name_can_be_found"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("current", models.BooleanField(default=True)),
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
                        default="entry",
                        max_length=10,
                    ),
                ),
                ("status", models.CharField(default="active", max_length=10)),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("points", models.PositiveBigIntegerField(default=0)),
                ("points_since_level_change", models.PositiveBigIntegerField(default=0)),
                ("c_level_points", models.PositiveBigIntegerField(default=0)),
                ("happiness", models.PositiveBigIntegerField(default=0)),
                ("fame", models.PositiveBigIntegerField(default=0)),
                ("cash", models.PositiveBigIntegerField(default=0)),
                ("degrees", models.JSONField(default=dict)),
                ("trips", models.JSONField(default=dict)),
                ("best_degrees", models.JSONField(default=dict)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="careers", to="characters.character"
                    ),
                ),
            ],
            options={
                "ordering": ("character", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("character", "number"), name="career_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("character",), name="career_one_current"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("level__in", ("entry", "senior", "manager", "director", "vp", "c_level"))),
                        name="career_level_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("active", "retired"))), name="career_status_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("wins__lte", models.F("games"))), name="career_wins_within_games"
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("current", True)), fields=["level", "character"], name="career_by_level"
                    ),
                    models.Index(
                        condition=models.Q(("current", True), ("status", "active")),
                        fields=["level", "-points_since_level_change"],
                        name="career_first_of_level",
                    ),
                ],
            },
        ),
        AppendOnly(table="characters_fact", name="fact", refusal="facts are append-only"),
    ]
