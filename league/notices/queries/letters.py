"""Letters and notices: the words come from a template, whose first line is the subject. A notice stores them in English
beside what they were made of, so that each reader gets them in their own language."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from league.core.queries.languages import ENGLISH
from league.models import Notice
from league.notices.rules.notices import packed, shortened, unpacked
from league.notices.rules.webhooks import without_links

LONGEST_SUBJECT = 200
_EMPTY_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to a person. `key` keeps it from being written twice to the same person; `link` is a path of this site,
    and the only link: nothing that others wrote becomes one. Subject and text are English unless `language` names
    another language; `words` is what they were made of. `after`: when it may go out by e-mail and push at the
    earliest."""

    user: int
    key: str
    kind: str
    subject: str
    text: str
    link: str
    words: Mapping[str, Any] = field(default_factory=dict)
    language: str = ""
    after: datetime | None = None


def composed(user: int, *, key: str, kind: str, template: str, link: str, **values: Any) -> Letter:
    """Return a letter from a template; `values` are plain: what JSON can hold, and sentences of the rules."""
    return _letter(user, key, kind, link, {"template": template, "values": packed(values)})


def of_sentences(user: int, *, key: str, kind: str, link: str, subject: str, parts: Sequence[str]) -> Letter:
    """Return a letter from sentences of the rules, a paragraph each."""
    return _letter(user, key, kind, link, {"subject": packed(subject), "parts": packed(parts)})


def _letter(user: int, key: str, kind: str, link: str, words: Mapping[str, Any]) -> Letter:
    with override(ENGLISH):
        return Letter(user, key, kind, *_made(words), link, words)


def worded(message: Letter | Notice) -> tuple[str, str]:
    """Return subject and text in the language that is spoken now; in English if the parts they were made of are not
    stored."""
    if not message.words or get_language() in (ENGLISH, None):
        return message.subject, message.text
    try:
        return _made(message.words)
    except (TemplateDoesNotExist, LookupError, TypeError, ValueError):  # the words are older than their template
        return message.subject, message.text


def in_words(notice: Notice) -> Notice:
    """Return the notice with its words in the reader's language. To be shown, never to be saved."""
    notice.subject, notice.text = worded(notice)
    return notice


def _made(words: Mapping[str, Any]) -> tuple[str, str]:
    if "template" not in words:
        text = "\n\n".join(map(str, unpacked(words["parts"])))
        return shortened(without_links(unpacked(words["subject"])), LONGEST_SUBJECT), without_links(text)
    template = f"league/notices/mail/{words['template']}.txt"
    whole = without_links(render_to_string(template, unpacked(words["values"])).strip())
    subject, _, text = whole.partition("\n\n")
    return shortened(subject, LONGEST_SUBJECT), _EMPTY_LINES.sub("\n\n", text.strip())
