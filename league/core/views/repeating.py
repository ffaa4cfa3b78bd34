"""The head of a page as other sites read it. The tag `again`: what a block of this page holds, a second time and
without markup. The tag `absolute`: an address of this site with its host. Every template has them, because this is in
`builtins` of the settings."""

from html import unescape

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString

register = template.Library()


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
