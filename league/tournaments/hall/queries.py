"""The contents of the files of a hall: of the one that goes along, and of the ones that come home."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, F, Max
from django.db.models.functions import Coalesce
from django.utils import timezone

from characters.models import Fact, RuleSet
from characters.rules.facts import decode, stamp
from games.models import Decision, Game
from games.rules.people import columns
from league.core.rules.roles import ORGANISER, SCORE_KEEPER
from league.models import EntryFee, FeePayment, Hall, LedgerEntry, Membership, TableReport, Team, Tournament
from league.people.rules.passports import rules_named
from league.tournaments.archive.queries.archive import json_rows, tournament_archive
from league.tournaments.hall.rules.files import ALONG, BACK

Content = dict[str, Any]


def along(hall: Hall, *, secret: str) -> Content:
    """Return all that the hall needs: the tournament with what only its staff and its draws may know, the careers, and
    the staff. `secret` is the private key by which the hall signs."""
    tournament = hall.tournament
    archive = tournament_archive(tournament, private=True, with_secret=True)
    return {
        "kind": ALONG,
        "made_at": stamp(timezone.now()),
        "home": {"name": settings.SITE_NAME, "address": settings.SITE_URL},
        "hall": {"key": hall.key, "secret": secret, "seal": hall.seal, "writer": hall.writer},
        "staff": _staff(tournament),
        "careers": _careers(tournament, archive),
        "fees": fees_of(tournament),
        "lots": lots_of(tournament),
        "archive": archive,
    }


def back(hall: Hall) -> Content:
    """Return what the hall sends home: the whole tournament as it is here, and how far that is."""
    return {
        "kind": BACK,
        "made_at": stamp(timezone.now()),
        "hall": {
            "key": hall.key,
            "writer": hall.writer,
            "revision": written_here(),
            "closed": hall.tournament.hall_id is not None,
        },
        "fees": fees_of(hall.tournament),
        "archive": tournament_archive(hall.tournament, private=True, with_secret=True),
    }


def fees_of(tournament: Tournament) -> Content:
    """Return the fee of the tournament and every payment that was noted."""
    fee = EntryFee.objects.filter(tournament=tournament).values("hundredths", "currency", "how_to_pay").first()
    noted = FeePayment.objects.filter(entry__tournament=tournament).order_by("id")
    rows = noted.values("entry__number", "hundredths", *columns("noted_by"), "noted_at", "taken_back_at")
    return {"fee": fee, "payments": json_rows(rows)}


def lots_of(tournament: Tournament) -> Content:
    """Return the number that the draw of lots takes for each entry and each team, by their numbers."""
    of_team, of_entry = (Coalesce("lot", F(own), output_field=BigIntegerField()) for own in ("pk", "character"))
    teams = Team.objects.filter(contest__tournament=tournament).order_by("number")
    return {
        "entries": [*tournament.entries.order_by("number").values_list("number", of_entry)],
        "teams": [*teams.values_list("number", of_team)],
    }


def written_here() -> int:
    """Return a number that grows with everything that is written in a hall, whatever its clock says."""
    grown = (LedgerEntry.objects, Decision.objects, TableReport.objects)
    return sum(rows.aggregate(last=Max("pk"))["last"] or 0 for rows in grown)


def hall_here() -> Hall | None:
    """Return the hall that this installation is for, if it is."""
    return Hall.objects.exclude(secret="").select_related("tournament__season__league", "taken_by").last()


def _staff(tournament: Tournament) -> list[dict[str, str]]:
    rows = Membership.objects.filter(league=tournament.season.league_id, role__in=(ORGANISER, SCORE_KEEPER))
    staff = rows.filter(user__is_active=True).order_by("user__username").values_list("user__username", "role")
    return [{"name": name, "role": role} for name, role in staff]


def _careers(tournament: Tournament, archive: Mapping[str, Any]) -> Content:
    """Return the facts of everybody in the archive by name, without those of this tournament's games, which the archive
    has, and the house rules that they name."""
    own = {*Game.objects.filter(table__round__stage__tournament=tournament).values_list("pk", flat=True)}
    rows = Fact.objects.filter(character__name__in=[row["name"] for row in archive["characters"]])
    columns = ("character__name", "game", "content")
    facts: dict[str, list[str]] = {}
    for name, game, content in rows.order_by("character", "number").values_list(*columns):
        if game not in own:
            facts.setdefault(name, []).append(content)
    named = rules_named([decode(content) for contents in facts.values() for content in contents])
    rules = {digest: rule_set.settings for digest, rule_set in RuleSet.objects.in_bulk(list(named)).items()}
    return {"rules": rules, "facts": facts}
