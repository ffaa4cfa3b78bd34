from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0002_extra_time_for_a_table")]

    operations = [
        migrations.AddField(
            model_name="tryout",
            name="level",
            field=models.CharField(db_default="skilled", default="skilled", max_length=20),
        )
    ]
