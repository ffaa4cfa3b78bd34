from django.db import migrations, models
from django.db.models import Max, OuterRef, Subquery


def keep_the_version_of_countdowns(apps, schema_editor):
    """Countdowns that run now are for the newest version of their sheet."""
    newest = apps.get_model("games", "Sheet").objects.filter(game=OuterRef("game")).order_by().values("game")
    tables = apps.get_model("league", "Table").objects.filter(confirm_by__isnull=False)
    tables.update(confirm_version=Subquery(newest.annotate(newest=Max("version")).values("newest")))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_decision_log"),
        ("league", "0002_tournaments_and_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="changed",
            field=models.CharField(blank=True, db_default="", default="", max_length=500),
        ),
        migrations.AddField(
            model_name="table",
            name="confirm_version",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="tablereport",
            name="address",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="tablereport",
            name="device",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.RunPython(keep_the_version_of_countdowns, migrations.RunPython.noop),
    ]
