from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_who_by_archives"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="own_settings",
            field=models.JSONField(null=True),
        ),
    ]
