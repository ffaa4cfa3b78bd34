"""A day in a hall from end to end: two laptops and a home, each a process with a database of its own, the link between
them cut again and again, and the first laptop killed in round 2."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

import run
from tests.database_copies import a_migrated_file
from tests.factories.processes import eventually, free_port
from tests.factories.visitors import PASSWORD, WIDTHS, sign_in_by_form

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUN = """import run, sys; from pathlib import Path
run.PYTHON, run.VAR, run.install = sys.executable, Path(sys.argv[1]), lambda *lock: None
sys.exit(run.main(*sys.argv[2:]))"""
FOUND = """import django; django.setup()
from tests.factories.draws import to_draw
from tests.factories.people import an_organiser
from tests.factories.visitors import with_password
with_password(an_organiser(to_draw(0).season))"""
DAY = "/tournaments/spring-open/"


class Link:
    """The network between the hall and home, at an address of its own."""

    def __init__(self, to: int) -> None:
        self.port, self._to, self._open = free_port(), to, []
        self._listener: socket.socket | None = None

    def restore(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        Thread(target=self._serve, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        for one in [self._listener, *self._open] if self._listener else []:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._listener, self._open = None, []

    def _serve(self, listener: socket.socket) -> None:
        while True:
            try:
                here, _address = listener.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            self._open += [here, there]
            for one, other in ((here, there), (there, here)):
                Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    try:
        while data := one.recv(1 << 16):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
    except OSError:
        one.close()
        other.close()


class Office:
    """A site that `run.py` has opened."""

    def __init__(self, folder: Path, *command: str, types: str = "", **settings: str) -> None:
        self.port, self.folder = free_port(), folder
        folder.mkdir(exist_ok=True)
        env = {name: value for name, value in os.environ.items() if name not in run.OUR_SETTINGS}
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder), *command],
            cwd=run.ROOT,
            env=env | {"PORT": str(self.port)} | settings,
            stdin=subprocess.PIPE,
            stdout=(folder / "log").open("w"),
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._process.stdin.write(types)
        self._process.stdin.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_open(self) -> bool:
        assert self._process.poll() is None, (self.folder / "log").read_text()
        try:
            return urllib.request.urlopen(f"{self.address}/accounts/login/", timeout=10).status == 200
        except OSError:
            return False

    def sign_ins(self) -> dict[str, str]:
        (file,) = self.folder.glob("halls/*/demo-sign-ins.json")
        return json.loads(file.read_text())

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(60)


@pytest.fixture
def offices() -> Iterator[list[Office]]:
    opened: list[Office] = []
    yield opened
    for office in opened:
        office.close()


@pytest.fixture
def home(tmp_path: Path, offices) -> Iterator[tuple[Office, Link]]:
    a_migrated_file(tmp_path / "home.sqlite3", {**os.environ})
    place = {"DATABASE_URL": f"sqlite:///{tmp_path}/home.sqlite3", "DJANGO_SETTINGS_MODULE": "league.config.settings"}
    subprocess.run([sys.executable, "-c", FOUND], cwd=run.ROOT, env={**os.environ, **place}, check=True)
    link = Link(0)
    place["SITE_URL"] = f"http://127.0.0.1:{link.port}"
    office = Office(tmp_path / "home", **place)
    link._to = office.port
    offices.append(office)
    eventually(office.is_open)
    yield office, link
    link.cut()


def a_page(chromium: Browser, office: Office, width: str = "laptop") -> Page:
    size = dict(zip(("width", "height"), WIDTHS[width], strict=True))
    return chromium.new_context(base_url=office.address, viewport=size, accept_downloads=True).new_page()


def takes_along(olga: Page, folder: Path) -> tuple[Path, str]:
    """From the page of the tournament, with one press for each of the steps."""
    olga.goto(f"{DAY}desk/")
    olga.get_by_role("link", name="Run it in the hall").click()
    olga.get_by_role("button", name="Take it along").click()
    words = " ".join(olga.locator(".slip li").all_inner_texts())
    with olga.expect_download() as download:
        olga.get_by_role("link", name="Save the file for the hall").click()
    download.value.save_as(folder / "spring-open.hall")
    return folder / "spring-open.hall", words


def in_the_hall(offices: list[Office], folder: Path, file: Path, stick: Path, words: str) -> Office:
    office = Office(folder, "hall", str(file), str(stick), types=f"{words}\n")
    offices.append(office)
    eventually(office.is_open)
    return office


def walks_in(desk: Page, many: int) -> None:
    desk.goto(f"{DAY}desk/check-in/")
    field = desk.get_by_label("Not on the list?")
    field.focus()
    for number in range(1, many + 1):
        desk.keyboard.type(f"Walker {number:02d}")
        desk.keyboard.press("Enter")
        expect(field).to_be_focused()
        expect(field).to_have_value("")
    expect(desk.locator("#counts")).to_contain_text(f"{many} of {many} here")


def draws(desk: Page, number: int) -> list[str]:
    """Draw, publish and start a round, and return the addresses at which its tables are decided."""
    desk.goto(f"{DAY}desk/")
    desk.get_by_role("button", name=f"Draw, publish and start round {number}").click()
    expect(desk.get_by_text("minutes left")).to_be_visible()
    desk.goto(f"{DAY}stages/1/rounds/{number}/manage/")
    links = desk.locator("main a[href*='/tables/']").evaluate_all("all => all.map(one => one.pathname)")
    return sorted({f"/tables/{found[1]}/rule/" for link in links if (found := re.fullmatch(r"/tables/(\d+)/", link))})


def decides(desk: Page, tables: list[str]) -> None:
    for table in tables:
        desk.goto(table)
        for seat, held in enumerate((20, 9, 3, 1), 1):
            desk.locator(f"#seat-{seat}-cards").fill(str(held))
        desk.locator("#own [name=reason]").fill("Counted at the table")
        desk.get_by_role("button", name="Confirm these figures").click()
        expect(desk.locator("#own")).to_have_count(0)


def test_a_day_in_a_hall(chromium: Browser, home: tuple[Office, Link], offices, tmp_path: Path):
    site, link = home
    olga = a_page(chromium, site)
    sign_in_by_form(olga, "olga", PASSWORD)
    file, words = takes_along(olga, tmp_path)
    stick = tmp_path / "stick"
    stick.mkdir()
    first = in_the_hall(offices, tmp_path / "first", file, stick, words)
    desk = a_page(chromium, first)
    sign_in_by_form(desk, "olga", first.sign_ins()["olga"])
    walks_in(desk, 24)
    link.restore()
    tables = draws(desk, 1)
    decides(desk, tables[:3])
    home_follows(olga, "Walker 24")
    link.cut()
    decides(desk, tables[3:])
    link.restore()
    ends_round(desk, 1)
    tables = draws(desk, 2)
    link.cut()
    decides(desk, tables[:2])
    eventually(lambda: copied(desk))
    first.kill()
    offices.remove(first)

    copy = tmp_path / "copy.hall"
    shutil.copy(stick / "spring-open.hall", copy)
    second = in_the_hall(offices, tmp_path / "second", copy, stick, words)
    assert second.sign_ins() == first.sign_ins()
    desk = a_page(chromium, second)
    sign_in_by_form(desk, "olga", first.sign_ins()["olga"])
    link.restore()
    decides(desk, tables[2:])
    link.cut()
    ends_round(desk, 2)
    link.restore()
    decides(desk, draws(desk, 3))
    link.cut()
    ends_round(desk, 3)
    link.restore()

    desk.goto(f"{DAY}hall/")
    desk.get_by_role("button", name="Close the hall").click()
    desk.get_by_role("dialog").get_by_role("button", name="Close it").click()
    expect(desk.get_by_role("heading", name="On the way home")).to_be_visible()
    eventually(lambda: is_back(olga), 120)
    again = in_the_hall(offices, tmp_path / "first", file, stick, "")
    stale = a_page(chromium, again)
    sign_in_by_form(stale, "olga", first.sign_ins()["olga"])
    stale.goto(f"{DAY}hall/")
    expect(stale.get_by_role("heading", name="Another laptop goes on")).to_be_visible()
    assert standings(olga) == standings(desk)
    assert verified(tmp_path)


def ends_round(desk: Page, number: int) -> None:
    desk.goto(f"{DAY}stages/1/rounds/{number}/manage/")
    desk.get_by_role("button", name="End the round").click()
    expect(desk.get_by_role("button", name="End the round")).to_have_count(0)


def home_follows(olga: Page, text: str) -> None:
    def follows() -> bool:
        olga.goto(DAY)
        told = olga.locator("main").inner_text()
        return "As of" in told and text in told

    eventually(follows)


def copied(desk: Page) -> bool:
    desk.goto(f"{DAY}hall/")
    return "and has everything" in desk.locator("main").inner_text()


def is_back(olga: Page) -> bool:
    olga.goto(f"{DAY}hall/")
    return "It came back from a hall" in olga.locator("main").inner_text()


def standings(page: Page) -> list[str]:
    page.goto(DAY)
    return page.locator("table tbody tr").all_inner_texts()


def verified(folder: Path) -> bool:
    place = {"DATABASE_URL": f"sqlite:///{folder}/home.sqlite3"}
    command = [sys.executable, "manage.py"]
    done = [
        subprocess.run([*command, *words], cwd=run.ROOT, env={**os.environ, **place}).returncode
        for words in (["verify_draw", "spring-open"], ["check_careers"])
    ]
    return done == [0, 0]
