"""The tag `contents`: a list of the headings of what it holds, to go there by one tap. A page that is tall on a phone
is put between `{% contents %}` and `{% endcontents %}`; headings of the second level get addresses where they lack one.
Every template has it, because it is in `builtins` of the settings."""

import re
from collections.abc import Iterator
from html import unescape

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

register = template.Library()
FEWEST = 4  # a shorter list is no help
_HEADING = re.compile(r"<h2(?P<attributes>[^>]*)>(?P<text>.*?)</h2>", re.DOTALL)
_ID = re.compile(r'\bid="([^"]+)"')


@register.tag
def contents(parser: Parser, token: Token) -> "Contents":
    """Parse the tag; `{% contents 2 %}` is for a page whose two or three parts may be long each."""
    _, *fewest = token.split_contents()
    held = parser.parse(("endcontents",))
    parser.delete_first_token()
    return Contents(held, int(fewest[0]) if fewest else FEWEST)


class Contents(template.Node):
    def __init__(self, held: NodeList, fewest: int) -> None:
        self.held, self.fewest = held, fewest

    def render(self, context: Context) -> SafeString:
        text = self.held.render(context)
        found: list[tuple[str, str]] = []
        page = _HEADING.sub(lambda heading: _addressed(heading, found), text)
        if len(found) < self.fewest:
            return text
        listed = context.template.engine.get_template("components/contents.html")  # type: ignore[union-attr]
        return listed.render(Context({"entries": found})) + mark_safe(page)  # rendered by templates already


def _addressed(heading: re.Match[str], found: list[tuple[str, str]]) -> str:
    words = mark_safe(" ".join(strip_tags(heading["text"]).split()))  # escaped where it was rendered
    known = _ID.search(heading["attributes"])
    address = known[1] if known else next(_free(slugify(unescape(words)), {one for one, _ in found}))
    found.append((address, words))
    attributes = heading["attributes"] if known else f'{heading["attributes"]} id="{address}"'
    return f"<h2{attributes}>{heading['text']}</h2>"


def _free(wanted: str, taken: set[str]) -> Iterator[str]:
    name = f"on-{wanted or 'part'}"
    if name not in taken:
        yield name
    number = 2
    while True:
        if f"{name}-{number}" not in taken:
            yield f"{name}-{number}"
        number += 1
