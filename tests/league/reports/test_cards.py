"""What a link shows where it is sent: the tags of every page, and cards that this site draws."""

from io import BytesIO

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from PIL import Image

from characters.charts.portraits import Layer, Portrait
from characters.models import CareerEvent, Character
from league.models import League, Season
from league.people.services.pictures import upload_picture
from league.reports.charts.cards import draw_card
from league.reports.charts.portraits import portrait_image
from league.reports.queries.shared import memo_shared
from league.reports.rules import HEIGHT, WIDTH, ShareCard
from league.results.services.games import void_game
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.people import an_organiser
from tests.factories.pictures import a_picture
from tests.factories.seasons import a_season
from tests.factories.sheets import at
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def season(rows_of_module) -> Season:
    with rows_of_module.unblock():
        return a_season("spring")


@pytest.fixture(scope="module")
def evening(rows_of_module, season: Season) -> tuple[Season, Character, int]:
    with rows_of_module.unblock():
        return an_evening_in(season)


def an_evening_in(season: Season) -> tuple[Season, Character, int]:
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    game = played(season, "g1", at(ada, 110, degrees={"law": 2}), at(bo, 20), day=1)
    climb(season, ada, 2)
    review()
    return season, ada, game.game_id


@pytest.fixture
def cards(evening) -> dict[str, str]:
    """An address of each kind of card."""
    season, ada, game = evening
    memo = CareerEvent.objects.standing().of_note().filter(character=ada).first()
    tournament = a_tournament(season)
    return {
        "season": f"/seasons/{season.slug}/card.png",
        "annual report": f"/seasons/{season.slug}/report/card.png",
        "personal report": f"/seasons/{season.slug}/report/{ada.slug}/card.png",
        "tournament": f"/tournaments/{tournament.slug}/card.png",
        "record": f"/leagues/{season.league.slug}/records/games/card.png",
        "game": f"/games/{game}/card.png",
        "character": f"/characters/{ada.slug}/card.png",
        "memo": f"/characters/{ada.slug}/memos/{memo.pk}/card.png",
    }


def sent(address: str, **headers: str):
    return Client().get(address, headers=headers)


def hide(season: Season) -> None:
    League.objects.filter(pk=season.league_id).update(hidden_at=timezone.now(), hidden_why="A report.")
    cache.clear()


def test_every_page_says_what_it_is_to_a_messenger(evening, text):
    season, ada, game = evening
    page = text("/help/")
    assert '<meta property="og:title" content="How' in page
    assert 'content="http://testserver/static/league/card.png"' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    report = f"/seasons/{season.slug}/report/"
    for path in (
        f"/seasons/{season.slug}/",
        f"/characters/{ada.slug}/",
        f"/games/{game}/",
        report,
        f"{report}{ada.slug}/",
    ):
        assert f'content="http://testserver{path}card.png"' in text(path)
    assert f'<meta property="og:title" content="{season.name}">' in text(f"/seasons/{season.slug}/")


def test_a_record_is_shared_with_its_holder_and_only_if_somebody_holds_it(evening, text):
    season, *_ = evening
    records = f"/leagues/{season.league.slug}/records/"
    assert f'href="{records}games/share/" aria-label="Share: Most games"' in text(records)
    page = text(f"{records}games/share/")
    assert "Most games: 3 games" in page and "Ada holds it" in page
    for nobody in ("parachute", "chess"):
        assert sent(f"{records}{nobody}/card.png").status_code == 404


def test_a_report_of_a_season_without_games_has_a_card_and_one_of_a_stranger_has_none():
    season = a_season("autumn")
    assert sent(f"/seasons/{season.slug}/report/card.png").status_code == 200
    hire(season, "Dev")
    assert sent(f"/seasons/{season.slug}/report/dev/card.png").status_code == 404
    assert sent(f"/seasons/{season.slug}/report/dev/share/").status_code == 404


def test_a_name_with_quotes_stays_inside_its_tag(season, text):
    odd = hire(season, 'Eve "Ax" <b>')
    assert 'og:title" content="Eve &quot;Ax&quot; &lt;b&gt;"' in text(odd.get_absolute_url())


def test_each_kind_of_card_is_a_picture_of_the_usual_size(cards):
    for kind, address in cards.items():
        answer = sent(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png"), kind
        with Image.open(BytesIO(answer.content)) as image:
            assert image.size == (1200, 630), kind
        assert len(answer.content) < 60_000, kind
        assert not answer.cookies and "max-age=600" in answer["Cache-Control"], kind


def test_who_has_a_card_is_not_sent_it_again_until_it_says_something_else(cards, evening):
    season, ada, _ = evening
    tag = sent(cards["season"])["ETag"]
    assert sent(cards["season"], if_none_match=tag).status_code == 304
    played(season, "later", at(ada, 110), at(hire(season, "Cleo"), 20), day=20)
    assert sent(cards["season"], if_none_match=tag).status_code == 200


def test_a_card_is_drawn_once_and_only_so_many_a_minute(cards, settings):
    caches["cards"].clear()
    first = sent(cards["season"])
    settings.CARDS_A_MINUTE = 0
    assert sent(cards["season"]).content == first.content
    beyond = sent(cards["character"])
    assert (beyond.status_code, beyond["Location"]) == (302, "/static/league/card.png")


def test_a_card_is_in_the_language_that_its_address_says_whoever_asks(cards):
    english = sent(cards["memo"]).content
    with override("de"):
        assert sent(cards["memo"], accept_language="de").content == english
    german = sent(f"{cards['memo']}?language=de")  # its day alone is another word already
    assert german.status_code == 200 and german.content != english
    assert sent(f"{cards['memo']}?language=xx").content == english


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_a_promotion_is_shared_in_the_words_of_its_memo(evening, language):
    _, ada, _ = evening
    memo = CareerEvent.objects.standing().filter(character=ada, kind="promotion").first()
    with override(language):
        shared, _event = memo_shared(ada.slug, memo.pk)
    page = Client().get(f"{ada.get_absolute_url()}memos/", headers={"Accept-Language": language}).content.decode()
    assert shared.card.title in page and "appointment" not in shared.card.title and shared.card.title in shared.text


def test_a_hidden_league_draws_nothing_for_anybody(cards, evening):
    season, *_ = evening
    organiser = an_organiser(season)
    member = Client()
    member.force_login(organiser)
    hide(season)
    for kind, address in cards.items():
        assert sent(address).status_code == 404, kind
        assert member.get(address).status_code == 404, kind


def test_a_memo_that_was_taken_back_says_so(evening, text):
    season, ada, _ = evening
    event = CareerEvent.objects.standing().of_note().filter(character=ada).order_by("at").last()
    page = f"/characters/{ada.slug}/memos/{event.pk}/"
    assert "Your appointment as" in text(page)
    game = season.season_games.get(game=event.game)
    void_game(season_game=game, reason="Never took place", by=an_organiser(season))
    review()
    assert "We take it back" in text(page)
    assert sent(f"{page}card.png").status_code == 200


def test_somebody_elses_memo_is_not_found_at_this_address(evening):
    season, ada, _ = evening
    event = CareerEvent.objects.filter(character=ada).first()
    assert sent(f"/characters/{hire(season, 'Cleo').slug}/memos/{event.pk}/").status_code == 404


def test_the_personnel_file_links_its_memos(evening, text):
    _, ada, _ = evening
    assert f'href="/characters/{ada.slug}/memos/' in text(ada.get_absolute_url())


def test_an_uploaded_picture_takes_the_place_of_the_portrait(evening):
    season, ada, _ = evening
    address = f"/characters/{ada.slug}/card.png"
    before = sent(address).content
    upload_picture(character=ada, content=a_picture(), by=an_organiser(season))
    assert sent(address).content != before


def test_a_winner_without_a_character_has_no_portrait(season):
    guest = played(season, "guest", at("Gil", 110), at(hire(season, "Fay"), 20), at(hire(season, "Gus"), 30))
    assert sent(f"/games/{guest.game_id}/card.png").status_code == 200


def test_the_queries_of_a_card_do_not_grow_with_the_season(evening, queries):
    season, *_ = evening
    address = f"/seasons/{season.slug}/card.png"
    before = queries(Client(), address)
    played(season, "many", *(at(hire(season, f"N{n}"), 100 - n) for n in range(5)), day=21)
    assert queries(Client(), address) <= before


def test_a_card_has_a_digest_of_all_that_it_says():
    assert ShareCard("a", "b").digest == ShareCard("a", "b").digest
    assert len({ShareCard("a", "b", figure=figure).digest for figure in ("", "1", "2")}) == 3


@pytest.mark.parametrize(
    "said", [{"title": "李"}, {"title": "Ada", "lines": ("Bo", "李")}, {"title": "Ada", "foot": "李"}]
)
def test_a_card_says_that_it_lacks_letters(said):
    assert inked_below_the_foot(ShareCard("a", **said)) and not inked_below_the_foot(ShareCard("a", "Zoë Łukaszewicz"))


def inked_below_the_foot(card: ShareCard) -> bool:
    with Image.open(BytesIO(draw_card(card))) as image:
        return len(image.convert("RGB").crop((0, HEIGHT - 30, WIDTH, HEIGHT)).getcolors()) > 1


def test_a_contour_that_runs_the_other_way_is_a_hole():
    frame = Layer("ink", "M0 0h64v64h-64zM16 16v32h32v-32z")
    image = portrait_image(Portrait(0, (frame,)), 64)
    assert (image.getpixel((4, 4)), image.getpixel((32, 32))) == ((28, 32, 36), (251, 248, 242))
