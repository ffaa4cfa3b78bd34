"""Totals now, marks later: a sheet that says how many degrees and trips, but not which, is kept and not confirmed."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from characters.models import CareerEvent
from engine.careers.editions import edition
from games.models import Sheet
from games.rules.figures import UNMARKED
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import SeasonGame
from league.results.services.games import confirm_game, report_game
from tests.factories.friday_club import PLAYED, FridayClub, friday_form
from tests.factories.pages import inputs, text
from tests.factories.phones import a_phone, send_report
from tests.factories.tables import a_table
from tests.factories.thursday_club import ThursdayClub, a_report

pytestmark = pytest.mark.django_db
URL = reverse("result_enter")


def kept(client: Client, club: FridayClub, **changes: str) -> SeasonGame:
    client.force_login(club.cleo)
    client.post(URL, friday_form(club, seat__1__degrees__total="3", seat__1__degrees__law="1", **changes))
    return SeasonGame.objects.get()


def stored(game: SeasonGame) -> Sheet:
    return game.game.sheets.latest("version")


def test_the_totals_are_kept_as_submitted_even_for_who_confirms(client: Client, club: FridayClub):
    sheet = stored(kept(client, club))
    assert sheet.status == Sheet.SUBMITTED
    assert sheet.seats.get(seat=1).figures["degrees"] == {"law": 1, UNMARKED: 2}


def test_the_last_step_says_what_waits_and_offers_to_keep_it(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = text(client.post(URL, friday_form(club, seat__1__degrees__total="3", go="check")))
    assert page.count("3 degrees elsewhere: in which programs?") == 1
    assert ">Keep it, complete it later</button>" in page and ">Confirm</button>" not in page
    assert "When you confirm" not in page


def test_a_trip_that_no_company_has_is_asked_for_beside_the_field_while_it_is_typed(client: Client, club: FridayClub):
    client.force_login(club.ada)
    trips = {"seat__1__trips__total": "5", "seat__1__trips__lister_bacon": "4"}
    for step in ("live", "figures"):
        answer = text(client.post(URL, friday_form(club, go=step, **trips)))
        slot = answer[answer.index('id="problem-seat-1-trips"') :]
        assert "1 trip elsewhere: where?" in slot[: slot.index("</div>")]
    details = answer[answer.index("Other degrees and trips") - 60 :]
    assert "open" in details[: details.index("<summary>")], "the fields that answer it are unfolded"


def test_what_waits_for_its_marks_cannot_be_confirmed(client: Client, club: FridayClub):
    game = kept(client, club)
    with pytest.raises(ValidationError, match="2 degrees elsewhere"):
        confirm_game(season_game=game, by=club.cleo)
    assert stored(game).status == Sheet.SUBMITTED and not CareerEvent.objects.exists()
    page = client.get(reverse("game_confirm", args=[game.game_id]))
    assert "2 degrees elsewhere" in text(page) and "Correct the sheet" in text(page)


def test_the_page_of_the_game_says_what_waits(client: Client, club: FridayClub):
    page = text(client.get(kept(client, club).game.get_absolute_url()))
    assert "Not complete yet" in page and "Complete the sheet" in page and "elsewhere 2" in page


def test_the_marks_complete_the_sheet_and_it_can_be_confirmed(client: Client, club: FridayClub):
    game = kept(client, club)
    url = reverse("game_correct", args=[game.game_id])
    form = dict(inputs(client.get(url)))
    assert form["seat-1-degrees-total"] == "3"
    marks = {**form, "winner": "1", "seat-1-degrees-law": "1", "seat-1-degrees-journalism": "2"}
    client.post(url, {**marks, "reason": "The marks", "go": "send"})
    sheet = stored(game)
    assert sheet.version == 2
    assert sheet.seats.get(seat=1).figures["degrees"] == {"journalism": 2, "law": 1}
    assert confirm_game(season_game=game, by=club.cleo).status == Sheet.CONFIRMED


def test_five_degrees_without_marks_are_kept_because_two_programs_give_them(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(URL, friday_form(club, seat__1__degrees__total="5"))
    assert stored(SeasonGame.objects.get()).seats.get(seat=1).figures["degrees"] == {UNMARKED: 5}


def test_more_degrees_than_all_programs_give_are_no_total(client: Client, club: FridayClub):
    programs = len(edition("london").programs)
    client.force_login(club.cleo)
    for marked, total in ((0, 4 * programs + 1), (2, 4 * programs + 1)):
        response = client.post(
            URL, friday_form(club, seat__1__degrees__law=str(marked), seat__1__degrees__total=str(total))
        )
        assert response.status_code == 422
        assert f"there can be at most {4 * programs - marked} more in the {programs} programs" in text(response)
    client.post(URL, friday_form(club, seat__1__degrees__total=str(4 * programs)))
    assert SeasonGame.objects.count() == 1


@pytest.mark.parametrize(
    ("total", "sentence"),
    [
        ("1", "degrees in all are 1, but the ones entered add up to more"),
        ("three", "&#x27;three&#x27; is not a whole number"),
        ("-4", "can&#x27;t be below 0"),
    ],
)
def test_a_total_that_cannot_be_is_refused(client: Client, club: FridayClub, total: str, sentence: str):
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club, seat__1__degrees__law="2", seat__1__degrees__total=total))
    assert response.status_code == 422
    assert sentence in text(response)
    assert ("seat-1-degrees-total", total) in inputs(response)
    assert not SeasonGame.objects.exists()


def test_a_total_that_the_marks_make_up_waits_for_nothing(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(URL, friday_form(club, seat__1__degrees__law="2", seat__1__degrees__total="2"))
    assert stored(SeasonGame.objects.get()).status == Sheet.CONFIRMED


def test_a_guest_has_no_career_and_waits_for_nothing(club: FridayClub):
    figures = {"happiness": 10, "fame": 20, "cash": 5_500}
    lines = (
        SeatLine(1, club.overtime.pk, "Ada Overtime", True, {**figures, "fame": 90}),
        SeatLine(2, club.bigdesk.pk, "Bo Bigdesk", False, figures),
        SeatLine(3, None, "Gus", False, {**figures, "trips": {UNMARKED: 2}}),
    )
    sheet = ScoreSheet("careers", "london", PLAYED, lines, "formula", 100)
    game = report_game(season=club.season, reference="", sheet=sheet, source=Sheet.WEB, confirm=True)
    assert stored(game).status == Sheet.CONFIRMED


def test_a_correction_of_what_is_confirmed_needs_its_marks(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(URL, friday_form(club))
    game = SeasonGame.objects.get()
    url = reverse("game_correct", args=[game.game_id])
    form = {**dict(inputs(client.get(url))), "winner": "1", "seat-1-trips-total": "2", "reason": "Trips", "go": "send"}
    response = client.post(url, form)
    assert response.status_code == 422
    assert "2 trips elsewhere: where?" in text(response)
    assert stored(game).version == 1


def test_a_program_submits_totals_and_confirms_only_marks(thursday: ThursdayClub):
    body = a_report()
    body["seats"][0]["score"]["degrees"] = {"law": 1, UNMARKED: 2}
    refused = thursday.client("otto").post("/api/v1/games/", {**body, "confirm": True}, format="json")
    assert refused.status_code == 400 and "2 degrees elsewhere" in refused.text
    kept = thursday.client("otto").post("/api/v1/games/", body, format="json").json()
    assert kept["status"] == "submitted"
    assert kept["seats"][0]["score"]["degrees"] == {"law": 1, UNMARKED: 2}
    assert thursday.client("otto").post(f"/api/v1/games/{kept['id']}/confirm/", {}, format="json").status_code == 400


def test_a_table_of_a_tournament_needs_its_marks_at_once():
    """Silence would have to confirm it."""
    table = a_table(system="careers", mode="formula", target=100)
    figures = {f"seat-{at}-{name}": "10" for at in (1, 2, 3, 4) for name in ("happiness", "fame")}
    figures |= {f"seat-{at}-cash": "20000" for at in (1, 2, 3, 4)}
    figures |= {"seat-1-fame": "90", "seat-2-degrees-total": "2", "winner": "1"}
    answer = send_report(a_phone(table, 1), table, {"seat": 1, "figures": figures})
    assert answer.status_code == 422
    assert {"seat": 2, "figure": "degrees"}.items() <= answer.json()["figures"][0].items()
    assert not SeasonGame.objects.exists()
