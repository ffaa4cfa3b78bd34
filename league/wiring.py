"""Where a lower room causes something in an upper one: the lower room keeps the list, the upper one is entered here.

Called once, when Django is ready. Nothing else registers itself.
"""

from django.core import checks

from games.services import plays
from league.accounts.services import browsers, changes, second_step, start
from league.core.live.services import hint_at_play
from league.core.operations.queries import refuse_other_version
from league.core.services import uploads
from league.insight.queries.brief import brief_of
from league.notices.services import account_letters
from league.people.queries import characters as people
from league.play.services import table_plays
from league.results.services import games as owners
from league.site.services import imports as readers
from league.tournaments.draws.services import aftermath
from league.tournaments.tables.services import doors, played_here


def connect() -> None:
    for check in (start.refuse_open_demo_accounts, start.warn_without_mail):
        checks.register(check, start.AT_START, deploy=True)
    checks.register(start.warn_without_translations, checks.Tags.translation)
    checks.register(refuse_other_version, checks.Tags.database)
    browsers.TOLD[:] = [account_letters.tell_of_sign_in]
    changes.watch_accounts()
    second_step.watch_first_steps()
    account_letters.watch_second_steps()
    uploads.READERS.update(readers.READERS)
    people.BRIEFS[:] = [brief_of]
    owners.OWNERS[:] = [doors.decide_at_table, aftermath.track_consequences]
    owners.WATCHERS[:] = [aftermath.watch]
    table_plays.HAND_IN[:] = [played_here.hand_in_at_table]
    plays.CHANGED[:] = [hint_at_play]
