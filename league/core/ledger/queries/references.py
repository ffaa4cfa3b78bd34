"""The proof that every row that another one names is there. The database refuses to delete one, but its owner can
switch that off."""

from collections.abc import Iterator, Sequence

from django.apps import apps
from django.db.models import Exists, ForeignKey, Model, OuterRef

NAMED = 20  # missing rows of a model that are said one by one


def models_with_references() -> Sequence[type[Model]]:
    """Return the models that name rows of others, always in the same order."""
    models = sorted(apps.get_models(include_auto_created=True), key=lambda model: model._meta.label)
    return [model for model in models if _references(model)]


def missing_references(model: type[Model]) -> Iterator[str]:
    """Yield a sentence for every row that is gone and that rows of this model name."""
    for field in _references(model):
        target = field.related_model
        there = target._base_manager.filter(**{field.target_field.attname: OuterRef(field.attname)})
        lost = model._base_manager.filter(~Exists(there), **{f"{field.attname}__isnull": False}).order_by()
        for key in lost.values_list(field.attname, flat=True).distinct()[:NAMED]:
            yield f"Row {key} of {target._meta.label} is gone, and rows of {model._meta.label} name it."


def _references(model: type[Model]) -> list[ForeignKey[Model, Model]]:
    fields = model._meta.local_concrete_fields
    return [field for field in fields if isinstance(field, ForeignKey) and getattr(field, "db_constraint", True)]
