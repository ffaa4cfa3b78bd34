"""A site that has been lived in: beside the league of `tests/access/people.py` one that is hidden and one that is
closed, tournaments before, in and after their end, plays, people in twenty scripts, and what somebody wanted gone."""

from dataclasses import dataclass, replace
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from characters.models import Character, FormerName
from games.models import Play
from league.accounts.services.farewell import ask_to_leave, carry_out_farewells
from league.clubs.services.leagues import close_league, create_league, create_season, join_league
from league.management.sample import SPRING, load_evenings, settle
from league.models import Farewell, Season, SeasonPlay
from league.people.rules.characters import GuestLine
from league.people.services.guests import register_guest, register_guests
from league.people.services.registration import change_papers, hide_name, import_characters, register_in_league
from league.play.services.season_plays import play_for_bots
from league.talk.services import hide_league, say
from tests.access.people import OTHER_LINK, PEOPLE, REFEREES, Place, Secret, a_place
from tests.factories.crowds import a_crowd, play_in_bulk
from tests.factories.plays import a_running_play
from tests.factories.thursday_club import PROGRAMS

ROLES = tuple(column for column in PEOPLE if column != OTHER_LINK)
STAFF, NOBODY = frozenset(("staff",)), frozenset[str]()
HIDDEN, GONE_NAME, GONE_ACCOUNT = "Marker Hidden 4721", "Marker Former 4722", "marker-departed-4723"
GAMES, CROWD = 600, 60  # four seats and five rows of points to a game
IN_SCRIPTS = (
    "Zoë Ångström",
    "Çiğdem Öztürk",
    "Łukasz Żółw",
    "Đặng Thị Hồng",
    "Ñandú Ibáñez",
    "Ólafur Þórðarson",
    "Ιωάννης Παπάς",
    "Иван Щербаков",
    "Հայկ Սարյան",
    "შოთა რუსთაველი",
    "שלום עליכם",
    "محمد الخوارزمي",
    "अमृता शर्मा",
    "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "রবীন্দ্রনাথ",
    "இராமானுஜன்",
    "สมชาย ใจดี",
    "田中裕子",
    "김철수",
    "አበበ በቀለ",
    "WOLFGANG AMADEUS MOMMSEN-WAGNER-SCHMIDT",
)


@dataclass(frozen=True)
class World:
    """What the visitors walk through."""

    place: Place
    among_members: Place  # the same with a play that members of the league alone may see

    @property
    def users(self) -> dict[str, User]:
        return self.place.club.users


def a_world(*, games: int = GAMES) -> World:
    """Make the world; its season holds `games` more games, of four seats each."""
    place = a_place()
    otto = place.club.users["otto"]
    import_characters(league=place.club.league, data=(SPRING / "characters.csv").read_bytes())
    load_evenings(league=place.club.league, by=otto, now=timezone.now())
    people = [GuestLine(number, name) for number, name in enumerate(IN_SCRIPTS, 1)]
    register_guests(league=place.club.league, lines=people, edition_id="london", by=otto)
    a_running_play(place.club, "ada", system="office_job")
    among_members = a_running_play(place.club, "bo", visibility=Play.LEAGUE).pk
    play_for_bots()
    play_in_bulk(place.club.season, a_crowd(place.club.season, CROWD), range(games))
    settle()
    _somebody_who_left(place)
    _a_former_name(place)
    _a_hidden_league(place)
    _a_closed_league()
    secrets = (
        Secret("hidden league", HIDDEN, STAFF),
        Secret("name of before", GONE_NAME, REFEREES),
        Secret("account that is gone", GONE_ACCOUNT, NOBODY),
    )
    place = replace(place, secrets=(*place.secrets, *secrets))
    gaps = dict.fromkeys(("play pk", "play play", "plays play_id"), among_members)
    return World(place, replace(place, gaps=place.gaps | gaps))


def _somebody_who_left(place: Place) -> None:
    """Deleted an account, a name and all, after playing and speaking here."""
    gone = User.objects.create_user(GONE_ACCOUNT, email=f"{GONE_ACCOUNT}@marker.example", password="a long pass phrase")
    join_league(league=place.club.league, user=gone)
    _register(place.club.season, gone, "Somebody Else")
    say(venue=SeasonPlay.objects.earliest("pk"), text="Bye.", by=gone)
    ask_to_leave(user=gone, keep_name=False)
    Farewell.objects.filter(user=gone).update(due_at=timezone.now() - timedelta(days=1))
    assert carry_out_farewells() == 1


def _a_former_name(place: Place) -> None:
    """Sam, a score-keeper, has renamed his character and hidden what it was called."""
    sam = place.club.users["sam"]
    character = _register(place.club.season, sam, GONE_NAME)
    papers = {"title": character.title, "c_level_title": character.c_level_title}
    change_papers(character=character, name="Morgan Newname", by=sam, **papers)
    hide_name(former=FormerName.objects.get(name=GONE_NAME), by=sam)


def _a_hidden_league(place: Place) -> None:
    hanna = User.objects.create_user("hanna", password="a long pass phrase")
    league = create_league(name=HIDDEN, by=hanna)
    create_season(league=league, name=f"{HIDDEN} season", by=hanna)
    register_guest(league=league, name=f"{HIDDEN} guest", edition_id="london", by=hanna)
    hide_league(league=league, why="Insults", by=place.club.users["root"])


def _a_closed_league() -> None:
    carl = User.objects.create_user("carl", password="a long pass phrase")
    league = create_league(name="Closed Club", by=carl)
    season = create_season(league=league, name="Last Season", by=carl)
    _register(season, carl, "Carl Closed")
    close_league(league=league, why="We moved.", by=carl)


def _register(season: Season, owner: User, name: str) -> Character:
    specialty, side_interest = PROGRAMS[0]
    return register_in_league(
        league=season.league,
        owner=owner,
        name=name,
        edition_id="london",
        specialty=specialty,
        side_interest=side_interest,
        title="Counsel",
    )
