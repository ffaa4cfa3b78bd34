"""A visitor that knows nothing of the site but what its pages say: visible text, labels of fields, names of buttons.

It starts at one address, as a person does who was told it or scanned it, and from then on presses what it can read.
Every press and every field that it fills is an interaction; a figure typed is one.
"""

import re
from pathlib import Path

from playwright.sync_api import Frame, Locator, Page, expect

MENUS = ("Table", "More")  # in the frame


class Robot:
    """`begin` at an address, then `press`, `fill`, `choose`, `sees`. `interactions` counts what a person would do,
    `pages` what the browser has opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.interactions = self.pages = 0
        page.on("framenavigated", self._count_page)

    def _count_page(self, frame: Frame) -> None:
        self.pages += frame == self.page.main_frame

    def begin(self, address: str) -> None:
        self.page.goto(address)

    def press(self, words: str, *, within: str | None = None) -> None:
        """A button, link or summary that says these words, whole or as the beginning; the first that is to be seen.
        What is nowhere may be in a menu of the frame: those are opened, one after the other."""
        wanted = self._pressable(words, within)
        if not within:
            self._open_the_menu_that_holds(wanted)
        self._first(*wanted).click()
        self.page.wait_for_load_state()
        self.interactions += 1

    def fill(self, label: str, text: str, *, within: str | None = None) -> None:
        self._first(*self._labelled(label, within)).fill(text)
        self.interactions += 1

    def choose(self, label: str, option: str, *, within: str | None = None) -> None:
        self._first(*self._labelled(label, within)).select_option(label=option)
        self.interactions += 1

    def tick(self, label: str, *, within: str | None = None) -> None:
        self._first(*self._labelled(label, within)).check()
        self.interactions += 1

    def press_key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.interactions += 1

    def give_file(self, label: str, *files: Path) -> None:
        self._first(*self._labelled(label, None)).set_input_files(files)
        self.interactions += 1

    def downloads(self, link: str) -> Path:
        with self.page.expect_download() as download:
            self.press(link)
        return Path(download.value.path())

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def _open_the_menu_that_holds(self, wanted: list[Locator]) -> None:
        for menu in MENUS:
            if any(one.locator("visible=true").count() for one in wanted):
                return
            opens = self.page.locator("summary").filter(has_text=menu).locator("visible=true")
            if opens.count():
                opens.first.click()
                self.interactions += 1

    def _scopes(self, within: str | None) -> list[Page | Locator]:
        """The whole page, or each part of it that is headed by these words or has them in it, smallest first."""
        if within is None:
            return [self.page]
        headed = self.page.locator("fieldset").filter(has=self.page.locator("legend").filter(has_text=within))
        parts = self.page.locator("section, article, fieldset, form, li, tr, details, dialog").filter(has_text=within)
        return [headed.last, parts.last, self.page.locator("main")]

    def _pressable(self, words: str, within: str | None) -> list[Locator]:
        spaced = r"\s+".join(map(re.escape, words.split()))
        exactly = re.compile(rf"^\s*{spaced}\s*$", re.IGNORECASE)
        begins = re.compile(rf"^\W*{spaced}", re.IGNORECASE)
        found: list[Locator] = []
        for scope in self._scopes(within):
            for name in (exactly, begins):
                found += [scope.get_by_role("button", name=name), scope.get_by_role("link", name=name)]
                found.append(scope.locator("summary").filter(has_text=name))
        return found

    def _labelled(self, label: str, within: str | None) -> list[Locator]:
        begins = re.compile(rf"^\W*{re.escape(label)}", re.IGNORECASE)
        return [
            found
            for scope in self._scopes(within)
            for found in (scope.get_by_label(label, exact=True), scope.get_by_label(begins))
        ]

    def _first(self, *candidates: Locator) -> Locator:
        """The first that is visible; waits for the first of all as a person waits for a page."""
        any_of = candidates[0]
        for other in candidates[1:]:
            any_of = any_of.or_(other)
        expect(any_of.locator("visible=true").first).to_be_visible()
        for candidate in candidates:
            visible = candidate.locator("visible=true")
            if visible.count():
                return visible.first
        return any_of.locator("visible=true").first
