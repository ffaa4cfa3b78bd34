from django.db import migrations, models

from characters.rules.names import search_key


def fill(apps, schema_editor):
    rows = apps.get_model("characters", "Character").objects
    for row in rows.only("name").iterator():
        rows.filter(pk=row.pk).update(search_key=search_key(row.name))


class Migration(migrations.Migration):
    dependencies = [("characters", "0007_pictures")]
    operations = [
        migrations.AddField("character", "search_key", models.TextField(editable=False, default=""), False),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
