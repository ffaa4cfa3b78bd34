"""Letters, pushes and the inbox are in the language of their reader; the row of a notice is English for everybody."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from engine.translatable import said, said_of
from league.models import KnownBrowser, LanguageChoice, MailNotice, Notice
from league.notices.queries.letters import worded
from league.notices.rules.notices import packed, unpacked
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_careers, tell_events
from league.notices.services.plain_letters import tell_of_sign_in
from league.notices.services.wishes import set_notice_wish, write_digests
from tests.factories.careers import PATHS
from tests.factories.cast import a_staffed_season
from tests.factories.games import reviewed
from tests.factories.notices import happened, written
from tests.factories.pages import text
from tests.factories.people import with_mail
from tests.factories.sheets import at
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 1, 6, tzinfo=UTC)
GERMAN = {
    "A place in %(tournament)s for %(names)s": "Ein Platz bei %(tournament)s für %(names)s",
    "No more notices by e-mail:": "Keine Nachrichten mehr per E-Mail:",
    "Your week up to %(until)s": "Ihre Woche bis %(until)s",
    "A new sign-in to your account %(name)s": "Eine neue Anmeldung bei Ihrem Konto %(name)s",
    "A new password": "Ein neues Passwort",
    "{who}: {subject}": "{who}: {subject}",
    "Your appointment as {new}": "Ihre Ernennung: {new}",
    "{day} {month}": "{day}. {month}",
}


@pytest.fixture(autouse=True)
def catalogue() -> Iterator[None]:
    """A few words of German, whatever the real catalogue says by now."""
    german = trans_real.translation("de")
    kept = german._catalog
    german._catalog = trans_real.TranslationCatalog()
    german._catalog._catalogs, german._catalog._plurals = (
        [dict(GERMAN), *kept._catalogs],
        [lambda number: int(number != 1), *kept._plurals],
    )
    yield
    german._catalog = kept


@pytest.fixture
def readers() -> tuple[User, User]:
    """Ada reads German, Bo has chosen nothing; both can be written to."""
    entries = entered(a_tournament(), 2)
    with_mail(*entries)
    ada, bo = (entry.character.owner for entry in entries)
    LanguageChoice.objects.create(user=ada, language="de")
    happened(entries[0].tournament, "moved_up", entries=[entry.pk for entry in entries])
    return User.objects.get(pk=ada.pk), User.objects.get(pk=bo.pk)


def test_each_letter_is_in_the_language_of_who_receives_it(readers):
    tell_events()
    assert written()["ada"][0] == "Ein Platz bei Spring Open für Ada"
    assert written()["bo"][0] == "A place in Spring Open for Bo"
    send_mail_notices()
    bodies = {letter.to[0].partition("@")[0]: letter.body for letter in mail.outbox}
    assert "Keine Nachrichten mehr per E-Mail:" in bodies["ada"]
    assert "No more notices by e-mail:" in bodies["bo"]


def test_what_is_kept_of_a_notice_is_english_whoever_tells_it(readers):
    with translation.override("de"):
        tell_events()
    assert set(Notice.objects.values_list("subject", flat=True)) == {
        "A place in Spring Open for Ada",
        "A place in Spring Open for Bo",
    }


def test_two_readers_each_find_their_own_language_in_the_inbox(readers, client: Client):
    tell_events()
    ada, bo = readers
    client.force_login(ada)
    assert "Ein Platz bei Spring Open für Ada" in text(client.get(reverse("notice_list")))
    client.force_login(bo)
    assert "A place in Spring Open for Bo" in text(client.get(reverse("notice_list")))


def test_the_language_of_the_league_counts_for_who_has_chosen_none(readers):
    league = readers[1].memberships.get().league
    league.language = "de"
    league.save(update_fields=["language"])
    tell_events()
    assert written()["bo"][0] == "Ein Platz bei Spring Open für Bo"


def test_the_weekly_letter_is_in_the_readers_language_line_by_line(readers):
    tell_events()
    ada = readers[0]
    wish = set_notice_wish(user=ada, ways={}, quiet=None, zone="UTC", digest=True)
    wish.digest_at = datetime.now(UTC)
    wish.save(update_fields=["digest_at"])
    write_digests()
    letter = MailNotice.objects.get(user=ada, key__startswith="digest")
    assert letter.subject.startswith("Ihre Woche bis ")
    assert "Ein Platz bei Spring Open für Ada" in letter.text


def test_a_memo_of_a_career_is_worded_again_from_what_it_was_made_of():
    season, ada, bo, _, _ = a_staffed_season()
    reviewed(season, "big", at(ada, 510, won=True, **PATHS), at(bo, 90), target=500)
    tell_careers()
    notice = Notice.objects.get()
    assert notice.subject == "Ada: Your appointment as Senior"
    with translation.override("de"):
        assert worded(notice)[0] == "Ada: Ihre Ernennung: Senior"
    assert worded(notice) == (notice.subject, notice.text)


def test_a_notice_from_before_its_words_were_kept_is_read_as_it_was_written(readers):
    tell_events()
    notice = Notice.objects.filter(user=readers[0]).get()
    with translation.override("de"):
        for words in ({}, {"template": "gone", "values": {}}, {"subject": "New"}):
            notice.words = words
            assert worded(notice) == ("A place in Spring Open for Ada", notice.text)


def test_letters_about_an_account_are_in_its_language(readers):
    ada = readers[0]
    tell_of_sign_in(KnownBrowser.objects.create(user=ada, name="Firefox", first_at=NOW, last_at=NOW))
    letter = MailNotice.objects.get(user=ada)
    assert letter.subject == "Eine neue Anmeldung bei Ihrem Konto owner-of-ada"


def test_a_letter_for_a_new_password_is_in_the_language_of_the_account(readers, client: Client):
    ada = readers[0]
    EmailAddress.objects.get_or_create(user=ada, email=ada.email, defaults={"verified": True, "primary": True})
    client.post(reverse("account_reset_password"), {"email": ada.email}, headers={"accept-language": "fr"})
    assert "Ein neues Passwort" in mail.outbox[-1].subject


def test_sentences_come_back_from_json_as_they_were():
    day, share = date(2026, 1, 6), Decimal("80.50")
    sentence = said("{who}: {what}", who="Ada", what=said_of(2, "{count} card", "{count} cards"))
    whole = {"a": [sentence, ("b", 1, None)], "day": day, "share": share, "at": datetime(2026, 1, 6, tzinfo=UTC)}
    assert unpacked(packed(whole)) == {**whole, "a": ["Ada: 2 cards", ["b", 1, None]]}
