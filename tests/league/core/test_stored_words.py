"""A stored sentence keeps its words: it is English to whatever counts, seals or exports, and in the language of the
reader on a page."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from characters.rules.choices import BadChoice, checked_choices
from characters.rules.house_rules import BadHouseRule, house_rules
from engine.translatable import Translatable, said, said_of, spoken
from games.models import Decision, Game
from league.core.ledger.rules.chain import CONTENT, content_of, digest
from league.core.ledger.services import record
from league.core.rules.csv_text import FileProblem
from league.core.rules.import_words import recorded
from league.core.services.uploads import as_json
from league.core.views.wording import told
from league.models import FileImport, LedgerEntry
from league.models.organisation import Role
from league.people.rules.characters import characters_from_csv

FROZEN = said(
    "Round {round}, table {table} {sentence}",
    round=2,
    table=6,
    sentence=said(
        "is frozen. {sentence}",
        sentence=said_of(
            5,
            "{what}: {second} says {now}, {first} said {was}. {count} more figure differs.",
            "{what}: {second} says {now}, {first} said {was}. {count} more figures differ.",
            what=said("{name}'s {figure}", name="Ann Ash", figure=said("cards")),
            second=said("seat {seat}", seat=2),
            now="2",
            first=said("seat {seat}", seat=1),
            was="0",
        ),
    ),
)
STARTED = said("{stage} begins with {count:,} characters.", stage="Swiss", count=1024)
LEFT = said("A membership ended: {what}.", what=Role.ORGANISER.label)


def on_a_german_page(text: str) -> str:
    with override("de"):
        return Template("{{ text }}").render(Context({"text": text}))


def ruled(text: str) -> None:
    game = Game.objects.create(system="career_compass", edition="")
    Decision.objects.create(game=game, revision=1, kind=Decision.RULED, version=1, text=text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            FROZEN,
            "Round 2, table 6 is frozen. Ann Ash's cards: seat 2 says 2, seat 1 said 0. 5 more figures differ.",
            "Runde 2, Tisch 6 ist eingefroren. Ann Ash, Karten: Sitz 2 sagt 2, Sitz 1 sagte 0. "
            "5 weitere Zahlen weichen ab.",
        ),
        (STARTED, "Swiss begins with 1,024 characters.", "Swiss beginnt mit 1.024 Figuren."),
        (LEFT, "A membership ended: Organiser.", "Eine Mitgliedschaft endete: Leitung."),
    ],
)
def test_an_entry_is_read_in_german_and_its_digest_covers_the_english_text(
    text: Translatable, english: str, german: str
):
    with override("de"):
        record(kind="season_changed", text=text)
    assert on_a_german_page(LedgerEntry.objects.get().text) == german
    content = content_of(LedgerEntry.objects.values(*CONTENT).get())
    assert content["text"] == english
    assert digest("", content) == digest("", {**content, "text": str(content["text"])})


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["Ada is right", '{"one": "typed", "values": {}}', "{name} was registered.", "2", ""])
def test_what_somebody_typed_stays_as_it_is(typed: str):
    ruled(typed)
    read = Decision.objects.get(text=typed).text
    assert (read, type(read)) == (typed, str)


@pytest.mark.django_db
def test_what_is_too_long_for_its_column_is_cut():
    ruled(said("x" * 301))
    assert Decision.objects.get().text == "x" * 297 + "..."


@pytest.mark.django_db
def test_what_became_of_a_file_is_read_in_german(club):
    FileImport.objects.create(league=club.league, kind="results", name="a.csv", content=b"", uploaded_by=club.cleo)
    FileImport.objects.update(summary=recorded("game", 1200, 3))
    [summary] = FileImport.objects.values_list("summary", flat=True)
    assert summary == "1,200 games recorded; 3 known already and skipped"
    assert on_a_german_page(summary).startswith("1.200 Partien")


def test_a_problem_of_a_file_is_kept_in_english_and_told_in_german():
    kept = as_json(FileProblem(2, "character", said("There is no character {name}.", name="'Zoe'")))
    assert kept["message"] == "There is no character 'Zoe'."
    with override("de"):
        assert "Zoe" in spoken(told(kept)) != kept["message"]


def test_a_problem_that_was_kept_before_is_told_as_it_stands():
    assert told({"line": 1, "column": "", "message": "The file is empty."}) == "The file is empty."


def test_refusals_of_settings_and_files_are_told_in_german():
    with pytest.raises(BadHouseRule) as refused:
        house_rules({"unrelated": 7})
    with pytest.raises(BadChoice) as chosen:
        checked_choices("careers", {"no_such": 1})
    head = b"name,owner,edition,specialty,side_interest,title\n"
    _none, [problem] = characters_from_csv(head + b"Ann,,mars,law,law,Boss\n")
    with override("de"):
        assert "Hausregel" in spoken(refused.value.args[0])
        assert spoken(chosen.value.args[0]).startswith("careers hat keine Einstellung")
        assert spoken(problem.message).startswith("Es gibt keine Ausgabe")
