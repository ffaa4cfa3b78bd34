import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count, Max, Sum


def count_results(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Begin with one row for each season that has results."""
    counts = apps.get_model("league", "Result").objects.order_by().values_list("season")
    change = apps.get_model("league", "ResultsChange")
    change.objects.bulk_create(
        change(season_id=season, results=results, keys=int(keys), last=last)
        for season, results, keys, last in counts.annotate(Count("pk"), Sum("pk"), Max("pk"))
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0004_what_a_try_out_has_explained")]

    operations = [
        migrations.CreateModel(
            "ResultsChange",
            [
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
        migrations.RunPython(count_results, migrations.RunPython.noop),
    ]
