"""Run the review job. A confirmed or voided sheet without `reviewed_at` is the job; nothing else says that it is due.
Everything that follows from a review is written in the transaction of the review: events, careers, doubts about later
sheets, and the mark that it is done. Killed anywhere, the sheet still waits, and running it again changes nothing."""

from collections.abc import Collection

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from characters.models import Character, Fact
from characters.queries.history import RulesByDigest
from characters.services.review import review_characters
from games.models import Sheet
from games.queries.doubts import Suspect, doubts_about
from games.queries.sheets import is_reviewed, score_sheet

log = structlog.get_logger(__name__)
BATCH = 200
MOST_TRIES = 5


def review_waiting(*, limit: int = BATCH) -> int:
    """Review up to `limit` waiting sheets with all their characters; return how many sheets are done now. 0 means that
    nothing is waiting that this worker could do: other workers hold it, or it failed too often. Raise the database's
    error if it fails every sheet."""
    due = list(
        Sheet.objects.awaiting_review()
        .filter(review_tries__lt=MOST_TRIES)
        .order_by("id")
        .values_list("id", "game_id")[:limit]
    )
    if not due:
        return 0
    try:
        return _review([pk for pk, _ in due], [game for _, game in due])
    except (OperationalError, InterfaceError):
        return _review_each(due)
    except Exception:
        log.exception("review_batch_failed", sheets=len(due))
        return _review_each(due)


def _review_each(due: Collection[tuple[int, int]]) -> int:
    """Review one sheet after the other. An error of the database (a lock, a full disk, a lost connection) is not a
    fault of the sheet, which is tried again by the sweep: one line for all of them."""
    done, postponed = 0, list[OperationalError | InterfaceError]()
    for sheet, game in due:
        try:
            done += _review([sheet], [game])
        except (OperationalError, InterfaceError) as error:
            postponed.append(error)
        except Exception as error:
            log.exception("review_failed", sheet=sheet)
            Sheet.objects.filter(pk=sheet).update(review_tries=F("review_tries") + 1, review_error=str(error)[:300])
    if len(postponed) == len(due):
        raise postponed[0]
    if postponed:
        log.warning("reviews_postponed", sheets=len(postponed), error=str(postponed[0]).strip())
    return done


@transaction.atomic
def _review(sheet_ids: Collection[int], game_ids: Collection[int]) -> int:
    characters = Fact.objects.filter(game__in=game_ids).order_by().values_list("character_id", flat=True).distinct()
    moved = review_characters(character_ids=list(characters))
    doubt_sheets(game_ids=moved)
    behind = Character.objects.awaiting_review().filter(facts__game=OuterRef("game_id"))
    return (
        Sheet.objects.awaiting_review()
        .filter(~Exists(behind), pk__in=sheet_ids)
        .update(reviewed_at=timezone.now(), review_error="")
    )


@transaction.atomic
def review_now(*, character_ids: Collection[int]) -> None:
    """Review these characters here and now, waiting for their locks."""
    doubt_sheets(game_ids=review_characters(character_ids=character_ids, wait=True))


def doubt_sheets(*, game_ids: Collection[int]) -> None:
    """Check the office politics of confirmed sheets again, by the levels as they are known now, and flag what they no
    longer allow. A flagged sheet stands until an organiser decides."""
    in_order = sorted(game_ids)
    for first in range(0, len(in_order), BATCH):
        _doubt(in_order[first : first + BATCH])


def _doubt(game_ids: Collection[int]) -> None:
    confirmed = Sheet.objects.confirmed().filter(game__in=game_ids)
    # Locked before anybody's reading is looked at: of two reviews of one table, the second one sees the first one's.
    locked = confirmed.select_for_update(no_key=True).order_by("game_id").values_list("game_id", flat=True)
    read = set(locked) - _games_unread(game_ids)  # the review that reads the others comes back to them
    sheets = confirmed.filter(game__in=read).select_related("game").prefetch_related("seats").order_by()
    house = RulesByDigest()
    # Where no level was held, none can cast doubt.
    reviewed = [sheet for sheet in sheets if is_reviewed(sheet, house[sheet.rules_id])]
    doubts = doubts_about([Suspect(row.game_id, score_sheet(row), house[row.rules_id]) for row in reviewed])
    changed = [sheet for sheet in reviewed if doubts[sheet.game_id] != sheet.doubts]
    for sheet in changed:
        sheet.doubts = doubts[sheet.game_id]
    Sheet.objects.bulk_update(changed, ["doubts"])


def _games_unread(game_ids: Collection[int]) -> set[int | None]:
    """Return those of the games that some character's career does not know yet."""
    unread = Fact.objects.filter(game__in=game_ids, number__gt=F("character__reviewed_fact"))
    return set(unread.values_list("game", flat=True))
