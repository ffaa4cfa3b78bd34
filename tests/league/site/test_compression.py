"""What goes out compressed without a proxy in front, and what is left as it is."""

import gzip
from pathlib import Path

import pytest
from django.test import Client

from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db
CSS = Path("league/static/league/office.css")


def test_a_page_and_the_scripts_and_styles_it_takes_are_compressed(client: Client):
    for address in ("/help/", "/sw.js", "/static/league/office.css", "/static/league/lib.js"):
        plain, short = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip, br"})
        whole = plain.getvalue()
        assert "Content-Encoding" not in plain.headers
        assert short.headers["Content-Encoding"] == "gzip"
        assert int(short.headers["Content-Length"]) == len(short.getvalue()) < len(whole) / 2
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert "Accept-Encoding" in short.headers["Vary"]


def test_a_compressed_file_is_the_file_and_is_asked_for_again_by_its_mark(client: Client):
    short = client.get("/static/league/office.css", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(short.getvalue()) == CSS.read_bytes()
    again = {"Accept-Encoding": "gzip", "If-None-Match": short.headers["ETag"]}
    assert client.get("/static/league/office.css", headers=again).status_code == 304
    part = client.get("/static/league/office.css", headers={"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert (part.status_code, part.getvalue()) == (206, CSS.read_bytes()[:10])
    head = client.head("/static/league/office.css", headers={"Accept-Encoding": "gzip"})
    assert (head.status_code, head.getvalue()) == (200, b"")


@pytest.mark.parametrize("address", ["/static/league/icons/apple-180.png", "/api/v1/seasons/"])
def test_pictures_and_the_api_go_out_as_they_are(client: Client, address):
    for number in range(20):
        a_season(f"season-{number}")
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    assert len(answer.getvalue()) > 1000
