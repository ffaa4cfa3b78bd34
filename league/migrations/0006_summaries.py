from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("league", "0005_changes_of_results")]

    operations = [
        migrations.CreateModel(
            "Summary",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.BigIntegerField()),
                ("version", models.CharField(blank=True, max_length=100)),
                ("content", models.JSONField()),
                ("seconds", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField(db_default=Now())),
            ],
            options={"ordering": ("kind", "subject")},
        ),
        migrations.AddConstraint("summary", models.UniqueConstraint(fields=("kind", "subject"), name="summary_once")),
    ]
