"""What was stored in English finds its sentence again, and is shown in the language of whoever looks."""

import pytest
from django.utils.translation import override

from characters.rules.game_choices import BadChoice, checked_choices
from characters.rules.house_rules import BadHouseRule, house_rules
from engine.said import Said, spoken
from league.core.rules.import_words import SUMMARIES
from league.core.rules.stored_words import PATTERNS, told_again
from league.core.views.wording import retold
from league.people.rules.characters import characters_from_csv


def german(text: str) -> str:
    with override("de"):
        return retold(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Round 2, table 6 is frozen. Ann Ash's cards: seat 2 says 2, seat 1 said 0. 5 more figures differ.",
            "Runde 2, Tisch 6 ist eingefroren. Ann Ash, Karten: Sitz 2 sagt 2, Sitz 1 sagte 0. "
            "5 weitere Zahlen weichen ab.",
        ),
        ("Round 1 of Top 4 has ended.", "Runde 1 von Top 4 ist zu Ende."),
        ("Swiss begins with 1,024 characters.", "Swiss beginnt mit 1.024 Figuren."),
        ("Ann, Bo and Cleo are here.", "Ann, Bo und Cleo sind da."),
        ("A membership ended: Organiser.", "Eine Mitgliedschaft endete: Leitung."),
        ("A file of results was read: 9 games recorded.", "Eine Datei mit Ergebnissen wurde eingelesen: 9 Partien"),
        ("Seat 3 (Cleo) says that it is wrong: I held four", "Sitz 3 (Cleo) sagt, dass es falsch ist: I held four"),
        ("The offer of Ann was declined.", "Das Angebot von Ann wurde abgelehnt."),
        ("An account was blocked: spam", "Ein Konto wurde gesperrt: spam"),
        ("Whatever somebody typed", "Whatever somebody typed"),
        ("", ""),
    ],
)
def test_a_stored_sentence_is_told_in_german(text: str, told: str):
    assert german(text).startswith(told)


def test_in_english_it_stays_as_it_was_stored():
    assert retold("Round 1 of Top 4 has ended.") == "Round 1 of Top 4 has ended."


def test_every_pattern_finds_itself_again():
    for one in PATTERNS:
        again = told_again(str(one).replace("{count:,}", "2"), SUMMARIES)
        assert isinstance(again, Said), one
        assert str(again) and spoken(again)


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
