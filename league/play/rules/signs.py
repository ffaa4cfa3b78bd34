"""Draw the signs on cards, as SVG paths in a box of 24 units."""

SKILLS = {
    "quantitative": "M2 20h20M6 20v-8M12 20V4M18 20v-5",
    "creativity": "M9 18h6M10 21h4M9.500 16c0-4-4-4-4-8a6.500 6.500 0 0 1 13 0c0 4-4 4-4 8z",
    "communication": "M3 5h18v11H11l-5 4v-4H3z",
    "practical": "M9 3h6M10.500 3v6L5 20h14l-5.500-11V3M8 15h8",
    "organisms": "M5 19C4 10 10 4 20 4c0 10-6 16-15 15zl9-9",
    "leadership": "M6 21V4h13l-4 4 4 4H6",
    "teamwork": "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm8 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"
    "M2 20a6 5.500 0 0 1 12 0m-1-5a5 5 0 0 1 9 5",
}
# Of a position: what its holder wears.
FACES = {
    "Researcher": "M5.500 11h5v3h-5zm8 0h5v3h-5zm-3 1h3M7 8c1-5 9-5 10 0",
    "Coordinator": "M5.500 13v-3a6.500 6.500 0 0 1 13 0v3c0 3-2 3.500-4 3.500",
    "Manager": "M5 7.500h14M8 7.500c0-6 8-6 8 0",
    "Technician": "M4.500 8.500h15M6 8.500c0-8 12-8 12 0M12 2.500v3",
    "Data scientist": "M6 9l1.500-5 2 2L12 2.500 14.500 6l2-2L18 9",
    "Educator": "M3 6l9-4 9 4-9 4zm16 1v5",
    "Science communicator": "M6.500 9C7 2 17 2 17.500 9M21 14v5m-1-9h2v4h-2z",
    "Publisher": "M6 12C4 1 20 1 18 12l-2-6H8z",
    "Policy adviser": "M6.500 9c6 0 5-4 5.500-4s1 4 5.500 4c0-8-11-8-11 0zM12 18l-1 3 1 2 1-2z",
}
OFFICE = {
    "action": "M13 2 5 14h6l-2 8 9-13h-6z",
    "event": "M4 6h16v14H4zm0 4h16M8 3v5m8-5v5",
    "skill": "M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm-3-1-2 8 5-3 5 3-2-8",
    "csuite": "M4 19h16M4.500 15.500 3 7l5 4 4-7 4 7 5-4-1.500 8.500z",
}
_ROWS = ("", "1", "11", "111", "22", "212", "222", "232", "323", "333", "343", "434", "444", "454")


def pips(value: int) -> str:
    """Return that many spots as a path of lines without length, which round caps make visible."""
    rows = _ROWS[value]
    spots = (
        (12 + 5 * (at - (int(row) - 1) / 2), 12 + 6 * (number - (len(rows) - 1) / 2))
        for number, row in enumerate(rows)
        for at in range(int(row))
    )
    return "".join(f"M{x:g} {y:g}h0" for x, y in spots)


JOKER = "M12 2l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z"
PIPS = {str(value): pips(value) for value in range(1, len(_ROWS))}
EXPERIENCE = "M3 12h17M13 5l7 7-7 7"
OPPORTUNITY = "M8 16a4 4 0 1 1 3.500-6H22v3h-3v3h-3v-3h-4.500A4 4 0 0 1 8 16z"
