"""Passports as this installation knows them: who vouches for the games in a new one, whose key one carries, what
it would count for, and the proof that accepted ones are what the facts say."""

import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from characters.models import Character, Fact
from characters.queries.history import rules_in
from characters.rules.facts import EARNED_ELSEWHERE, Earned, decode, stamp
from characters.rules.house_rules import DEFAULTS, HouseRules
from games.models import PlaySeat, Sheet, SheetSeat
from league.clubs.queries import rule_set_of
from league.core.queries.access import may, organisers_shown
from league.core.rules.signatures import canonical, public_key
from league.core.services.installation_key import installation_key
from league.models import BroughtPassport, League, TrustedKey
from league.people.rules.passport_leagues import MOST_ORGANISERS, Counted, Figures, Opponent, PassportLeague, figures_of
from league.people.rules.passport_proof import ProofReport, verify
from league.people.rules.passports import Installation, Passport


def this_installation() -> Installation:
    return {"name": settings.SITE_NAME, "address": settings.SITE_URL}


def our_key() -> str:
    return public_key(installation_key())


def league_of(character: Character, counted: Collection[int]) -> PassportLeague:
    """Return the league of the character, and who vouches for the `counted` games (ids). Raise Enrolment.DoesNotExist
    if it belongs to no league. Six queries."""
    league = character.enrolment.league
    return {
        "name": league.name,
        "slug": league.slug,
        "address": f"{settings.SITE_URL}{iri_to_uri(league.get_absolute_url())}",
        "since": stamp(league.created_at.replace(microsecond=0)),
        "organisers": organisers_shown(league)[:MOST_ORGANISERS],
        **_figures(character, counted),
    }


def _figures(character: Character, counted: Collection[int]) -> Figures:
    here: dict[int, dict[int, int | None]] = defaultdict(dict)
    at_plays = PlaySeat.objects.filter(play__game__isnull=False, play__seats__character=character)
    for game, seat, person in at_plays.values_list("play__game", "seat", "person"):
        here[game][seat] = person
    sheets = Sheet.objects.confirmed().filter(seats__character=character)
    games = dict.fromkeys(counted, Counted(played_here=False, reporter=None, confirmer=None))
    for game, source, reporter, confirmer in sheets.values_list("game", "source", "submitted_by", "confirmed_by"):
        if game in games:
            games[game] = Counted(source == Sheet.ENGINE and game in here, reporter, confirmer)
    seats = SheetSeat.objects.filter(sheet__status=Sheet.CONFIRMED, sheet__seats__character=character)
    others = seats.exclude(character=character).values_list("sheet__game", "seat", *_OF_OPPONENTS)
    opponents = [
        Opponent(here[game].get(seat), "") if games[game].played_here else Opponent(account, label or borne or name)
        for game, seat, account, label, borne, name in others
        if game in games
    ]
    return figures_of(games.values(), opponents, owner=Opponent(character.owner_id, character.owner_label))


_OF_OPPONENTS = ("character__owner", "character__owner_label", "character__name", "name")


def known_as(passport: Passport) -> str:
    """Return whose key this is, and which of its leagues are trusted by a league of this installation, in a sentence or
    more."""
    trusted = TrustedKey.objects.filter(key=passport["key"]).order_by("name", "pk").select_related("league")
    sentences = [f"{key.league} trusts the league {key.league_there} of it, as {key.name}." for key in trusted]
    if passport["key"] == our_key():
        sentences.insert(0, f"The key is that of this installation, {settings.SITE_NAME} ({settings.SITE_URL}).")
    elif sentences:
        sentences.insert(0, "The key is known here.")
    else:
        compare = "The key is not known here: compare it with the one that the installation shows on its page /verify/."
        sentences = [compare]
    if not any(key.league_there == passport["league"]["slug"] for key in trusted):
        sentences.append(f"Nobody here trusts the league {passport['league']['slug']}.")
    return " ".join(sentences)


def claim_code(league: League, user: User) -> str:
    """Return the code that a player's passport must be made for: only the owner of the character can have that
    written."""
    return f"{user.get_username()} at {settings.SITE_URL}{iri_to_uri(league.get_absolute_url())}"


def house_rules_now(league: League) -> HouseRules:
    """Return the house rules of the newest season: by them a passport counts that is brought along now."""
    season = league.seasons.order_by("-id").first()
    return rules_in(rule_set_of(season)) if season else DEFAULTS


def refusals(league: League, report: ProofReport, *, by: User) -> list[str]:
    """Return every reason why this league can't accept the passport from `by`."""
    if report.passport is None:
        return report.reasons
    reasons = report.reasons + _trust_problems(league, report.passport)
    if not report.passport["facts"]:
        reasons.append(_("The passport holds no facts: nothing has been earned yet that could be brought along."))
    if not may(by, "administer", league) and report.passport["made_for"] != claim_code(league, by):
        not_yours = _(
            "Anybody can download this passport, so it doesn't prove that it is yours. Sign in where the character "
            "plays, have a passport made for “{code}”, and bring that file, or ask an organiser of this league."
        )
        reasons.append(not_yours.format(code=claim_code(league, by)))
    return reasons + list(_counted_already(league, report.passport))


def _trust_problems(league: League, passport: Passport) -> list[str]:
    """Return why the passport's league is not trusted. Trust in a key is for one league of it: anybody can found
    another there."""
    there, installation = passport["league"], passport["installation"]
    trusted = league.trusted_keys.filter(key=passport["key"])
    if trusted.filter(league_there=there["slug"]).exists():
        return []
    if trusted.exists():
        text = _(
            "{league} trusts another league of {installation}, but not {there} ({slug}). Anybody can found a league "
            "there. An organiser who knows this one can add it."
        )
    else:
        text = _(
            "{league} doesn't trust the key {key}, which says that it is {installation} ({address}), nor its league "
            "{there} ({slug}). An organiser who knows that league, and has compared the key, can add them."
        )
    issuer = {"installation": installation["name"], "address": installation["address"], "key": passport["key"]}
    return [text.format(league=league, there=there["name"], slug=there["slug"], **issuer)]


def _counted_already(league: League, passport: Passport) -> Iterator[str]:
    """Yield what already counts here: this career, or one that it was begun with. Nothing is counted twice."""
    for key, slug, name in origins(passport):
        if key == our_key() and league.enrolments.filter(character__slug=slug).exists():
            here = _("{character} is already a character of {league}; what it earned here counts here.")
            yield here.format(character=name, league=league)
        brought = league.passports.filter(key=key, slug=slug, character__isnull=False).select_related("character")
        if (first := brought.first()) and first.character:
            before = _("The career of {name} was brought along before, for {character}; it counts once in a league.")
            yield before.format(name=name, character=first.character)


def origins(passport: Passport) -> list[tuple[str, str, str]]:
    """Return key, address and name of the character, and of everybody whose passport it was begun with. Facts that
    can't be read are left out."""
    places = [(passport["key"], passport["character"]["slug"], passport["character"]["name"])]
    for content, _digest in passport["facts"]:
        if EARNED_ELSEWHERE in content:
            try:
                earned = decode(content).earned
            except ValueError:
                continue
            places += [(earned.key, earned.slug, earned.name)] if earned else []
    return places


def earned_by(report: ProofReport, *, rules: str) -> Earned:
    """Return the fact from a passport whose report holds. `rules` is the digest of the house rules by which
    it counts. Raise ValueError for a passport that doesn't hold."""
    passport, life = report.passport, report.life
    if passport is None or life is None:
        raise ValueError("This passport doesn't hold.")
    now, who, issuer = life.current, passport["character"], passport["installation"]
    return Earned(
        passport=report.digest,
        installation=issuer["name"],
        address=issuer["address"],
        league=passport["league"]["name"],
        league_slug=passport["league"]["slug"],
        key=passport["key"],
        slug=who["slug"],
        name=who["name"],
        made_at=passport["made_at"],
        rules=rules,
        level=now.level,
        status=now.status,
        career=now.number,
        games=now.games,
        wins=now.wins,
        happiness=now.happiness,
        fame=now.fame,
        cash=now.cash,
        degrees=now.degrees,
        trips=now.trips,
    )


def fitting_characters(league: League, user: Any, passport: Passport) -> QuerySet[Character]:
    """Return the characters of the same edition and programs for which the passport can be brought: those without a
    single fact, the person's own, for organisers anybody's."""
    who = passport["character"]
    same = {name: who[name] for name in ("edition", "specialty", "side_interest")}
    fitting = Character.objects.filter(enrolment__league=league, last_fact=0, brought_passport=None, **same)
    return fitting if may(user, "administer", league) else fitting.filter(owner=user)


def content_of(brought: BroughtPassport) -> bytes:
    return zlib.decompress(bytes(brought.content))


def compressed(passport: Passport) -> bytes:
    return zlib.compress(canonical(passport))


def passport_differences(first: int, last: int) -> Iterator[str]:
    """Yield a sentence for every passport of characters with these ids that is not what the facts say, or lacks its
    fact."""
    here = {"character__gte": first, "character__lte": last}
    stated = Fact.objects.filter(content__contains=f'"kind":"{EARNED_ELSEWHERE}"', **here)
    facts: dict[int, Earned | None] = {}
    for pk, content in stated.order_by("character_id", "number").values_list("character_id", "content"):
        if pk in facts:
            yield f"Character {pk}: the facts say twice what was earned elsewhere."
        try:
            facts[pk] = decode(content).earned
        except ValueError:
            facts[pk] = None  # the proof of the chain reports a fact that can't be read
    rows = BroughtPassport.objects.filter(**here).select_related("character__enrolment")
    for row in rows.order_by("character_id"):
        earned = facts.pop(row.character_id or 0, None)
        if problem := _difference(row, earned):
            yield f"{row.character}: {problem}"
    for pk in facts:
        yield f"Character {pk}: the passport is missing by which something was earned elsewhere."


def _difference(row: BroughtPassport, earned: Earned | None) -> str:
    enrolment = getattr(row.character, "enrolment", None)  # none of a character that was merged into another
    if enrolment is not None and enrolment.league_id != row.league_id:
        return "the passport that was brought along belongs to another league."
    if earned is None:
        return "no fact says what the passport brought along earned."
    named = (row.digest, row.key, row.slug) == (earned.passport, earned.key, earned.slug)
    if row.forgotten_at is not None:
        return "" if named else "the passport that was brought along is another one than the fact says."
    try:
        content = content_of(row)
    except zlib.error:
        return "the passport that was brought along can't be read."
    if not named or row.digest != sha256(content).hexdigest():
        return "the passport that was brought along was altered, or is another one than the fact says."
    report = verify(content)
    if not report.holds:
        return f"the passport that was brought along doesn't hold: {' '.join(report.reasons)}"
    if earned_by(report, rules=earned.rules) != earned:
        return "what was earned elsewhere is not what the passport says."
    return ""
