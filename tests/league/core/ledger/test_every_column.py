"""Of every column of the schema it is known whether it decides, and which check looks at it."""

import tomllib
from collections import Counter
from pathlib import Path

from django.apps import apps
from django.utils.module_loading import import_string

from league.core.ledger.rules.rows import DECIDING

KNOWN = tomllib.loads((Path(__file__).parents[3] / "data" / "columns.toml").read_text(encoding="utf-8"))
GROUPS = [models for kind in KNOWN.values() for models in kind.values()]


def known() -> Counter[tuple[str, str]]:
    columns = [(label, column) for models in GROUPS for label, names in models.items() for column in names.split()]
    columns += [(label, column) for label, deciding in DECIDING.items() for column in deciding.columns]
    return Counter(columns)


def test_every_column_of_every_model_is_known_once():
    schema = {
        (model._meta.label, field.attname)
        for model in apps.get_models()
        for field in model._meta.local_concrete_fields
        if not (field.primary_key and model._meta.label in DECIDING)  # its number is the name of the row
    }
    assert sorted(schema - known().keys()) == [], "say in tests/data/columns.toml what these are"
    assert sorted(known().keys() - schema) == [], "these are no columns any more"
    assert [column for column, times in known().items() if times > 1] == []


def test_every_check_that_proves_a_column_exists():
    assert all(callable(import_string(check)) for check in KNOWN["proved"])
    assert set(KNOWN) == {"proved", "conveniences", "not_yet"}
