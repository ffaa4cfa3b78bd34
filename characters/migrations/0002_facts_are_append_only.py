"""The database itself refuses to change or delete a fact."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SQLITE = [
    f"""
    CREATE TRIGGER fact_refuses_{verb.lower()} BEFORE {verb} ON characters_fact
    BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END
    """
    for verb in ("UPDATE", "DELETE")
]
POSTGRESQL = [
    """
    CREATE FUNCTION fact_refuses_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'facts are append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    """
    CREATE TRIGGER fact_refuses_change BEFORE UPDATE OR DELETE ON characters_fact
    FOR EACH ROW EXECUTE FUNCTION fact_refuses_change()
    """,
]
UNDO = {
    "sqlite": ["DROP TRIGGER fact_refuses_update", "DROP TRIGGER fact_refuses_delete"],
    "postgresql": [
        "DROP TRIGGER fact_refuses_change ON characters_fact",
        "DROP FUNCTION fact_refuses_change",
    ],
}


def add(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def remove(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNDO[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("characters", "0001_initial")]
    operations = [migrations.RunPython(add, remove)]
