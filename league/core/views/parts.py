"""The tag `part`: a piece of a page that many answers in a row would repeat.

    {% part "section" "hand" %}...{% endpart %}

becomes an element that says what it shows: its name and a mark of its content. A page sends the marks of what it has
(X-Parts), and of a part that it has already the answer holds an empty element that htmx fills with the one in the page.
"""

from hashlib import blake2b

from django import template
from django.http import HttpRequest
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
MARK = 6  # bytes: of the few parts that bear a name on one page, two are never alike by chance


@register.simple_block_tag(takes_context=True)
def part(
    context: Context, content: str, element: str, name: str, key: object = "", classes: str = "", label: str = ""
) -> SafeString:
    """Return the part of a page. `element`: what holds the content. `name` and `key`, which tells parts of one name
    apart, make its id. `label`: the id of its heading."""
    named = f"{name}-{key}" if key != "" else name
    shown = SafeString(content)
    mark = f"{named}:{_mark(classes + _without_token(shown, context))}"
    if mark in parts_of(getattr(context, "request", None)):
        return _left_out(element, mark)
    says = [("class", classes), ("aria-labelledby", label)]
    attributes = format_html_join("", ' {}="{}"', ((name, value) for name, value in says if value))
    return format_html('<{} id="{}" data-part="{}"{}>{}</{}>', element, named, mark, attributes, shown, element)


@register.simple_tag(takes_context=True)
def keep(context: Context, element: str, name: str) -> SafeString:
    """Keep what the page has of a part that it does not need now but soon will again; return nothing if it has
    nothing."""
    held = parts_of(getattr(context, "request", None))
    return _left_out(element, *(mark for mark in held if mark.startswith(f"{name}:")))


def _left_out(element: str, *marks: str) -> SafeString:
    said = ((element, mark.partition(":")[0], mark, element) for mark in marks)
    return format_html_join("", '<{} id="{}" data-part="{}" hx-preserve="true"></{}>', said)


def parts_of(request: HttpRequest | None) -> frozenset[str]:
    """Return the marks of what the requesting page shows already."""
    if request is None or "HX-Request" not in request.headers:
        return frozenset()
    return frozenset(request.headers.get("X-Parts", "").split())


def _without_token(shown: str, context: Context) -> str:
    """Return the part without its token: every answer has another token, but one given to a page earlier is as good."""
    token = str(context.get("csrf_token") or "")
    return shown.replace(token, "") if token else shown


def _mark(shown: str) -> str:
    return blake2b(shown.encode(), digest_size=MARK).hexdigest()
