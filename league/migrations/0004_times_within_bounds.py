from datetime import UTC, datetime

from django.db import migrations, models

import characters.models

FIRST, LAST = datetime(1950, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
BOUNDED = (
    ("Season", "starts_on"),
    ("Season", "ends_on"),
    ("Tournament", "starts_at"),
    ("SeasonGame", "played_at"),
    ("Result", "played_at"),
)


def bring_within(apps, schema_editor):
    for model, field in BOUNDED:
        rows = apps.get_model("league", model).objects
        first, last = (FIRST.date(), LAST.date()) if model == "Season" else (FIRST, LAST)
        rows.filter(**{f"{field}__lt": first}).update(**{field: first})
        rows.filter(**{f"{field}__gt": last}).update(**{field: last})


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_every_door"),
    ]

    operations = [
        migrations.RunPython(bring_within, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="season",
            name="ends_on",
            field=models.DateField(blank=True, null=True, validators=[characters.models.within_bounds]),
        ),
        migrations.AlterField(
            model_name="season",
            name="starts_on",
            field=models.DateField(blank=True, null=True, validators=[characters.models.within_bounds]),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="starts_at",
            field=models.DateTimeField(blank=True, null=True, validators=[characters.models.within_bounds]),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    starts_on__range=(FIRST.date(), LAST.date()), ends_on__range=(FIRST.date(), LAST.date())
                ),
                name="season_within_bounds",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(starts_at__range=(FIRST, LAST)), name="tournament_starts_within_bounds"
            ),
        ),
    ]
