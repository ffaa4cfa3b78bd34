"""Where a character's portrait is shown, and that it is the same face everywhere."""

import re

from characters.charts.portraits import Portrait
from characters.models import Character
from characters.queries.people import people
from characters.services.registration import rename_character
from tests.factories.characters import a_character
from tests.factories.games import played, reviewed
from tests.factories.sheets import at


def faces_on(page: str) -> list[list[str]]:
    """The paths of every portrait of a page."""
    drawn = re.findall(r'<svg class="portrait.*?</svg>', page, re.DOTALL)
    return [re.findall(r' d="([^"]+)"', one) for one in drawn]


def paths(portrait: Portrait) -> list[str]:
    return [layer.path for layer in portrait.layers]


def face_of(character: Character) -> list[str]:
    return paths(people([character.pk])[character.pk].portrait)


def test_the_list_shows_everybody_with_a_face(season, cast, client):
    page = client.get("/characters/").content.decode()
    shown = faces_on(page)

    assert len(shown) == Character.objects.count()
    assert face_of(cast.ada) in shown


def test_the_personnel_file_and_the_org_chart_show_the_face_of_the_list(season, cast, client):
    ada = cast.ada
    file = client.get(ada.get_absolute_url()).content.decode()
    chart = client.get(f"/companies/{ada.edition}/{ada.primary_company}/").content.decode()

    assert faces_on(file) == [face_of(ada)]
    assert face_of(ada) in faces_on(chart)


def test_a_renamed_character_keeps_its_face(season, cast):
    before = face_of(cast.ada)
    rename_character(character=cast.ada, name="Adele")

    assert face_of(cast.ada) == before


def test_who_left_by_golden_parachute_is_shown_with_it(season, client):
    rita = a_character(season, "Rita", level="c_level", status="retired")
    working = a_character(season, "Zoe", level="c_level")

    canopy = face_of(rita)[-1]
    assert faces_on(client.get(rita.get_absolute_url()).content.decode())[0][-1] == canopy
    assert face_of(working)[-1] != canopy


def test_the_game_page_shows_everybody_at_the_table_but_guests(season, cast, client):
    game = played(season, "big", at(cast.ada, 110, won=True), at("Gus", 40), at(cast.bo, 10))
    page = client.get(f"/games/{game.game_id}/").content.decode()

    assert faces_on(page) == [face_of(cast.ada), face_of(cast.bo)]


def test_the_game_page_shows_the_hat_that_was_worn_in_the_game(season, cast, client):
    game = reviewed(season, "big", at(cast.ada, 110, won=True), at(cast.bo, 40), at(cast.cleo, 30), at(cast.dev, 10))
    before = faces_on(client.get(f"/games/{game.game_id}/").content.decode())
    cast.ada.careers.filter(current=True).update(level="c_level")

    assert faces_on(client.get(f"/games/{game.game_id}/").content.decode()) == before


def test_everybody_in_the_standings_has_a_face(season, cast, client):
    reviewed(season, "big", at(cast.ada, 110, won=True), at(cast.bo, 40), at(cast.cleo, 30), at(cast.dev, 10))
    page = client.get(season.get_absolute_url()).content.decode()
    standing = re.search(r"<table.*?</table>", page, re.DOTALL)

    assert standing is not None
    assert len(faces_on(standing.group())) == 4
