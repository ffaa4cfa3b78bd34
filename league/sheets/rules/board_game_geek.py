"""Plays of BoardGameGeek: the XML of its interface (`plays`, one or many pages), and tables of it as CSV.

The CSV has a row for each player of a play, with a number of the play and the name of the game beside it; headings are
read in any case and order. A date has no time of day. XML entities and document types are not read.
"""

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from characters.rules.names import name_key
from engine.translatable import said
from league.core.rules.csv_text import BOM, records, separator_of, text_of
from league.core.rules.tables import key_of
from league.sheets.rules.own_plays import SeatElsewhere
from league.sheets.rules.plays_elsewhere import (
    MOST_PLAYERS,
    MOST_PLAYS,
    NoExport,
    PlayElsewhere,
    added_up,
    short_text,
    whole,
)

MOST_DEPTH, MOST_WITHIN = 10, 2_000  # elements, of one play
NO_PLAYS = said("This XML holds no BoardGameGeek plays.")
Cells = Mapping[str, str]
# Headings of the CSV for each attribute of the XML.
_PLAY = {
    "id": ("playid", "play_id"),
    "game": ("objectname", "gamename", "game_name", "game", "item", "item_name"),
    "date": ("date", "playdate", "play_date", "date_played"),
    "quantity": ("quantity", "plays"),
    "length": ("length", "duration", "minutes"),
    "incomplete": ("incomplete",),
    "location": ("location",),
    "comments": ("comments", "comment"),
}
_PLAYER = {
    "name": ("name", "player", "player_name", "playername"),
    "username": ("username", "user_name"),
    "score": ("score", "points"),
    "win": ("win", "winner", "won"),
    "startposition": ("startposition", "start_position", "seat"),
    "color": ("color", "colour", "team", "color_team"),
}
_YES = frozenset(("1", "yes", "true", "x"))


def plays_of_xml(data: bytes) -> list[PlayElsewhere]:
    """Return the plays of an XML file. Raise NoExport."""
    try:
        return list(_plays(data))
    except DefusedXmlException as error:
        raise NoExport(said("The XML declares a document type or entities, which no export of plays does.")) from error
    except (ParseError, LookupError, ValueError) as error:
        if isinstance(error, NoExport):
            raise
        raise NoExport(said("The file looks like XML and can't be read as XML. Export it again.")) from error


def _plays(data: bytes) -> Iterator[PlayElsewhere]:
    root, depth, within, count = None, 0, 0, 0
    for event, element in iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True):
        root = element if root is None else root
        if event == "start":
            depth, within = depth + 1, within + 1
            if depth > MOST_DEPTH or within > MOST_WITHIN:
                raise NoExport(NO_PLAYS)
            continue
        depth -= 1
        if element.tag == "play":
            count += 1
            _refuse_more(count)
            yield _of_xml(element)
            root.clear()
            within = 0
    if not count:
        raise NoExport(NO_PLAYS)


def _refuse_more(count: int) -> None:
    if count > MOST_PLAYS:
        raise NoExport(said("The file has over {most:,} plays. Export fewer at a time.", most=MOST_PLAYS))


def _of_xml(play: Element) -> PlayElsewhere:
    item, comments = play.find("item"), play.find("comments")
    name = {"game": item.get("name", "") if item is not None else ""}
    text = {"comments": (comments.text or "") if comments is not None else ""}
    return _play(dict(play.attrib) | name | text, [player.attrib for player in play.iterfind("players/player")])


def plays_of_csv(data: bytes) -> list[PlayElsewhere] | None:
    """Return the plays of a table of BoardGameGeek, or None for any other file. Raise NoExport."""
    first = next((line for line in data[:4000].decode(errors="replace").removeprefix(BOM).splitlines() if line), "")
    headings = [key_of(cell) for cell in first.replace('"', "").split(separator_of(first))]
    play, player = _places(headings, _PLAY), _places(headings, _PLAYER)
    if not {"id", "game", "date"} <= play.keys() or not player.keys() & {"name", "username"}:
        return None
    text, problem = text_of(data)
    if problem is not None or len(data) == 0:
        return None
    plays: dict[str, tuple[Cells, list[Cells]]] = {}
    for line, cells in list(records(io.StringIO(text, newline="").readlines(), separator_of(first)))[1:]:
        if isinstance(cells, str) or len(cells) != len(headings):
            raise NoExport(said("Line {line} has different columns from the first one.", line=line))
        entry = {name: cells[place].strip() for name, place in play.items()}
        _, players = plays.setdefault(entry["id"], (entry, []))
        _refuse_more(len(plays))
        players.append({name: cells[place].strip() for name, place in player.items()})
    return [_play(entry, players) for entry, players in plays.values()]


def _places(headings: list[str], names: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    used = ((name, next((word for word in words if word in headings), "")) for name, words in names.items())
    return {name: headings.index(word) for name, word in used if word}


def _play(play: Mapping[str, Any], players: list[Any]) -> PlayElsewhere:
    quantity, refused = whole(play.get("quantity")), ""
    if len(players) > MOST_PLAYERS:
        refused, players = said("The play has over {most} players.", most=MOST_PLAYERS), []
    elif play.get("incomplete", "").casefold() in _YES:
        refused = said("The play is marked as not finished.")
    elif quantity > 1:
        refused = said("The entry stands for {count} plays and has one result.", count=quantity)
    return PlayElsewhere(
        games=[short_text(play["game"])],
        played_at=short_text(play.get("date")),
        reference=f"bgg-{short_text(play.get('id'))[:90]}",
        seats=_in_teams([_seat(player) for player in players]),
        minutes=whole(play.get("length")),
        where=short_text(play.get("location")),
        comments=short_text(play.get("comments")),
        refused=refused,
    )


def _seat(player: Cells) -> SeatElsewhere:
    win = player.get("win", "").casefold()
    return SeatElsewhere(
        name=short_text(player.get("name") or player.get("username")),
        score=added_up(short_text(player.get("score"))),
        won=win in _YES if win else None,
        order=whole(player.get("startposition")),
        role=short_text(player.get("color")),
    )


def _in_teams(seats: list[SeatElsewhere]) -> list[SeatElsewhere]:
    """Return the seats, the field for team or colour as their team if several players share one."""
    shared = len({name_key(seat.role) for seat in seats}) < len(seats) and all(seat.role for seat in seats)
    return [replace(seat, team=seat.role) for seat in seats] if shared else seats
