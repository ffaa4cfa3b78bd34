from datetime import UTC, datetime

from django.db import migrations, models

import characters.models

FIRST, LAST = datetime(1950, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


def bring_within(apps, schema_editor):
    """A sheet dated outside was a slip or worse; one that counted is then named by `check_careers`."""
    sheets = apps.get_model("games", "Sheet").objects
    sheets.filter(played_at__lt=FIRST).update(played_at=FIRST)
    sheets.filter(played_at__gt=LAST).update(played_at=LAST)


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0004_rescinded_rows_are_kept"),
        ("games", "0003_decision_log"),
    ]

    operations = [
        migrations.RunPython(bring_within, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="sheet",
            name="played_at",
            field=models.DateTimeField(validators=[characters.models.within_bounds]),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(played_at__range=(FIRST, LAST)), name="sheet_played_within_bounds"
            ),
        ),
    ]
