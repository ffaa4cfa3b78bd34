import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from characters.append_only import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("games", "0001_release_1_0"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.RemoveConstraint(model_name="playvote", name="play_vote_known"),
        migrations.RemoveConstraint(model_name="turn", name="turn_is_of_a_kind"),
        migrations.RemoveConstraint(model_name="turn", name="turn_of_a_seat_or_the_host"),
        migrations.AddField(model_name="play", name="overtime", field=models.JSONField(default=list)),
        migrations.AddField(model_name="play", name="rewind_to", field=models.PositiveIntegerField(null=True)),
        migrations.AlterField(
            model_name="playvote", name="about", field=models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rewind_to", None),
                    models.Q(("rewind_to__lt", models.F("actions")), ("status", "running")),
                    _connector="OR",
                ),
                name="play_rewind_goes_back",
            ),
        ),
        migrations.AddConstraint(
            model_name="playvote",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ("replace", "pause", "resume", "rewind", "stay"))),
                name="play_vote_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("back_to", None), ("kind", "act"), models.Q(("action", ""), _negated=True)),
                    models.Q(("action", ""), ("back_to__isnull", False), ("kind__in", ("back", "rewound"))),
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
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.CheckConstraint(
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
                        ("author", "person"), ("kind__in", ("back", "returned", "unshown")), ("seat__isnull", False)
                    ),
                    models.Q(("author", "person"), ("kind", "closed"), ("seat", None)),
                    models.Q(
                        ("author__in", ("person", "host")),
                        ("kind__in", ("replaced", "resigned")),
                        ("seat__isnull", False),
                    ),
                    models.Q(("author", "person"), ("kind__in", ("paused", "resumed")), ("seat__isnull", False)),
                    models.Q(("author", "host"), ("kind__in", ("paused", "resumed", "rewound")), ("seat", None)),
                    _connector="OR",
                ),
                name="turn_of_a_seat_or_the_host",
            ),
        ),
        migrations.AddField(
            model_name="playseat",
            name="hours",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.CreateModel(
            name="PlayHours",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hours", models.CharField(max_length=100)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("hours", ""), _negated=True), name="play_hours_are_some")
                ]
            },
        ),
        AppendOnly(table="games_turn", name="turn", refusal="turns are append-only"),
    ]
