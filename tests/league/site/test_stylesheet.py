"""The colours of the stylesheet keep AA on every surface, in light and in dark."""

import re
from pathlib import Path

import pytest

OFFICE_CSS = Path(__file__).parents[3] / "league" / "static" / "league" / "office.css"

TEXT = ("ink", "muted", "navy", "gold", "green", "red", "amber")
SURFACES = ("paper", "card", "tint")
FILLS = ("navy", "red")


def tokens(selector: str) -> dict[str, str]:
    """The colours that the first rule with exactly this selector sets."""
    found = re.search(r"(?m)^\s*" + re.escape(selector) + r" \{(.*?)\}", OFFICE_CSS.read_text("utf-8"), re.DOTALL)
    assert found, f"no rule for {selector}"
    return dict(re.findall(r"--([a-z-]+): (#[0-9A-F]{6});", found[1]))


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio of two #RRGGBB colours."""

    def luminance(colour: str) -> float:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


LIGHT = ":root"
DARK_BY_SYSTEM = ':root:not([data-theme="light"])'
DARK_BY_CHOICE = ':root[data-theme="dark"]'


@pytest.mark.parametrize("selector", [LIGHT, DARK_BY_CHOICE])
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("text", TEXT)
def test_text_can_be_read_on_every_surface(selector: str, surface: str, text: str) -> None:
    colours = tokens(selector)
    assert contrast(colours[text], colours[surface]) >= 4.5


@pytest.mark.parametrize("selector", [LIGHT, DARK_BY_CHOICE])
@pytest.mark.parametrize("fill", FILLS)
def test_buttons_can_be_read(selector: str, fill: str) -> None:
    colours = tokens(selector)
    assert contrast(colours["on-fill"], colours[fill]) >= 4.5


def test_dark_by_choice_and_dark_by_system_are_the_same() -> None:
    assert tokens(DARK_BY_CHOICE) == tokens(DARK_BY_SYSTEM)
    assert tokens(DARK_BY_CHOICE).keys() == tokens(LIGHT).keys()


def test_nothing_is_fetched_from_elsewhere() -> None:
    css = OFFICE_CSS.read_text("utf-8")
    assert "url(" not in css and "@import" not in css and "//" not in css
