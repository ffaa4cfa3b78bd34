"""The how-to-play pages illustrated from the engine's own data: cards, positions, calendar, skills."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from characters.rules.choices import title_names
from characters.rules.house_rules import HouseRules, is_digest
from engine.career_compass.cards import SKILL_NAMES
from engine.career_compass.data import read_cards
from engine.career_poker.data import read_box
from engine.careers.board import load_board
from engine.careers.board_files import playable_board
from engine.careers.editions import edition, edition_ids
from engine.careers.words import money
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.words import BORDER_WORDS, DECK_WORDS, date_in_words, happens
from engine.office_job.data import read_deck
from engine.translatable import said, said_list, spoken
from games.rules import career_compass, career_poker, careers, game_of_the_year, office_job
from league.boards.queries import version_of
from league.clubs.queries import house_rules_of
from league.core.rules.notes import Note
from league.core.rules.words import listed
from league.handbook.queries.balance import Day
from league.handbook.queries.pictures_of_play import KINDS
from league.models import Season

LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def illustrations(system: str) -> list[Note]:
    """Return what the game is played with; nothing for a system that has nothing to show."""
    return [draw() for draw in _DRAWN.get(system, ())]


def board_in_play(rules: HouseRules, names: Mapping[str, str]) -> str:
    """Return on which board Careers is played in a season, in a sentence. `names`: of the league's own boards, by
    digest."""
    if is_digest(rules.board):
        text = _("Careers is played on the league's own board “{board}”, by house rule.")
        return text.format(board=names.get(rules.board, rules.board))
    if rules.board != "edition":
        text = _("Careers is played on the board “{board}”, by house rule.")
        return text.format(board=edition(rules.board).name)
    own = listed([edition(key).name for key in edition_ids()[1:] if edition(key).own_board])
    return _(
        "Careers is played on the board of the first character's edition. Besides London, {boards} have their own "
        "figures; the other editions play with London's figures under their own names."
    ).format(boards=spoken(own))


def calendar(system: str) -> list[Day]:
    """Return every day of the board of Game of the Year, a row per month; nothing for other systems."""
    if system != game_of_the_year.ID:
        return []
    by_date, days = {day["date"]: day for day in read_data()["day"]}, []
    for month, length in enumerate(LENGTHS):
        for number in range(length):
            day = by_date.get(f"{month + 1:02}-{number + 1:02}", {})
            caption = day.get("caption", "")
            days.append(Day(44 + number * 20, month * 20, day.get("border", "none"), bool(caption), caption))
    return days


def _boards() -> Note:
    rows = []
    for names in (edition(key) for key in edition_ids() if edition(key).own_board):
        board = load_board(names.id)
        cash, salary = (names.money(board.figures[key]) for key in ("starting_cash", "starting_salary"))
        rows.append((names.name, cash, salary, next(names.money(path.fee) for path in board.paths if path.university)))
    others = [edition(key).name for key in edition_ids() if not edition(key).own_board]
    notes = " ".join(edition(key).figures_note for key in edition_ids() if edition(key).own_board)
    text = _("{notes} {boards} are names on the figures of London.").format(notes=notes, boards=spoken(listed(others)))
    return Note(_("The boards"), text.strip(), (_("Board"), _("Cash"), _("Salary"), _("Tuition")), tuple(rows))


def own_board_note(season: Season, system: str) -> list[Note]:
    """Return the league's own board on which a season plays Careers, with starting figures and the fees of its
    doors."""
    digest = house_rules_of(season).board
    board_version = version_of(season.league, digest) if system == careers.ID and is_digest(digest) else None
    if board_version is None:
        return []
    board = playable_board(board_version.definition)
    cash, salary = (money(board, board.figures[key]) for key in ("starting_cash", "starting_salary"))
    text = _("This season plays on the league's own board. Everybody begins with {cash} and a salary of {salary}.")
    text = text.format(cash=cash, salary=salary)
    programs = board.figures["degrees"]["programs"]
    opens = [programs[path.program]["name"] if path.program >= 0 else "" for path in board.paths]
    rows = tuple((path.name, money(board, path.fee), name) for path, name in zip(board.paths, opens, strict=True))
    return [Note(str(board_version), text, (_("Path"), _("To enter"), _("Free with a degree in")), rows)]


def _paths() -> Note:
    board = edition(edition_ids()[0])
    rows = tuple((program.name, board.company_of(program.id).name) for program in board.career_programs)
    text = _("On the board of {board}.").format(board=board.name)
    return Note(_("Degrees and employers"), text, (_("Program"), _("Company")), rows)


def _deck() -> Note:
    cards = read_deck()["card"]
    rows = tuple((card["name"], KINDS[card["kind"]], str(card["count"]), card["text"]) for card in cards)
    text = _("{number} cards.").format(number=sum(card["count"] for card in cards))
    return Note(_("The deck"), text, (_("Card"), _("Kind"), _("Copies"), _("What it does")), rows)


def _positions() -> Note:
    least, most = career_poker.SEATS
    rows = []
    for seats in range(least, most + 1):
        players = read_box()["players"][str(seats)]
        swaps = ", ".join(str(cards) for cards in players["exchange"])
        rows.append((str(seats), str(players["jokers"]), said_list(title_names(seats, {}), " → "), swaps))
    text = _("From the boss down. The outermost pair swaps the most cards, the next one fewer; a middle position none.")
    return Note(_("Positions"), text, (_("Players"), _("Jokers"), _("Positions"), _("Cards swapped")), tuple(rows))


def _calendar() -> Note:
    """Return everything that a day or a card does, so that the game can be played with a home-made board."""
    data = read_data()
    days = ((date_in_words(day["date"]), BORDER_WORDS.get(day["border"], "–"), day) for day in data["day"])
    cards = ((name, f"{card['count']} ×", card) for deck, name in DECK_WORDS.items() for card in data[deck])
    rows = tuple(
        (where, kind, entry.get("caption") or entry["name"], happens(entry)) for where, kind, entry in (*days, *cards)
    )
    text = _("Every day with a border or a picture, then the cards. Days that are not listed are plain.")
    columns = (_("Day or card"), _("Border or copies"), _("Shows"), _("What happens"))
    return Note(_("The calendar and its cards"), text, columns, rows)


def _careers() -> Note:
    data = read_cards()
    columns = (_("Career"), _("Where"), *SKILL_NAMES.values())
    rows = tuple((said(card["caption"]), said(card["sector"]), *map(str, card["levels"])) for card in data["card"])
    text = _(
        "A row per card, 1 to 10 in each skill. One skill is the joker; the die names the other six in this order."
    )
    return Note(_("The cards"), text, columns, rows)


_DRAWN: Mapping[str, tuple[Callable[[], Note], ...]] = {
    careers.ID: (_boards, _paths),
    office_job.ID: (_deck,),
    career_poker.ID: (_positions,),
    game_of_the_year.ID: (_calendar,),
    career_compass.ID: (_careers,),
}
