import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lab", "0001_release_1_0"), ("games", "0002_rewind"), ("league", "0002_try_out_moves")]

    operations = [
        migrations.AlterField(
            model_name="gamestudy",
            name="game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="studies", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="gamestudy",
            name="play",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.play"
            ),
        ),
        migrations.AddField(
            model_name="gamestudy",
            name="try_out",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="league.tryout",
            ),
        ),
        migrations.AddConstraint(
            model_name="gamestudy",
            constraint=models.UniqueConstraint(fields=("play", "record", "method"), name="game_study_of_play_once"),
        ),
        migrations.AddConstraint(
            model_name="gamestudy",
            constraint=models.UniqueConstraint(
                fields=("try_out", "record", "method"), name="game_study_of_try_out_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="gamestudy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("game__isnull", False), ("play", None), ("try_out", None)),
                    models.Q(("game", None), ("play__isnull", False), ("try_out", None)),
                    models.Q(("game", None), ("play", None), ("try_out__isnull", False)),
                    _connector="OR",
                ),
                name="game_study_of_one_game",
            ),
        ),
    ]
