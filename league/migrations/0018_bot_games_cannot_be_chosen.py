from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def stop_what_was_to_wait_for_a_person(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Orders that were to be looked at before they count; now every sheet confirms itself."""
    orders = {"status__in": ("waiting", "playing"), "confirm": False}
    apps.get_model("league", "BotGame").objects.filter(**orders).update(status="stopped", leased_until=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0017_archives_make_no_accounts")]

    operations = [
        migrations.RunPython(stop_what_was_to_wait_for_a_person, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(model_name="botgame", name="actions"),
        migrations.RemoveField(model_name="botgame", name="confirm"),
    ]
