"""The cards in front of the players of a round as PDF. All from plain data, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from engine.translatable import spoken
from league.core.charts import BOLD, MARGIN, paper, qr_png
from league.sheets.charts.score_sheets import CLAIM

if TYPE_CHECKING:
    from league.core.charts.document import Paper

CARDS_ACROSS, CARDS_DOWN, CARD_WIDTH, CARD_HEIGHT, CARD_QR = 2, 5, 91, 53, 26
SCAN_QR = 34  # on a card, what the name leaves for it


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The card in front of a player; `claim` is what its code opens, "" if the character has an owner."""

    name: str
    where: str
    title: str
    claim: str = ""


def seat_cards(cards: Sequence[SeatCard]) -> bytes:
    """Return a PDF with ten cards on a page, to be cut apart."""
    with paper() as pdf:
        for at, card in enumerate(cards or (SeatCard("", "", ""),)):
            number = at % (CARDS_ACROSS * CARDS_DOWN)
            if number == 0:
                pdf.add_page()
            row, column = divmod(number, CARDS_ACROSS)
            _seat_card(pdf, card, MARGIN + column * CARD_WIDTH, MARGIN + row * CARD_HEIGHT)
        pdf.note_what_lacks()
        return pdf.finished()


def _seat_card(pdf: Paper, card: SeatCard, x: int, y: int) -> None:
    pdf.rect(x, y, CARD_WIDTH, CARD_HEIGHT)
    room = CARD_WIDTH - 6
    pdf.write_at(x + 3, y + 3, room, card.title, size=7)
    for at, part in enumerate(wrap(card.name, 26, max_lines=2, placeholder="…")):
        pdf.write_at(x + 3, y + 9 + 7 * at, room, part, size=15, style=BOLD)
    pdf.write_at(x + 3, y + 26, room - SCAN_QR, card.where, size=12)
    if card.claim:
        pdf.image(qr_png(card.claim), x + CARD_WIDTH - 3 - CARD_QR, y + CARD_HEIGHT - 3 - CARD_QR, CARD_QR, CARD_QR)
        for at, part in enumerate(wrap(spoken(CLAIM), 30)):
            pdf.write_at(x + 3, y + 34 + 4 * at, room - CARD_QR, part, size=7)
