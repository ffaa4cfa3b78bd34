"""The connections through which a lower room causes something in an upper one (`league.signals`).

Called once, when Django is ready. Nothing else registers itself.
"""

from anymail.signals import tracking
from django.core import checks

from games.signals import play_changed, rewind_answered, turn_asked
from league.accounts.queries import own_data
from league.accounts.services import changes, providers, second_step, start
from league.clubs.services.leagues import forget_member
from league.core.live.services import hint_at_play
from league.core.operations.queries import refuse_other_version
from league.core.services import uploads
from league.models import FileImport
from league.nights.services import forget_answers, leave_nights
from league.notices.services import mail, names, plain_letters
from league.people.api.careers import own_careers
from league.people.services import leaving as people_leaving
from league.people.services.merging import forget_merges
from league.people.services.owners import recognise_guest
from league.people.services.registration import hire_arrival
from league.play.services.turn_notices import end_rewind_notices, end_turn_notices
from league.results.services.games import correct_seats
from league.results.services.preview import consequences
from league.signals import (
    character_wanted,
    entry_wanted,
    farewell_asked,
    game_changing,
    game_naming,
    game_watched,
    guest_recognised,
    join_asked,
    join_decided,
    member_leaving,
    name_hidden,
    new_browser,
    person_leaving,
    person_left,
    seats_changing_hands,
    table_play_over,
    tried_out,
)
from league.site.services import imports as readers
from league.tournaments.archive.queries.archived_names import archives_with_name_of
from league.tournaments.archive.services import archive_rows
from league.tournaments.draws.services import aftermath
from league.tournaments.entries.services import entries
from league.tournaments.hall.services.back import read_back
from league.tournaments.tables.services import doors, played_here


def connect() -> None:
    for check in (start.refuse_open_demo_accounts, start.warn_without_mail):
        checks.register(check, start.AT_START, deploy=True)
    checks.register(start.warn_without_translations, checks.Tags.translation)
    checks.register(start.refuse_foreign_engine, checks.Tags.compatibility)
    checks.register(refuse_other_version, checks.Tags.database)
    new_browser.connect(plain_letters.tell_of_sign_in)
    changes.watch_accounts()
    second_step.watch_first_steps()
    providers.watch_providers()
    plain_letters.watch_second_steps()
    plain_letters.watch_providers()
    tracking.connect(mail.mail_reported)
    uploads.READERS.update(readers.READERS)
    uploads.READERS[FileImport.HALL] = read_back
    for around in (doors.decide_at_table, aftermath.track_consequences):
        game_changing.connect(around)
    game_naming.connect(doors.name_at_table)
    game_watched.connect(aftermath.watch)
    member_leaving.connect(entries.leave_league)
    member_leaving.connect(leave_nights)
    farewell_asked.connect(plain_letters.tell_of_farewell)
    for listener in (entries.leave_site, forget_answers, archive_rows.forget_archived_name):
        person_leaving.connect(listener)
    person_leaving.connect(people_leaving.forget_papers)
    for listener in (people_leaving.forget_owner, forget_member, forget_merges):
        person_left.connect(listener)
    own_data.PARTS.update(characters=own_careers, archives_with_your_name=archives_with_name_of)
    character_wanted.connect(hire_arrival)
    entry_wanted.connect(entries.enter_arrival)
    guest_recognised.connect(recognise_guest)
    join_asked.connect(plain_letters.tell_of_join_request)
    join_decided.connect(plain_letters.tell_of_join_decision)
    name_hidden.connect(names.say_name_of_now)
    seats_changing_hands.connect(correct_seats)
    tried_out.connect(consequences)
    table_play_over.connect(played_here.hand_in_at_table)
    play_changed.connect(hint_at_play)
    turn_asked.connect(end_turn_notices)
    rewind_answered.connect(end_rewind_notices)
