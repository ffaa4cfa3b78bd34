from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0014_laptops")]

    operations = [
        migrations.AddField(model_name=name, name="lot", field=models.PositiveBigIntegerField(null=True))
        for name in ("entry", "team")
    ]
