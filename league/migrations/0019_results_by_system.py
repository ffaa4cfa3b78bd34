import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What games a season has results of is asked with every page of it. The index of the season alone, with which its
    results begin as well, makes room."""

    dependencies = [
        ("league", "0018_bot_games_cannot_be_chosen"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["season", "system"], name="result_by_system"),
        ),
        migrations.AlterField(
            model_name="result",
            name="season",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="results",
                to="league.season",
            ),
        ),
    ]
