"""Every row that decides is looked at: the changes are made from the schema itself, and check_careers sees each. What
nothing follows from stands in tests/data/columns.toml, with the reason."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from characters.models import Character
from league.core.ledger.queries.ends import head_differences, head_file
from league.core.ledger.queries.references import missing_references, models_with_references
from league.core.ledger.rules.heads import read_head
from league.core.ledger.rules.rows import DECIDING, row_digest
from league.models import League, Rating, RatingList, SignedHead
from league.site.queries.proof import differences_of, general_differences, portions
from tests.factories.tampering import past_triggers
from tests.factories.whole_club import a_whole_club

pytestmark = pytest.mark.django_db
KNOWN = tomllib.loads((Path(__file__).parents[3] / "data" / "columns.toml").read_text(encoding="utf-8"))
Model = type[models.Model]
Way = Callable[[], object]


def of_no_consequence() -> dict[str, Counter[str]]:
    """The columns that stand in the list, by model."""
    listed: dict[str, Counter[str]] = {}
    for named in KNOWN["columns"].values():
        for label, columns in named.items():
            listed.setdefault(label, Counter()).update(columns.split())
    return listed


LISTED = of_no_consequence()
EXCUSED = {
    (label, what) for named in KNOWN["changes"].values() for label, kinds in named.items() for what in kinds.split(", ")
}


def fields_of(model: Model) -> dict[str, Any]:
    """The columns of a model but for the number of the row: another number is another row."""
    fields = model._meta.local_concrete_fields
    return {field.attname: field for field in fields if not isinstance(field, models.AutoField)}


def compared(model: Model) -> list[str]:
    return [column for column in fields_of(model) if column not in LISTED.get(model._meta.label, ())]


MODELS = sorted((model for model in apps.get_models() if compared(model)), key=lambda model: model._meta.label)


@pytest.fixture(scope="module", autouse=True)
def league(rows_of_module) -> League:
    with rows_of_module.unblock():
        return a_whole_club()


def checks() -> dict[object, Callable[[], Iterable[str]]]:
    """All that check_careers asks, with the head that was signed before; the likeliest first."""
    ordered = sorted(
        portions(), key=lambda portion: portion.what not in ("ledger", "tournaments", "games", "characters")
    )
    return {portion: partial(differences_of, portion) for portion in ordered} | {
        "general": general_differences,
        "head": of_the_head,
    }


def of_the_head() -> Iterator[str]:
    head = SignedHead.objects.first()
    text = head and head_file(head)
    yield from head_differences(read_head(text)) if text else ["The head is gone."]


def differences() -> list[str]:
    return [said for check in checks().values() for said in check()]


def is_seen(finders: list[object]) -> bool:
    """Return whether any check finds something; those that have found something before are asked first, and one that
    does is noted. One is enough."""
    asked = checks()
    for name in [*(one for one in finders if one in asked), *(one for one in asked if one not in finders)]:
        if any(True for _said in asked[name]()):
            finders[:] = [name, *(one for one in finders if one != name)]
            return True
    return False


def test_every_column_in_the_list_is_one_and_stands_there_once():
    schema = {model._meta.label: fields_of(model) for model in apps.get_models()}
    assert [
        (label, name) for label, names in LISTED.items() for name in names if name not in schema.get(label, {})
    ] == []
    assert [(label, column) for label, names in LISTED.items() for column, times in names.items() if times > 1] == []
    assert {label for label, _ in EXCUSED} <= {model._meta.label for model in MODELS}


def test_nothing_that_an_entry_names_stands_in_the_list():
    named = {(label, column) for label, deciding in DECIDING.items() for column in deciding.every_column}
    parts = [part for deciding in DECIDING.values() for part in deciding.parts]
    named |= {(part.model, column) for part in parts for column in part.columns}
    assert [(label, column) for label, column in sorted(named) if column in LISTED.get(label, ())] == []


def test_as_it_is_nothing_differs():
    assert differences() == []


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_whatever_is_changed_behind_the_ledger_is_seen(model):
    counted: Counter[str] = Counter()
    wrong, finders = [], list[object]()
    for what, ways in changes(model):
        with transaction.atomic():
            made = any(happens(way) for way in ways)
            found = made and (bool(differences()) if what == "deleted" else is_seen(finders))
            transaction.set_rollback(True)
        listed = (model._meta.label, what) in EXCUSED
        counted["refused" if not made else "listed" if listed else "seen"] += 1
        wrong += [what] if made and found == listed else []
    assert wrong == [], "unseen, or seen although the list says otherwise"
    assert counted["seen"]


def test_a_row_that_is_gone_is_told_by_its_name_whatever_names_it():
    """Each table in turn loses a row that rows of another one name."""
    for model in models_with_references():
        for field in model._meta.local_concrete_fields:
            named = (
                field.is_relation and field.db_constraint and model._default_manager.exclude(**{field.attname: None})
            )
            key = named and named.order_by(field.attname).values_list(field.attname, flat=True).first()
            if key:
                target = field.related_model
                with transaction.atomic():
                    assert happens(partial(target._base_manager.filter(pk=key)._raw_delete, "default"))
                    found = list(missing_references(model))
                    transaction.set_rollback(True)
                said = f"Row {key} of {target._meta.label} is gone, and rows of {model._meta.label} name it."
                assert said in found


def test_a_check_that_can_not_go_on_says_so_and_the_others_go_on(run):
    character = Character.objects.filter(entries__seats__table__game__isnull=False)[0]
    with transaction.atomic():
        assert happens(partial(Character.objects.filter(pk=character.pk)._raw_delete, "default"))
        status, _, problems = run("check_careers", "--jobs", "1")
        transaction.set_rollback(True)
    assert status == 1
    assert f"Row {character.pk} of characters.Character is gone, and rows of characters.Fact name it." in problems
    assert any("can't be proved as it stands" in problem for problem in problems)


def happens(way: Way) -> bool:
    """Do it past all triggers; return whether the database takes it."""
    try:
        with transaction.atomic(), past_triggers():
            way()
    except IntegrityError:
        return False
    return True


def pair_of(model: Model) -> tuple[dict[str, Any], dict[str, Any]]:
    """The two rows that differ most, among the newest of those that decide: a list of ratings that has none does
    not."""
    deciding = DECIDING.get(model._meta.label)
    there = model._default_manager.filter(**(deciding.only if deciding else {})).order_by("-pk")
    if model is RatingList:
        there = there.filter(pk__in=Rating.objects.values("rating_list"))
    rows = list(there.values(*(field.attname for field in model._meta.concrete_fields))[:100])
    assert len(rows) > 1, f"the club has not two rows of {model._meta.label}"
    columns = compared(model)

    def unlike(pair: tuple[dict[str, Any], dict[str, Any]]) -> int:
        return sum(pair[0][name] != pair[1][name] for name in columns)

    return max(combinations(rows, 2), key=unlike)


def changes(model: Model) -> Iterator[tuple[str, Iterable[Way]]]:
    """Yield what is done, and the ways to do it, of which the database may refuse some."""
    one, other = pair_of(model)
    key, columns, rows = model._meta.pk.attname, compared(model), model._default_manager
    first, both = rows.filter(pk=one[key]), rows.filter(pk__in=(one[key], other[key]))
    fields = fields_of(model)

    def replaced(*instead: dict[str, Any]) -> None:
        both._raw_delete("default")
        rows.bulk_create([model(**row) for row in instead])

    yield "deleted", [lambda: first._raw_delete("default")]
    for column in columns:
        if column != key:
            values = others(fields[column], one[column], one[key])
            yield f"{column} altered", (partial(first.update, **{column: value}) for value in values)
    for name in columns:
        if name != key and one[name] != other[name]:
            yield f"{name} exchanged", [partial(replaced, one | {name: other[name]}, other | {name: one[name]})]
    keys = [rows.order_by("pk").last().pk + 1] if key not in fields else list(others(fields[key], one[key], one[key]))
    copies = [{**one, key: fresh} for fresh in keys]
    copies += [
        {**copy, column: value}
        for copy in copies[:1]
        for column in fields
        if column != key
        for value in others(fields[column], one[column], one[key])
    ]
    yield "added", (partial(rows.bulk_create, [model(**copy)]) for copy in copies)


def others(field: Any, value: Any, key: Any) -> Iterator[Any]:
    """Yield other values for a column, those of other rows first, as somebody would choose who knows the program."""
    stored = field.model._default_manager.exclude(pk=key).order_by("pk").values_list(field.attname, flat=True)
    yield from (other for other in stored.distinct()[:20] if other != value and other is not None)
    if field.is_relation:
        keys = field.related_model._default_manager.order_by("pk").values_list("pk", flat=True)
        yield from (key for key in keys[:200] if key != value)
    elif isinstance(field, models.BooleanField):
        yield not value
    elif isinstance(field, models.IntegerField):
        yield from {(value or 0) + 1, max((value or 0) - 1, 0)} - {value}
    elif isinstance(field, models.FloatField):
        yield (value or 0) + 0.5
    elif isinstance(field, models.DateTimeField):
        yield (value or timezone.now()) + timedelta(days=1)
    elif isinstance(field, models.DateField):
        yield (value or timezone.now().date()) + timedelta(days=1)
    elif isinstance(field, models.BinaryField):
        yield bytes(value or b"") + b"x"
    elif isinstance(field, models.JSONField):
        yield {"other": True}
    else:
        yield f"{value}x"[-(field.max_length or 100_000) :]
    if field.null and value is not None:
        yield None


def test_a_column_of_a_later_version_is_in_no_digest_before_it_says_something():
    """Else every entry of a site that began with 1.0 would contradict its rows."""
    stage = DECIDING["league.Stage"]
    before = [7, 1, "swiss", 3, None, "planned"]
    assert row_digest(stage.values([*before, None])) == row_digest(before)
    assert row_digest(stage.values([*before, 2])) != row_digest(before)
