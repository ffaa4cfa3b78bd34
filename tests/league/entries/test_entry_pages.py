"""Entries behind the desk: the list, registering somebody, one entry."""

import pytest
from django.urls import reverse

from characters.models import Career
from league.models import Entry, KeptApart, Stage, Tournament
from league.tournaments.entries.services.entries import keep_apart
from tests.factories.characters import a_character, many_characters
from tests.factories.desk import a_desk
from tests.factories.pages import inputs, text
from tests.factories.tournaments import a_round, entered


@pytest.fixture
def desk(db):
    return a_desk(capacity=12)


@pytest.fixture
def kit(client, desk):
    client.force_login(desk.kit)
    return client


@pytest.fixture
def listed(desk):
    return reverse("desk_entries", args=[desk.tournament.slug])


@pytest.fixture
def add(desk):
    return reverse("entry_add", args=[desk.tournament.slug])


def one(desk, number: int = 1) -> str:
    return reverse("entry_edit", args=[desk.tournament.slug, number])


def test_entries_are_searched_and_filtered(kit, desk, listed):
    entered(desk.tournament, 12, status=Entry.REGISTERED)
    Entry.objects.filter(number__lte=2).update(club="Cube")
    Entry.objects.filter(number=2).update(status=Entry.DROPPED)
    for query, names in (
        ({"q": "cle"}, ["Cleo"]),
        ({"club": "Cube"}, ["Ada", "Bo"]),
        ({"status": "dropped"}, ["Bo"]),
        ({"club": "Cube", "status": "registered"}, ["Ada"]),
        ({"status": "nonsense", "q": "ada"}, ["Ada"]),
    ):
        page = text(kit.get(listed, query))
        assert [name for name in ("Ada", "Bo", "Cleo", "Dev") if f"<bdi>{name}</bdi></a>" in page] == names
    assert "Nobody matches" in text(kit.get(listed, {"q": "zoe"}))


def test_many_entries_are_paged(kit, desk, listed):
    entered(desk.tournament, 60, status=Entry.REGISTERED)
    assert "1 to 50 of 60 entries" in text(kit.get(listed))
    assert "51 to 60 of 60 entries" in text(kit.get(listed, {"page": "2"}))


def test_an_empty_list_says_what_to_do(kit, listed):
    assert "Nobody has entered yet" in text(kit.get(listed))


def test_somebody_is_found_and_registered(kit, desk, add):
    ada, bo, cleo = many_characters(desk.season, 3)
    Career.objects.filter(character=cleo).update(status="retired")
    page = text(kit.get(add))
    assert f'name="character" value="{ada.pk}"' in page and "Cleo has left by golden parachute" in page
    assert f'value="{bo.pk}"' not in text(kit.get(add, {"q": "ada"}))
    page = text(kit.post(add, {"character": ada.pk, "club": "Cube", "household": "Elm"}, follow=True))
    assert "Ada is registered as number 1." in page and f'value="{ada.pk}"' not in page
    entry = Entry.objects.get()
    assert (entry.club, entry.household, entry.status, entry.registered_by) == ("Cube", "Elm", "registered", desk.kit)


def test_who_stands_at_the_desk_is_checked_in_at_once(kit, desk, add):
    (ada,) = many_characters(desk.season, 1)
    assert "Ada is registered and here as number 1." in text(
        kit.post(add, {"character": ada.pk, "here": "yes"}, follow=True)
    )
    assert Entry.objects.get().status == "checked_in"


def test_after_the_last_place_one_waits(kit, desk, add):
    Tournament.objects.update(capacity=2)
    entered(desk.tournament, 2)
    zoe = a_character(desk.season, "Zoe")
    assert "will wait, as number 1 on the list" in text(kit.get(add))
    assert "Zoe is on the waiting list" in text(kit.post(add, {"character": zoe.pk, "here": "yes"}, follow=True))
    assert Entry.objects.get(character=zoe).status == "waiting"


def test_a_refusal_keeps_what_was_typed(kit, desk, add):
    (ada,) = many_characters(desk.season, 1)
    response = kit.post(add, {"character": ada.pk, "club": "x" * 81, "household": "Elm"})
    assert response.status_code == 422 and ("household", "Elm") in inputs(response)
    assert "Choose a character from the list." in text(kit.post(add, {"character": "0", "club": "Cube"}))
    entered_twice = kit.post(add, {"character": ada.pk}) and kit.post(add, {"character": ada.pk})
    assert entered_twice.status_code == 422 and "Ada is already entered." in text(entered_twice)


def test_nobody_is_registered_after_the_first_cut(kit, desk, add):
    Tournament.objects.update(status="running")
    Stage.objects.update(status=Stage.ENDED)
    assert "nobody can join now" in text(kit.get(add))


def test_one_entry_is_checked_in_and_out(kit, desk):
    entered(desk.tournament, 1, status=Entry.REGISTERED)
    assert "Ada is here." in text(kit.post(one(desk), {"what": "in"}, follow=True))
    assert "Ada is not here after all." in text(kit.post(one(desk), {"what": "undo"}, follow=True))
    assert Entry.objects.get().status == "registered"


def test_a_referee_mends_the_club_and_reads_no_household(kit, desk, listed):
    entered(desk.tournament, 1)
    Entry.objects.update(household="Elm Street 4")
    for page in (one(desk), listed):
        assert "Elm Street" not in text(kit.get(page)) and "Household" not in text(kit.get(page))
    kit.post(one(desk), {"what": "groups", "club": "Cube", "household": ""})
    assert (Entry.objects.get().club, Entry.objects.get().household) == ("Cube", "Elm Street 4")


def test_club_and_household_are_mended_by_organisers(client, desk, listed):
    client.force_login(desk.olga)
    entered(desk.tournament, 1)
    Entry.objects.update(household="Elm Street 4")
    for page in (one(desk), listed):
        assert "Elm Street 4" in client.get(page).content.decode()
    client.post(one(desk), {"what": "groups", "club": "Cube", "household": ""})
    assert (Entry.objects.get().club, Entry.objects.get().household) == ("Cube", "")
    refused = client.post(one(desk), {"what": "groups", "club": "x" * 81, "household": "Elm"})
    assert refused.status_code == 422 and ("household", "Elm") in inputs(refused)


def test_before_the_start_one_withdraws_and_comes_back(kit, desk):
    entered(desk.tournament, 1)
    assert "Ada has withdrawn." in text(kit.post(one(desk), {"what": "withdraw"}, follow=True))
    response = kit.post(one(desk), {"what": "reinstate"})
    assert response.url == one(desk, 2)
    assert "Ada is back." in text(kit.get(response.url))


def test_after_the_start_one_drops_with_a_reason_and_is_reinstated(kit, desk):
    entries = entered(desk.tournament, 4)
    Tournament.objects.update(status="running")
    Stage.objects.update(status=Stage.RUNNING)
    a_round(desk.tournament.stages.get(), entries)
    assert "Drop this entry?" in text(kit.get(one(desk)))
    assert kit.post(one(desk), {"what": "drop", "reason": ""}).status_code == 422
    assert "Ada has dropped" in text(kit.post(one(desk), {"what": "drop", "reason": "Headache"}, follow=True))
    assert "drawn again from the next round on" in text(kit.get(one(desk)))
    assert "Ada is back." in text(kit.post(one(desk), {"what": "reinstate"}, follow=True))
    assert "is already drawn" in text(kit.post(one(desk), {"what": "undo"}, follow=True))


def test_two_are_kept_apart_by_name_or_number_and_may_meet_again(client, desk):
    client.force_login(desk.olga)
    entered(desk.tournament, 3)
    assert "Ada and Bo are kept apart" in text(
        client.post(one(desk), {"what": "apart", "other": "bo", "reason": "A couple"}, follow=True)
    )
    client.post(one(desk), {"what": "apart", "other": "3", "reason": ""})
    assert KeptApart.objects.count() == 2
    page = text(client.get(one(desk)))
    assert "<bdi>Bo</bdi>" in page and "<bdi>Cleo</bdi>" in page and "A couple" in page
    refused = client.post(one(desk), {"what": "apart", "other": "Zoe", "reason": "x"})
    assert refused.status_code == 422 and "Nobody in this tournament has that name or number." in text(refused)
    client.post(one(desk), {"what": "meet", "kept": KeptApart.objects.first().pk})
    client.post(one(desk), {"what": "meet", "kept": "0"})
    assert KeptApart.objects.count() == 1


def test_a_score_keeper_neither_reads_nor_decides_who_is_kept_apart(kit, desk):
    ada, bo, _ = entered(desk.tournament, 3)
    kept = keep_apart(entry=ada, other=bo, reason="A divorce", by=desk.olga)
    page = text(kit.get(one(desk)))
    assert "A divorce" not in page and "Keep apart" not in page and "Never at the same table" not in page
    assert kit.post(one(desk), {"what": "apart", "other": "3", "reason": "x"}).status_code == 403
    assert kit.post(one(desk), {"what": "meet", "kept": kept.pk}).status_code == 403
    assert list(KeptApart.objects.all()) == [kept]


def test_an_unknown_act_does_nothing(kit, desk):
    entered(desk.tournament, 1)
    assert kit.post(one(desk), {"what": "promote"}).status_code == 302
    assert kit.get(one(desk, 9)).status_code == 404


def test_an_entry_is_not_for_players(client, desk):
    entered(desk.tournament, 1)
    assert reverse("account_login") in client.get(one(desk)).url
    for user in (desk.pia, desk.stranger):
        client.force_login(user)
        assert client.get(one(desk)).status_code == 403
        assert client.post(one(desk), {"what": "withdraw"}).status_code == 403


def test_what_is_over_cannot_be_changed(kit, desk):
    entered(desk.tournament, 1)
    Tournament.objects.update(status="finished")
    assert "Check in" not in text(kit.get(one(desk))).split("Registered ")[1]
    assert "is finished" in text(kit.post(one(desk), {"what": "reinstate"}, follow=True))
