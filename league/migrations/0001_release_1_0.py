import datetime

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import characters.models
import games.models.games
import league.models.competition
import league.models.notices
import league.models.organisation
from characters.append_only import AppendOnly


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("characters", "0001_release_1_0"),
        ("games", "0001_release_1_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="Board",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("slug", models.SlugField(allow_unicode=True, max_length=80)),
            ],
            options={
                "ordering": ("name", "pk"),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="board_has_a_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tier", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ("season", "tier"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("tier__gte", 1), models.Q(("name", ""), _negated=True)),
                        name="division_has_tier_and_name",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PeriodicRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("task", models.CharField(max_length=100, unique=True)),
                ("ran_at", models.DateTimeField(null=True)),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
        ),
        migrations.CreateModel(
            name="SignedHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField()),
                ("tree_size", models.PositiveBigIntegerField()),
                ("tree_root", models.CharField(max_length=64)),
                ("statement", models.JSONField()),
                ("ledgers", models.JSONField(default=dict)),
            ],
            options={"ordering": ("-id",), "get_latest_by": "id"},
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("format", models.CharField(max_length=12)),
                ("rounds", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("cut", models.PositiveIntegerField(blank=True, null=True)),
                ("status", models.CharField(default="planned", max_length=8)),
            ],
            options={
                "ordering": ("tournament", "number"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("format__in", ("swiss", "fixed", "open", "knock_out", "career_poker"))),
                        name="stage_format_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("planned", "running", "ended"))), name="stage_status_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cut", None), ("cut__gte", 2), _connector="OR"),
                        name="stage_cut_leaves_a_table",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("why", models.CharField(max_length=300)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="block", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"ordering": ("-id",)},
        ),
        migrations.CreateModel(
            name="BoardVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("content", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="league.board"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("board", "-number"),
                "constraints": [
                    models.UniqueConstraint(fields=("board", "number"), name="board_version_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="board_version_from_1"),
                ],
                "indexes": [models.Index(fields=["digest"], name="board_version_digest")],
            },
        ),
        migrations.CreateModel(
            name="CharacterOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("accepted_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="offers", to="characters.character"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "made_to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="character_offers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("made_by", models.F("made_to")), _negated=True),
                        name="character_offer_to_somebody_else",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("accepted_at", None), ("ended_at", None), _connector="OR"),
                        name="character_offer_accepted_or_ended",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("accepted_at", None), ("ended_at", None)),
                        fields=("character",),
                        name="character_offer_one_open",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClaimLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claim_links",
                        to="characters.character",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("used_at", None), ("used_by", None)),
                            models.Q(("used_at__isnull", False), ("used_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="claim_link_used_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at", None), ("undone_by", None)),
                            models.Q(
                                ("undone_at__isnull", False), ("undone_by__isnull", False), ("used_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="claim_link_undone_after_use",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DemoAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="demo_account",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("method", models.CharField(max_length=20)),
                ("seed", models.CharField(max_length=64)),
                ("source", models.JSONField()),
                ("outcome", models.JSONField()),
                ("cost", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("made_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("tournament", "number"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("made_by", None), ("made_by_name", ""), _connector="OR"),
                        name="draw_by_account_or_text",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=6)),
                ("what", models.JSONField()),
                ("cost_before", models.JSONField()),
                ("cost_after", models.JSONField()),
                ("reason", models.CharField(blank=True, max_length=300)),
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
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="league.draw"
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("by", None), ("by_name", ""), _connector="OR"),
                        name="draw_change_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("swap", "lock", "unlock"))), name="draw_change_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("status", models.CharField(default="registered", max_length=10)),
                ("club", models.CharField(blank=True, max_length=80)),
                ("household", models.CharField(blank=True, max_length=80)),
                ("registered_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("registered_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("checked_in_at", models.DateTimeField(null=True)),
                ("dropped_at", models.DateTimeField(null=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="characters.character"
                    ),
                ),
                (
                    "registered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("tournament", "number"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("registered_by", None), ("registered_by_name", ""), _connector="OR"),
                        name="entry_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("registered", "waiting", "checked_in", "dropped"))),
                        name="entry_status_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Farewell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(blank=True, max_length=150)),
                ("token", models.CharField(max_length=64, unique=True)),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("due_at", models.DateTimeField()),
                ("refusal", models.CharField(blank=True, max_length=300)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="farewell",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["due_at"], name="farewell_by_due")]},
        ),
        migrations.CreateModel(
            name="HeadSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("days", models.PositiveSmallIntegerField()),
                ("token", models.CharField(default=league.models.notices.new_token, max_length=64, unique=True)),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="head_subscription",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("days__in", (1, 7))), name="head_subscription_every_known"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200)),
                ("request_digest", models.CharField(max_length=64)),
                ("status_code", models.PositiveSmallIntegerField()),
                ("answer", models.JSONField()),
                ("given_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_once")]},
        ),
        migrations.CreateModel(
            name="KnownBrowser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mark", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=60)),
                ("answered", models.BooleanField(default=False)),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="known_browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-last_at", "-id"),
                "constraints": [models.UniqueConstraint(fields=("user", "mark"), name="known_browser_once")],
            },
        ),
        migrations.CreateModel(
            name="LanguageChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=10)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="language_choice",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("language", ""), _negated=True), name="language_choice_of_something"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("slug", models.SlugField(allow_unicode=True, max_length=140, unique=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "quota_factor",
                    models.PositiveSmallIntegerField(
                        db_default=1,
                        default=1,
                        help_text="How many times the usual number of characters, letters and so on this league may have in a day.",
                    ),
                ),
                ("zone", models.CharField(default=league.models.organisation.installation_zone, max_length=64)),
                ("place", models.CharField(blank=True, db_default="", max_length=200)),
                ("date_order", models.CharField(db_default="dmy", default="dmy", max_length=3)),
                ("language", models.CharField(blank=True, db_default="", default="", max_length=10)),
                (
                    "joining",
                    models.CharField(
                        choices=[
                            ("open", "Open: anybody who wants to play joins at once"),
                            ("approval", "By approval: an organiser decides"),
                            ("invitation", "By invitation only"),
                        ],
                        db_default="approval",
                        default="approval",
                        max_length=10,
                    ),
                ),
                ("hidden_at", models.DateTimeField(editable=False, null=True)),
                ("hidden_why", models.CharField(blank=True, db_default="", default="", editable=False, max_length=300)),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                ("closed_why", models.CharField(blank=True, db_default="", editable=False, max_length=300)),
            ],
            options={
                "ordering": ("name",),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="league_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("hidden_at", None), ("hidden_why", "")),
                            models.Q(("hidden_at__isnull", False), models.Q(("hidden_why", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="league_hidden_with_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at", None), ("closed_why", "")),
                            models.Q(("closed_at__isnull", False), models.Q(("closed_why", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="league_closed_with_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("joining__in", ["open", "approval", "invitation"])),
                        name="league_joining_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("quota_factor__range", (1, 100))), name="league_quota_factor_1_to_100"
                    ),
                    models.CheckConstraint(condition=models.Q(("zone", ""), _negated=True), name="league_has_a_zone"),
                    models.CheckConstraint(
                        condition=models.Q(("date_order__in", ("dmy", "mdy"))), name="league_date_order_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "Organiser"),
                            ("score_keeper", "Score-keeper"),
                            ("player", "Player"),
                            ("spectator", "Spectator"),
                        ],
                        max_length=12,
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["organiser", "score_keeper", "player", "spectator"])),
                        name="invitation_role_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("used_at", None), ("used_by", None)),
                            models.Q(("used_at__isnull", False), ("used_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="invitation_used_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameToRate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "indexes": [models.Index(fields=["league", "system"], name="game_to_rate_by_list")],
            },
        ),
        migrations.CreateModel(
            name="Enrolment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("joined_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "character",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="enrolment", to="characters.character"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="enrolments", to="league.league"
                    ),
                ),
            ],
            options={"ordering": ("league", "character")},
        ),
        migrations.CreateModel(
            name="Desk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(null=True)),
                ("stood", models.JSONField(default=dict)),
                ("seen_at", models.DateTimeField(null=True)),
                ("stands", models.JSONField(default=dict)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="desk", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="league.league"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("since", None),
                            models.Q(("seen_at__isnull", False), ("since__lte", models.F("seen_at"))),
                            _connector="OR",
                        ),
                        name="desk_since_is_past",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="CharacterMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("agreed_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                ("moved", models.JSONField(default=dict)),
                (
                    "agreed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="merges", to="characters.character"
                    ),
                ),
                (
                    "kept_owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "merged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges_away",
                        to="characters.character",
                    ),
                ),
                (
                    "merged_owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undone_by",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="merges", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kept", models.F("merged")), _negated=True), name="merge_of_two_characters"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("agreed_at", None), ("agreed_by", None)),
                            models.Q(("agreed_at__isnull", False), ("agreed_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="merge_agreed_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at", None), ("undone_by", None)),
                            models.Q(
                                ("agreed_at__isnull", False), ("undone_at__isnull", False), ("undone_by__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="merge_undone_after_it_was_agreed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("agreed_at", None), ("ended_at", None), _connector="OR"),
                        name="merge_agreed_or_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("agreed_by", models.F("asked_by")), _negated=True),
                            models.Q(
                                models.Q(("kept_owner", models.F("asked_by")), _negated=True),
                                models.Q(
                                    ("kept_owner__isnull", False),
                                    models.Q(("merged_owner", models.F("asked_by")), _negated=True),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="merge_into_ones_own_agreed_by_another",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None), ("undone_at", None)),
                        fields=("merged",),
                        name="merge_into_one_character",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BroughtPassport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("slug", models.CharField(max_length=220)),
                ("digest", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("brought_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("forgotten_at", models.DateTimeField(null=True)),
                (
                    "brought_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "character",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brought_passport",
                        to="characters.character",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="passports", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("-brought_at", "-id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("forgotten_at", None),
                            models.Q(("character__isnull", False), ("content", b"")),
                            _connector="OR",
                        ),
                        name="passport_forgotten_whole",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("character__isnull", False)),
                        fields=("league", "key", "slug"),
                        name="passport_counts_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("character", None)),
                        fields=("league", "brought_by"),
                        name="passport_one_offer_a_person",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="board",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="boards", to="league.league"
            ),
        ),
        migrations.CreateModel(
            name="MailWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("wanted", models.BooleanField(default=True)),
                ("token", models.CharField(default=league.models.notices.new_token, max_length=64, unique=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_wish",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "Organiser"),
                            ("score_keeper", "Score-keeper"),
                            ("player", "Player"),
                            ("spectator", "Spectator"),
                        ],
                        default="player",
                        max_length=12,
                    ),
                ),
                ("joined_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="league.league"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("league", "user__username"),
                "constraints": [
                    models.UniqueConstraint(fields=("league", "user"), name="membership_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["organiser", "score_keeper", "player", "spectator"])),
                        name="membership_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=120)),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("words", models.JSONField(db_default={}, default=dict)),
                ("link", models.CharField(max_length=400)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.league"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(fields=("user", "key"), name="notice_once"),
                    models.CheckConstraint(
                        condition=models.Q(("link__startswith", "/")), name="notice_links_to_this_site"
                    ),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("read_at", None)), fields=["user"], name="notice_unread"),
                    models.Index(fields=["created_at"], name="notice_by_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ways", models.JSONField(default=dict)),
                ("quiet_from", models.PositiveSmallIntegerField(null=True)),
                ("quiet_until", models.PositiveSmallIntegerField(null=True)),
                ("zone", models.CharField(default="UTC", max_length=64)),
                ("digest_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_wish",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet_from", None), ("quiet_until", None)),
                            models.Q(
                                ("quiet_from__range", (0, 23)),
                                ("quiet_until__range", (0, 23)),
                                models.Q(("quiet_from", models.F("quiet_until")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="quiet_hours_whole_or_none",
                    )
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("digest_at__isnull", False)), fields=["digest_at"], name="digest_due"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnDataFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("content", models.BinaryField(null=True)),
                ("made_at", models.DateTimeField(null=True)),
                ("refusal", models.CharField(blank=True, max_length=300)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_data_file",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("content", None), ("made_at", None)),
                            models.Q(("content__isnull", False), ("made_at__isnull", False), ("refusal", "")),
                            _connector="OR",
                        ),
                        name="own_data_file_made_or_not",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="PersonPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shows_leagues", models.BooleanField(default=False)),
                ("shows_tournaments", models.BooleanField(default=False)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="person_page",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushEndpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=120)),
                ("auth", models.CharField(max_length=40)),
                ("browser", models.CharField(max_length=100)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_endpoints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("id",)},
        ),
        migrations.CreateModel(
            name="PushDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=120)),
                ("status", models.CharField(default="waiting", max_length=7)),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("next_try_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pushes", to="league.notice"
                    ),
                ),
                (
                    "endpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="league.pushendpoint"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(fields=("endpoint", "key"), name="push_once"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("waiting", "sent", "failed"))), name="push_status_known"
                    ),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["next_try_at"], name="push_to_send")
                ],
            },
        ),
        migrations.CreateModel(
            name="QuotaUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("hour", models.DateTimeField()),
                ("amount", models.PositiveIntegerField(default=0)),
                (
                    "league",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.league"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind", "hour"), name="quota_use_of_a_person"),
                    models.UniqueConstraint(fields=("league", "kind", "hour"), name="quota_use_of_a_league"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("league__isnull", False), ("user", None)),
                            models.Q(("league", None), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="quota_use_of_one",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                ("rated_until", models.DateTimeField(null=True)),
                ("behind", models.BooleanField(default=True)),
                ("changes", models.PositiveIntegerField(default=0)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rating_lists", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("league", "system"),
                "constraints": [models.UniqueConstraint(fields=("league", "system"), name="rating_list_once")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("played_at", models.DateTimeField()),
                ("games", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ratings", to="characters.character"
                    ),
                ),
                (
                    "rating_list",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="league.ratinglist",
                    ),
                ),
            ],
            options={
                "ordering": ("rating_list", "-mu"),
                "constraints": [
                    models.UniqueConstraint(fields=("rating_list", "character"), name="rating_once"),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("sigma__gt", 0)), name="rating_of_a_game"
                    ),
                ],
                "indexes": [models.Index(fields=["rating_list", "-mu"], name="rating_by_value")],
            },
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("played_at", models.DateTimeField()),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rated", to="games.game"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.sheet"
                    ),
                ),
                (
                    "rating_list",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated_games",
                        to="league.ratinglist",
                    ),
                ),
            ],
            options={
                "ordering": ("rating_list", "played_at"),
                "indexes": [models.Index(fields=["rating_list", "played_at"], name="rated_game_by_time")],
            },
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("played_at", models.DateTimeField()),
                ("games", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "character",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_steps",
                        to="characters.character",
                    ),
                ),
                (
                    "rated_game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="league.ratedgame",
                    ),
                ),
                (
                    "rating_list",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.ratinglist",
                    ),
                ),
            ],
            options={
                "ordering": ("rating_list", "character", "played_at", "games"),
                "constraints": [
                    models.UniqueConstraint(fields=("rated_game", "character"), name="rating_step_once"),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("sigma__gt", 0)), name="rating_step_of_a_game"
                    ),
                ],
                "indexes": [
                    models.Index(fields=["character", "rating_list", "played_at", "games"], name="rating_step_in_order")
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("page", models.CharField(max_length=300)),
                ("why", models.CharField(max_length=300)),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("decision", models.CharField(blank=True, max_length=9)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.league"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("why", ""), _negated=True), name="report_says_why"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("decision", "")),
                            models.Q(
                                ("decided_at__isnull", False), ("decision__in", ("hidden", "blocked", "dismissed"))
                            ),
                            _connector="OR",
                        ),
                        name="report_open_or_decided",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("decision", "")),
                        fields=("made_by", "page"),
                        name="report_once_while_it_is_open",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("status", models.CharField(default="draft", max_length=9)),
                ("minutes", models.PositiveSmallIntegerField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("published_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("paused_seconds", models.PositiveIntegerField(default=0)),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="played_rounds", to="league.stage"
                    ),
                ),
            ],
            options={
                "ordering": ("stage", "number"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ended_by", None), ("ended_by_name", ""), _connector="OR"),
                        name="round_by_account_or_text",
                    ),
                    models.UniqueConstraint(fields=("stage", "number"), name="round_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "ended"), _negated=True), fields=("stage",), name="round_one_open"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("draft", "published", "running", "ended"))),
                        name="round_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "ended"), _negated=True), ("ended_at__isnull", False), _connector="OR"
                        ),
                        name="round_ended_has_a_time",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="draw",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="draws", to="league.round"
            ),
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("through", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="byes", to="league.entry"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="byes", to="league.round"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "entry"),
                "constraints": [models.UniqueConstraint(fields=("round", "entry"), name="bye_once")],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("slug", models.SlugField(allow_unicode=True, max_length=140, unique=True)),
                ("starts_on", models.DateField(blank=True, null=True, validators=[characters.models.within_bounds])),
                ("ends_on", models.DateField(blank=True, null=True, validators=[characters.models.within_bounds])),
                ("draw_seed", models.CharField(default=league.models.competition.new_draw_seed, max_length=32)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": (models.OrderBy(models.F("starts_on"), descending=True, nulls_last=True), "-id"),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="season_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on__range", (datetime.date(1950, 1, 1), datetime.date(2200, 1, 1))),
                            ("starts_on__range", (datetime.date(1950, 1, 1), datetime.date(2200, 1, 1))),
                        ),
                        name="season_within_bounds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts_on", None),
                            ("ends_on", None),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="season_ends_after_it_starts",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                ("played_at", models.DateTimeField()),
                ("table_points", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("share", models.PositiveIntegerField()),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="characters.character"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="games.game"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "ordering": ("season", "character", "played_at"),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "character"), name="result_once"),
                    models.CheckConstraint(
                        condition=models.Q(("table_points__range", (10080, 50400))), name="result_on_the_scale"
                    ),
                    models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="result_place_starts_at_1"),
                ],
                "indexes": [
                    models.Index(
                        fields=["season", "character", "table_points", "place", "share", "played_at", "system"],
                        name="result_covering",
                    ),
                    models.Index(fields=["season", "played_at"], name="result_by_time"),
                    models.Index(fields=["season", "system"], name="result_by_system"),
                ],
            },
        ),
        migrations.CreateModel(
            name="HouseRulesVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("set_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="characters.ruleset"
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="house_rules", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": ("season", "version"),
                "constraints": [models.UniqueConstraint(fields=("season", "version"), name="house_rules_version_once")],
            },
        ),
        migrations.CreateModel(
            name="DivisionPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="division_places",
                        to="characters.character",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="league.division"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="division_places", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": ("division", "character__sort_key", "character__name_key"),
                "constraints": [
                    models.UniqueConstraint(fields=("season", "character"), name="division_one_per_season")
                ],
            },
        ),
        migrations.AddField(
            model_name="division",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="divisions", to="league.season"
            ),
        ),
        migrations.CreateModel(
            name="SeasonGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reference", models.CharField(max_length=100)),
                ("played_at", models.DateTimeField()),
                ("name", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("place", models.CharField(blank=True, db_default="", default="", max_length=80)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="season_game", to="games.game"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="season_games", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": ("-played_at", "-reference"),
                "constraints": [
                    models.UniqueConstraint(fields=("season", "reference"), name="season_game_reference_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reference", ""), _negated=True), name="season_game_has_a_reference"
                    ),
                ],
                "indexes": [
                    models.Index(fields=["season", "-played_at", "-reference"], name="season_game_by_time"),
                    models.Index(
                        fields=["reference"], name="season_game_by_reference", opclasses=("varchar_pattern_ops",)
                    ),
                    models.Index(
                        condition=models.Q(("name", ""), _negated=True),
                        fields=["season", "name"],
                        name="season_game_by_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonPlay",
            fields=[
                (
                    "play",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="season_play",
                        serialize=False,
                        to="games.play",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="plays", to="league.season"
                    ),
                ),
            ],
            options={"ordering": ("-play",)},
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by_label", models.CharField(blank=True, default="", max_length=150)),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("told_at", models.DateTimeField(null=True)),
                ("hidden_at", models.DateTimeField(editable=False, null=True)),
                ("hidden_why", models.CharField(blank=True, db_default="", default="", editable=False, max_length=300)),
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
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="remarks", to="games.game"
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="remarks",
                        to="league.seasonplay",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("game", None), ("play__isnull", False)),
                            models.Q(("game__isnull", False), ("play", None)),
                            _connector="OR",
                        ),
                        name="remark_under_a_game_or_at_a_play",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="remark_says_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("by", None), models.Q(("by_label", ""), _negated=True)),
                            models.Q(("by__isnull", False), ("by_label", "")),
                            _connector="OR",
                        ),
                        name="remark_by_account_or_label",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("hidden_at", None), ("hidden_why", "")),
                            models.Q(("hidden_at__isnull", False), models.Q(("hidden_why", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="remark_hidden_with_a_reason",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["game", "-id"], name="remark_newest_of_game"),
                    models.Index(fields=["play", "-id"], name="remark_newest_of_play"),
                    models.Index(
                        condition=models.Q(("play", None), ("told_at", None)), fields=["id"], name="remark_to_tell"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayOrigin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("browser", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("address", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="origins", to="league.seasonplay"
                    ),
                ),
            ],
            options={
                "ordering": ("play", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("play", "person", "browser", "address"), name="play_origin_once"),
                    models.CheckConstraint(
                        condition=models.Q(("address", ""), ("browser", ""), _negated=True),
                        name="play_origin_says_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SecondStepOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("declined_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HeadFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("content", models.BinaryField()),
                (
                    "head",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="file", to="league.signedhead"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StageEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seeding", models.PositiveIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="stage_entries", to="league.entry"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stage_entries", to="league.stage"
                    ),
                ),
            ],
            options={
                "ordering": ("stage", "seeding"),
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "entry"), name="stage_entry_once"),
                    models.UniqueConstraint(fields=("stage", "seeding"), name="stage_seeding_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("locked", models.BooleanField(default=False)),
                ("reasons", models.JSONField(default=list)),
                ("confirm_by", models.DateTimeField(null=True)),
                ("confirm_version", models.PositiveIntegerField(null=True)),
                ("changed", games.models.games.SaidField(blank=True, db_default="", default="", max_length=500)),
                ("frozen_at", models.DateTimeField(null=True)),
                ("frozen_because", games.models.games.SaidField(blank=True, max_length=500)),
                (
                    "game",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="table", to="games.game"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="league.round"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "number"),
                "constraints": [models.UniqueConstraint(fields=("round", "number"), name="table_number_once")],
                "indexes": [
                    models.Index(
                        condition=models.Q(("confirm_by__isnull", False)),
                        fields=["confirm_by"],
                        name="table_by_countdown",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="seasonplay",
            name="table",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="season_play", to="league.table"
            ),
        ),
        migrations.CreateModel(
            name="TableSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("device", models.CharField(blank=True, max_length=64)),
                ("claimed_at", models.DateTimeField(null=True)),
                ("absent", models.BooleanField(default=False)),
                ("free", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="league.entry"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="league.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="league.table"
                    ),
                ),
            ],
            options={
                "ordering": ("table", "seat"),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat"), name="table_seat_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("free", False)), fields=("round", "entry"), name="table_seat_one_per_round"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("device", ""), _negated=True),
                        fields=("table", "device"),
                        name="table_seat_one_per_device",
                    ),
                    models.CheckConstraint(condition=models.Q(("seat__gte", 1)), name="table_seat_starts_at_1"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("sheet", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("device", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("address", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("reported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("replaced_at", models.DateTimeField(null=True)),
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
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="league.table"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="league.tableseat"
                    ),
                ),
            ],
            options={
                "ordering": ("table", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("by", None), ("by_name", ""), _connector="OR"),
                        name="table_report_by_account_or_text",
                    ),
                    models.UniqueConstraint(fields=("table", "key"), name="table_report_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("replaced_at", None)), fields=("seat",), name="table_report_one_per_seat"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("slug", models.SlugField(allow_unicode=True, max_length=70, unique=True)),
                ("status", models.CharField(default="planned", max_length=10)),
                ("system", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=40)),
                ("mode", models.CharField(blank=True, max_length=20)),
                ("target", models.PositiveIntegerField(blank=True, null=True)),
                ("minutes", models.PositiveIntegerField(blank=True, null=True)),
                ("table_size", models.PositiveSmallIntegerField(default=4)),
                ("shortfall", models.CharField(default="mixed", max_length=5)),
                ("capacity", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, null=True, validators=[characters.models.within_bounds]),
                ),
                ("place", models.CharField(blank=True, max_length=200)),
                ("zone", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("self_registration", models.BooleanField(default=True)),
                ("registration_open", models.BooleanField(default=True)),
                ("round_minutes", models.PositiveSmallIntegerField(default=60)),
                ("confirm_seconds", models.PositiveIntegerField(default=120)),
                ("played_here", models.BooleanField(db_default=False, default=False)),
                ("draw_secret", models.CharField(max_length=64)),
                ("groups_salt", models.CharField(blank=True, db_default="", max_length=32)),
                ("draw_commitment", models.CharField(max_length=64)),
                ("created_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="league.division",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tournaments", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": (models.OrderBy(models.F("starts_at"), descending=True, nulls_last=True), "-id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("created_by", None), ("created_by_name", ""), _connector="OR"),
                        name="tournament_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="tournament_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "starts_at__range",
                                (
                                    datetime.datetime(1950, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                    datetime.datetime(2200, 1, 1, 0, 0, tzinfo=datetime.UTC),
                                ),
                            )
                        ),
                        name="tournament_starts_within_bounds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("planned", "running", "finished", "cancelled"))),
                        name="tournament_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("shortfall__in", ("mixed", "bot", "bye"))),
                        name="tournament_shortfall_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_size__range", (2, 8))), name="tournament_tables_of_2_to_8"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("round_minutes__gte", 1)), name="tournament_rounds_last"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="stage",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="league.tournament"
            ),
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                ("units", models.PositiveIntegerField(default=0)),
                ("reason", models.CharField(max_length=300)),
                ("by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("rescinded_at", models.DateTimeField(null=True)),
                ("rescinded_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("rescinded_because", models.CharField(blank=True, max_length=300)),
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
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.entry",
                    ),
                ),
                (
                    "rescinded_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="league.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rulings",
                        to="league.table",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="league.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("by", None), ("by_name", ""), _connector="OR"),
                            models.Q(("rescinded_by", None), ("rescinded_by_name", ""), _connector="OR"),
                        ),
                        name="ruling_by_account_or_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("ruling", "warning", "penalty", "no_show"))),
                        name="ruling_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="ruling_has_a_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "penalty"), _negated=True),
                            models.Q(("entry__isnull", False), ("units__gte", 1)),
                            _connector="OR",
                        ),
                        name="ruling_penalty_takes_points",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rescinded_at", None), models.Q(("rescinded_because", ""), _negated=True), _connector="OR"
                        ),
                        name="ruling_rescinded_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("text", games.models.games.SaidField(max_length=500)),
                ("about", models.JSONField(default=dict)),
                ("rows", models.JSONField(null=True)),
                ("by_name", models.CharField(blank=True, db_default="", default="", max_length=150)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("imported", models.BooleanField(db_default=False, default=False)),
                ("told_at", models.DateTimeField(null=True)),
                ("number", models.PositiveBigIntegerField(null=True)),
                ("digest", models.CharField(db_default="", default="", max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="league.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.season",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="league.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ledger entries",
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="ledger_entry_says_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("digest", ""), ("number", None)),
                            models.Q(("number__gte", 1), models.Q(("digest", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="ledger_link_whole_or_none",
                    ),
                    models.UniqueConstraint(fields=("league", "number"), name="ledger_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("league", None)),
                        fields=("number",),
                        name="ledger_number_once_of_installation",
                    ),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("told_at", None)), fields=["id"], name="ledger_entry_to_tell"),
                    models.Index(
                        condition=models.Q(("number", None)), fields=["league", "id"], name="ledger_entry_to_chain"
                    ),
                    models.Index(fields=["tournament", "-id"], name="ledger_entry_of_tournament"),
                    models.Index(fields=["league", "-id"], name="ledger_entry_of_league"),
                    models.Index(
                        condition=models.Q(("game__isnull", False)), fields=["game"], name="ledger_entry_of_game"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptApart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "one",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.entry"),
                ),
                (
                    "other",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.entry"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="kept_apart", to="league.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ("tournament", "one", "other"),
                "constraints": [
                    models.UniqueConstraint(fields=("one", "other"), name="kept_apart_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="kept_apart_lower_first"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=200)),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("accepted", models.BooleanField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="join_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="join_requests", to="league.league"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="join_requests",
                        to="league.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("asked_at", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("decided_at", None)),
                        fields=("league", "user"),
                        name="join_request_one_that_waits",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("accepted", None), ("decided_at", None), ("decided_by", None)),
                            models.Q(
                                ("accepted__isnull", False),
                                ("decided_at__isnull", False),
                                ("decided_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="join_request_decided_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JoinLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("open", "Open: anybody who wants to play joins at once"),
                            ("approval", "By approval: an organiser decides"),
                            ("invitation", "By invitation only"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("nonce", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("most_uses", models.PositiveIntegerField(null=True)),
                ("uses", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="join_links", to="league.league"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="join_links",
                        to="league.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("how__in", ["open", "approval", "invitation"])), name="join_link_how_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("most_uses", None), ("uses__lte", models.F("most_uses")), _connector="OR"),
                        name="join_link_uses_within_limit",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None), ("tournament", None)),
                        fields=("league",),
                        name="join_link_one_of_a_league",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("tournament",),
                        name="join_link_one_of_a_tournament",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FileImport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=10)),
                ("name", models.CharField(max_length=200)),
                ("content", models.BinaryField()),
                ("status", models.CharField(default="waiting", max_length=10)),
                ("total", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("summary", games.models.games.SaidField(blank=True, max_length=300)),
                ("problems", models.JSONField(default=list)),
                ("questions", models.JSONField(default=dict)),
                ("answers", models.JSONField(default=dict)),
                ("uploaded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("finished_at", models.DateTimeField(null=True)),
                ("dismissed_at", models.DateTimeField(null=True)),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="imports", to="league.league"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="league.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("-uploaded_at", "-id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("dismissed_at", None), ("status", "refused"), _connector="OR"),
                        name="import_dismissed_was_refused",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("characters", "results", "entries", "tournament"))),
                        name="import_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "entries"), ("tournament__isnull", False)),
                            models.Q(models.Q(("kind", "entries"), _negated=True), ("tournament", None)),
                            _connector="OR",
                        ),
                        name="import_entries_of_a_tournament",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("waiting", "running", "asks", "done", "refused"))),
                        name="import_status_known",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("waiting", "running"))),
                        fields=["id"],
                        name="import_under_way",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="league.tournament"
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="draws", to="league.tournament"
            ),
        ),
        migrations.CreateModel(
            name="TrustedKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("key", models.CharField(max_length=64)),
                ("league_there", models.CharField(max_length=140)),
                ("added_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "added_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trusted_keys", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("league", "name", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("league", "key", "league_there"), name="trusted_league_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True),
                            models.Q(("key", ""), _negated=True),
                            models.Q(("league_there", ""), _negated=True),
                        ),
                        name="trusted_league_with_a_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TryOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=43, unique=True)),
                ("system", models.CharField(max_length=40)),
                ("secret", models.BinaryField(max_length=32)),
                ("seat", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("state", models.JSONField()),
                ("actions", models.PositiveIntegerField(db_default=0, default=0)),
                ("told", models.JSONField(default=list)),
                ("outcome", models.JSONField(null=True)),
                ("began_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"ordering": ("-id",), "indexes": [models.Index(fields=["at"], name="try_out_to_forget")]},
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=500)),
                ("style", models.CharField(default="signed", max_length=7)),
                ("kinds", models.JSONField(default=list)),
                ("secret", models.CharField(default=league.models.notices.new_token, max_length=64)),
                ("active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "created_by",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("league", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("style__in", ("signed", "discord"))), name="webhook_style_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=120)),
                ("status", models.CharField(default="waiting", max_length=7)),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("next_try_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("sent_at", models.DateTimeField(null=True)),
                ("payload", models.JSONField()),
                ("response_status", models.PositiveSmallIntegerField(null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="league.webhook"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "key"), name="webhook_delivery_once"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("waiting", "sent", "failed"))),
                        name="webhook_delivery_status_known",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "waiting")), fields=["next_try_at"], name="webhook_to_send"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("scope", models.CharField(max_length=8)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("password_mark", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
                ("last_used_on", models.DateField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ("read", "report", "organise"))), name="token_scope_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MailNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=120)),
                ("status", models.CharField(default="waiting", max_length=7)),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("next_try_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("sent_at", models.DateTimeField(null=True)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("wished", models.BooleanField(db_default=False, default=False)),
                ("language", models.CharField(blank=True, db_default="", default="", max_length=10)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_notices",
                        to="league.tournament",
                    ),
                ),
                (
                    "head",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="letters",
                        to="league.signedhead",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(fields=("user", "key"), name="mail_notice_once"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("waiting", "sent", "failed"))), name="mail_status_known"
                    ),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["next_try_at"], name="mail_to_send")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="board", constraint=models.UniqueConstraint(fields=("league", "slug"), name="board_slug_once")
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(fields=("season", "tier"), name="division_tier_once"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="stage_number_once"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "running")), fields=("tournament",), name="stage_one_running_at_a_time"
            ),
        ),
        migrations.AddIndex(
            model_name="entry", index=models.Index(fields=["tournament", "status"], name="entry_by_status")
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("tournament", "character"), name="entry_once"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="draw_number_once"),
        ),
        migrations.AddField(
            model_name="table", name="extra_minutes", field=models.PositiveSmallIntegerField(db_default=0, default=0)
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("extra_minutes__lte", 60)), name="table_extra_at_most_an_hour"
            ),
        ),
        migrations.AddField(
            model_name="tryout",
            name="level",
            field=models.CharField(db_default="skilled", default="skilled", max_length=20),
        ),
        migrations.AddField(model_name="tryout", name="learned", field=models.JSONField(null=True)),
        migrations.CreateModel(
            name="ResultsChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("results", models.IntegerField()),
                ("keys", models.BigIntegerField()),
                ("last", models.BigIntegerField(default=0)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results_changes", to="league.season"
                    ),
                ),
            ],
            options={"ordering": ("season", "id")},
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.BigIntegerField()),
                ("version", models.CharField(blank=True, max_length=100)),
                ("content", models.JSONField()),
                ("seconds", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "ordering": ("kind", "subject"),
                "constraints": [models.UniqueConstraint(fields=("kind", "subject"), name="summary_once")],
            },
        ),
        migrations.AddIndex(
            model_name="seasongame",
            index=models.Index(fields=["-played_at", "-reference", "-id"], name="season_game_of_all_by_time"),
        ),
        migrations.CreateModel(
            name="Alias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("name_key", models.CharField(max_length=4000)),
                ("said_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="characters.character"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="aliases", to="league.league"
                    ),
                ),
            ],
            options={
                "ordering": ("name_key",),
                "constraints": [
                    models.UniqueConstraint(fields=("league", "name_key"), name="alias_means_one"),
                    models.CheckConstraint(
                        condition=models.Q(("name_key", ""), _negated=True), name="alias_says_something"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProofPortion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("leased_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("run", models.UUIDField()),
                ("what", models.CharField(max_length=20)),
                ("first", models.BigIntegerField()),
                ("last", models.BigIntegerField()),
                ("differences", models.JSONField(null=True)),
                ("ordered_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "ordering": ("id",),
                "constraints": [models.UniqueConstraint(fields=("run", "what", "first"), name="proof_portion_once")],
            },
        ),
        migrations.CreateModel(
            name="TwoPeople",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("said_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="characters.character"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="two_people", to="league.league"
                    ),
                ),
                (
                    "said_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="characters.character"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(fields=("first", "second"), name="two_people_said_once"),
                    models.CheckConstraint(
                        condition=models.Q(("first__lt", models.F("second"))), name="two_people_in_order"
                    ),
                ],
            },
        ),
        AppendOnly(table="league_boardversion", name="board_version", refusal="versions of boards are append-only"),
        AppendOnly(
            table="league_ledgerentry",
            name="ledger",
            refusal="the ledger is append-only",
            content=(
                "id",
                "league_id",
                "season_id",
                "tournament_id",
                "game_id",
                "kind",
                "text",
                "about",
                "rows",
                "by_id",
                "at",
                "imported",
            ),
            once=("number", "digest"),
        ),
        AppendOnly(table="league_signedhead", name="head", refusal="heads are append-only"),
    ]
