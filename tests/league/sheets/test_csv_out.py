"""The way out: what was written reads as the same again."""

from datetime import UTC, datetime, timedelta, timezone
from string import ascii_letters, digits

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.rules.names import as_meant
from engine.careers.editions import edition
from games.rules.sheets import ScoreSheet, SeatLine
from league.people.rules.characters import NAME_LENGTH, TITLE_LENGTH, ImportedCharacter, characters_from_csv, name_key
from league.sheets.rules.bg_stats import write_bg_stats
from league.sheets.rules.exports import write_characters, write_results
from league.sheets.rules.reported_games import ReportedGame, ReportedSeat, from_sheet, to_sheet
from league.sheets.rules.result_rows import read_results, results_from_csv
from league.sheets.rules.results_files import results_file

LONDON = edition("london")
PROGRAMS = [program.id for program in LONDON.career_programs]
WHOLE = st.integers(0, 1_000_000)


def texts(most: int):
    """What people type: anything on one line with something to see in it, also what spreadsheets take for formulas, but
    nothing that looks like text read in the wrong code page."""
    characters = st.characters(exclude_categories=("Cc", "Zl", "Zp", "Cs"))
    some = st.text(characters, min_size=1, max_size=30) | st.sampled_from(
        ["=1+1", "+44", "-5", "@SUM(A1)", 'a,"b"', "'=1", "''-5", "'quoted'", "-1;2", "=cmd|' /C calc'!A0"]
    )
    shown = some.map(lambda text: text.strip()[:most].strip())
    return shown.filter(lambda text: any(map(str.isalnum, text)) and not as_meant(text))


@st.composite
def characters(draw):
    specialty, side_interest = draw(st.permutations(PROGRAMS))[:2]
    owner = draw(st.text(ascii_letters + digits + "@.+-_'=", max_size=150))
    return ImportedCharacter(
        draw(texts(NAME_LENGTH)), owner, "london", specialty, side_interest, draw(texts(TITLE_LENGTH))
    )


def tallies(keys):
    return st.dictionaries(st.sampled_from(sorted(keys)), st.integers(1, 9), min_size=1, max_size=5)


FIGURES = st.fixed_dictionaries(
    {"happiness": WHOLE, "fame": WHOLE, "cash": WHOLE},
    optional={
        "degrees": tallies(LONDON.programs),
        "trips": tallies(LONDON.companies),
        "layoffs": st.integers(0, 99),
        "formula_cash": WHOLE,
        "laid_off": st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple),
        "left_early": st.booleans(),
    },
)
SEATS = st.builds(
    ReportedSeat, st.integers(1, 6), st.just("") | texts(200), st.sampled_from([True, False, None]), FIGURES
)
GAMES = st.builds(
    ReportedGame,
    season=st.lists(st.text("spring0126", min_size=1, max_size=9), min_size=1, max_size=4).map("-".join),
    reference=texts(100),
    system=st.just("careers"),
    edition=st.just("london"),
    played_at=st.datetimes(datetime(1950, 1, 1), datetime(2199, 12, 31), timezones=st.just(UTC)),
    seats=st.lists(SEATS, min_size=1, max_size=6, unique_by=lambda seat: seat.seat).map(
        lambda seats: tuple(sorted(seats, key=lambda seat: seat.seat))
    ),
    mode=st.sampled_from(["formula", "timed", ""]),
    target=st.none() | WHOLE,
    minutes=st.none() | st.integers(0, 999),
    settings=st.fixed_dictionaries(
        {},
        optional={
            "trading": st.booleans(),
            "formula": st.sampled_from(["own", "common"]),
            "offers_per_turn": st.integers(0, 20),
            "extra_cards": st.just([{"deck": "opportunity", "count": 2, "name": "A; 5 % | B", "does": [["fame", 4]]}]),
        },
    ),
)


@settings(deadline=None)
@given(st.lists(characters(), max_size=5, unique_by=lambda character: name_key(character.name)))
def test_characters_that_were_written_read_as_the_same(written):
    assert characters_from_csv(write_characters(written)) == (written, [])


@settings(deadline=None)
@given(st.lists(GAMES, max_size=4, unique_by=lambda game: (game.season, game.reference)))
def test_games_that_were_written_read_as_the_same(written):
    assert results_from_csv(write_results(written)) == (written, [])


@settings(deadline=None)
@given(st.lists(GAMES, min_size=1, max_size=4, unique_by=lambda game: (game.season, game.reference)))
def test_games_that_went_through_bg_stats_read_as_the_same(written):
    rows, problems = results_file(write_bg_stats(written, zone="Europe/London")).rows()
    assert problems == [] and read_results(rows) == (written, [])


@settings(deadline=None)
@given(st.lists(GAMES, min_size=1, max_size=2), st.data())
def test_no_file_however_damaged_makes_reading_fail(games, data):
    file = write_results(games)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(file))] * 2)))
    damage = data.draw(st.binary(max_size=9) | st.text(',;"\r\n\t\0é٣²-=', max_size=9).map(str.encode))
    for read in (results_from_csv, characters_from_csv):
        _, problems = read(file[:start] + damage + file[end:])
        assert all(str(problem) for problem in problems)


@pytest.mark.parametrize("name", ["=1+1", "+Ada", "-Ada", "@Ada", "'=Ada", '=HYPERLINK("x","y")'])
def test_a_name_that_looks_like_a_formula_comes_back_as_it_was(name):
    written = [ImportedCharacter(name, "ada", "london", "law", "journalism", name)]
    assert name.replace('"', '""') in write_characters(written).decode()
    assert characters_from_csv(write_characters(written)) == (written, [])


def test_a_file_has_the_columns_of_the_contract_and_only_the_figures_that_are_used():
    seats = (ReportedSeat(1, "Ada", True, {"happiness": 1, "fame": 2, "cash": 3, "trips": {"harrods": 2, "bbc": 1}}),)
    played = datetime(2026, 1, 6, 18, tzinfo=UTC)
    game = ReportedGame("spring", "g1", "careers", "london", played, seats, "timed", minutes=90)
    assert write_results([game]).decode("utf-8-sig") == (
        "game,played_at,season,system,edition,mode,target,minutes,seat,character,won,happiness,fame,cash,trips\r\n"
        "g1,2026-01-06T18:00:00Z,spring,careers,london,timed,,90,1,Ada,yes,1,2,3,harrods=2;bbc=1\r\n"
    )


def test_nothing_to_write_is_a_header_that_reads_as_nothing():
    assert results_from_csv(write_results([])) == ([], [])
    assert characters_from_csv(write_characters([])) == ([], [])


def test_a_sheet_goes_out_and_comes_back_with_its_guest():
    played = datetime(2026, 1, 6, 19, tzinfo=timezone(timedelta(hours=1)))
    figures = {"happiness": 1, "fame": 2, "cash": 3}
    lines = (
        SeatLine(2, None, "Cleo's brother", False, {**figures, "degrees": {}}),
        SeatLine(1, 7, "Ada", True, figures),
    )
    out = write_results([from_sheet(ScoreSheet("careers", "london", played, lines), season="s", reference="r")])
    (game,), problems = results_from_csv(out)
    sheet, _ = to_sheet(game, {"ada": 7}, name_key)
    back = (SeatLine(1, 7, "Ada", True, figures), SeatLine(2, None, "", False, figures))
    assert sheet == ScoreSheet("careers", "london", played, back)
    assert problems == []


def test_a_cell_that_counts_nothing_is_the_same_as_an_empty_one():
    header = "game,played_at,season,system,edition,seat,character,won,happiness,fame,cash,degrees,laid_off\n"
    row = "g1,2026-01-06T18:00:00Z,spring,careers,london,{},Ada,no,1,2,3,{},{}\n"
    (game,), _ = results_from_csv((header + row.format(1, "law=0", ";") + row.format(2, "", "")).encode())
    assert game.seats[0].figures == game.seats[1].figures
