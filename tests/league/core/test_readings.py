"""Times as people write them: what is meant in the league's zone, and what can't be meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules.facts import stamp
from games.rules.figures import Unreadable
from league.core.rules.readings import Reading, is_plain, moment

LONDON = Reading(zone="Europe/London")
NEW_YORK = Reading(zone="America/New_York", date_order="mdy")


@pytest.mark.parametrize(
    ("text", "reading", "meant"),
    [
        ("03/10/2026 20:00", LONDON, "2026-10-03T19:00:00Z"),
        ("03/10/2026 20:00", NEW_YORK, "2026-03-11T00:00:00Z"),
        ("3.10.26 20.00", LONDON, "2026-10-03T19:00:00Z"),
        ("2026/10/03 8:15 pm", LONDON, "2026-10-03T19:15:00Z"),
        ("2026-10-03T20:00", LONDON, "2026-10-03T19:00:00Z"),
        ("2026-10-03 20:00", NEW_YORK, "2026-10-04T00:00:00Z"),
        ("2026-10-03T20:00:00+02:00", NEW_YORK, "2026-10-03T18:00:00Z"),
        ("2026-10-03T20:00+0100", NEW_YORK, "2026-10-03T19:00:00Z"),
        ("2026-10-03 20:00+01", NEW_YORK, "2026-10-03T19:00:00Z"),
        ("2026-10-03 2000+0100", NEW_YORK, "2026-10-03T19:00:00Z"),
        ("2026-10-03 20+01", NEW_YORK, "2026-10-03T19:00:00Z"),
        ("2026-10-03 2000", LONDON, "2026-10-03T19:00:00Z"),
        ("Saturday, 3 October 2026, 20:00", LONDON, "2026-10-03T19:00:00Z"),
        ("sat 3rd Oct 2026 at 8pm", LONDON, "2026-10-03T19:00:00Z"),
        ("October 3, 2026 12:30 am", LONDON, "2026-10-02T23:30:00Z"),
        ("03-Oct-2026", LONDON, "2026-10-03T11:00:00Z"),
        ("2026-12-03", LONDON, "2026-12-03T12:00:00Z"),
        ("3. Oktober 2026", LONDON, "2026-10-03T11:00:00Z"),
        ("Samstag, den 3. Okt. 2026, 20:00 Uhr", LONDON, "2026-10-03T19:00:00Z"),
        ("Sa, 3.10.2026 um 20 Uhr", LONDON, "2026-10-03T19:00:00Z"),
        ("13. März 2026 20.30", LONDON, "2026-03-13T20:30:00Z"),
        ("1er août 2026 à 20h30", LONDON, "2026-08-01T19:30:00Z"),
        ("le mardi 15 juillet 2025 à 20 h", LONDON, "2025-07-15T19:00:00Z"),
        ("15 juin 2025", LONDON, "2025-06-15T11:00:00Z"),
        ("sábado, 3 de octubre de 2026, 20:00", LONDON, "2026-10-03T19:00:00Z"),
        ("miércoles 14 de enero de 2026 a las 20:00 h", LONDON, "2026-01-14T20:00:00Z"),
        ("Mar 3, 2026 8 pm", LONDON, "2026-03-03T20:00:00Z"),
        ("46298", LONDON, "2026-10-03T11:00:00Z"),
        ("46298.8333333333", LONDON, "2026-10-03T19:00:00Z"),
        ("46298,5", NEW_YORK, "2026-10-03T16:00:00Z"),
    ],
)
def test_a_time_is_read_as_the_club_means_it(text, reading, meant):
    assert stamp(moment(text, reading)) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("31/02/2026 20:00", "is not a day and time, such as 23/10/2026 20:00"),
        ("10/23/2026 20:00", "is not a day and time"),
        ("03/10/2026 25:00", "is not a day and time"),
        ("03/10/2026 13 pm", "is not a day and time"),
        ("last Friday", "is not a day and time"),
        ("20:00", "is not a day and time"),
        ("3. Oktopus 26", "is not a day and time"),
        ("3 jui 2026", "is not a day and time"),
        ("462980", "is not a day and time"),
        ("7", "is not a day and time"),
        ("29/03/2026 01:30", "On 29 March 2026 there is no 01:30 in London: the clocks go forward over it"),
        (
            "25/10/2026 01:30",
            "On 25 October 2026 it is 01:30 twice in London, because the clocks go back; write it with",
        ),
        ("", "is missing"),
    ],
)
def test_what_is_no_single_moment_is_refused_in_a_sentence(text, said):
    with pytest.raises(Unreadable) as refused:
        moment(text, LONDON)
    assert said in str(refused.value)


def test_a_file_without_a_zone_needs_offsets():
    with pytest.raises(Unreadable, match="has no offset"):
        moment("2026-10-03T20:00")
    with pytest.raises(Unreadable, match="not ISO 8601"):
        moment("03/10/2026 20:00")
    assert is_plain("2026-10-03T20:00Z") and not is_plain("2026-10-03T20:00") and not is_plain("soon")


@given(st.text(st.sampled_from("0123456789/.-: TZ+pamOctober,"), max_size=24))
def test_any_text_is_a_moment_or_refused(text):
    for reading in (LONDON, NEW_YORK):
        try:
            assert moment(text, reading).utcoffset().total_seconds() == 0
        except Unreadable:
            continue
