"""The four games besides Careers, from the form to the game's page."""

import pytest
from django.urls import reverse

from games.models import Sheet
from league.models import SeasonGame
from league.sheets.forms.drafts import Draft
from tests.factories.games import a_game_of
from tests.factories.pages import inputs, text
from tests.factories.people import an_organiser
from tests.factories.sheets import FIGURES, a_sheet_of

URL = reverse("result_enter")
GAMES = tuple(FIGURES)


def form_of(season, system, cast, go="send", **changes):
    form = {"system": system, "season": season.slug, "token": "t", "edition": "london", "go": go}
    form |= {"played_at": "2026-01-06T18:00", "reference": ""}
    for number, (who, figures) in enumerate(zip(vars(cast).values(), FIGURES[system], strict=True), 1):
        form[f"seat-{number}-character"] = str(who.pk)
        form |= {f"seat-{number}-{name}": value for name, value in figures.items()}
    return form | {name.replace("__", "-"): value for name, value in changes.items()}


@pytest.fixture
def organiser(client, season):
    client.force_login(an_organiser(season))
    return client


@pytest.mark.parametrize("system", GAMES)
def test_a_game_is_entered_without_saying_who_won(organiser, season, cast, system):
    response = organiser.post(URL, form_of(season, system, cast))
    game = SeasonGame.objects.get()
    assert response.url == reverse("game_detail", args=[game.game_id])
    sheet = game.game.sheets.get()
    assert sheet.status == Sheet.CONFIRMED
    assert [(seat.place, seat.won) for seat in sheet.seats.all()] == [(1, True), (2, False), (3, False), (4, False)]


@pytest.mark.parametrize("system", GAMES)
def test_the_figures_come_back_as_they_were_typed(organiser, season, cast, system):
    form = form_of(season, system, cast, go="figures")
    sent = dict(inputs(organiser.post(URL, form)))
    for name, value in form.items():
        assert name == "go" or sent[name] == value


@pytest.mark.parametrize("system", GAMES)
def test_the_last_step_shows_the_figures_and_the_winner(organiser, season, cast, system):
    page = text(organiser.post(URL, form_of(season, system, cast, go="check")))
    assert page.count("★</span> won") == 1
    assert "comes in at position 1" in page


@pytest.mark.parametrize("system", GAMES)
def test_the_game_page_and_its_correction_show_the_figures(organiser, season, cast, system):
    game = a_game_of(system, season, list(vars(cast).values()))
    page = text(organiser.get(reverse("game_detail", args=[game.game_id])))
    words = {"office_job": "C-Suite", "career_poker": "2, 1", "game_of_the_year": "Fame Tokens"}
    assert words.get(system, "Creativity") in page and page.count("★</span> won") == 1
    form = dict(inputs(organiser.get(reverse("game_correct", args=[game.game_id]))))
    for name, value in FIGURES[system][0].items():
        assert form[f"seat-1-{name}"] == value
    assert "winner" not in form


def test_a_correction_may_change_who_won_by_the_figures_alone(organiser, season, cast):
    people = list(vars(cast).values())
    game = a_game_of("career_compass", season, people)
    url = reverse("game_correct", args=[game.game_id])
    form = dict(inputs(organiser.get(url))) | {"seat-1-cards": "9", "seat-2-cards": "20", "reason": "Swapped"}
    page = text(organiser.post(url, form | {"go": "check"}))
    assert f"2. {people[1].name}: won" in page and f"1. {people[0].name}: cards" in page
    organiser.post(url, form | {"go": "send"})
    newest = game.game.sheets.latest("version")
    assert [seat.won for seat in newest.seats.all()] == [False, True, False, False]


@pytest.mark.parametrize(
    ("system", "changes", "sentence"),
    [
        ("career_poker", {"seat__1__positions": "1;1"}, "position 1 in deal 1"),
        ("career_poker", {"seat__1__positions": "2"}, "1 position, but 2 deals were played"),
        ("career_poker", {"seat__1__positions": "two"}, "is not a whole number"),
        ("office_job", {"seat__1__rank": ""}, "rank is missing"),
        ("office_job", {"seat__4__rank": "c_suite"}, "C-Suite with 3 career points"),
        ("career_compass", {"seat__1__cards": "19"}, "the deck has 33"),
        ("career_compass", {"seat__2__joker": "curiosity"}, "must be one of"),
        ("game_of_the_year", {"seat__1__fame_tokens": "99"}, "the box holds"),
        ("game_of_the_year", {"winner": "2"}, "by the figures seat 1 won"),
    ],
)
def test_what_cannot_have_happened_is_refused_beside_its_figure(organiser, season, cast, system, changes, sentence):
    response = organiser.post(URL, form_of(season, system, cast, **changes))
    assert response.status_code == 422
    assert sentence in text(response)
    assert not SeasonGame.objects.exists()


def test_positions_may_be_typed_with_what_a_keypad_has(organiser, season, cast):
    changes = {"seat__1__positions": "2.1", "seat__2__positions": "1, 2", "seat__3__positions": "3 3."}
    organiser.post(URL, form_of(season, "career_poker", cast, **changes))
    seats = SeasonGame.objects.get().game.sheets.get().seats.all()
    assert [seat.figures["positions"] for seat in seats] == [[2, 1], [1, 2], [3, 3], [4, 4]]


def test_deals_can_be_tapped_in_the_order_of_going_out(organiser, season, cast):
    page = text(organiser.post(URL, form_of(season, "career_poker", cast, go="figures")))
    assert 'data-out="seat-1-positions"' in page and "tap who is out" in page


def test_other_seats_keep_their_positions_when_the_seats_are_reordered(cast):
    draft = Draft.of(a_sheet_of("career_poker", list(vars(cast).values())))
    draft.reorder([2, 1, 3, 4])
    assert [seat.raw["positions"] for seat in draft.seats] == ["1;2", "2;1", "3;3", "4;4"]


def test_who_won_follows_the_figures_while_they_are_typed(organiser, season, cast):
    page = text(organiser.post(URL, form_of(season, "career_compass", cast, go="live")))
    assert 'id="won-1" hx-swap-oob="true"' in page and page.count("★</span> won") == 1
