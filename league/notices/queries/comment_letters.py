"""Letters about a remark under a game: to those who sat in the game by its newest sheet, but not to who wrote it."""

from typing import cast

from django.urls import reverse

from games.models import Sheet, SheetSeat
from league.core.queries.games import headlines
from league.models import Remark
from league.notices.queries.letters import Letter, composed


def comment_letters(remark: Remark) -> list[Letter]:
    """Return the letters about a remark; an empty list for one that is hidden by now."""
    if remark.hidden_at is not None or remark.by is None:
        return []
    game = cast(int, remark.game_id)
    newest = Sheet.objects.filter(game=game).order_by("-version").values("pk")[:1]
    seats = SheetSeat.objects.filter(sheet=newest, character__owner__isnull=False).exclude(character__owner=remark.by)
    owners = sorted(set(seats.values_list("character__owner", flat=True)))
    if not owners:
        return []
    about = {
        "key": f"comment-{remark.pk}",
        "kind": "comment",
        "template": "comment",
        "link": f"{reverse('game_detail', args=[game])}#remark-{remark.pk}",
        "by": remark.by.get_username(),
        "game": headlines([game])[game],
        "said": remark.text,
    }
    return [composed(owner, **about) for owner in owners]
