"""The letters about a comment: to those who sat in the game by its newest sheet, but not to who wrote it."""

from django.urls import reverse

from games.models import Sheet, SheetSeat
from league.core.queries.games import headlines
from league.models import GameComment
from league.notices.queries.letters import Letter, composed


def comment_letters(comment: GameComment) -> list[Letter]:
    """None for a comment that is hidden by now."""
    if comment.hidden_at is not None or comment.by is None:
        return []
    newest = Sheet.objects.filter(game=comment.game_id).order_by("-version").values("pk")[:1]
    seats = SheetSeat.objects.filter(sheet=newest, character__owner__isnull=False).exclude(character__owner=comment.by)
    owners = sorted(set(seats.values_list("character__owner", flat=True)))
    if not owners:
        return []
    about = {
        "key": f"comment-{comment.pk}",
        "kind": "comment",
        "template": "comment",
        "link": f"{reverse('game_detail', args=[comment.game_id])}#comment-{comment.pk}",
        "by": comment.by.get_username(),
        "game": headlines([comment.game_id])[comment.game_id],
        "said": comment.text,
    }
    return [composed(owner, **about) for owner in owners]
