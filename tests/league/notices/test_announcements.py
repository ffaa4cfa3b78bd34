"""The log becomes letters and deliveries: to whom, in which words, and once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from characters.models import Character
from league.core.rules.quotas import quotas
from league.models import (
    Bye,
    Entry,
    League,
    LedgerEntry,
    MailNotice,
    MailWish,
    Notice,
    QuotaUse,
    Round,
    TableSeat,
    Tournament,
    WebhookDelivery,
)
from league.notices.services.outbox import tell_events
from tests.factories.notices import a_webhook, happened, written
from tests.factories.people import a_referee, with_mail
from tests.factories.seasons import a_season
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries() -> list[Entry]:
    """Ada to Hugo, checked in; everybody can be written to."""
    found = entered(a_tournament(), 8)
    with_mail(*found)
    return found


@pytest.fixture
def tournament(entries) -> Tournament:
    return entries[0].tournament


def publish(entries: list[Entry], *, status: str = Round.PUBLISHED) -> Round:
    """Two tables, and the event that says so."""
    played = a_round(a_stage(entries[0].tournament, entries), entries[:4], entries[4:], status=status)
    happened(entries[0].tournament, "round_published", stage=1, round=1)
    return played


def test_each_owner_hears_where_to_sit_and_with_whom(entries):
    publish(entries)
    assert tell_events() == 1
    assert len(written()) == 8
    subject, text = written()["cleo"]
    assert subject == "Table 1, seat 3, round 1 of Spring Open"
    assert text.startswith("Cleo: table 1, seat 3, with Ada, Bo and Dev.")
    assert "http://127.0.0.1:8000/tournaments/spring-open/" in text


def test_two_characters_of_one_owner_come_in_one_letter(entries):
    ada, bo = entries[0].character, entries[4].character
    bo.owner = ada.owner
    bo.save(update_fields=["owner"])
    publish(entries)
    tell_events()
    subject, text = written()["ada"]
    assert subject == "Round 1 of Spring Open"
    assert "Ada: table 1, seat 1" in text and "Eve: table 2, seat 1" in text
    assert MailNotice.objects.count() == 7


def test_a_bye_and_a_bot_are_named_as_such(entries):
    played = a_round(a_stage(entries[0].tournament, entries), [entries[0], entries[1], None])
    Bye.objects.create(round=played, entry=entries[2])
    Bye.objects.create(round=played, entry=entries[3], through=True)
    happened(entries[0].tournament, "round_published", stage=1, round=1)
    tell_events()
    assert "with Bo and a bot." in written()["ada"][1]
    assert written()["cleo"][0] == "Cleo, round 1 of Spring Open"
    assert "Cleo has a bye" in written()["cleo"][1]
    assert "Dev is through to the next round without playing." in written()["dev"][1]


def test_nobody_hears_of_a_draft(entries, tournament):
    a_webhook(tournament.season.league)
    publish(entries, status=Round.DRAFT)
    happened(tournament, "drawn", "Table 1: Ada, Bo, Cleo, Dev.", stage=1, round=1)
    happened(tournament, "draw_changed", "Ada and Eve changed seats.", stage=1, round=1)
    happened(tournament, "edited", "Ada and Bo are kept apart.")
    assert tell_events() == 4
    assert not MailNotice.objects.exists()
    assert set(WebhookDelivery.objects.values_list("payload__kind", flat=True)) == {"round_published"}


def test_what_was_drawn_before_the_round_was_published_stays_untold(entries, tournament):
    a_webhook(tournament.season.league)
    played = a_round(a_stage(tournament, entries), entries[:4], entries[4:])
    happened(tournament, "drawn", "Table 1: Ada, Bo, Cleo, Dev.", stage=1, round=1)
    Round.objects.filter(pk=played.pk).update(published_at=timezone.now() + timedelta(minutes=1))
    tell_events()
    assert not WebhookDelivery.objects.exists() and not MailNotice.objects.exists()


def test_after_a_change_those_hear_of_it_whose_table_has_changed(entries, tournament):
    played = publish(entries)
    tell_events()
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=1))
    four, five = TableSeat.objects.get(entry=entries[3]), TableSeat.objects.get(entry=entries[4])
    TableSeat.objects.filter(pk=four.pk).update(entry=None)
    TableSeat.objects.filter(pk=five.pk).update(entry=entries[3])
    TableSeat.objects.filter(pk=four.pk).update(entry=entries[4])
    happened(tournament, "draw_changed", stage=1, round=1)
    tell_events()
    assert MailNotice.objects.count() == 16
    assert written()["dev"][0] == "Changed: Table 2, seat 1, round 1 of Spring Open"
    TableSeat.objects.filter(round=played, seat=2, table__number=2).update(entry=None)
    happened(tournament, "drawn", stage=1, round=1)
    tell_events()
    assert MailNotice.objects.count() == 19
    assert MailNotice.objects.filter(user__email="finn@league.example").count() == 2


def test_a_round_that_has_ended_is_not_called_any_more(entries):
    publish(entries, status=Round.ENDED)
    tell_events()
    assert not MailNotice.objects.exists()


def test_who_cannot_or_will_not_be_written_to_is_left_out(entries):
    owners = [entry.character.owner for entry in entries[:5]]
    User.objects.filter(pk=owners[0].pk).update(email="")
    owners[1].set_unusable_password()
    owners[1].save(update_fields=["password"])
    MailWish.objects.create(user=owners[2], wanted=False)
    MailWish.objects.create(user=owners[3])
    User.objects.filter(pk=owners[4].pk).update(is_active=False)
    publish(entries)
    tell_events()
    assert set(written()) == {"dev", "finn", "gwen", "hugo"}


def test_a_registration_says_whether_there_is_a_place(entries, tournament):
    Entry.objects.filter(pk__in=[entries[6].pk, entries[7].pk]).update(status=Entry.WAITING)
    happened(tournament, "registered", entries=[entries[0].pk, entries[7].pk])
    tell_events()
    assert written()["ada"][0] == "Spring Open: Ada is registered"
    assert "Ada plays in Spring Open, as entry 1." in written()["ada"][1]
    assert "Hugo is number 2 on the waiting list" in written()["hugo"][1]


def test_who_moves_up_hears_of_the_place(entries, tournament):
    happened(tournament, "moved_up", entries=[entries[1].pk])
    tell_events()
    assert list(written()) == ["bo"]
    subject, body = written()["bo"]
    assert subject == "A place in Spring Open for Bo"
    assert "Bo is off the waiting list and plays in Spring Open.\nIt starts on " in body
    assert "\n\n\n" not in body


def test_everybody_who_entered_hears_that_it_is_cancelled(entries, tournament):
    Entry.objects.filter(pk=entries[0].pk).update(status=Entry.DROPPED)
    happened(tournament, "cancelled", "The hall is flooded.")
    tell_events()
    assert "ada" not in written() and len(written()) == 7
    assert "The hall is flooded." in written()["bo"][1]


def test_nobody_is_written_to_about_a_league_they_never_joined(entries, tournament):
    league = tournament.season.league
    league.memberships.filter(user=entries[0].character.owner).delete()
    Character.objects.filter(pk=entries[1].character_id).update(owner=None, owner_label="bo", label_search_key=" bo bo")
    publish(entries)
    happened(tournament, "cancelled", "The hall is flooded.")
    tell_events()
    assert sorted(written()) == ["cleo", "dev", "eve", "finn", "gwen", "hugo"]


def test_what_others_wrote_is_no_link_in_a_letter(entries, tournament):
    Tournament.objects.update(name="YOU WON, collect at http://evil.example")
    happened(tournament, "cancelled", "Your account is suspended, sign in at HTTPS://www.evil.example/login?a=b")
    tell_events()
    subject, text = written()["bo"]
    assert subject == "YOU WON, collect at http evil. example is cancelled"
    assert "“Your account is suspended, sign in at HTTPS www evil. example/login?a=b”" in text
    assert text.count("://") == text.count("http://127.0.0.1:8000/tournaments/spring-open/") == 1


def test_in_the_end_everybody_hears_their_position(entries, tournament):
    played = publish(entries)
    for table in played.tables.all():
        played_table(table)
    final = a_stage(tournament, entries[4:6], number=2, name="Final", status="ended")
    LedgerEntry.objects.update(told_at=timezone.now())
    for table in a_round(final, [entries[4], entries[5]]).tables.all():
        played_table(table)
    happened(tournament, "finished")
    tell_events()
    assert written()["eve"][0] == "Spring Open is finished: Eve came 1st"
    assert "Finn finished in position 2 of 8." in written()["finn"][1]
    positions = sorted(int(text.split("position ")[1].split()[0]) for _, text in written().values())
    assert positions == list(range(1, 9))


def test_organisers_and_score_keepers_are_called_to_a_table(entries, tournament):
    publish(entries)
    tell_events()
    MailNotice.objects.all().delete()
    for name, role in (("otto", "organiser"), ("sam", "score_keeper"), ("vera", "spectator")):
        a_referee(tournament, name, role)
    happened(tournament, "referee_called", "Seats 1 and 3 disagree.", round=1, table=2)
    tell_events()
    assert set(written()) == {"otto", "sam"}
    assert written()["sam"][0] == "A referee is needed at table 2: Spring Open"


def test_results_go_to_webhooks_alone(entries, tournament):
    a_webhook(tournament.season.league)
    happened(tournament, "result_confirmed", "Table 1 of round 1 is confirmed.", round=1, table=1)
    tell_events()
    assert not MailNotice.objects.exists()
    payload = WebhookDelivery.objects.get().payload
    assert payload == {
        "id": f"event-{LedgerEntry.objects.get().pk}",
        "kind": "result_confirmed",
        "at": LedgerEntry.objects.get().at.isoformat(),
        "tournament": {
            "slug": "spring-open",
            "name": "Spring Open",
            "url": "http://127.0.0.1:8000/tournaments/spring-open/",
        },
        "text": "Table 1 of round 1 is confirmed.",
        "about": {"round": 1, "table": 1},
    }


def test_a_webhook_gets_what_it_asked_for_from_its_own_league(tournament):
    league = tournament.season.league
    wants = a_webhook(league, kinds=["finished"])
    a_webhook(league, kinds=["round_ended"])
    a_webhook(league, active=False)
    a_webhook(a_season("autumn").league)
    happened(tournament, "finished")
    tell_events()
    assert [one.webhook for one in WebhookDelivery.objects.all()] == [wants]


def test_an_event_is_told_once_and_in_order(entries, tournament):
    a_webhook(tournament.season.league)
    for kind in ("round_started", "round_ended", "finished"):
        happened(tournament, kind)
    assert (tell_events(), tell_events()) == (3, 0)
    kinds = WebhookDelivery.objects.order_by("pk").values_list("payload__kind", flat=True)
    assert list(kinds) == ["round_started", "round_ended", "finished"]


def test_an_event_told_twice_by_accident_writes_nothing_twice(entries, tournament):
    a_webhook(tournament.season.league)
    publish(entries)
    tell_events()
    LedgerEntry.objects.update(told_at=None)
    tell_events()
    assert (MailNotice.objects.count(), WebhookDelivery.objects.count()) == (8, 1)


def test_nonsense_in_an_event_does_not_stand_in_the_way_of_the_next(entries, tournament):
    happened(tournament, "registered", entries="all of them")
    happened(tournament, "round_published", round=[1], stage=None)
    happened(tournament, "moved_up", entries=[entries[0].pk, "x", 10**12])
    assert tell_events() == 3
    assert list(written()) == ["ada"]


def test_the_queries_do_not_grow_with_the_people(entries, tournament):
    stage = a_stage(tournament, entries)

    def queries(number: int, *tables: list[Entry]) -> int:
        a_round(stage, *tables, number=number, status=Round.PUBLISHED)
        happened(tournament, "round_published", stage=1, round=number)
        before = MailNotice.objects.count()
        with CaptureQueriesContext(connection) as captured:
            tell_events()
        assert MailNotice.objects.count() - before == sum(len(table) for table in tables)
        Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
        return len(captured)

    queries(1, entries[:2])  # the first letters of an hour begin its count
    assert queries(2, entries[:2]) == queries(3, entries[:4], entries[4:])


def test_a_new_league_sends_so_many_letters_a_day_and_the_rest_wait(entries):
    league = entries[0].tournament.season.league
    hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    QuotaUse.objects.create(league=league, kind="letters", hour=hour, amount=quotas()["letters"].most_of_a_new_one)
    publish(entries)
    tell_events()
    assert set(MailNotice.objects.values_list("next_try_at", flat=True)) == {hour + timedelta(hours=24)}
    MailNotice.objects.all().delete()
    League.objects.filter(pk=league.pk).update(created_at=hour - timedelta(days=30))
    happened(entries[0].tournament, "cancelled")
    tell_events()
    assert not MailNotice.objects.filter(next_try_at__gt=timezone.now()).exists() and MailNotice.objects.exists()


def of_entrants() -> dict[str, str]:
    notices = Notice.objects.filter(kind="entrant").values_list("user__username", "text")
    return dict(notices)


def test_organisers_hear_of_who_enters_or_withdraws_without_them(entries, tournament):
    olga = a_referee(tournament, "olga", "organiser")
    a_referee(tournament, "kim", "score_keeper")
    owner = entries[0].character.owner
    happened(tournament, "registered", by=owner, entries=[entries[0].pk])
    happened(tournament, "dropped", by=owner, entries=[entries[0].pk])
    happened(tournament, "registered", by=olga, entries=[entries[1].pk])
    tell_events()
    assert Notice.objects.filter(kind="entrant").count() == 2
    assert set(of_entrants()) == {"olga"}
    assert "8 places are taken." in of_entrants()["olga"]
