"""Problems with the set-up of a tournament, by field."""

from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from engine.careers.editions import edition_ids
from engine.core.settings import refusal
from engine.translatable import spoken
from games.rules.sheets import Knowledge, ScoreSheet, SeatLine
from games.rules.systems import seats_by, setup_problems
from league.clubs.queries import house_rules_of
from league.core.queries.systems import system_for, systems_of
from league.models import Entry, Tournament
from league.play.rules.systems import PLAYED_HERE
from league.tournaments.entries.queries import applicants, conditions_of
from league.tournaments.entries.rules import entry_refusal
from league.tournaments.stages.rules.stage_plans import BOUNDS

SETUP = ("mode", "target", "minutes")


def setup_problems_of(tournament: Tournament) -> dict[str, str]:
    """Return what would make a score sheet of this game refused before it has any figures, by field."""
    system = system_for(tournament.season.league, tournament.system)
    if system is None:
        text = _("There is no game '{system}'; choose one of {known}.")
        known = ", ".join(system.ID for system in systems_of(tournament.season.league))
        return {"system": text.format(system=tournament.system, known=known)}
    if tournament.played_here and system.ID not in PLAYED_HERE:
        text = _("Only a game with an engine can be played on the site; the tables of {game} are played at a board.")
        return {"played_here": text.format(game=system.NAME)}
    if tournament.edition not in edition_ids():
        return {"edition": _("There is no edition '{edition}'.").format(edition=tournament.edition)}
    rules = house_rules_of(tournament.season)
    least, most = seats_by(system, rules.choices(system.ID))
    least, most = max(least, BOUNDS["table_size"][0]), min(most, BOUNDS["table_size"][1])
    if refusal(tournament.table_size, bounds=(least, most)):
        text = _("{game} is played by {least} to {most}; choose tables of that size.")
        return {"table_size": text.format(game=system.NAME, least=least, most=most)}
    if system.MODES and tournament.mode not in system.MODES:
        text = _("Choose how {game} is played: {modes}.")
        return {"mode": text.format(game=system.NAME, modes=", ".join(system.MODES))}
    if tournament.mode == "timed" and not tournament.minutes:
        return {"minutes": _("A timed game needs its length in minutes.")}
    now = timezone.now()
    lines = tuple(SeatLine(seat, None, "") for seat in range(1, tournament.table_size + 1))
    blank = ScoreSheet(
        tournament.system,
        tournament.edition,
        now,
        lines,
        tournament.mode,
        tournament.target,
        tournament.minutes,
        definition=system.content,
    )
    knowledge = Knowledge(now=now, rules=rules, seated={})
    problems = setup_problems(blank, knowledge)
    return {problem.figure: spoken(problem.message) for problem in problems if problem.figure in SETUP}


def outgrown_entries(tournament: Tournament) -> list[str]:
    """Return why the entries could not enter as the tournament is set up now. Entries that dropped are left out."""
    entries = Entry.objects.filter(tournament=tournament).exclude(status=Entry.DROPPED)
    conditions = conditions_of(tournament)
    applicant_of = applicants(tournament, Character.objects.filter(entries__in=entries))
    return [spoken(why) for who in applicant_of.values() if (why := entry_refusal(who, conditions))]
