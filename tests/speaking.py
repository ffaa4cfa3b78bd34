"""Sentences of the rules in a language of a test's own, and in the site's again afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext, ngettext

from engine.translatable import Translate, TranslateCount, Write, speak_with
from league.core.queries.figures import written


@contextmanager
def speaking(translate: Translate, translate_count: TranslateCount, write: Write = written) -> Iterator[None]:
    speak_with(translate, translate_count, write)
    try:
        yield
    finally:
        speak_with(gettext, ngettext, written)
