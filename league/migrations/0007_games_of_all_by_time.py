from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0006_summaries")]

    operations = [
        migrations.AddIndex(
            "seasongame", models.Index(fields=("-played_at", "-reference", "-id"), name="season_game_of_all_by_time")
        )
    ]
