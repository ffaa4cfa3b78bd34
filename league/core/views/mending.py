"""The filter `to_mend`: what a refused form asks for, each with a link to its field, for
`components/problem_list.html`. Every template has it, because it is in `builtins` of the settings."""

from collections.abc import Iterator
from typing import Any

from django import template
from django.forms import BaseForm

register = template.Library()


@register.filter
def to_mend(form: BaseForm | None) -> list[Any]:
    """Return the problems of a form; nothing for a form that was not sent, or is not there."""
    return [] if form is None else list(_problems(form))


def _problems(form: BaseForm) -> Iterator[Any]:
    yield from form.non_field_errors()
    for field in form:
        for message in field.errors:
            if field.is_hidden:
                yield message
            else:
                # A set of choices has no field of its own to lead to; Django puts its id on what is around them.
                href = f"#{field.id_for_label or field.auto_id}"
                yield {"where": field.label, "what": message, "href": href}
