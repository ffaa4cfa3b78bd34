from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_standing_orders")]

    operations = [
        migrations.AddField(
            model_name="game", name="sealed_revision", field=models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("revision__gt", models.F("sealed_revision"))), fields=["id"], name="game_to_seal"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("sealed_revision__lte", models.F("revision"))), name="game_sealed_is_decided"
            ),
        ),
    ]
