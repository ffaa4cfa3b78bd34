from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0003_level_of_a_try_out")]

    operations = [migrations.AddField("tryout", "learned", models.JSONField(null=True))]
