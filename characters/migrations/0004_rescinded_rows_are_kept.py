"""A digest of what was rescinded in each history, and a table of facts that PostgreSQL refuses to empty."""

from collections import defaultdict

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from characters.rules.career import Event
from characters.rules.rescinded import Row, digest

EVENT = Event._fields


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    character, event = apps.get_model("characters", "Character"), apps.get_model("characters", "CareerEvent")
    rows: dict[int, list[Row]] = defaultdict(list)
    rescinded = event.objects.exclude(rescinded_at=None).order_by()
    for pk, why, since, *values in rescinded.values_list("character_id", "rescinded", "rescinded_at", *EVENT):
        rows[pk].append((Event(*values), why, since))
    for pk, gone in rows.items():
        character.objects.filter(pk=pk).update(rescinded_digest=digest("", gone))


def refuse_truncate(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("""
            CREATE TRIGGER fact_refuses_truncate BEFORE TRUNCATE ON characters_fact
            FOR EACH STATEMENT EXECUTE FUNCTION fact_refuses_change()
        """)


def allow_truncate(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER fact_refuses_truncate ON characters_fact")


class Migration(migrations.Migration):
    dependencies = [("characters", "0003_birthdays")]
    operations = [
        migrations.AddField(
            model_name="character",
            name="rescinded_digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(refuse_truncate, allow_truncate),
    ]
