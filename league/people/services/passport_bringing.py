"""Passports of other installations: which leagues there are trusted, and what one brings along. A passport is offered
first, so that its owner sees what would follow; accepted for good, because facts are never taken back."""

import re
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.facts import EARNED_ELSEWHERE, CareerFact
from characters.rules.names import can_be_shown, tidy
from characters.services.facts import keep_rules, record_facts
from characters.services.review import review_characters
from engine.translatable import Translatable, said, spoken
from league.core.ledger.services import record
from league.core.queries.access import require
from league.models import BroughtPassport, League, TrustedKey
from league.people.queries.passports import (
    compressed,
    content_of,
    earned_by,
    fitting_characters,
    house_rules_now,
    refusals,
)
from league.people.rules.passport_leagues import slug_in
from league.people.rules.passport_proof import ProofReport, verify
from league.people.rules.passports import Passport
from league.people.services.registration import register_in_league

KEY = re.compile(r"[0-9a-f]{64}")
NAME_LENGTH = 120
OFFER_KEPT = timedelta(days=1)


class PassportRefused(ValidationError):
    """A league can't accept a passport, for every reason that there is; `report` is what its verification says."""

    def __init__(self, reasons: list[str], report: ProofReport) -> None:
        super().__init__([spoken(reason) for reason in reasons])
        self.report = report


@transaction.atomic
def trust_league(*, league: League, name: str, key: str, league_there: str, by: User) -> TrustedKey:
    """Accept passports of one league of an installation from now on: `league_there` is its slug or an address of it.
    Raise ValidationError by field."""
    name, key, there = tidy(name), "".join(key.split()).casefold(), slug_in(league_there)
    problems = {}
    if not name or len(name) > NAME_LENGTH or not can_be_shown(name):
        text = _("Say whose key it is, in at most {most} letters that can be shown.")
        problems["name"] = text.format(most=NAME_LENGTH)
    if not KEY.fullmatch(key):
        problems["key"] = _("A key has 64 hexadecimal digits; the installation shows its own on its page /verify/.")
    if not there:
        problems["league_there"] = _("Name the league by the address of its page there, or by its last word.")
    elif league.trusted_keys.filter(key=key, league_there=there).exists():
        problems["league_there"] = _("The league already trusts this one.")
    if problems:
        raise ValidationError(problems)
    text = said("Passports of {league} at {name} are accepted from now on.", league=there, name=name)
    trusted = TrustedKey.objects.create(league=league, name=name, key=key, league_there=there, added_by=by)
    record(kind="key_trusted", text=text, by=by, league=league, rows=[trusted], key=key, league_there=there)
    return trusted


@transaction.atomic
def distrust_league(*, trusted: TrustedKey, by: User) -> None:
    """Accept no more passports of this league. What was brought along before stays."""
    text = said(
        "Passports of {league} at {name} are no longer accepted.", league=trusted.league_there, name=trusted.name
    )
    if TrustedKey.objects.filter(pk=trusted.pk).delete()[0]:
        about: dict[str, Any] = {"key": trusted.key, "league_there": trusted.league_there}
        record(kind="key_distrusted", text=text, by=by, league=trusted.league, gone=[trusted], **about)


@transaction.atomic
def offer_passport(*, league: League, data: bytes, by: User) -> BroughtPassport:
    """Keep a passport that this league could accept, for a day, in place of the person's earlier offer. For an already
    accepted passport its row is returned. Raise PassportRefused with every reason."""
    require(by, "register", league)
    report = verify(data)
    brought = league.passports.filter(digest=report.digest, character__isnull=False).first() if report.digest else None
    if brought is not None:
        return brought
    passport = _acceptable(league, report, by)
    old = timezone.now() - OFFER_KEPT
    BroughtPassport.objects.filter(character=None, brought_at__lt=old).delete()
    BroughtPassport.objects.filter(character=None, league=league, brought_by=by).delete()
    _record("passport_offered", said("A passport was brought to the league."), league, report.digest, by)
    return BroughtPassport.objects.create(
        league=league,
        key=passport["key"],
        slug=passport["character"]["slug"],
        digest=report.digest,
        content=compressed(passport),
        brought_by=by,
    )


@transaction.atomic
def withdraw_offer(*, offer: BroughtPassport) -> None:
    if BroughtPassport.objects.filter(pk=offer.pk, character=None).delete()[0]:
        text = said("An offered passport was put away.")
        _record("passport_withdrawn", text, offer.league, offer.digest, offer.brought_by)


@transaction.atomic
def accept_passport(
    *,
    offer: BroughtPassport,
    by: User,
    character: Character | None = None,
    name: str = "",
    owner: User | None = None,
    owner_label: str = "",
) -> Character:
    """Make what the passport proves the first fact of a character without any: of `character`, else of a new one with
    this name and owner, of the same edition and programs. Accepting it twice has the same answer.

    Raise PassportRefused with every reason why the league can't accept it, and as `register_in_league`.
    """
    league = League.objects.select_for_update(no_key=True).get(pk=offer.league_id)
    row = BroughtPassport.objects.select_for_update(no_key=True).filter(pk=offer.pk).first()
    if row is None:
        raise ValidationError(_("This offer was withdrawn, or is older than a day. Bring the passport again."))
    if row.character is not None:
        return row.character
    report = verify(content_of(row))
    passport = _acceptable(league, report, by)
    if character is None:
        who = passport["character"]
        character = register_in_league(
            league=league,
            owner=owner,
            owner_label=owner_label,
            name=name or who["name"],
            edition_id=who["edition"],
            specialty=who["specialty"],
            side_interest=who["side_interest"],
            title=who["title"],
        )
    else:
        character = _without_facts(league, passport, character, by)
    rules = keep_rules(rules=house_rules_now(league))
    earned = earned_by(report, rules=rules.digest)
    record_facts(entries=[(character.pk, CareerFact(kind=EARNED_ELSEWHERE, at=timezone.now(), earned=earned))])
    row.character, row.brought_at = character, timezone.now()
    row.save(update_fields=["character", "brought_at"])
    text = said("{name} begins with what a passport says.", name=character.name)
    _record("passport_accepted", text, league, row.digest, by, key=row.key, character=character.pk)
    review_characters(character_ids=[character.pk], wait=True)
    character.refresh_from_db()
    return character


def forget_passports(*, person: User) -> None:
    """Delete the files of a person who deletes the account, which name them: what they brought along, and what belongs
    to their characters. What was earned by them stays, as facts."""
    own = BroughtPassport.objects.filter(Q(brought_by=person) | Q(character__owner=person))
    own.filter(character=None).delete()
    own.filter(forgotten_at=None).update(content=b"", forgotten_at=timezone.now())


def _record(kind: str, text: Translatable, league: League, digest: str, by: User, **about: Any) -> None:
    record(kind=kind, text=text, by=by, league=league, passport=digest, **about)


def _acceptable(league: League, report: ProofReport, by: User) -> Passport:
    reasons = refusals(league, report, by=by)
    if reasons or report.passport is None:
        raise PassportRefused(reasons, report)
    return report.passport


def _without_facts(league: League, passport: Passport, character: Character, by: User) -> Character:
    """Lock and return the character, so that no game of it is confirmed in the meantime. Raise ValidationError if
    it can't take the passport."""
    Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    fitting = fitting_characters(league, by, passport).filter(pk=character.pk).first()
    if fitting is None:
        text = _(
            "{character} can't take this passport: it must be yours, of the same edition, specialty and side interest, "
            "and without any confirmed game so far."
        )
        raise ValidationError({"character": text.format(character=character)})
    return fitting
