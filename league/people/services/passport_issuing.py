"""Making a passport. It writes nothing; the signature is what makes it valid."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character, RuleSet
from characters.rules.facts import decode, first_broken_link
from characters.rules.names import can_be_shown, tidy
from league.core.queries.figures import figure
from league.core.rules.signatures import canonical
from league.core.services.installation_key import signed_by_us
from league.models import Enrolment, SignedHead
from league.people.queries.passports import league_of, our_key, this_installation
from league.people.rules.passports import MOST_FACTS, Holder, life_of, passport, rules_named

MADE_FOR_LENGTH = 300


def issue_passport(*, character: Character, by: Any, with_owner: bool = False, made_for: str = "") -> bytes:
    """Return the character's passport at this moment. Only its owner has their name in it, or says who may bring it
    along.

    Raise PermissionDenied, and ValidationError for facts that prove nothing or are too many, or a character of no
    league.
    """
    made_for = tidy(made_for)
    if (with_owner or made_for) and (character.owner is None or character.owner != by):
        raise PermissionDenied(_("Only the owner of {character} decides that, signed in.").format(character=character))
    if made_for and (len(made_for) > MADE_FOR_LENGTH or not can_be_shown(made_for)):
        text = _("It must be readable text of at most {most} letters.")
        raise ValidationError({"made_for": text.format(most=MADE_FOR_LENGTH)})
    rows = list(character.facts.order_by("number").values_list("number", "content", "digest"))
    if len(rows) > MOST_FACTS:
        text = _("{character} has {facts} facts; a passport holds at most {most}.")
        raise ValidationError(text.format(character=character, facts=figure(len(rows)), most=figure(MOST_FACTS)))
    if first_broken_link(rows) is not None:
        text = _("The facts of {character} were altered: nothing is signed until check_careers agrees.")
        raise ValidationError(text.format(character=character))
    chain = [(content, digest) for _number, content, digest in rows]
    try:
        holder, contents = _holder(character, with_owner), [content for content, _digest in chain]
        named = RuleSet.objects.in_bulk(rules_named(list(map(decode, contents))))
        rules = {digest: rule_set.settings for digest, rule_set in named.items()}
        life = life_of(holder, contents, rules)
        unsigned = passport(
            installation=this_installation(),
            character=holder,
            league=league_of(character, life.held),
            life=life,
            chain=chain,
            rules=rules,
            made_at=timezone.now().replace(microsecond=0),
            made_for=made_for,
            head=_newest_head(),
        )
    except Enrolment.DoesNotExist as error:
        text = _("{character} no longer belongs to a league, so nobody vouches for its games.")
        raise ValidationError(text.format(character=character)) from error
    except (LookupError, ValueError) as error:
        text = _("The facts of {character} make no career: check_careers says why.")
        raise ValidationError(text.format(character=character)) from error
    return canonical(signed_by_us({**unsigned}))


def _newest_head() -> dict[str, Any] | None:
    """Return the newest head; None if the key that signs the passport has signed no head yet."""
    newest = SignedHead.objects.first()
    return newest.statement if newest is not None and newest.statement["key"] == our_key() else None


def _holder(character: Character, with_owner: bool) -> Holder:
    holder: Holder = {
        "name": character.name,
        "slug": character.slug,
        "edition": character.edition,
        "specialty": character.specialty,
        "side_interest": character.side_interest,
        "title": character.title,
        "c_level_title": character.c_level_title,
    }
    if with_owner and character.owner is not None:
        holder["owner"] = character.owner.get_username()
    return holder
