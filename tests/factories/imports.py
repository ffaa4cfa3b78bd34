"""Files of a club's own, and answers to what the dialogue of an import asks about them."""

from django.test import Client
from django.urls import reverse

from league.core.services.uploads import run_waiting_import
from league.models import FileImport

HEAD = [
    "Game No",
    "Date",
    "Season",
    "System",
    "Board",
    "Mode",
    "Target",
    "Seat",
    "Player",
    "Winner",
    "Happiness",
    "Fame",
    "Cash",
]


def line(seat: int, name: str, won: str, **more: object) -> list[object]:
    """Return the row of a seat in a club's spreadsheet of results; `more` by heading."""
    said = {"Happiness": 40 if won == "yes" else 5, "Fame": 40 if won == "yes" else 5, "Cash": 30_000}
    said |= {"Date": "03/10/2026 20:00"} | more
    fixed = dict(zip(HEAD, ["7", "", "friday", "careers", "london", "formula", 100, seat, name, won], strict=False))
    return [(fixed | said)[column] for column in HEAD]


def games(*names: str, **more: object) -> list[list[object]]:
    """Return a spreadsheet of one game, won by the first of these people."""
    return [HEAD, *(line(seat, name, "yes" if seat == 1 else "no", **more) for seat, name in enumerate(names, 1))]


def answer(client: Client, upload: FileImport, **changes: str) -> FileImport:
    """Answer the dialogue of a file as it proposes, but for the changes, and let the worker go on."""
    said = {f"column_{place}": one["column"] for place, one in enumerate(upload.questions["headings"])}
    strangers = "guest" if upload.kind == FileImport.RESULTS else "new"
    said |= {"date_order": upload.questions["date_order"], "strangers": strangers} | changes
    client.post(
        reverse("import_answer", args=[upload.pk]), {key: value for key, value in said.items() if value != "off"}
    )
    run_waiting_import()
    upload.refresh_from_db()
    return upload


def near(upload: FileImport) -> dict[str, list[str]]:
    """Return the names that are asked about, with the characters that are offered."""
    return {name: [who for _, who in people] for name, people in upload.questions["near"].items()}
