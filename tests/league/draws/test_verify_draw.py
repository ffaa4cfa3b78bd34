"""verify_draw repeats draws, of this installation and of an archive."""

import json

import pytest

from league.models import Draw, TableSeat, Tournament
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.queries.draw_sources import opened_groups
from league.tournaments.draws.services.draw_changes import swap_seats
from league.tournaments.draws.services.draws import draw_next_round, redraw_round
from league.tournaments.stages.services import create_tournament
from tests.factories.draws import begun, play_round, published
from tests.factories.people import an_organiser
from tests.factories.tables import table_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = begun(16)
    play_round(published(tournament))
    played = draw_next_round(tournament=tournament)
    swap_seats(round=played, place=(1, 1), other=(2, 1))
    redraw_round(round=played, reason="Mistaken", tables=[table_at(played, 1), table_at(played, 2)])
    return tournament


def an_archive(tournament) -> dict:
    rounds: dict[int, dict] = {}
    for record in draw_records(tournament):
        played = rounds.setdefault(
            record["round"], {"number": record["round"], "published_at": record["published_at"], "draws": []}
        )
        tables, byes = record.pop("tables"), record.pop("byes")
        if tables is not None:
            played["tables"] = [
                {
                    "number": table["number"],
                    "seats": [{"seat": at, "entry": who} for at, who in enumerate(table["seats"], start=1)],
                }
                for table in tables
            ]
            played["byes"] = [{"entry": who, "through": False} for who in byes]
        kept = ("number", "method", "seed", "source", "outcome", "cost", "digest", "reason", "changes")
        played["draws"].append({name: record[name] for name in kept})
    return {
        "tournament": {"draw_commitment": tournament.draw_commitment},
        "stages": [{"number": 1, "played_rounds": list(rounds.values())}],
    }


def test_it_repeats_every_draw_and_says_that_it_is_the_one_that_was_published(run, tournament):
    outcome = run("verify_draw", tournament.slug, "--format", "json")
    rows = json.loads(outcome.out)
    assert outcome.status == 0
    assert [(row["draw"], row["round"], row["changes"], row["same"]) for row in rows] == [
        (1, 1, 0, "yes"),
        (2, 2, 1, "yes"),
        (3, 2, 0, "yes"),
    ]
    assert rows[1]["published"] == "not yet"


def test_one_round_can_be_asked_for(run, tournament):
    rows = json.loads(run("verify_draw", tournament.slug, "--round", 1, "--stage", 1, "--format", "json").out)
    assert [row["draw"] for row in rows] == [1]
    assert run("verify_draw", tournament.slug, "--round", 9) == (1, "", ["There is no such draw."])
    undrawn = Tournament.objects.create(season=tournament.season, name="Next", slug="next", system="careers")
    assert run("verify_draw", undrawn.slug) == (1, "", ["Nothing has been drawn yet."])


def test_seats_that_somebody_moved_in_the_database_are_found(run, tournament):
    one, other = TableSeat.objects.filter(round__number=1).order_by("id")[:2]
    TableSeat.objects.filter(pk=one.pk).update(seat=99)
    TableSeat.objects.filter(pk=other.pk).update(seat=one.seat)
    TableSeat.objects.filter(pk=one.pk).update(seat=other.seat)
    outcome = run("verify_draw", tournament.slug)
    assert outcome.status == 1
    assert outcome.reasons == [
        "Draw 1 (stage 1, round 1): The seating is not the outcome of the draw and the changes in the log."
    ]


def test_a_draw_that_was_left_out_is_found(run, tournament):
    Draw.objects.filter(number=1).update(number=9)
    assert "Draw 2 (stage 1, round 2): Draw 1 is missing." in run("verify_draw", tournament.slug).reasons


def test_an_archive_proves_itself_and_betrays_what_was_altered(run, tournament, tmp_path):
    archive = an_archive(tournament)
    file = tmp_path / "spring.json"
    file.write_text(json.dumps(archive), encoding="utf-8")
    assert run("verify_draw", file).status == 0
    archive["stages"][0]["played_rounds"][0]["draws"][0]["outcome"]["tables"][0]["seats"].reverse()
    file.write_text(json.dumps(archive), encoding="utf-8")
    outcome = run("verify_draw", file)
    assert outcome.status == 1
    said = "Draw 1 (stage 1, round 1): The tables do not follow from the field and the seed."
    assert said in outcome.reasons


@pytest.mark.parametrize("content", ["{}", "[]", "no json", '{"tournament": {"draw_commitment": "x"}, "stages": [1]}'])
def test_what_is_no_archive_is_refused(run, tmp_path, content: str):
    file = tmp_path / "other.json"
    file.write_text(content, encoding="utf-8")
    assert run("verify_draw", file) == (
        1, "", [f"{file} is not an archive of a tournament: it has no commitment or no draws."]
    )  # fmt: skip


def test_a_tournament_that_is_not_there_is_refused(run, db):
    outcome = run("verify_draw", "nowhere")
    assert outcome.reasons == ["There is no tournament 'nowhere', and it is not a .json file either."]


@pytest.fixture
def hiding():
    """A tournament in which two entries share a household."""
    tournament = begun(16)
    Tournament.objects.filter(pk=tournament.pk).update(groups_salt="00112233445566778899aabbccddeeff")
    tournament.entries.filter(number__lte=2).update(household="12 Rue Secrete")
    tournament.refresh_from_db()
    published(tournament)
    return tournament


def test_organisers_open_the_households_of_a_draw_and_the_commitment_is_proved(client, run, write, hiding):
    [group] = opened_groups(hiding)["groups"]
    source = json.dumps(Draw.objects.get().source)
    assert group["group"] in source and "secrete" not in source and hiding.groups_salt not in source
    page = f"/tournaments/{hiding.slug}/draws/groups.json"
    assert client.get(page).status_code == 403
    client.force_login(an_organiser(hiding.season))
    assert "groups.json" in client.get(f"/tournaments/{hiding.slug}/draws/").content.decode()
    opened = client.get(page)
    assert opened.json()["groups"] == [group] and group["text"] == "12 rue secrete" and group["entries"] == [1, 2]
    assert "no-store" in opened["Cache-Control"]
    assert run("verify_draw", hiding.slug, "--groups", write(opened.content)).status == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"salt": "another"}, "which is not what was opened"),
        ({"groups": []}, "which is not what was opened"),
        ({"groups": [{"kind": "household", "text": "elsewhere", "entries": [1, 2]}]}, "which is not what was opened"),
        ({"salt": ""}, "have no salt"),
        ({"groups": None}, "holds no opened groups"),
    ],
)
def test_an_opening_that_does_not_fit_is_refused(run, write, hiding, change, sentence):
    path = write(json.dumps(opened_groups(hiding) | change).encode())
    outcome = run("verify_draw", hiding.slug, "--groups", path)
    assert outcome.status == 1 and sentence in " ".join(outcome.reasons)


def test_every_tournament_has_a_salt_of_its_own(season):
    game = {"system": "careers", "edition": "london", "mode": "formula", "target": 100}
    salts = {create_tournament(season=season, name=name, **game).groups_salt for name in ("One", "Two")}
    assert len(salts) == 2 and all(len(salt) == 32 for salt in salts)
