"""Celery's part for tables whose countdown is over, ratings, the ledger and what goes out. The rows are the
queue."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from games.tasks import review_waiting_games
from league.accounts.services.addresses import forget_former_addresses
from league.accounts.services.browsers import forget_old_browsers
from league.accounts.services.farewell import carry_out_farewells
from league.accounts.services.second_step import renew_encryption
from league.accounts.services.tokens import forget_expired_tokens
from league.accounts.services.user_names import forget_former_user_names
from league.core.ledger.services.heads import chain_waiting, forget_old_files, make_head
from league.core.services.periodic import run_due
from league.core.tasks import LONG
from league.nights.services import forget_old_nights
from league.notices.services.head_letters import write_head_letters
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import (
    tell_careers,
    tell_comments,
    tell_events,
    tell_nights,
    tell_rewinds,
    tell_turns,
)
from league.notices.services.outgoing import forget_old
from league.notices.services.push import send_pushes
from league.notices.services.webhooks import send_webhooks
from league.notices.services.wishes import write_digests
from league.standings.services.ratings import find_unrated, update_ratings
from league.standings.services.results import add_up_changes
from league.standings.services.summaries import is_any_due, summarise
from league.tournaments.tables.services.acts import end_countdowns, next_countdown_ends

STEPS = 5
SUMMARIES_PAUSE = 2  # seconds between two, whoever makes them


@shared_task
def settle_tables() -> bool | datetime | None:
    """Confirm what nobody contradicted in time, then see to the reviews; return True if there was anything to confirm,
    else when the next countdown is over."""
    if end_countdowns():
        review_waiting_games.delay()
        return True
    return next_countdown_ends()


@shared_task
def chain_waiting_entries() -> None:
    chain_waiting()


@shared_task
def tell_waiting_comments() -> None:
    tell_comments()


@shared_task
def make_hourly_head() -> None:
    make_head()


@shared_task
def send_due_heads() -> None:
    write_head_letters()


@shared_task
def forget_old_head_files() -> None:
    forget_old_files()


@shared_task
def tell_waiting_events() -> None:
    tell_events()


@shared_task
def tell_turns_of_plays() -> None:
    tell_turns()
    tell_rewinds()


@shared_task
def tell_waiting_careers() -> None:
    tell_careers()


@shared_task
def send_waiting_mail() -> None:
    send_mail_notices()


@shared_task
def send_waiting_webhooks() -> None:
    send_webhooks()


@shared_task
def send_waiting_pushes() -> None:
    send_pushes()


@shared_task
def write_weekly_digests() -> None:
    write_digests()


@shared_task
def tell_of_nights() -> None:
    tell_nights()


@shared_task
def forget_old_notices() -> None:
    forget_old()
    forget_old_nights()


@shared_task
def see_to_accounts() -> None:
    """Close accounts whose owners asked for it, forget what is over of others, renew keys."""
    renew_encryption()
    carry_out_farewells()
    forget_old_browsers()
    forget_former_user_names()
    forget_former_addresses()
    forget_expired_tokens()


@shared_task
def find_unrated_games() -> None:
    find_unrated(timezone.now())


@shared_task(time_limit=LONG)
def summarise_many_games() -> None:
    if is_any_due():  # where nothing is, nothing is written
        run_due({"summaries": SUMMARIES_PAUSE}, lambda _name: summarise())


@shared_task
def add_up_changes_of_results() -> None:
    add_up_changes()


@shared_task(time_limit=LONG)
def update_waiting_ratings() -> bool:
    """Rate for about a second what waits; return whether more may wait."""
    return all(update_ratings() for _ in range(STEPS))
