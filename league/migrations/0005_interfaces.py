from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0003_notices"), ("league", "0004_desk"), ("league", "0004_ratings")]

    operations = [
        migrations.RemoveConstraint(model_name="fileimport", name="import_kind_known"),
        migrations.AddConstraint(
            model_name="fileimport",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ("characters", "results", "entries", "tournament"))),
                name="import_kind_known",
            ),
        ),
    ]
