"""A tournament of any of the eleven games, from the draw by way of phones to an archive that another league reads."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.models import Sheet
from games.queries.sheets import newest_sheet
from games.services.review import review_waiting
from league.clubs.services.leagues import create_league
from league.clubs.services.own_games import add_game
from league.models import OwnGame, Round, Stage, Table, Tournament, WebhookDelivery
from league.notices.services.outbox import tell_events
from league.sheets.forms.drafts import Draft
from league.tournaments.archive.rules.archive import played_as, write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.desk.services.rounds import end_round, end_stage, finish_tournament, start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.stages.services import create_tournament
from league.tournaments.tables.queries.links import table_path
from tests.factories.any_game import ELEVEN, OWN, a_game_to_play, any_sheet
from tests.factories.archives import archive_of, lasting
from tests.factories.careers import differences
from tests.factories.definitions import six_shapes
from tests.factories.notices import a_webhook
from tests.factories.pages import text
from tests.factories.phones import a_phone
from tests.factories.seasons import a_season
from tests.factories.tables import now
from tests.factories.tournaments import entered

pytestmark = pytest.mark.django_db


def begun(key: str, *, rounds: int | None = 1, form: str = Stage.SWISS) -> tuple[Tournament, Round]:
    """A tournament of that game whose first round is running."""
    season, otto = a_season("spring"), User.objects.create(username="otto")
    system = a_game_to_play(season.league, key)
    how = {"mode": "formula", "target": 100} if key == "careers" else {}
    tournament = create_tournament(
        season=season,
        name="Open",
        system=system.ID,
        edition="london",
        by=otto,
        stages=[StagePlan(form, "First", rounds=rounds)],
        **how,
    )
    entered(tournament, 8)
    start_stage(tournament=tournament, by=otto)
    return tournament, next_round(tournament)


def next_round(tournament: Tournament) -> Round:
    drawn = draw_next_round(tournament=tournament, by=None)
    publish_round(round=drawn, by=None)
    return start_round(round=drawn, by=None)


def fields(table: Table, key: str) -> dict[str, object]:
    """What the phone of a table posts, in the order of its seats."""
    state = now(table)
    people = [seat.entry.character for seat in state.seats]
    sheet = any_sheet(state.system, key, people, with_variants=key == "sum")
    wire = dict(Draft.of(sheet).wire())
    won = [str(line.seat) for line in sheet.seats if line.won and state.system.STATED]
    return {**wire, "winner": won, "key": "a-key", "go": "send"}


def played(table: Table, key: str) -> None:
    """Three phones enter and agree."""
    first, *others = (a_phone(table, number) for number in (1, 2, 3))
    answer = first.post(table_path(table), fields(table, key))
    assert answer.status_code == 302, text(answer)
    for number, phone in enumerate(others):
        phone.post(table_path(table), {"go": "confirm", "digest": now(table).digest, "key": f"agree-{number}"})


def of_a_day(key: str, client: Client) -> dict[str, Any]:
    """The archive of a tournament of that game; the tournament itself is gone again."""
    with transaction.atomic():
        tournament, first = begun(key)
        for table in first.tables.order_by("number"):
            played(table, key)
        games = tournament.season.season_games.all()
        assert {newest_sheet(game.game_id).status for game in games} == {Sheet.CONFIRMED}
        for page in ("tournament_detail", "tournament_screen"):
            assert client.get(reverse(page, args=[tournament.slug])).status_code == 200, page
        end_round(round=first, by=None)
        end_stage(stage=Stage.objects.get(), by=None)
        finish_tournament(tournament=tournament, by=None)
        review_waiting()
        assert differences() == []
        made = archive_of(Tournament.objects.get())
        transaction.set_rollback(True)
    return made


@pytest.mark.parametrize("key", ELEVEN)
def test_phones_report_it_and_another_site_reads_its_archive(key: str, client: Client):
    archive, here = of_a_day(key, client), a_season("autumn").league
    if key in OWN:  # its id is another game's here
        elsewhere = create_league(name="Elsewhere", by=None)
        add_game(league=elsewhere, content={**six_shapes()[key], "minutes": 7}, by=None)
    data = write_archive(archive)
    _, made = import_tournament(league=here, data=data)
    review_waiting()
    assert differences() == [] and made is not None
    assert lasting(archive_of(made)) == lasting(played_as(archive, made.system))
    assert (made.system == archive["tournament"]["system"]) == (key not in OWN)
    assert import_tournament(league=here, data=data)[0].skipped == 1
    assert OwnGame.objects.filter(league=here).count() == (key in OWN)


@pytest.mark.parametrize(("form", "rounds"), [(Stage.SWISS, 2), (Stage.FIXED, 2), (Stage.KNOCK_OUT, None)])
@pytest.mark.parametrize("key", OWN)
def test_a_next_round_follows_from_it(key: str, form: str, rounds: int | None):
    tournament, played_round = begun(key, form=form, rounds=rounds)
    a_webhook(tournament.season.league, kinds=["result_confirmed"])
    for number in (1, 2):
        for table in played_round.tables.order_by("number"):
            played(table, key)
        end_round(round=played_round, by=None)
        if number == 1:
            played_round = next_round(tournament)
    review_waiting()
    assert differences() == []
    tell_events()
    told = [delivery.payload["text"] for delivery in WebhookDelivery.objects.all()]
    assert len(told) == Sheet.objects.confirmed().count(), told
