"""Make tables that the database itself refuses to change: triggers, made by the migration that makes the table.
`check_careers` reads the operations of all migrations and looks for their triggers, so that one line both guards a
table and has it checked."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AppendOnly(Operation):
    """A migration operation that lets the database refuse UPDATE, DELETE and TRUNCATE of `table`.

    `name`: the name in the triggers; `refusal`: the sentence of the database. `content`: the columns that never change,
    where others may; `once`: those of the others that are written once, the first of them from NULL. SQLite loses the
    triggers when a later migration rebuilds the table: that migration has to end with this operation again.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(
        self, table: str, name: str, refusal: str, content: Sequence[str] = (), once: Sequence[str] = ()
    ) -> None:
        self.table, self.name, self.refusal = table, name, refusal
        self.content, self.once = content, once

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Leave the models as they are: triggers are only the database's business."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE OR REPLACE FUNCTION {self.name}_refuses_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"RAISE EXCEPTION '{self.refusal}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
        for trigger, statement in self.triggers(schema_editor.connection.vendor).items():
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger}{self._on_table(schema_editor)}")
            schema_editor.execute(statement)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for trigger in self.triggers(schema_editor.connection.vendor):
            schema_editor.execute(f"DROP TRIGGER {trigger}{self._on_table(schema_editor)}")
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION {self.name}_refuses_change")

    def _on_table(self, schema_editor: BaseDatabaseSchemaEditor) -> str:
        return f" ON {self.table}" if schema_editor.connection.vendor == "postgresql" else ""

    def describe(self) -> str:
        return f"Refuse changes of {self.table}"

    def triggers(self, vendor: str) -> dict[str, str]:
        """Return the statements that make the triggers, by name. SQLite knows no TRUNCATE."""
        if vendor == "sqlite":
            ends = f"BEGIN SELECT RAISE(ABORT, '{self.refusal}'); END"
            whens = {"update": self._when("IS"), "delete": ""}
        else:
            ends = f"EXECUTE FUNCTION {self.name}_refuses_change()"
            whens = {"update": self._when("IS NOT DISTINCT FROM"), "delete": "", "truncate": ""}
        return {
            f"{self.name}_refuses_{verb}": f"CREATE TRIGGER {self.name}_refuses_{verb} BEFORE {verb.upper()} "
            f"ON {self.table} FOR EACH {'STATEMENT' if verb == 'truncate' else 'ROW'} {when}{ends}"
            for verb, when in whens.items()
        }

    def _when(self, same: str) -> str:
        """Return the condition under which an UPDATE is refused; "" for always."""
        if not self.content:
            return ""
        conditions = [f"OLD.{column} {same} NEW.{column}" for column in self.content]
        if self.once:
            written = " AND ".join(f"OLD.{column} {same} NEW.{column}" for column in self.once)
            conditions.append(f"(OLD.{self.once[0]} IS NULL OR ({written}))")
        return f"WHEN (NOT ({' AND '.join(conditions)})) "


def append_only_tables() -> list[AppendOnly]:
    """Return what the migrations of all apps have guarded, one for each table."""
    migrations = MigrationLoader(None).disk_migrations
    operations = [
        operation
        for key in sorted(migrations)
        for operation in migrations[key].operations
        if isinstance(operation, AppendOnly)
    ]
    return list({operation.table: operation for operation in operations}.values())
