"""A head kept elsewhere finds what a database that agrees with itself can't tell."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from characters.models import Character, Fact
from league.core.ledger.queries.ends import head_file
from league.core.ledger.rules.heads import SIGNED, ChainEnd, head_text, read_head
from league.core.ledger.services.heads import forget_old_files, make_head
from league.core.rules.signatures import public_key, sign
from league.core.services.installation_key import installation_key
from league.models import HeadFile, League, LedgerEntry, SeasonGame, SignedHead
from league.results.services.games import report_game
from tests.factories.careers import climb, differences
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.insider import tell_another_story
from tests.factories.people import a_member
from tests.factories.ratings import rate
from tests.factories.sheets import a_sheet, at
from tests.factories.tampering import past_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> list[SeasonGame]:
    season, ada, bo, cleo, _ = a_staffed_season()
    found = climb(season, ada, 1)
    found.append(played(season, "g1", at(ada, 120), at(bo, 40), at("Guest", 10), day=10))
    found.append(played(season, "g2", at(cleo, 120), at(bo, 40), day=11))
    review()
    rate()
    return found


@pytest.fixture
def kept(games, tmp_path, capsys) -> Path:
    """The head, as somebody keeps it elsewhere."""
    file = tmp_path / "head.json"
    call_command("head", output=file)
    assert "signed with key" in capsys.readouterr().out
    return file


def named(name: str) -> Character:
    return Character.objects.get(name=name)


def against(run, file: Path) -> tuple[int, list[str]]:
    status, _, errors = run("check_careers", "--against", str(file))
    return status, errors


def test_a_database_contains_its_own_head_also_when_more_has_happened(run, games, kept):
    assert against(run, kept) == (0, [])
    played(games[0].season, "g3", at(named("Ada"), 120), at(named("Bo"), 10), day=12)
    review()
    rate()
    assert against(run, kept) == (0, [])


def test_a_head_covers_every_chain(games, kept):
    league = games[0].season.league_id
    ends = {end.chain: end for end in read_head(kept.read_bytes()).ends}
    assert f"league/{league}" in ends
    for who in Character.objects.exclude(last_fact=0):
        assert ends.pop(f"character/{who.pk}")[1:] == (who.last_fact, who.last_digest)


def test_a_story_rewritten_by_an_insider_is_found_by_the_head_alone(run, games, kept):
    forget_heads()
    tell_another_story(games[-2], 1, fame=61)
    assert differences() == []
    status, errors = against(run, kept)
    assert status == 1
    assert any(error.startswith("character/") and "rewritten" in error for error in errors)
    assert any(error.startswith("league/") and "rewritten" in error for error in errors)


def forget_heads() -> None:
    """An insider takes the kept heads away, too."""
    with past_triggers():
        SignedHead.objects.all().delete()


def test_an_insider_who_forgets_the_kept_heads_is_found_without_a_file(games, kept):
    tell_another_story(games[-2], 1, fame=61)
    assert any("rewritten" in one for one in differences())


def test_a_truncated_chain_is_found(run, games, kept):
    forget_heads()
    last = Fact.objects.filter(game=games[-1].game_id).first()
    assert last is not None
    with past_triggers():
        Fact.objects.filter(character=last.character_id, number__gte=last.number).delete()
        LedgerEntry.objects.filter(number=LedgerEntry.objects.exclude(number=None).count()).delete()
    _, errors = against(run, kept)
    assert any(f"character/{last.character_id}: the chain" in error for error in errors)
    assert any(error.startswith(f"league/{games[0].season.league_id}: the chain has") for error in errors)


def test_a_rollback_to_an_earlier_state_is_found(run, games, tmp_path):
    """What was played since the backup is gone; whatever is there agrees with itself."""
    later = tmp_path / "later.json"
    with transaction.atomic():
        played(games[0].season, "g3", at(named("Ada"), 120), at(named("Bo"), 10), day=12)
        call_command("head", output=later)
        transaction.set_rollback(True)
    assert differences() == []
    status, errors = against(run, later)
    assert status == 1
    assert any("the chain has" in error or "is gone" in error for error in errors)


@pytest.mark.parametrize("name", SIGNED)
def test_an_altered_statement_is_refused(run, kept, name):
    told = json.loads(kept.read_text())
    told[name] = told[name] + 1 if isinstance(told[name], int) else f"{told[name]}0"
    kept.write_text(json.dumps(told))
    status, errors = against(run, kept)
    assert (status == 1 and "is not a head" in errors[0]) or "altered" in errors[0]


def test_an_altered_end_is_refused(run, kept):
    told = json.loads(kept.read_text())
    told["ends"][0][2] = "0" * 64
    kept.write_text(json.dumps(told))
    assert "not the signed ones" in against(run, kept)[1][0]


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": "corner-office-head/2"}'])
def test_a_file_that_is_no_head_is_refused(run, games, tmp_path, text):
    (tmp_path / "file").write_text(text)
    assert "is not a head" in against(run, tmp_path / "file")[1][0]


def test_a_file_that_is_not_there_is_refused(run, games, tmp_path):
    assert against(run, tmp_path / "nowhere") == (1, [f"{tmp_path / 'nowhere'}: No such file or directory."])


def test_a_head_of_another_key_names_it(run, kept):
    other = Ed25519PrivateKey.generate()
    told = json.loads(kept.read_text())
    signed = {name: told[name] for name in SIGNED} | {"key": public_key(other)}
    text = head_text({**signed, "signature": sign(other, signed)}, [ChainEnd(*end) for end in told["ends"]])
    kept.write_text(text)
    status, out, _ = run("check_careers", "--against", str(kept))
    assert status == 0
    assert f"another key than this installation's: {public_key(other)}" in out


def test_a_head_is_kept_once_for_what_it_says(games):
    first = make_head()
    assert make_head() == first
    assert first.statement["key"] == public_key(installation_key())
    report_game(
        season=games[0].season,
        reference="g9",
        sheet=a_sheet(at(named("Ada"), 120), at(named("Bo"), 10)),
        source="web",
        by=a_member(games[0].season, "scribe"),
    )
    assert make_head() != first
    assert SignedHead.objects.count() == 2


def test_kept_heads_are_not_changed(games):
    heads = SignedHead.objects.filter(pk=make_head().pk)
    for change in (lambda: heads.update(tree_size=1), lambda: heads._raw_delete("default")):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()


def test_the_file_of_a_head_reads_back(games):
    head = make_head()
    assert read_head(head_file(head) or "").statement == head.statement


def test_an_installation_without_anything_has_a_head(db):
    assert make_head().tree_size == 0


def test_the_chain_of_a_league_that_is_gone_is_missed(run, tmp_path):
    with transaction.atomic():
        league = League.objects.create(name="Gone", slug="gone")
        LedgerEntry.objects.create(league=league, kind="league_created", text="Founded.")
        call_command("head", output=tmp_path / "head")
        transaction.set_rollback(True)
    assert "the chain is gone" in against(run, tmp_path / "head")[1][0]


def test_files_of_heads_are_all_kept_for_days_one_a_day_for_months_and_the_newest_for_ever():
    noon = timezone.now().replace(hour=12, minute=0)

    def a_head(age: timedelta) -> SignedHead:
        head = SignedHead.objects.create(made_at=noon - age, tree_size=0, tree_root=f"{age}", statement={})
        HeadFile.objects.create(head=head, content=b"")
        return head

    hour, day = timedelta(hours=1), timedelta(days=1)
    newest_of_old = a_head(200 * day)
    assert forget_old_files() == 0, "there is none newer"
    _old, morning, evening = a_head(100 * day), a_head(20 * day + hour), a_head(20 * day)
    today = [a_head(day + hour), a_head(day)]
    assert forget_old_files() == 3
    assert {file.head for file in HeadFile.objects.all()} == {evening, *today}
    assert SignedHead.objects.filter(pk__in=(newest_of_old.pk, morning.pk)).count() == 2
