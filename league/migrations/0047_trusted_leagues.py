from django.db import migrations, models


def end_trust_without_a_league(apps, schema_editor):
    apps.get_model("league", "TrustedKey").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("league", "0046_game_studies")]

    operations = [
        migrations.RunPython(end_trust_without_a_league, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="trustedkey", name="trusted_key_once"),
        migrations.RemoveConstraint(model_name="trustedkey", name="trusted_key_with_a_name"),
        migrations.AddField(
            model_name="trustedkey",
            name="league_there",
            field=models.CharField(default="", max_length=140),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="trustedkey",
            constraint=models.UniqueConstraint(fields=("league", "key", "league_there"), name="trusted_league_once"),
        ),
        migrations.AddConstraint(
            model_name="trustedkey",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("name", ""), _negated=True),
                    models.Q(("key", ""), _negated=True),
                    models.Q(("league_there", ""), _negated=True),
                ),
                name="trusted_league_with_a_name",
            ),
        ),
    ]
