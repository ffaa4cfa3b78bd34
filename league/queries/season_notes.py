"""What the season page says about one game besides its standings."""

from collections.abc import Callable, Mapping

from characters.models import Character
from games.rules import career_poker, office_job
from league.models import Season
from league.queries.balance import balance_of, rate
from league.queries.carry_over import last_positions, wins_by_seat
from league.rules.notes import Note

MOST_SHOWN = 12


def season_note(season: Season, system: str | None) -> Note | None:
    """The note on that game, None where it carries nothing over."""
    write = _NOTES.get(system or "")
    return write(season) if write else None


def advantage(seats: int) -> str:
    """How much it helps at Career Poker to be the boss already, as bots showed."""
    found = balance_of(career_poker.ID, seats)
    if not found or found[0].best_stays is None:
        return ""
    one = found[0]
    return (
        f"That is a real advantage: among {seats} bots the boss of a deal stayed boss in {one.best_stays:.0f} % of the "
        f"next deals (even chances would be {100 / seats:.0f} %), the dishwasher stayed in {one.last_stays:.0f} %."
    )


def _bosses(season: Season) -> Note | None:
    held = last_positions(season)
    if not held:
        return None
    names = Character.objects.in_bulk(list(held))
    newest = next(reversed(held.values()))
    boss = [who for who, one in held.items() if one.game == newest.game and one.position == 1]
    lead = f"{names[boss[0]].name} is boss. " if boss else "A guest is boss. "
    text = f"{lead}The last position in the season seeds the next table, newcomers come in at the bottom. "
    recent = list(held.items())[::-1][:MOST_SHOWN]
    return Note(
        "Who is boss?",
        text + advantage(newest.seats),
        ("Character", "Last position", "Played"),
        tuple(
            (names[who].name, f"{one.title} ({one.position} of {one.seats})", f"{one.played_at:%d %b %Y}")
            for who, one in sorted(recent, key=lambda pair: (-pair[1].played_at.timestamp(), pair[1].position))
        ),
    )


def _seats(season: Season) -> Note | None:
    counted = wins_by_seat(season)
    if not counted:
        return None
    rows = []
    for table, seats in counted.items():
        for seat, (wins, games) in enumerate(seats, 1):
            one = rate(wins, games)
            interval = f"{one.low:.0f} to {one.high:.0f} %"
            rows.append((f"Seat {seat} of {table}", str(games), f"{one.percent:.0f} %", interval))
    text = (
        f"Who sits late acts last and wins more often{_among_bots(max(counted))}, so the seats should rotate over the "
        "season; the form for a result says who should sit where. Shared victories count for everybody who shares them."
    )
    return Note("Does the seat matter?", text, ("Seat", "Games", "Won", "95 % interval"), tuple(rows))


def _among_bots(seats: int) -> str:
    found = balance_of(office_job.ID, seats)
    if not found:
        return ""
    first, last = (rate(wins, found[0].games).percent for wins in (found[0].wins[0], found[0].wins[-1]))
    return f" (among {seats} bots the last in {last:.0f} %, the first in {first:.0f} % of the games)"


_NOTES: Mapping[str, Callable[[Season], Note | None]] = {career_poker.ID: _bosses, office_job.ID: _seats}
