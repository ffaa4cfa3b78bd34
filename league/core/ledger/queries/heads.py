"""Heads as they were kept."""

import zlib

from league.models import HeadFile, SignedHead


def head_file(head: SignedHead) -> str | None:
    """Return the whole file of a head; None if it was deleted."""
    file = HeadFile.objects.filter(head=head).first()
    return zlib.decompress(bytes(file.content)).decode() if file else None
