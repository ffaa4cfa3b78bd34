"""What somebody is told: the words are a template's, its first line the subject."""

import re
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from league.notices.rules.notices import shortened
from league.notices.rules.webhooks import without_links

LONGEST_SUBJECT = 200
_EMPTY_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Letter:
    """`key` keeps it from being written twice to the same person; `link` is a path of this site, and the only link:
    what others wrote is none."""

    user: int
    key: str
    kind: str
    subject: str
    text: str
    link: str


def composed(user: int, *, key: str, kind: str, template: str, link: str, **context: Any) -> Letter:
    whole = without_links(render_to_string(f"league/notices/mail/{template}.txt", context).strip())
    subject, _, text = whole.partition("\n\n")
    return Letter(user, key, kind, shortened(subject, LONGEST_SUBJECT), _EMPTY_LINES.sub("\n\n", text.strip()), link)
