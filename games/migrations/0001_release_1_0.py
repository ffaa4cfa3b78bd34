import datetime

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import characters.models
import games.models.games
from characters.append_only import AppendOnly


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("characters", "0001_release_1_0")]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=40)),
                ("played_by_bots", models.BooleanField(db_default=False, default=False)),
                ("revision", models.PositiveIntegerField(db_default=0, default=0)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"ordering": ("id",)},
        ),
        migrations.CreateModel(
            name="GameRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules_version", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("recorded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="record", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=40)),
                ("table", models.JSONField(default=dict)),
                ("counts", models.BooleanField(db_default=False, default=False)),
                ("status", models.CharField(default="open", max_length=10)),
                ("pace", models.CharField(db_default="none", default="none", max_length=10)),
                ("visibility", models.CharField(db_default="league", default="league", max_length=10)),
                ("secret", models.BinaryField(max_length=32)),
                ("commitment", models.CharField(max_length=64)),
                ("setup", models.JSONField(null=True)),
                ("rules_version", models.PositiveIntegerField(null=True)),
                ("state", models.JSONField(null=True)),
                ("number", models.PositiveIntegerField(db_default=0, default=0)),
                ("actions", models.PositiveIntegerField(db_default=0, default=0)),
                ("state_before", models.JSONField(null=True)),
                ("actions_before", models.PositiveIntegerField(null=True)),
                ("actor", models.PositiveSmallIntegerField(null=True)),
                ("decides_since", models.DateTimeField(null=True)),
                ("decide_by", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("bot_decides", models.BooleanField(db_default=False, default=False)),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("outcome", models.JSONField(null=True)),
                ("problem", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("ordered_as", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("opened_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("sealed_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="play", to="games.game"
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("due_at", models.DateTimeField(null=True)),
                ("passes", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("open", "running", "over", "closed"))),
                        name="play_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("pace__in", ("live", "day", "three_days", "none"))), name="play_pace_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ("league", "link", "everybody"))),
                        name="play_visibility_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decide_by", None), ("status", "running"), _connector="OR"),
                        name="play_clock_while_it_runs",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("paused_at", None), ("decide_by", None), _connector="OR"),
                        name="play_paused_without_a_clock",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("actions__lte", models.F("number"))), name="play_actions_are_turns"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("actions_before__isnull", True), ("state_before__isnull", True)),
                            models.Q(("actions_before__lt", models.F("actions")), ("state_before__isnull", False)),
                            _connector="OR",
                        ),
                        name="play_before_its_last_choice",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("commitment", ""), _negated=True), name="play_has_a_commitment"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("actor__isnull", False), ("status", "running")),
                            models.Q(models.Q(("status", "running"), _negated=True), ("actor", None)),
                            _connector="OR",
                        ),
                        name="play_somebody_decides_while_it_runs",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ("running", "over")), _negated=True),
                            models.Q(("setup__isnull", False), ("state__isnull", False)),
                            _connector="OR",
                        ),
                        name="play_begun_has_a_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "over"), _negated=True), ("outcome__isnull", False), _connector="OR"
                        ),
                        name="play_over_has_an_end",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("game", None), models.Q(("counts", True), ("status", "over")), _connector="OR"
                        ),
                        name="play_handed_in_is_over",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("bot_decides", False), ("status", "running"), _connector="OR"),
                        name="play_bot_while_it_runs",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ordered_as", ""), models.Q(("status", "closed"), _negated=True), _connector="OR"
                        ),
                        name="play_of_bots_never_closed",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ordered_as", ""), _negated=True),
                        fields=("opened_by", "ordered_as"),
                        name="play_ordered_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(models.Q(("ordered_as", ""), _negated=True), ("status", "running")),
                        fields=("opened_by",),
                        name="play_of_bots_one_at_a_time",
                    ),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("bot_decides", True)), fields=["id"], name="play_bot_at_turn"),
                    models.Index(fields=["status", "-id"], name="play_by_status"),
                    models.Index(
                        condition=models.Q(("decide_by__isnull", False)), fields=["decide_by"], name="play_clock"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlaySeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("bot", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("salt", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("salt_hash", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("bank", models.PositiveIntegerField(null=True)),
                ("replaced_at", models.DateTimeField(null=True)),
                ("resigned_at", models.DateTimeField(null=True)),
                ("played_by_bot", models.BooleanField(db_default=False, default=False)),
                ("holiday_until", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField(null=True)),
                ("wants", models.CharField(db_default="away", default="away", max_length=10)),
                (
                    "character",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="characters.character",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.play"
                    ),
                ),
            ],
            options={
                "ordering": ("play", "seat"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("wants__in", ("always", "away", "never"))), name="play_seat_wants_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("played_by_bot", False), ("replaced_at", None), ("resigned_at", None)),
                            ("person__isnull", False),
                            _connector="OR",
                        ),
                        name="play_seat_replaced_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("resigned_at", None), ("replaced_at__isnull", False), _connector="OR"),
                        name="play_seat_given_up_is_replaced",
                    ),
                    models.UniqueConstraint(fields=("play", "seat"), name="play_seat_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("character__isnull", False)),
                        fields=("play", "character"),
                        name="play_character_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("person", None), ("bot", ""), _connector="OR"),
                        name="play_seat_person_or_bot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("salt", ""), ("salt_hash", "")),
                            ("person__isnull", False),
                            models.Q(("bot", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="play_seat_empty_adds_nothing",
                    ),
                    models.CheckConstraint(condition=models.Q(("seat__gte", 1)), name="play_seat_from_1"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayVote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("about", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="games.play"
                    ),
                ),
            ],
            options={
                "ordering": ("play", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("play", "seat", "kind", "about"), name="play_vote_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("replace", "pause", "resume"))), name="play_vote_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("status", models.CharField(default="submitted", max_length=10)),
                ("source", models.CharField(max_length=10)),
                ("played_at", models.DateTimeField(validators=[characters.models.within_bounds])),
                ("mode", models.CharField(blank=True, max_length=20)),
                ("target", models.PositiveIntegerField(null=True)),
                ("minutes", models.PositiveIntegerField(null=True)),
                ("own_settings", models.JSONField(null=True)),
                ("reason", games.models.games.SaidField(blank=True, max_length=300)),
                ("submitted_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("submitted_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("confirmed_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("closed_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("closed_at", models.DateTimeField(null=True)),
                ("closed_reason", games.models.games.SaidField(blank=True, max_length=300)),
                ("sealed_people", models.JSONField(null=True)),
                ("reviewed_at", models.DateTimeField(null=True)),
                ("review_tries", models.PositiveSmallIntegerField(default=0)),
                ("review_error", models.CharField(blank=True, max_length=300)),
                ("doubts", models.JSONField(default=list)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "confirmed_by",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="sheets", to="games.game"
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="characters.ruleset"
                    ),
                ),
                (
                    "submitted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("game", "version"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("submitted_by", None), ("submitted_by_name", ""), _connector="OR"),
                            models.Q(("confirmed_by", None), ("confirmed_by_name", ""), _connector="OR"),
                            models.Q(("closed_by", None), ("closed_by_name", ""), _connector="OR"),
                        ),
                        name="sheet_by_account_or_text",
                    ),
                    models.UniqueConstraint(fields=("game", "version"), name="sheet_version_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "confirmed")), fields=("game",), name="sheet_one_confirmed"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("submitted", "disputed"))),
                        fields=("game",),
                        name="sheet_one_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ("submitted", "confirmed", "disputed", "superseded", "void"))
                        ),
                        name="sheet_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "confirmed"), _negated=True),
                            ("confirmed_at__isnull", False),
                            _connector="OR",
                        ),
                        name="sheet_confirmed_has_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version", 1), models.Q(("reason", ""), _negated=True), _connector="OR"),
                        name="sheet_correction_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "played_at__range",
                                (
                                    datetime.datetime(1950, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                    datetime.datetime(2200, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                ),
                            )
                        ),
                        name="sheet_played_within_bounds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "void"), _negated=True),
                            models.Q(("closed_reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="sheet_void_has_a_reason",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("reviewed_at", None), ("status__in", ("confirmed", "void"))),
                        fields=["id"],
                        name="sheet_awaiting_review",
                    ),
                    models.Index(fields=["status", "played_at"], name="sheet_by_status"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=200)),
                ("won", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.BigIntegerField(default=0)),
                ("figures", models.JSONField(default=dict)),
                (
                    "character",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="characters.character",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ("sheet", "seat"),
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "seat"), name="seat_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("character__isnull", False)),
                        fields=("sheet", "character"),
                        name="seat_character_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("seat__gte", 1)), name="seat_and_place_start_at_1"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ThinkingTime",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("milliseconds", models.PositiveBigIntegerField(default=0)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("author", models.CharField(max_length=10)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("kind", models.CharField(db_default="act", default="act", max_length=10)),
                ("action", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("back_to", models.PositiveIntegerField(null=True)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("told", models.JSONField(default=dict)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="turns", to="games.play"
                    ),
                ),
            ],
            options={
                "ordering": ("play", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("play", "number"), name="turn_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True), fields=("play", "key"), name="turn_key_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("back_to", None), ("kind", "act"), models.Q(("action", ""), _negated=True)),
                            models.Q(("action", ""), ("back_to__isnull", False), ("kind", "back")),
                            models.Q(
                                ("action", ""),
                                ("back_to", None),
                                ("kind__in", ("replaced", "returned", "resigned", "paused", "resumed")),
                            ),
                            models.Q(("action", ""), ("back_to", None), ("kind__in", ("unshown", "closed"))),
                            _connector="OR",
                        ),
                        name="turn_is_of_a_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("author", "person"), ("by__isnull", False)),
                            models.Q(("author__in", ("bot", "site", "host")), ("by", None)),
                            _connector="OR",
                        ),
                        name="turn_by_its_author",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "act"),
                                models.Q(
                                    models.Q(("author", "host"), ("seat", None)),
                                    models.Q(models.Q(("author", "host"), _negated=True), ("seat__isnull", False)),
                                    _connector="OR",
                                ),
                            ),
                            models.Q(
                                ("author", "person"),
                                ("kind__in", ("back", "returned", "unshown")),
                                ("seat__isnull", False),
                            ),
                            models.Q(("author", "person"), ("kind", "closed"), ("seat", None)),
                            models.Q(
                                ("author__in", ("person", "host")),
                                ("kind__in", ("replaced", "resigned")),
                                ("seat__isnull", False),
                            ),
                            models.Q(
                                ("author", "person"), ("kind__in", ("paused", "resumed")), ("seat__isnull", False)
                            ),
                            models.Q(("author", "host"), ("kind__in", ("paused", "resumed")), ("seat", None)),
                            _connector="OR",
                        ),
                        name="turn_of_a_seat_or_the_host",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("version", models.PositiveIntegerField()),
                ("text", games.models.games.SaidField(blank=True, max_length=300)),
                ("by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "by",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="decisions", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ("game", "revision"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("by", None), ("by_name", ""), _connector="OR"),
                        name="decision_by_account_or_text",
                    ),
                    models.UniqueConstraint(fields=("game", "revision"), name="decision_once"),
                    models.CheckConstraint(condition=models.Q(("revision__gte", 1)), name="decision_starts_at_1"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                (
                                    "submitted",
                                    "agreed",
                                    "contradicted",
                                    "objected",
                                    "confirmed",
                                    "disputed",
                                    "corrected",
                                    "voided",
                                    "ruled",
                                ),
                            )
                        ),
                        name="decision_kind_known",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="play",
            index=models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="play_due"),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("due_at", None),
                    models.Q(("bot_decides", False), ("paused_at", None), ("status", "running")),
                    _connector="OR",
                ),
                name="play_due_while_a_person_decides",
            ),
        ),
        migrations.AddField(
            model_name="playseat",
            name="order",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddConstraint(
            model_name="playseat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("order", ""), models.Q(("person__isnull", False), ("resigned_at", None)), _connector="OR"
                ),
                name="play_seat_order_of_a_person",
            ),
        ),
        migrations.AddField(
            model_name="game", name="sealed_revision", field=models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("revision__gt", models.F("sealed_revision"))), fields=["id"], name="game_to_seal"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("sealed_revision__lte", models.F("revision"))), name="game_sealed_is_decided"
            ),
        ),
        AppendOnly(table="games_turn", name="turn", refusal="turns are append-only"),
    ]
