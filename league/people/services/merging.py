"""Two characters entered twice become one, and two again.

No career is edited. Each game of the character that goes gets a new version of its sheet, a correction like any other,
with the remaining character in that seat: facts, careers, standings and ratings follow, the version before stays
readable, and `check_careers` proves all of it. Undoing corrects them back. Lock order: league, games by id, characters.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Career, Character, FormerName
from characters.rules.career import ACTIVE
from characters.services.registration import keep_former_name
from engine.translatable import Translatable, said
from games.models import Game, Sheet
from games.queries.sheets import newest_sheet, score_sheet
from games.rules.sheets import ScoreSheet
from games.services.review import review_now
from league.clubs.queries.characters import active_characters
from league.clubs.services.characters import check_room
from league.core.ledger.services import record
from league.core.queries.access import may, require
from league.models import CharacterMerge, Enrolment, League, SeasonGame
from league.people.queries.merging import MergePlan, plan_of, was_theirs
from league.people.services.owners import ended_claim_links
from league.signals import seats_changing_hands, tried_out

MERGED = "The character was entered twice. This version names the one that stays."
PARTED = "The merge of the two characters was undone."
OVER = gettext_lazy("This has already been decided. Look at the page again.")


def preview_merge(*, plan: MergePlan, by: User) -> object:
    """Return what follows for both careers, and in the standings of the newest season concerned; None if nothing was
    played. Raise ValidationError if a sheet can't stand with the character that stays."""
    if not plan.games:
        return None
    league = plan.games[-1].season.league
    waiting = CharacterMerge.objects.waiting().filter(kept=plan.target, merged=plan.merged).first()
    merge = waiting or CharacterMerge(league=league, kept=plan.target, merged=plan.merged, asked_by=by)
    both = (plan.target.pk, plan.merged.pk)
    return tried_out.answer(plan.games[-1].season, both, lambda: _merge(merge, by))


@transaction.atomic
def ask_merge(*, target: Character, merged: Character, by: User) -> CharacterMerge:
    """Ask for a merge as an organiser: done at once, or left to the owner of the character that stays if that is
    another person, or to another organiser if it is their own. Raise ValidationError with every reason why it can't be
    done, and PermissionDenied."""
    league = target.enrolment.league
    require(by, "administer", league)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if not Enrolment.objects.filter(league=league, character=merged).exists() or target.pk == merged.pk:
        raise ValidationError(_("Choose another character of {league}.").format(league=league))
    if CharacterMerge.objects.waiting().filter(merged=merged).exists():
        waits = _("A merge of {merged} is already waiting until somebody agrees.")
        raise ValidationError(waits.format(merged=merged))
    plan = plan_of(target, merged)
    if plan.refusals:
        raise ValidationError(list(plan.refusals))
    merge = CharacterMerge(league=league, kept=target, merged=merged, asked_by=by)
    merge.kept_owner, merge.merged_owner = target.owner, merged.owner
    names = {"merged": merged.name, "kept": target.name}
    if plan.needs_organiser(by):
        text = said("{merged} will be merged into {kept} if another organiser agrees.", **names)
    elif plan.needs(by):
        text = said("{merged} will be merged into {kept} if the owner agrees.", **names)
    else:
        _merge(merge, by)
        return merge
    merge.save()
    _record(merge, "merge_asked", text, by)
    return merge


@transaction.atomic
def agree_to_merge(*, merge: CharacterMerge, by: User) -> CharacterMerge:
    """Agree to a merge as the owner of the character that stays, or as an organiser who does not own it.
    Raise ValidationError, and PermissionDenied for anybody else."""
    merge = _locked(merge)
    plan = plan_of(merge.kept, merge.merged)
    if not merge.waits or plan.owner != merge.owner:
        raise ValidationError(OVER)
    if not may_agree(merge, by):
        another = _("Another organiser of the league has to agree to this.")
        raise PermissionDenied(another if merge.awaits_organiser else _("Only the owner can agree to this."))
    _merge(merge, by)
    return merge


def may_agree(merge: CharacterMerge, by: User) -> bool:
    if not merge.awaits_organiser:
        return merge.waits and by == merge.owner
    concerned = by == merge.asked_by or was_theirs(by, merge.kept, merge.merged)
    return not concerned and may(by, "administer", merge.league)


@transaction.atomic
def end_merge(*, merge: CharacterMerge, by: User) -> None:
    """End a merge before anybody agreed, declined by the owner or withdrawn by an organiser."""
    merge = _locked(merge)
    if by != merge.owner and not may(by, "administer", merge.league):
        raise PermissionDenied(_("Only the owner and organisers of the league can end this."))
    if not merge.waits:
        raise ValidationError(OVER)
    merge.ended_at = timezone.now()
    merge.save(update_fields=["ended_at"])
    text = said("{merged} is not merged into {kept}.", merged=merge.merged.name, kept=merge.kept.name)
    _record(merge, "merge_ended", text, by)


@transaction.atomic
def forget_merges(user: User, label: str) -> None:
    """Delete the merges that nobody agreed to, of a person who is being forgotten, in this transaction."""
    waiting = Q(asked_by=user) | Q(kept_owner=user) | Q(merged_owner=user)
    for merge in CharacterMerge.objects.filter(waiting, agreed_at=None):
        text = said("{merged} is not merged into {kept}.", merged=merge.merged.name, kept=merge.kept.name)
        record(kind="merge_ended", text=text, by=user, league=merge.league, gone=[merge], kept=merge.kept_id)
        merge.delete()


@transaction.atomic
def undo_merge(*, merge: CharacterMerge, by: User) -> CharacterMerge:
    """Undo a merge as an organiser: both characters are again what they were; later corrections stay.

    Raise PermissionDenied for somebody whose career is or was among them, who does not decide alone. Raise
    ValidationError if the one that stayed was merged into a third since, if a sheet can no longer hold, and under
    R101 if the owner has registered another character since.
    """
    merge = _locked(merge)
    require(by, "administer", merge.league)
    if not merge.stands:
        raise ValidationError(OVER)
    if not may_undo(merge, by):
        raise PermissionDenied(_("This is about your own career: another organiser of the league has to undo it."))
    further = CharacterMerge.objects.standing().filter(merged=merge.kept).select_related("kept").first()
    if further is not None:
        since = _("{character} has been merged into {other} since. Undo that first.")
        raise ValidationError(since.format(character=merge.kept, other=further.kept))
    target, merged = merge.kept, merge.merged
    enrolment = Enrolment.objects.create(league=merge.league, character=merged, joined_at=merge.moved["joined_at"])
    _give(merge, merged, _still(merge.merged_owner), by)
    if target.owner == merge.merged_owner and merge.kept_owner != merge.merged_owner:
        _give(merge, target, _still(merge.kept_owner), by)
    _check_room_again(merge)
    FormerName.objects.filter(pk__in=merge.moved["former_names"]).delete()
    places = {moved["game"]: moved for moved in merge.moved["games"]}
    _correct(_placed(list(places)), lambda game, sheet: _parted(sheet, places[game], target, merged), PARTED, merge, by)
    merge.undone_by, merge.undone_at = by, timezone.now()
    merge.save(update_fields=["undone_by", "undone_at"])
    text = said("The merge of {merged} into {kept} was undone.", merged=merged.name, kept=target.name)
    _record(merge, "merge_undone", text, by, rows=[enrolment])
    return merge


def may_undo(merge: CharacterMerge, by: User) -> bool:
    concerned = by == merge.kept.owner or was_theirs(by, merge.kept, merge.merged)
    return merge.stands and not concerned and may(by, "administer", merge.league)


def _merge(merge: CharacterMerge, by: User) -> None:
    """Merge the two within a transaction. Raise ValidationError."""
    plan = plan_of(merge.kept, merge.merged)
    if plan.refusals:
        raise ValidationError(list(plan.refusals))
    target, merged = plan.target, plan.merged
    moves = _Moves(target, merged)
    _correct(plan.games, moves.merged_sheet, MERGED, merge, by)
    now = timezone.now()
    enrolment = Enrolment.objects.get(character=merged)
    former = [merged.name, *merged.former_names.values_list("name", flat=True)]
    names = [keep_former_name(character=target, name=name).pk for name in former]
    merge.moved = {"games": moves.places, "former_names": names, "joined_at": enrolment.joined_at.isoformat()}
    links = ended_claim_links(merged, now=now)
    _give(merge, merged, None, by)
    gone = Enrolment(pk=enrolment.pk)
    enrolment.delete()
    _take_over(merge, target, plan.owner, by)
    merge.agreed_by, merge.agreed_at = by, now
    merge.save()
    games = [place["game"] for place in moves.places]
    text = said("{merged} was merged into {kept}: entered twice.", merged=merged.name, kept=target.name)
    _record(merge, "characters_merged", text, by, rows=links, gone=[gone], games=games)


@dataclass
class _Moves:
    """The sheets with the character that stays, and what its seats held before."""

    target: Character
    merged: Character

    def __post_init__(self) -> None:
        self.places: list[dict[str, object]] = []

    def merged_sheet(self, game: int, sheet: ScoreSheet) -> ScoreSheet | None:
        line_of_merged = next((line for line in sheet.seats if line.character == self.merged.pk), None)
        if line_of_merged is None:
            return None
        self.places.append({"game": game, "seat": line_of_merged.seat, "name": line_of_merged.name})
        return _seated(sheet, self.merged.pk, self.target.pk, self.target.name)


def _parted(sheet: ScoreSheet, place: dict[str, object], target: Character, merged: Character) -> ScoreSheet | None:
    """Return the sheet with `merged` where it sat; None if the one that stayed no longer sits in that game."""
    if target.pk not in sheet.character_ids:
        return None
    return _seated(sheet, target.pk, merged.pk, str(place["name"]))


def _seated(sheet: ScoreSheet, before: int, after: int, name: str) -> ScoreSheet:
    seats = (replace(line, character=after, name=name) if line.character == before else line for line in sheet.seats)
    return replace(sheet, seats=tuple(seats))


def _correct(
    games: Sequence[SeasonGame],
    change: Callable[[int, ScoreSheet], ScoreSheet | None],
    reason: str,
    merge: CharacterMerge,
    by: User,
) -> None:
    """Write a new version of each confirmed sheet that `change` changes, in order of play; the careers follow at once,
    since the next sheet is checked against them."""
    both = (merge.kept.pk, merge.merged.pk)
    list(Game.objects.select_for_update(no_key=True).filter(pk__in=[game.game_id for game in games]).order_by("pk"))
    review_now(character_ids=both)
    for game in games:
        row = newest_sheet(game.game_id)
        sheet = change(game.game_id, score_sheet(row)) if row.status == Sheet.CONFIRMED else None
        if sheet is None:
            continue
        try:
            seats_changing_hands.send(game, sheet, reason, row.source, by)
        except ValidationError as error:
            which = _("Game {reference}: {problem}")
            problems = [which.format(reference=game.reference, problem=text) for text in error.messages]
            raise ValidationError(problems) from error
        review_now(character_ids=both)


def _placed(games: list[int]) -> list[SeasonGame]:
    season_games = SeasonGame.objects.filter(game__in=games).select_related("game", "season__league")
    return list(season_games.order_by("played_at", "reference", "game"))


def _take_over(merge: CharacterMerge, target: Character, owner: User | None, by: User) -> None:
    """Give the character that stays to the owner of either. Raise ValidationError under R101."""
    if owner is None or target.owner == owner:
        return
    if Career.objects.filter(character=target, current=True, status=ACTIVE).exists():
        check_room(merge.league, owner)
    _give(merge, target, owner, by)


def _check_room_again(merge: CharacterMerge) -> None:
    """Raise ValidationError under R101 if the owner has registered another character since and would now have one too
    many."""
    owner = _still(merge.merged_owner)
    if owner is None:
        return
    since = active_characters(merge.league, owner).filter(enrolment__joined_at__gt=merge.agreed_at)
    if since.exclude(pk__in=(merge.kept.pk, merge.merged.pk)).exists():
        check_room(merge.league, owner, apart_from=merge.merged)


def _give(merge: CharacterMerge, character: Character, owner: User | None, by: User) -> None:
    """Change the owner, and record that in the ledger."""
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if character.owner == owner:
        return
    character.owner = owner
    character.save(update_fields=["owner"])
    text = said("{name} has another owner, as two characters were merged or parted.", name=character.name)
    about: dict[str, Any] = {"character": character.pk, "owner": owner.pk if owner else None}
    record(kind="owner_changed", text=text, by=by, league=merge.league, rows=[character], **about)


def _still(owner: User | None) -> User | None:
    """Return the owner, None for an account that has left the site."""
    return owner if owner is not None and owner.is_active else None


def _locked(merge: CharacterMerge) -> CharacterMerge:
    League.objects.select_for_update(no_key=True).get(pk=merge.league_id)
    rows = CharacterMerge.objects.select_for_update(no_key=True, of=("self",))
    people = ("kept__owner", "merged__owner", "kept_owner", "merged_owner", "asked_by", "league")
    return rows.select_related(*people).get(pk=merge.pk)


def _record(
    merge: CharacterMerge, kind: str, text: Translatable, by: User, *, rows: Iterable[Model] = (), **about: Any
) -> None:
    which: dict[str, Any] = {"kept": merge.kept.pk, "merged": merge.merged.pk}
    record(kind=kind, text=text, by=by, league=merge.league, rows=[merge, *rows], **which, **about)
