from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("characters", "0001_initial")]

    operations = [
        migrations.AddIndex(
            "career",
            models.Index(
                fields=("level", "-points_since_level_change"),
                condition=models.Q(current=True, status="active"),
                name="career_first_of_level",
            ),
        )
    ]
