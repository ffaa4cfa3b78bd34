from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0001_release_1_0")]

    operations = [
        migrations.AddField(model_name="tryout", name="opened", field=models.JSONField(null=True)),
        migrations.AddField(model_name="tryout", name="moves", field=models.JSONField(default=list)),
    ]
