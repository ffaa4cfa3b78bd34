"""Earlier imports of archives made an inactive account for every name in them. The names become text, and the accounts
go where nothing else points to them. The ledger keeps their numbers, which its chains hold, and so do the seals of sheets:
their people are kept by number beside them."""

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MARK = ", according to the archive"
COLUMNS = (
    ("games", "Sheet", "submitted_by"),
    ("games", "Sheet", "confirmed_by"),
    ("games", "Sheet", "closed_by"),
    ("games", "Decision", "by"),
    ("league", "Tournament", "created_by"),
    ("league", "Entry", "registered_by"),
    ("league", "Round", "ended_by"),
    ("league", "Draw", "made_by"),
    ("league", "DrawChange", "by"),
    ("league", "TableReport", "by"),
    ("league", "Ruling", "by"),
    ("league", "Ruling", "rescinded_by"),
)
AT_ONCE = 500


def make_text(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    User = apps.get_model("auth", "User")
    made = User.objects.filter(username__endswith=MARK, is_active=False, password__startswith="!")
    names = {pk: name.removesuffix(MARK) for pk, name in made.values_list("pk", "username")}
    _keep_sealed(apps, set(names))
    for pk, name in names.items():
        for label, model, column in COLUMNS:
            rows = apps.get_model(label, model).objects.filter(**{column: pk})
            rows.update(**{column: None, f"{column}_name": name})
        apps.get_model("league", "LedgerEntry").objects.filter(by=pk).update(by_name=name)
        if not _pointed_at(User, pk):
            User.objects.filter(pk=pk).delete()


def _keep_sealed(apps: StateApps, gone: set[int]) -> None:
    """The seal of a void has who voided it; that of any version has who submitted and who confirmed it."""
    Sheet = apps.get_model("games", "Sheet")
    changed = []
    for column in ("submitted_by__in", "confirmed_by__in", "closed_by__in"):
        for first in range(0, len(gone), AT_ONCE):
            changed += Sheet.objects.filter(**{column: sorted(gone)[first : first + AT_ONCE]})
    rows = {row.pk: row for row in changed}
    for row in rows.values():
        closed_by = row.closed_by_id if row.status == "void" else None
        people = [pk if pk in gone else None for pk in (row.submitted_by_id, row.confirmed_by_id, closed_by)]
        row.sealed_people = people if any(people) else None
    Sheet.objects.bulk_update(rows.values(), ["sealed_people"], batch_size=AT_ONCE)


def _pointed_at(User: type, pk: int) -> bool:
    return any(
        relation.related_model._meta.label_lower != "league.ledgerentry"
        and relation.related_model._base_manager.filter(**{relation.field.name: pk}).exists()
        for relation in User._meta.related_objects  # type: ignore[attr-defined]
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_who_by_archives"),
        ("league", "0016_who_by_archives"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(make_text, migrations.RunPython.noop, elidable=True)]
