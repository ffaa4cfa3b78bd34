"""Every row that decides is looked at: the changes are made from the schema itself, and check_careers sees each."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from league.clubs.services import create_league, create_season, invite, revoke_invitation, set_house_rules
from league.core.ledger.rules.rows import DECIDING
from league.joining.services import make_join_link
from league.management.sample import SPRING, load_evenings
from league.models import League, Round, Tournament
from league.people.services.passport_bringing import distrust_league, trust_league
from league.people.services.registration import import_characters
from league.site.queries.proof import Portion, differences_of
from league.tournaments.desk.services import start_stage
from league.tournaments.draws.services.draw_changes import swap_seats
from league.tournaments.draws.services.draws import draw_next_round, publish_round, redraw_round
from league.tournaments.entries.services.check_in import check_in_everybody, walk_in
from league.tournaments.entries.services.entries import drop_entry, keep_apart, let_meet, reinstate_entry
from league.tournaments.stages.services import edit_tournament
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
)
from tests.factories.people import a_user
from tests.factories.tampering import past_triggers

pytestmark = pytest.mark.django_db
Rows = list[dict[str, Any]]


@pytest.fixture
def league() -> League:
    """A club as the sample has it, and a tournament of it in which everything that decides was done, and undone."""
    by = a_user("olga")
    league = create_league(name="Thursday", by=by)
    import_characters(league=league, data=(SPRING / "characters.csv").read_bytes())
    load_evenings(league=league, by=by, now=timezone.now())
    for key in ("ab" * 32, "cd" * 32, "ef" * 32):
        trusted = trust_league(league=league, name="Elsewhere", key=key, league_there="friday", by=by)
    distrust_league(trusted=trusted, by=by)
    for _ in range(3):
        invitation = invite(league=league, role="player", by=by)
    revoke_invitation(invitation=invitation, by=by)
    make_join_link(league=league, how="open", days=7, by=by)
    season = create_season(league=league, name="Next", by=by)
    set_house_rules(season=season, values={"best_of": 12}, by=by)
    play(Tournament.objects.get(name="Boardroom Open"), by)
    return league


def play(tournament: Tournament, by: User) -> None:
    check_in_everybody(tournament=tournament, by=by)
    walk_in(tournament=tournament, name="Walter Walkin", by=by)
    first, second, third, *_ = tournament.entries.order_by("number")
    keep_apart(entry=first, other=second, by=by)
    keep_apart(entry=second, other=third, by=by)
    let_meet(pair=keep_apart(entry=first, other=third, by=by), by=by)
    drop_entry(entry=first, reason="Ill", by=by)
    reinstate_entry(entry=first, by=by)
    edit_tournament(tournament=tournament, shortfall=Tournament.BYE, by=by)
    start_stage(tournament=tournament, by=by)
    played = draw_next_round(tournament=tournament, by=by)
    redraw_round(round=played, reason="Again", by=by)
    swap_seats(round=played, place=(1, 1), other=(2, 1), by=by)
    publish_round(round=played, by=by)
    drop_entry(entry=third, reason="Ill", by=by)
    rule(Round.objects.get(pk=played.pk), by)


def rule(played: Round, by: User) -> None:
    seats = [seat for seat in played.seats.select_related("entry").order_by("pk") if seat.entry]
    entry = seats[0].entry
    give_warning(entry=entry, round=played, reason="Loud", by=by)
    give_penalty(entry=entry, round=played, points=Fraction(5), reason="Late", by=by)
    again = give_penalty(entry=entry, round=played, points=Fraction(7), reason="Later", by=by)
    rescind_ruling(ruling=again, reason="It was not", by=by)
    mark_absent(seat=seats[0], reason="Not here", by=by)
    mark_present(seat=seats[0], reason="Here", by=by)
    mark_absent(seat=seats[1], reason="Not here", by=by)


def differences(league: League) -> list[str]:
    return differences_of(Portion("ledger", league.pk, league.pk))


def others(field: Any, value: Any, row: models.Model) -> Iterator[Any]:
    """Other values for a column, those of other rows first, as somebody would choose who knows the program."""
    stored = type(row)._default_manager.exclude(pk=row.pk).order_by("pk")
    yield from (other for other in stored.values_list(field.attname, flat=True).distinct()[:20] if other != value)
    if field.is_relation:
        keys = field.related_model._default_manager.order_by("pk").values_list("pk", flat=True)
        yield from (key for key in keys[:50] if key != value)
    elif isinstance(field, models.BooleanField):
        yield not value
    elif isinstance(field, models.IntegerField):
        yield (value or 0) + 1
    elif isinstance(field, models.DateTimeField):
        yield (value or timezone.now()) + timedelta(days=1)
    elif isinstance(field, models.JSONField):
        yield {"other": True}
    else:
        yield f"{value}x"[-(field.max_length or 1000) :]


def changes(model: type[models.Model], rows: Rows, columns: Any) -> Iterator[tuple[str, list[Rows]]]:
    """Yield what was done, and the ways to do it: each a list of the rows that stand there instead of the first two."""
    first, second = rows[:2]
    yield "deleted", [[second]]
    fields = {field.attname: field for field in model._meta.concrete_fields}
    row = model._default_manager.get(pk=first[model._meta.pk.attname])
    for column in columns:
        yield (
            f"{column} altered",
            [[{**first, column: value}, second] for value in others(fields[column], first[column], row)],
        )
    swapped = [
        first | {column: second[column] for column in columns},
        second | {column: first[column] for column in columns},
    ]
    yield "exchanged", [swapped]
    fresh = {model._meta.pk.attname: model._default_manager.order_by("pk").last().pk + 1}
    copies = [
        {**first, **fresh, column: value} for column in columns for value in others(fields[column], first[column], row)
    ]
    yield "copied", [[first, second, copy] for copy in [{**first, **fresh}, *copies]]


def can_stand(model: type[models.Model], keys: list[int], instead: Rows) -> bool:
    """Whether the database takes these rows in the place of those."""
    try:
        with transaction.atomic():
            model._default_manager.filter(pk__in=keys)._raw_delete("default")
            model._default_manager.bulk_create([model(**row) for row in instead])
    except IntegrityError:
        return False
    return True


class Undone(Exception):
    """What was changed is taken back."""


def test_whatever_is_changed_in_a_row_that_decides_is_seen(league):
    assert differences(league) == []
    counted: Counter[str] = Counter()
    unseen = []
    for label, deciding in DECIDING.items():
        model = apps.get_model(label)
        there = model._default_manager.filter(**{deciding.league: league.pk}).order_by("-pk")
        attributes = [field.attname for field in model._meta.concrete_fields]
        rows: Rows = list(there.values(*attributes))
        assert len(rows) > 1, f"the club has not two rows of {label}"
        other = next(row for row in rows[1:] if differ(rows[0], row, deciding.columns))
        pair = [rows[0], other]
        keys = [row[model._meta.pk.attname] for row in pair]
        for what, ways in changes(model, pair, deciding.columns):
            try:
                with transaction.atomic(), past_triggers():
                    made = next((way for way in ways if can_stand(model, keys, way)), None)
                    counted["refused" if made is None else "seen" if differences(league) else "unseen"] += 1
                    if made is not None and not differences(league):
                        unseen.append(f"{label}: {what}")
                    raise Undone
            except Undone:
                pass
    assert unseen == []
    assert counted["seen"] > 3 * len(DECIDING)


def differ(row: dict[str, Any], other: dict[str, Any], columns: Any) -> bool:
    return any(row[column] != other[column] for column in columns)
