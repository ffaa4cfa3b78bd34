"""Cards as files. One that was drawn is cached by what it says; the number of drawings is bounded for the whole
site."""

from django.conf import settings
from django.core.cache import cache, caches
from django.utils import timezone

from characters.models import CharacterPicture
from league.reports.charts.cards import draw_card
from league.reports.rules import ShareCard


def card_png(card: ShareCard) -> bytes | None:
    """Return the card as PNG; None if this site has drawn enough for this minute."""
    drawn = caches["cards"]
    stored: bytes | None = drawn.get(card.digest)
    if stored is not None:
        return stored
    if not _may_draw():
        return None
    png = draw_card(card, _photo(card.photo))
    drawn.set(card.digest, png)
    return png


def _may_draw() -> bool:
    key = f"cards-drawn-{timezone.now():%Y%m%d%H%M}"
    cache.add(key, 0, 120)
    try:
        return cache.incr(key) <= settings.CARDS_A_MINUTE
    except ValueError:  # the counter expired between the two calls
        return True


def _photo(digest: str) -> bytes | None:
    if not digest:
        return None
    photo = CharacterPicture.objects.filter(digest=digest, hidden_at=None).values_list("content", flat=True).first()
    return bytes(photo) if photo is not None else None
