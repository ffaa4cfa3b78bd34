"""Tags and filters for the pieces of a page: its contents, what it repeats, and what it need not send or draw again.

Every template has them, because the module is in `builtins` of the settings."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from html import unescape
from itertools import chain, count
from typing import Any

from django import template
from django.forms import BaseForm
from django.http import HttpRequest
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.loader import render_to_string
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import escape, format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language

register = template.Library()
FEWEST = 4  # a shorter list is no help
_HEADING = re.compile(r"<h2(?P<attributes>[^>]*)>(?P<text>.*?)</h2>", re.DOTALL)
_ID = re.compile(r'\bid="([^"]+)"')


@register.tag
def contents(parser: Parser, token: Token) -> "Contents":
    """Parse `{% contents %}`: a list of the headings of what it holds, to go there by one tap.

    Headings of the second level get addresses if they lack one. `{% contents 2 %}` is for a page whose two or three
    parts may be long each.
    """
    _, *fewest = token.split_contents()
    held = parser.parse(("endcontents",))
    parser.delete_first_token()
    return Contents(held, int(fewest[0]) if fewest else FEWEST)


class Contents(template.Node):
    def __init__(self, held: NodeList, fewest: int) -> None:
        self.held, self.fewest = held, fewest

    def render(self, context: Context) -> SafeString:
        text = self.held.render(context)
        entries: list[tuple[str, str]] = []
        page = _HEADING.sub(lambda heading: _addressed(heading, entries), text)
        if len(entries) < self.fewest:
            return text
        listed = context.template.engine.get_template("components/contents.html")  # type: ignore[union-attr]
        return listed.render(Context({"entries": entries})) + mark_safe(page)  # rendered by templates already


def _addressed(heading: re.Match[str], entries: list[tuple[str, str]]) -> str:
    words = mark_safe(" ".join(strip_tags(heading["text"]).split()))  # escaped where it was rendered
    own_id = _ID.search(heading["attributes"])
    address = own_id[1] if own_id else _free(slugify(unescape(words)), {entry for entry, _ in entries})
    entries.append((address, words))
    attributes = heading["attributes"] if own_id else f'{heading["attributes"]} id="{address}"'
    return f"<h2{attributes}>{heading['text']}</h2>"


def _free(slug: str, taken: set[str]) -> str:
    name = f"on-{slug or 'part'}"
    return next(free for free in chain([name], (f"{name}-{number}" for number in count(2))) if free not in taken)


@register.simple_tag(takes_context=True)
def again(context: Context, block: str) -> SafeString:
    """Return the text of the block as this page fills it, on one line."""
    # It was escaped where it was rendered, but for quotes that the template itself has.
    rendered = context.render_context[BLOCK_CONTEXT_KEY].get_block(block).render(context)
    return escape(unescape(" ".join(strip_tags(rendered).split())))


@register.simple_block_tag(takes_context=True)
def absolute(context: Context, content: str) -> str:
    """Return the path between the tags as an absolute address."""
    address: str = context["request"].build_absolute_uri(content.strip())
    return address


KEPT = 4_000  # pieces: a board is 60 KB, a row of the standings 3 KB, the line of a seat 1 KB


@register.simple_tag
def drawn_once(piece: str, **values: Any) -> SafeString:
    """Render a template that shows nothing but the values it is given, once for the same ones: only the first reader
    waits.

    The values are the key, so they are hashable, and nobody sees what was drawn from other values.
    """
    return _drawn(piece, tuple(values.items()), get_language())


@lru_cache(KEPT)
def _drawn(piece: str, values: tuple[tuple[str, Any], ...], _language: str | None) -> SafeString:
    return render_to_string(piece, dict(values))


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


@register.tag
def column(parser: Parser, token: Token) -> "Column":
    """Parse `{% column _("Points") "num" cell="key" %}...{% endcolumn %}`: a column of a table.

    It is a heading if the context has `head`, and otherwise the cell that it holds.

    The template of a row is the template of the head, so the two can't have different columns. The second argument are
    classes of both. `cell`: classes of only the cell. `abbr`: what the title is short for. `hidden`: only screen
    readers hear the title. `label`: a card shows the title beside the cell. `sort`: what the context calls `sort` when
    the rows are sorted by this column, figures from the greatest.
    """
    _, title, *others = token.split_contents()
    classes = parser.compile_filter(others.pop(0)) if others and others[0][0] in "\"'" else None
    options = token_kwargs(others, parser)
    if others:
        raise template.TemplateSyntaxError(f"A column has no {others[0]}.")
    if classes is not None:
        options["classes"] = classes
    held = parser.parse(("endcolumn",))
    parser.delete_first_token()
    return Column(parser.compile_filter(title), options, held)


class Column(template.Node):
    child_nodelists = ("held",)

    def __init__(self, title: FilterExpression, options: dict[str, FilterExpression], held: NodeList) -> None:
        self.title, self.options, self.held = title, options, held

    def render(self, context: Context) -> SafeString:
        title = self.title.resolve(context)
        options = {name: value.resolve(context) for name, value in self.options.items()}
        classes = options.get("classes", "")
        if not context.get("head"):
            attributes = {"class": f"{classes} {options.get('cell', '')}".strip()}
            attributes["data-label"] = title if options.get("label") else ""
            return format_html("<td{}>{}</td>", _attributes(attributes), self.held.render(context))
        if options.get("abbr"):
            title = format_html('<abbr title="{}">{}</abbr>', options["abbr"], title)
        if options.get("hidden"):
            title = format_html('<span class="visually-hidden">{}</span>', title)
        order = "descending" if "num" in classes.split() else "ascending"
        is_sorted = "sort" in options and options["sort"] == context.get("sort")
        attributes = {"class": classes, "aria-sort": order if is_sorted else ""}
        return format_html('<th scope="col"{}>{}</th>', _attributes(attributes), title)


def _attributes(values: Mapping[str, str]) -> SafeString:
    return format_html_join("", ' {}="{}"', ((name, value) for name, value in values.items() if value))


MARK = 6  # bytes: of the few parts that bear a name on one page, two are never alike by chance


@register.simple_block_tag(takes_context=True)
def part(
    context: Context, content: str, element: str, name: str, key: object = "", classes: str = "", label: str = ""
) -> SafeString:
    """Return a piece of a page that many answers in a row would repeat: `{% part "section" "hand" %}...{% endpart %}`.

    It becomes an element that bears its name and a mark of its content. A page sends the marks of what it has
    (X-Parts); of a part that it already has, the answer holds an empty element that htmx fills with the one in the
    page. `element`: what holds the content. `name` and `key`, which tells parts of one name apart, make its id.
    `label`: the id of its heading.
    """
    named = f"{name}-{key}" if key != "" else name
    piece, token = SafeString(content), str(context.get("csrf_token") or "")
    # Every answer has another token, but one given to a page earlier is as good.
    marked = f"{classes}{piece.replace(token, '') if token else piece}"
    mark = f"{named}:{blake2b(marked.encode(), digest_size=MARK).hexdigest()}"
    if mark in parts_of(getattr(context, "request", None)):
        return _left_out(element, mark)
    attributes = _attributes({"class": classes, "aria-labelledby": label})
    return format_html('<{} id="{}" data-part="{}"{}>{}</{}>', element, named, mark, attributes, piece, element)


@register.simple_tag(takes_context=True)
def keep(context: Context, element: str, name: str) -> SafeString:
    """Keep what the page has of a part that it does not need now but soon will again; return nothing if it has
    nothing."""
    held = parts_of(getattr(context, "request", None))
    return _left_out(element, *(mark for mark in held if mark.startswith(f"{name}:")))


@lru_cache(KEPT)
def _left_out(element: str, *marks: str) -> SafeString:
    elements = ((element, mark.partition(":")[0], mark, element) for mark in marks)
    return format_html_join("", '<{} id="{}" data-part="{}" hx-preserve="true"></{}>', elements)


def parts_of(request: HttpRequest | None) -> frozenset[str]:
    """Return the marks of what the requesting page already shows."""
    if request is None or "HTTP_HX_REQUEST" not in request.META:
        return frozenset()
    return _marks_in(request.META.get("HTTP_X_PARTS", ""))


@lru_cache(KEPT)
def _marks_in(header: str) -> frozenset[str]:
    return frozenset(header.split())
