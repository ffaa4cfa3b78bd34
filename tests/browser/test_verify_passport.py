"""/verify/ in a real browser: what holds, what doesn't, and that nothing leaves the browser."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from league.core.ledger.rules.heads import statement
from league.core.rules.signatures import public_key, sign
from tests.factories.facts import a_climb, a_result
from tests.factories.passports import ELSEWHERE, STRANGER, a_passport, altered, as_file, signed

pytestmark = [pytest.mark.browser, pytest.mark.widths("laptop"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def check(page: Page, tmp_path: Path):
    """What the page says of this file, once it is chosen."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def choose(content: bytes) -> Page:
        page.goto("/verify/")
        asked.clear()
        path = tmp_path / "passport.json"
        path.write_bytes(content)
        page.get_by_label("Choose a passport, or drop it here").set_input_files(path)
        expect(page.get_by_role("heading", name="passport.json")).to_be_visible()
        assert [url for url in asked if not url.endswith("favicon.svg")] == []
        return page

    return choose


def step(page: Page, name: str):
    return page.locator(f"[data-step='{name}']")


def test_a_good_file_holds_with_its_key_shown(check):
    good = a_passport(name="Zoë 😀 O'Chain\u2028", owner="ada")
    page = check(as_file(good))
    expect(step(page, "Signature")).to_contain_text("Holds.")
    expect(step(page, "Chain of facts")).to_contain_text("There is 1 fact, as it was written")
    expect(step(page, "Career")).to_contain_text("doesn't repeat it")
    expect(page.locator("#verify")).to_contain_text("Zoë 😀 O'Chain")
    expect(page.locator("#verify")).to_contain_text("played by ada")
    expect(page.locator("#verify")).to_contain_text("does not belong to this installation")
    expect(page.locator("#verify")).to_contain_text(good["key"])


@pytest.mark.further
def test_it_names_the_league_and_who_vouches_for_the_games(check):
    page = check(as_file(a_passport()))
    for row in ("Address https://thursday.example/leagues/thursday-evenings/", "Organisers olga, otto"):
        name, value = row.split(" ", 1)
        expect(page.locator(f"[data-league] dt:text-is('{name}') + dd")).to_have_text(value)
    expect(page.locator("#verify")).to_contain_text("Anybody can found a league at an installation")


@pytest.mark.further
def test_a_file_without_a_league_is_no_passport(check):
    for league in ([], {}):
        page = check(as_file(signed(a_passport() | {"league": league})))
        expect(step(page, "File")).to_contain_text("parts of it are missing")


@pytest.mark.further
def test_a_file_laid_out_by_an_editor_holds(check):
    page = check(json.dumps(a_passport(), indent=2).encode())
    expect(step(page, "Signature")).to_contain_text("Holds.")


@pytest.mark.further
def test_an_altered_figure_shows(check):
    page = check(as_file(altered(a_passport(), lambda one: one["career"].update(wins=9))))
    expect(step(page, "Signature")).to_contain_text("Does not hold.")
    expect(step(page, "Chain of facts")).to_contain_text("Holds.")


def a_head() -> dict:
    told = statement(installation="https://far.example", made_at="2026-02-01T10:00:00+00:00", ends=[])
    told["key"] = public_key(ELSEWHERE)
    return {**told, "signature": sign(ELSEWHERE, told)}


@pytest.mark.further
def test_a_head_in_it_is_checked_with_its_own_signature(check):
    page = check(as_file(signed(a_passport() | {"head": a_head()})))
    expect(step(page, "Head of the installation")).to_contain_text("✓ Holds. It is signed with the same key.")


@pytest.mark.further
def test_an_altered_head_shows_however_well_the_passport_is_signed(check):
    page = check(as_file(signed(a_passport() | {"head": a_head() | {"tree_size": 7}})))
    expect(step(page, "Head of the installation")).to_contain_text("it was altered")
    expect(step(page, "Signature")).to_contain_text("✓ Holds.")


def test_an_altered_fact_shows_twice(check):
    def rewrite(one: dict) -> None:
        one["facts"][0][0] = one["facts"][0][0].replace("500", "900")

    page = check(as_file(altered(a_passport(), rewrite)))
    expect(step(page, "Signature")).to_contain_text("Does not hold.")
    expect(step(page, "Chain of facts")).to_contain_text("Fact 1 was altered")


def test_a_wrong_key_has_not_signed(check):
    page = check(as_file(a_passport() | {"key": public_key(STRANGER)}))
    expect(step(page, "Signature")).to_contain_text("Does not hold.")


@pytest.mark.further
def test_a_chain_that_was_cut_off_shows_even_when_signed_again(check):
    whole = a_passport([*a_climb(to="senior"), a_result(2, 5)])
    page = check(as_file(signed(altered(whole, lambda one: one["facts"].pop()))))
    expect(step(page, "Signature")).to_contain_text("Holds.")
    expect(step(page, "Chain of facts")).to_contain_text("ends at fact 1; the passport says 2")


def test_what_is_no_passport_is_named_so(check):
    for content in (b"", b"\xff\xfe", b"[]", b'{"format":"corner-office-passport/1"}', b"{" * 10_000):
        expect(step(check(content), "File")).to_contain_text("not a passport")


@pytest.mark.further
def test_a_browser_without_ed25519_says_so_in_a_sentence(page: Page, check):
    page.add_init_script("crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));")
    expect(step(check(as_file(a_passport())), "Signature")).to_contain_text("can't check Ed25519 signatures")
