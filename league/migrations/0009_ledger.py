import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

COPIED = "id, tournament_id, kind, text, about, by_id, at, told_at, imported"


def move_events(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The log of every tournament becomes a part of its league's ledger; ids stay. The chain is made by the sweep."""
    chosen = ", ".join(f"event.{name}" for name in COPIED.split(", "))
    schema_editor.execute(f"""
        INSERT INTO league_ledgerentry ({COPIED}, digest, season_id, league_id)
        SELECT {chosen}, '', season.id, season.league_id FROM league_tournamentevent event
        JOIN league_tournament tournament ON tournament.id = event.tournament_id
        JOIN league_season season ON season.id = tournament.season_id ORDER BY event.id
    """)
    _settle(schema_editor, "league_ledgerentry")


def move_back(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute(f"""
        INSERT INTO league_tournamentevent ({COPIED})
        SELECT {COPIED} FROM league_ledgerentry WHERE tournament_id IS NOT NULL
    """)
    _settle(schema_editor, "league_tournamentevent")


def _settle(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """New rows go on after the highest id; PostgreSQL alters no table whose rows wait for a check."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL) FROM {table}"
        )
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


CONTENT = (
    "id",
    "league_id",
    "season_id",
    "tournament_id",
    "game_id",
    "kind",
    "text",
    "about",
    "by_id",
    "at",
    "imported",
)
REFUSAL = "the ledger is append-only"
SQLITE = [
    f"""
    CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON league_ledgerentry
    WHEN NOT ({" AND ".join(f"OLD.{name} IS NEW.{name}" for name in CONTENT)}
        AND (OLD.number IS NULL OR (OLD.number IS NEW.number AND OLD.digest IS NEW.digest)))
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """,
    f"""
    CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON league_ledgerentry
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """,
]
POSTGRESQL = [
    f"""
    CREATE FUNCTION ledger_refuses_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    f"""
    CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON league_ledgerentry FOR EACH ROW
    WHEN (NOT ({" AND ".join(f"OLD.{name} IS NOT DISTINCT FROM NEW.{name}" for name in CONTENT)}
        AND (OLD.number IS NULL OR (OLD.number = NEW.number AND OLD.digest = NEW.digest)) IS TRUE))
    EXECUTE FUNCTION ledger_refuses_change()
    """,
    """
    CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON league_ledgerentry
    FOR EACH ROW EXECUTE FUNCTION ledger_refuses_change()
    """,
    """
    CREATE TRIGGER ledger_refuses_truncate BEFORE TRUNCATE ON league_ledgerentry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuses_change()
    """,
]
UNDO = {
    "sqlite": ["DROP TRIGGER ledger_refuses_update", "DROP TRIGGER ledger_refuses_delete"],
    "postgresql": [
        *(f"DROP TRIGGER ledger_refuses_{what} ON league_ledgerentry" for what in ("update", "delete", "truncate")),
        "DROP FUNCTION ledger_refuses_change",
    ],
}


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNDO[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_thinking_time"),
        ("league", "0008_claim_links_and_imported_logs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("text", models.CharField(max_length=500)),
                ("about", models.JSONField(default=dict)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("imported", models.BooleanField(db_default=False, default=False)),
                ("told_at", models.DateTimeField(null=True)),
                ("number", models.PositiveBigIntegerField(null=True)),
                ("digest", models.CharField(db_default="", default="", max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="league.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.season",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="league.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ledger entries",
                "ordering": ("-id",),
                "indexes": [
                    models.Index(condition=models.Q(("told_at", None)), fields=["id"], name="ledger_entry_to_tell"),
                    models.Index(
                        condition=models.Q(("number", None)), fields=["league", "id"], name="ledger_entry_to_chain"
                    ),
                    models.Index(fields=["tournament", "-id"], name="ledger_entry_of_tournament"),
                    models.Index(fields=["league", "-id"], name="ledger_entry_of_league"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="ledger_entry_says_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("digest", ""), ("number", None)),
                            models.Q(("number__gte", 1), models.Q(("digest", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="ledger_link_whole_or_none",
                    ),
                    models.UniqueConstraint(fields=("league", "number"), name="ledger_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("league", None)),
                        fields=("number",),
                        name="ledger_number_once_of_installation",
                    ),
                ],
            },
        ),
        migrations.RunPython(move_events, move_back),
        migrations.DeleteModel(name="TournamentEvent"),
        migrations.RunPython(guard, unguard),
    ]
