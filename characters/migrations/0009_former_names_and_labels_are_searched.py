from django.db import migrations, models

from characters.rules.names import search_key


def fill(apps, schema_editor):
    former = apps.get_model("characters", "FormerName").objects
    for row in former.only("name").iterator():
        former.filter(pk=row.pk).update(search_key=search_key(row.name))
    labelled = apps.get_model("characters", "Character").objects.exclude(owner_label="")
    for row in labelled.only("owner_label").iterator():
        labelled.filter(pk=row.pk).update(label_search_key=search_key(row.owner_label))


class Migration(migrations.Migration):
    dependencies = [("characters", "0008_search_keys")]
    operations = [
        migrations.AddField("formername", "search_key", models.TextField(editable=False, default=""), False),
        migrations.AddField(
            "character",
            "label_search_key",
            models.TextField(blank=True, db_default="", default="", editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
