"""Two characters entered twice become one person, and two again: nothing is lost on the way."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from characters.models import Character
from games.models import Sheet
from league.core.queries.access import forget_leagues
from league.core.queries.characters import find_character
from league.models import CharacterMerge, ClaimLink, Entry, LedgerEntry, MailNotice, Notice, Result, Season
from league.models.organisation import Role
from league.people.queries.merging import plan_of
from league.people.services.guests import register_guest
from league.people.services.merging import agree_to_merge, ask_merge, end_merge, preview_merge, undo_merge
from league.people.services.owners import claim_character, make_claim_link, undo_claim
from league.play.services.season_plays import close_table, open_season_play, sit_down
from league.results.services.games import void_game
from league.standings.queries.standings import standings
from tests.factories.careers import PATHS, differences, level, life
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.people import a_member, an_organiser
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def season() -> Season:
    return a_season()


@pytest.fixture
def olga(season) -> User:
    return an_organiser(season)


@pytest.fixture
def ada(season) -> Character:
    return hire(season, "Ada")


@pytest.fixture
def guest(season, olga) -> Character:
    return a_guest(season, "Ada L", olga)


@pytest.fixture
def bo(season) -> Character:
    return hire(season, "Bo")


def a_guest(season: Season, name: str, by: User) -> Character:
    return register_guest(league=season.league, name=name, edition_id="london", by=by)


def evening(season: Season, ada: Character, guest: Character, bo: Character) -> None:
    """Ada's first game, then two under the other name, then one of hers."""
    played(season, "g1", at(ada, 2500, **PATHS), at(bo, 10), day=1)
    played(season, "g2", at(guest, 2500, **PATHS), at(bo, 20), day=2)
    played(season, "g3", at(bo, 150), at(guest, 140), day=3)
    played(season, "g4", at(ada, 2500, **PATHS), at(bo, 30), day=4)
    review()


def state(*characters: Character) -> list[object]:
    """All that follows from the games, as it is stored, without ids."""
    season = Season.objects.get()
    results = Result.objects.order_by("game", "character").values_list("game", "character", "table_points", "place")
    return [[life(one) for one in characters], list(results), list(standings(season).tallies.items())]


def test_what_was_played_under_the_other_name_counts_for_the_one_that_stays(season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    merge = ask_merge(target=ada, merged=guest, by=olga)
    assert merge.waits, "Ada's owner has not said that the guest is hers"
    agree_to_merge(merge=merge, by=ada.owner)
    review()
    assert Result.objects.filter(character=ada).count() == 4 and not Result.objects.filter(character=guest).exists()
    assert ada.careers.get().games == 4 and level(guest) == "entry"
    assert guest.pk not in standings(season).tallies
    assert differences() == []


def test_undone_everything_is_exactly_what_it_was(season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    before = state(ada, guest, bo)
    merge = agree_to_merge(merge=ask_merge(target=ada, merged=guest, by=olga), by=ada.owner)
    review()
    assert state(ada, guest, bo) != before
    undo_merge(merge=merge, by=olga)
    review()
    assert state(ada, guest, bo) == before and differences() == []
    assert find_character(guest.slug) == guest and not ada.former_names.exists()
    assert Character.objects.get(pk=ada.pk).owner == ada.owner and guest.enrolment.league == season.league


def test_the_versions_of_before_stay_readable(season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    undone = agree_to_merge(merge=ask_merge(target=ada, merged=guest, by=olga), by=ada.owner)
    undo_merge(merge=undone, by=olga)
    names = Sheet.objects.filter(game__season_game__reference="g2").order_by("version")
    assert [one.seats.get(seat=1).name for one in names] == ["Ada L", "Ada", "Ada L"]
    assert [one.status for one in names] == ["superseded", "superseded", "confirmed"]


def test_what_was_corrected_in_the_meantime_stays_corrected(season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    merge = agree_to_merge(merge=ask_merge(target=ada, merged=guest, by=olga), by=ada.owner)
    void_game(season_game=season.season_games.get(reference="g3"), reason="Never took place", by=olga)
    review()
    undo_merge(merge=merge, by=olga)
    review()
    assert Result.objects.filter(character=guest).count() == 1 and differences() == []


def test_the_preview_says_what_the_merge_then_does_and_changes_nothing(season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    before = state(ada, guest, bo)
    found = preview_merge(plan=plan_of(ada, guest), by=olga)
    assert state(ada, guest, bo) == before and not CharacterMerge.objects.exists()
    promised = {one.name: one.after for one in found.careers}
    agree_to_merge(merge=ask_merge(target=ada, merged=guest, by=olga), by=ada.owner)
    review()
    assert promised["Ada"] == ada.level_name(level(ada)) and promised["Ada L"] == guest.level_name("entry")


def test_two_who_sat_at_one_table_are_two_people(season, olga, ada, guest, bo):
    played(season, "g1", at(ada, 110), at(guest, 20))
    assert "sat at the same table in g1" in " ".join(plan_of(ada, guest).refusals)
    with pytest.raises(ValidationError, match="two people"):
        ask_merge(target=ada, merged=guest, by=olga)


def test_characters_of_two_accounts_are_not_merged(season, olga, ada, bo):
    with pytest.raises(ValidationError, match="two people"):
        ask_merge(target=ada, merged=bo, by=olga)


def test_a_sheet_that_nobody_has_confirmed_comes_first(season, olga, ada, guest, bo):
    played(season, "g1", at(guest, 110), at(bo, 20), confirm=False)
    with pytest.raises(ValidationError, match="nobody has confirmed yet: g1"):
        ask_merge(target=ada, merged=guest, by=olga)


def test_a_game_on_the_site_is_played_to_its_end_first(season, olga, guest, bo):
    play = open_season_play(season=season, system="career_compass", seats=2, counts=True, by=bo.owner).season_play
    sit_down(season_play=play, seat=1, character=bo, by=bo.owner)
    with pytest.raises(ValidationError, match="not over"):
        ask_merge(target=guest, merged=bo, by=olga)
    close_table(season_play=play, by=bo.owner)
    ask_merge(target=guest, merged=bo, by=olga)


def test_who_is_entered_in_a_tournament_stays(season, olga, ada, guest):
    tournament = season.tournaments.create(
        name="Cup", slug="cup", system="careers", edition="london", starts_at="2026-11-01T10:00Z"
    )
    Entry.objects.create(tournament=tournament, character=guest, number=1)
    with pytest.raises(ValidationError, match="Turn the merge around"):
        ask_merge(target=ada, merged=guest, by=olga)
    Entry.objects.create(tournament=tournament, character=ada, number=2)
    with pytest.raises(ValidationError, match="can't be merged the other way round either"):
        ask_merge(target=ada, merged=guest, by=olga)


def test_only_an_organiser_asks_and_only_the_owner_agrees(season, olga, ada, guest):
    with pytest.raises(PermissionDenied):
        ask_merge(target=ada, merged=guest, by=ada.owner)
    merge = ask_merge(target=ada, merged=guest, by=olga)
    with pytest.raises(PermissionDenied):
        agree_to_merge(merge=merge, by=olga)
    with pytest.raises(PermissionDenied):
        end_merge(merge=merge, by=a_member(season, "mallory"))
    end_merge(merge=merge, by=ada.owner)
    with pytest.raises(ValidationError, match="already been decided"):
        agree_to_merge(merge=merge, by=ada.owner)
    assert not Character.objects.get(pk=guest.pk).merges_away.standing().exists()


def test_two_guests_become_one_without_anybody_else(season, olga, guest, bo):
    other = a_guest(season, "Ada Lovelace", olga)
    played(season, "g1", at(guest, 110), at(bo, 20))
    assert ask_merge(target=other, merged=guest, by=olga).stands
    review()
    assert Result.objects.filter(character=other).count() == 1 and differences() == []


@pytest.mark.rule("careers R101")
def test_a_member_with_another_character_does_not_get_a_second_one_back(season, olga, guest):
    owned = hire(season, "Dev")
    merge = agree_to_merge(merge=ask_merge(target=guest, merged=owned, by=olga), by=owned.owner)
    guest.refresh_from_db()
    assert guest.owner == owned.owner and Character.objects.get(pk=owned.pk).owner is None
    assert differences() == []
    undo_merge(merge=merge, by=olga)
    assert Character.objects.get(pk=guest.pk).owner is None and Character.objects.get(pk=owned.pk).owner == owned.owner
    assert differences() == []


@pytest.mark.rule("careers R101")
def test_undoing_is_refused_where_somebody_would_have_too_many(season, olga, guest):
    owned = hire(season, "Dev")
    merge = agree_to_merge(merge=ask_merge(target=guest, merged=owned, by=olga), by=owned.owner)
    Character.objects.filter(pk=guest.pk).update(owner=None)
    hire(season, "Third", owner=owned.owner)
    with pytest.raises(ValidationError, match="R101"):
        undo_merge(merge=merge, by=olga)
    assert CharacterMerge.objects.get().stands


def test_a_chain_of_merges_is_undone_from_its_end(season, olga, guest, bo):
    other, third = a_guest(season, "Ada Lovelace", olga), a_guest(season, "A. L.", olga)
    played(season, "g1", at(guest, 110), at(bo, 20))
    first = ask_merge(target=other, merged=guest, by=olga)
    second = ask_merge(target=third, merged=other, by=olga)
    assert find_character(guest.slug) == third
    with pytest.raises(ValidationError, match="Undo that first"):
        undo_merge(merge=first, by=olga)
    undo_merge(merge=second, by=olga)
    undo_merge(merge=first, by=olga)
    review()
    assert Result.objects.filter(character=guest).count() == 1 and differences() == []


def test_the_old_address_the_api_and_the_search_lead_to_the_one_that_stays(client, season, olga, guest):
    other = a_guest(season, "Lovelace", olga)
    ask_merge(target=other, merged=guest, by=olga)
    page = client.get(guest.get_absolute_url())
    assert page.status_code == 302 and page.url == other.get_absolute_url()
    assert client.get(f"{guest.get_absolute_url()}memos/").url == f"{other.get_absolute_url()}memos/"
    assert client.get(f"/api/v1/characters/{guest.slug}/").json()["slug"] == other.slug
    assert client.get(f"/api/v1/characters/{guest.slug}/career/").json()["slug"] == other.slug
    names = [one["name"] for one in client.get("/api/v1/characters/").json()["results"]]
    assert other.name in names and guest.name not in names
    found = text(client.get("/search/", {"q": "Ada L"}))
    assert "Lovelace" in found and "Formerly" in text(client.get(other.get_absolute_url()))


def test_a_hidden_league_hides_the_old_address_too(client, season, olga, guest):
    ask_merge(target=a_guest(season, "Lovelace", olga), merged=guest, by=olga)
    league = season.league
    league.hidden_at, league.hidden_why = "2026-11-01T10:00Z", "Why"
    league.save()
    forget_leagues()
    assert client.get(guest.get_absolute_url()).status_code == 404
    assert client.get(f"/api/v1/characters/{guest.slug}/").status_code == 404


def test_claim_links_of_the_one_that_goes_no_longer_work(season, olga, guest):
    make_claim_link(character=guest, by=olga)
    merge = ask_merge(target=a_guest(season, "Lovelace", olga), merged=guest, by=olga)
    assert ClaimLink.objects.get().expires_at <= merge.agreed_at


def test_nobody_gets_a_letter_for_each_game_and_the_ledger_has_both(season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    untold = LedgerEntry.objects.filter(told_at=None).count()
    merge = agree_to_merge(merge=ask_merge(target=ada, merged=guest, by=olga), by=ada.owner)
    undo_merge(merge=merge, by=olga)
    assert LedgerEntry.objects.filter(told_at=None).count() == untold
    kinds = LedgerEntry.objects.filter(kind__contains="merge").order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["merge_asked", "characters_merged", "merge_undone"]
    assert not MailNotice.objects.exists() and not Notice.objects.filter(kind="game_corrected").exists()


def test_from_the_personnel_file_to_the_merge_and_back(client, season, olga, ada, guest, bo):
    evening(season, ada, guest, bo)
    client.force_login(olga)
    assert "Entered twice?" in text(client.get("/characters/ada/"))
    assert "Ada L" in text(client.get("/characters/ada/merge/", {"q": "ada"}))
    page = text(client.get("/characters/ada/merge/", {"with": guest.slug}))
    assert "2 games" in page and "What follows" in page and "has to agree" in page
    client.post("/characters/ada/merge/", {"with": guest.slug})
    merge = CharacterMerge.objects.get()
    client.force_login(ada.owner)
    assert "entered twice" in text(client.get("/"))
    address = f"/characters/ada/merges/{merge.pk}/"
    assert "Yes, both are mine" in text(client.get(address))
    assert client.post(address, {"agree": 1}).status_code == 302
    assert client.post(address, {"undo": 1}).status_code == 403 and CharacterMerge.objects.get().stands
    client.force_login(olga)
    assert client.post(address, {"undo": 1}).status_code == 302
    review()
    assert not CharacterMerge.objects.get().stands and differences() == []


def test_what_is_merged_at_once_is_undone_on_the_page_that_says_so(client, season, olga, guest, bo):
    other = register_guest(league=season.league, name="Ada X", edition_id="london", by=olga)
    client.force_login(olga)
    said = text(client.post(f"/characters/{guest.slug}/merge/", {"with": other.slug}, follow=True))
    assert "This can be undone" in said and "Undo the merge" in said


def test_strangers_and_players_do_not_see_the_pages_of_a_merge(client, season, olga, ada, guest):
    merge = ask_merge(target=ada, merged=guest, by=olga)
    client.force_login(a_member(season, "mallory"))
    assert client.get("/characters/ada/merge/").status_code == 403
    assert client.get(f"/characters/ada/merges/{merge.pk}/").status_code == 403


@pytest.fixture
def oz(season) -> User:
    return a_member(season, "oz", Role.ORGANISER)


@pytest.fixture
def own(season, olga) -> Character:
    return hire(season, "Olga", owner=olga)


def test_an_organiser_does_not_merge_into_their_own_career_alone(season, olga, oz, own, guest, bo):
    evening(season, own, guest, bo)
    for target, merged in ((own, guest), (guest, own)):
        merge = ask_merge(target=target, merged=merged, by=olga)
        assert merge.waits and merge.awaits_organiser
        for by in (olga, a_member(season, f"member-of-{target.slug}"), bo.owner):
            with pytest.raises(PermissionDenied, match="Another organiser"):
                agree_to_merge(merge=merge, by=by)
        assert Result.objects.filter(character=guest).count() == 2
        end_merge(merge=merge, by=olga)
    merge = agree_to_merge(merge=ask_merge(target=own, merged=guest, by=olga), by=oz)
    review()
    assert merge.stands and Result.objects.filter(character=own).count() == 4 and differences() == []


def test_nor_do_they_merge_two_of_their_own(season, olga, oz, own):
    other = another_of(season, olga)
    assert ask_merge(target=own, merged=other, by=olga).awaits_organiser
    assert agree_to_merge(merge=CharacterMerge.objects.get(), by=oz).stands


def test_another_organiser_merges_two_characters_of_one_member_at_once(season, olga, oz, own):
    assert ask_merge(target=own, merged=another_of(season, olga), by=oz).stands


def test_an_organiser_who_once_claimed_one_of_two_guests_does_not_merge_them_alone(season, olga, oz, own, guest):
    mine = a_guest(season, "Olga L", olga)
    Character.objects.filter(pk=own.pk).update(owner=None)
    claim_character(link=a_link(mine, olga), user=olga)
    undo_claim(link=mine.claim_links.get(), by=olga)
    assert ask_merge(target=mine, merged=guest, by=olga).awaits_organiser


def test_who_merged_two_guests_alone_does_not_claim_the_one_that_stays(season, olga, oz, guest):
    other = a_guest(season, "Ada Lovelace", olga)
    merge = ask_merge(target=other, merged=guest, by=olga)
    link = a_link(other, olga)
    with pytest.raises(ValidationError, match="You merged Ada L into Ada Lovelace yourself"):
        claim_character(link=link, user=olga)
    undo_merge(merge=merge, by=olga)
    assert claim_character(link=link, user=olga).owner == olga


def test_a_merge_into_ones_own_career_is_not_undone_alone_either(season, olga, oz, own, guest, bo):
    evening(season, own, guest, bo)
    merge = agree_to_merge(merge=ask_merge(target=own, merged=guest, by=olga), by=oz)
    with pytest.raises(PermissionDenied, match="another organiser of the league has to undo it"):
        undo_merge(merge=merge, by=olga)
    undo_merge(merge=merge, by=oz)
    review()
    assert Result.objects.filter(character=guest).count() == 2 and differences() == []


def test_the_database_holds_that_nobody_agrees_to_their_own(season, olga, own, guest):
    with pytest.raises(IntegrityError, match="merge_into_ones_own_agreed_by_another"):
        CharacterMerge.objects.create(
            league=season.league,
            kept=guest,
            merged=own,
            merged_owner=olga,
            asked_by=olga,
            agreed_by=olga,
            agreed_at=MOMENT,
        )


def test_the_other_organiser_is_asked_on_the_first_page(client, season, olga, own, guest):
    client.force_login(olga)
    page = text(client.get("/characters/olga/merge/", {"with": guest.slug}))
    assert "Ask another organiser" in page and "has no other organiser yet: make a member one" in page
    a_member(season, "oz", Role.ORGANISER)
    assert "has no other organiser yet" not in text(client.get("/characters/olga/merge/", {"with": guest.slug}))
    done = text(client.post("/characters/olga/merge/", {"with": guest.slug}, follow=True))
    assert "Another organiser of" in done and "they are one person" not in done
    assert "are one person, entered twice" not in text(client.get("/"))
    client.force_login(User.objects.get(username="oz"))
    assert "are one person, entered twice" in text(client.get("/"))
    address = f"/characters/olga/merges/{CharacterMerge.objects.get().pk}/"
    assert "Yes, they are one person" in text(client.get(address))
    assert "This can be undone" in text(client.post(address, {"agree": 1}, follow=True))
    assert CharacterMerge.objects.get().stands


def another_of(season: Season, owner: User) -> Character:
    """A second character of theirs, from a time when the house rules allowed it."""
    other = hire(season, "Olga too")
    Character.objects.filter(pk=other.pk).update(owner=owner)
    other.refresh_from_db()
    return other


def a_link(character: Character, by: User) -> ClaimLink:
    make_claim_link(character=character, by=by)
    return character.claim_links.latest("pk")
