import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0002_tournaments")]

    operations = [
        migrations.AddField(
            model_name="mailnotice",
            name="tournament",
            field=models.ForeignKey(
                default=None,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mail_notices",
                to="league.tournament",
            ),
            preserve_default=False,
        ),
    ]
