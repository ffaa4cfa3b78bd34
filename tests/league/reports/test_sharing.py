"""Pages to share from: text for messengers, and standings in a frame on another site."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.config.middleware import POLICY
from league.models import League, Season
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.people import a_member
from tests.factories.sheets import at
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
TEXTAREA = '<textarea id="share-text"'


@pytest.fixture
def game(season: Season) -> int:
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    found = played(season, "g1", at(ada, 110), at(bo, 20), day=1).game_id
    review()
    return found


def shown_text(address: str) -> str:
    page = Client().get(address).content.decode()
    return page.partition(TEXTAREA)[2].partition(">")[2].partition("</textarea>")[0]


def test_a_result_reads_as_text_with_its_address(game):
    lines = shown_text(f"/games/{game}/share/").splitlines()
    assert lines[1:3] == ["1. Ada, 110", "2. Bo, 20"]
    assert lines[-1] == f"http://testserver/games/{game}/"


def test_a_result_that_is_not_confirmed_says_so(season):
    waiting = played(season, "g2", at(hire(season, "Ada"), 110), at(hire(season, "Bo"), 20), confirm=False)
    assert "Not confirmed yet." in shown_text(f"/games/{waiting.game_id}/share/")


def test_the_standings_read_as_text_and_stop_after_ten(season, game):
    played(season, "many", *(at(hire(season, f"N{n}"), 100 - n) for n in range(6)), day=2)
    played(season, "more", *(at(hire(season, f"M{n}"), 100 - n) for n in range(6)), day=3)
    lines = shown_text(f"/seasons/{season.slug}/share/").splitlines()
    assert lines[0].endswith(f"standings of {season.name}")
    assert [line.partition(".")[0] for line in lines[1:-1]] == [str(n) for n in range(1, 11)]
    assert "in 1 game" in lines[1]


def test_the_reports_of_a_season_read_as_text_with_their_addresses(season, game):
    lines = shown_text(f"/seasons/{season.slug}/share/report/").splitlines()
    assert lines[0] == f"Annual report of {season.name}" and "Ada holds the corner office" in "".join(lines)
    assert lines[-1] == f"http://testserver/seasons/{season.slug}/report/"
    lines = shown_text(f"/seasons/{season.slug}/report/ada/share/").splitlines()
    assert lines[:3] == [f"Ada: report of {season.name}", "60 season points in 1 game.", "Place 1 of 2"]
    assert lines[-1] == f"http://testserver/seasons/{season.slug}/report/ada/"


def test_a_tournament_before_its_podium_says_how_far_it_is(season):
    a_tournament(season)
    assert "to come, 0 characters entered" in shown_text("/tournaments/spring-open/share/")


def test_pages_lead_to_their_share_page(season, game, text):
    a_tournament(season)
    ada = season.league.enrolments.get(character__name="Ada").character
    for page in (
        f"/seasons/{season.slug}/",
        f"/games/{game}/",
        f"/characters/{ada.slug}/",
        "/tournaments/spring-open/",
    ):
        assert f'href="{page}share/"' in text(page), page
        assert TEXTAREA in text(f"{page}share/")


def test_standings_may_be_framed_anywhere_and_no_other_page_may(season, game):
    page = f"/seasons/{season.slug}/"
    framed = Client().get(f"{page}embed/")
    assert framed.status_code == 200 and "Ada" in framed.content.decode()
    assert "frame-ancestors *" in framed["Content-Security-Policy"] and "X-Frame-Options" not in framed
    for other in (page, f"{page}share/"):
        answer = Client().get(other)
        assert (answer["Content-Security-Policy"], answer["X-Frame-Options"]) == (
            f"{POLICY}; connect-src 'self'",
            "DENY",
        )


def test_a_frame_sets_no_cookie_runs_no_script_and_leads_back(season, game):
    member = Client()
    member.force_login(a_member(season, "vera"))
    for client in (Client(), member):
        answer = client.get(f"/seasons/{season.slug}/embed/")
        page = " ".join(answer.content.decode().split())
        assert not answer.cookies and "<script" not in page and "vera" not in page
        assert f'href="http://testserver/seasons/{season.slug}/" target="_blank" rel="noopener"' in page


def test_a_frame_keeps_the_theme_that_its_address_names(season, text):
    page = f"/seasons/{season.slug}/embed/"
    assert 'data-theme="dark"' in text(f"{page}?theme=dark") and "No confirmed game yet" in text(page)
    assert "data-theme" not in text(page) and "data-theme" not in text(f"{page}?theme=%22x")


def test_the_page_offers_the_html_with_a_preview(season):
    page = Client().get(f"/seasons/{season.slug}/share/").content.decode()
    assert f"&lt;iframe src=&quot;http://testserver/seasons/{season.slug}/embed/&quot;" in page
    assert f'src="/seasons/{season.slug}/embed/"' in page


def test_a_hidden_league_is_in_no_frame_and_in_no_text(season, game):
    member = Client()
    member.force_login(a_member(season, "vera"))
    League.objects.filter(pk=season.league_id).update(hidden_at=timezone.now(), hidden_why="A report.")
    cache.clear()
    for page in (f"/seasons/{season.slug}/embed/", f"/seasons/{season.slug}/share/", f"/games/{game}/share/"):
        assert [client.get(page).status_code for client in (Client(), member)] == [404, 404], page


def test_the_queries_of_a_frame_do_not_grow_with_the_season(season, game, queries):
    address = f"/seasons/{season.slug}/embed/"
    before = queries(Client(), address)
    played(season, "many", *(at(hire(season, f"N{n}"), 100 - n) for n in range(6)), day=2)
    assert queries(Client(), address) <= before
