"""Sum up office politics over a character's confirmed games: done and suffered."""

from collections import Counter
from dataclasses import dataclass

from characters.models import Character
from engine.translatable import said
from games.models import Sheet, SheetSeat

COUNTED = {"layoffs": "Layoffs", "reorgs": "Reorgs", "free_passes": "Free passes"}
AIMED = {"laid_off": "Layoffs", "backstabbed": "Backstabs", "bumped": "Bumps"}


@dataclass(frozen=True, slots=True)
class Politics:
    """One kind of office politics. None if the sheets do not say: a free pass hits nobody, a reorg everybody."""

    name: str
    done: int
    suffered: int | None


def politics_of(character: Character) -> list[Politics]:
    """Return sums over all confirmed sheets that count. Layoffs done are the reported figure, whether or not the
    victims were named."""
    done: Counter[str] = Counter()
    suffered: Counter[str] = Counter()
    mine: dict[int, int] = {}
    others: list[tuple[int, dict[str, list[int]]]] = []
    own = SheetSeat.objects.filter(character=character).values("sheet")
    rows = SheetSeat.objects.filter(sheet__in=Sheet.objects.confirmed().counting().filter(pk__in=own))
    for sheet, seat, who, figures in rows.order_by().values_list("sheet_id", "seat", "character_id", "figures"):
        if who != character.pk:
            others.append((sheet, figures))
            continue
        mine[sheet] = seat
        done.update({name: figures.get(name, 0) for name in COUNTED})
        done.update({name: len(figures.get(name, ())) for name in ("backstabbed", "bumped")})
    for sheet, figures in others:
        suffered.update(name for name in AIMED if mine[sheet] in figures.get(name, ()))
    return [
        Politics(said("Layoffs"), done["layoffs"], suffered["laid_off"]),
        Politics(said("Backstabs"), done["backstabbed"], suffered["backstabbed"]),
        Politics(said("Bumps"), done["bumped"], suffered["bumped"]),
        Politics(said("Reorgs"), done["reorgs"], None),
        Politics(said("Free passes"), done["free_passes"], None),
    ]
