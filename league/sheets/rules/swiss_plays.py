"""The pairings of a Swiss tournament's report (TRF16) as plays. Each is listed with its reason, because chess is not
one of this site's games."""

import re
from collections.abc import Sequence

from engine.translatable import said
from league.people.rules.people_files import SwissPlayer, swiss_players
from league.sheets.rules.own_plays import SeatElsewhere
from league.sheets.rules.plays_elsewhere import MOST_PLAYS, NoExport, PlayElsewhere

_DATES = re.compile(r"132 .*")
_DATE = re.compile(r"([0-9]{2,4})/([0-9]{2})/([0-9]{2})")
_WON = {"1": True, "+": True, "w": True, "0": False, "-": False, "l": False}


def plays_of_swiss(text: str) -> list[PlayElsewhere]:
    """Return each pairing once, by rounds. Raise NoExport."""
    players = {player.cells["start_no"]: player for player in swiss_players(text)}
    if sum(len(player.rounds) for player in players.values()) > 2 * MOST_PLAYS:
        raise NoExport(said("The file has over {most:,} plays. Export fewer at a time.", most=MOST_PLAYS))
    dates = [f"{year:0>4}-{month}-{day}" for year, month, day in _DATE.findall((_DATES.search(text) or [""])[0])]
    dates = [f"20{date[2:]}" if date.startswith("00") else date for date in dates]
    return [
        _play(number, dates, player, players[opponent], results)
        for number in range(max((len(player.rounds) for player in players.values()), default=0))
        for player, opponent, results in _pairings(number, players)
    ]


def _pairings(number: int, players: dict[str, SwissPlayer]) -> Sequence[tuple[SwissPlayer, str, tuple[str, str]]]:
    pairings, paired = [], set[str]()
    for key, player in players.items():
        opponent, _, result = player.rounds[number] if number < len(player.rounds) else ("", "", "")
        if opponent in players and key not in paired and opponent != key:
            paired |= {key, opponent}
            other = players[opponent].rounds
            pairings.append((player, opponent, (result, other[number][2] if number < len(other) else "")))
    return pairings


def _play(
    number: int, dates: Sequence[str], player: SwissPlayer, opponent: SwissPlayer, results: tuple[str, str]
) -> PlayElsewhere:
    pair = (player, opponent)
    return PlayElsewhere(
        games=["Chess"],
        played_at=dates[number] if number < len(dates) else "",
        reference=f"trf-{number + 1}-{player.cells['start_no']}",
        seats=[
            SeatElsewhere(who.cells["name"], score=result, won=_WON.get(result.casefold()), order=order)
            for order, (who, result) in enumerate(zip(pair, results, strict=True), 1)
        ],
    )
