"""Four levels of bots, each with a face, a name and a temper, and better than the one below where games show it."""

import re
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from games.models import PlaySeat
from games.rules.bots import too_patient
from league.models import TryOut
from league.play.queries.levels import face_of, level_cards, meetings
from league.play.rules.levels import LEVELS, OF_LUCK, USUAL, level_of, name_at
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import seat_a_bot, stand_up
from league.play.services.tryouts import begin_try_out
from tests.factories.plays import a_table_of, fresh
from tests.factories.thursday_club import a_thursday_club


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_every_level_may_sit_at_every_game_and_is_told_by_its_bot(system):
    bots = [level.bots[system] for level in LEVELS]
    assert too_patient(system, bots) == [] and [level_of(system, bot) for bot in bots] == list(LEVELS)


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_level_is_called_better_only_where_games_showed_it_of_the_bots_that_play(system):
    bots = {level.key: level.bots[system] for level in LEVELS}
    measured = [meeting for meeting in meetings().values() if meeting.system == system]
    assert all(meeting.bots == f"{bots[meeting.level]}, {bots[meeting.against]}" for meeting in measured)
    clear = [meetings()[system, level.key, below.key].is_clear for below, level in pairwise(LEVELS)]
    assert clear == [system != OF_LUCK] * 3
    words = [card.measured for card in level_cards(system)]
    assert ["Wins" in text for text in words] == [False, *clear] and words[0] == ""
    for card, below in zip(level_cards(system)[1:], LEVELS, strict=False):
        meeting = meetings()[system, card.key, below.key]
        said = f"Wins {meeting.percent} of 100 games against three of “{below.title}”; 25 is even."
        assert (said in card.measured) == meeting.is_clear


def test_where_no_game_is_chosen_a_level_says_what_it_wins_from_game_to_game():
    for card, below in zip(level_cards()[1:], LEVELS, strict=False):
        wins = [meetings()[system, card.key, below.key].percent for system in PLAYED_HERE if system != OF_LUCK]
        assert f"Wins {min(wins)} to {max(wins)} of 100 games against three of “{below.title}”" in card.measured


def test_names_at_a_table_differ_and_a_name_keeps_its_face():
    level = LEVELS[0]
    names = [name_at(level, seat) for seat in range(1, 34)]
    assert len(set(names)) == 33
    faces = {len(face_of("careers", one.bots["careers"], "Pip").portrait.layers) for one in LEVELS}
    assert len(faces) > 1, "the clothes are those of the level"
    assert face_of("careers", "random", "Random bot 2").title == "Bot"


@pytest.mark.django_db
class TestAtATable:
    @pytest.fixture(autouse=True)
    def nobody_came_before(self):
        cache.clear()

    def test_a_bot_is_seated_by_its_level_or_by_its_own_name(self):
        club = a_thursday_club()
        season_play, by = a_table_of(club, "ada", system="careers", bots=3), club.users["ada"]
        for seat in (2, 3, 4):
            stand_up(season_play=season_play, seat=seat, by=by)
        for seat, bot in ((2, "strong"), (3, "greedy"), (4, "random")):
            seat_a_bot(season_play=season_play, seat=seat, bot=bot, by=by)
        seated = PlaySeat.objects.filter(play=season_play.pk, seat__gt=1).order_by("seat").values_list("bot", "name")
        assert list(seated) == [("ismcts", "Max"), ("greedy", "Maud"), ("random", "Random bot 4")]
        page = club.client("ada").get(f"/play/{season_play.pk}/").content.decode()
        assert "Bot, level: Strong" in page and page.count('class="portrait firm-') >= 3

    def test_who_opens_a_table_chooses_a_level_and_reads_who_it_is(self, client):
        club = a_thursday_club()
        client.force_login(club.users["ada"])
        season_play = a_table_of(club, "ada", system="careers")
        at = f"/play/{season_play.pk}/"
        client.post(f"{at}leave/", {"seat": 2})
        page = client.get(at).content.decode()
        assert re.search(rf'<option value="{USUAL}"\s+selected>', page) and "Wins " in page
        client.post(f"{at}bot/", {"seat": 2, "bot": "beginner"})
        assert fresh(season_play).play.seats.get(seat=2).bot == LEVELS[0].bots["careers"]

    def test_a_stranger_plays_against_the_level_that_they_chose(self):
        client = Client()
        listed = client.get("/play/try/?level=strong").content.decode()
        assert listed.count('name="level" value="strong"') == len(PLAYED_HERE) and 'aria-current="true"' in listed
        page = client.post("/play/try/new/", {"system": "career_compass", "level": "strong"}, follow=True)
        assert "Bot, level: Strong" in page.content.decode() and TryOut.objects.get().level == "strong"
        client.post("/play/try/new/", {"system": "career_compass"})
        assert TryOut.objects.get().level == USUAL
        assert client.get("/play/try/?level=<b>").status_code == 200
        with pytest.raises(ValidationError, match="beginner"):
            begin_try_out(system="career_compass", level="nobody")
