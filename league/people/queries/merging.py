"""The plan of a merge of two characters, and every reason why it can't be done."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.facts import EARNED_ELSEWHERE, RESTART
from games.models import Play, PlaySeat, Sheet, SheetSeat
from league.core.rules.roles import ORGANISER
from league.models import CharacterMerge, ClaimLink, DivisionPlace, Entry, League, SeasonGame, TeamMember
from league.people.queries.characters import open_offer

MOST_GAMES = 200


@dataclass(frozen=True, slots=True)
class MergePlan:
    """`games` of the character that goes, in order of play; `owner` is whose character it becomes, None without an
    account; `refusals` are sentences, and there is no merge while there is one."""

    target: Character
    merged: Character
    games: tuple[SeasonGame, ...]
    owner: User | None
    refusals: tuple[str, ...]

    def needs(self, by: User) -> User | None:
        """Return who has to agree first: nobody is credited with games that they did not claim."""
        same = self.target.owner_id == self.merged.owner_id
        return None if same or self.owner == by else self.owner

    def needs_organiser(self, by: User) -> bool:
        """Return whether another organiser has to agree first: nobody decides alone about a career that is theirs, or
        was and may be again."""
        return self.owner == by or (self.owner is None and was_theirs(by, self.target, self.merged))


def plan_of(target: Character, merged: Character) -> MergePlan:
    return MergePlan(
        target, merged, tuple(games_of(merged)), target.owner or merged.owner, tuple(_refusals(target, merged))
    )


def was_theirs(person: User, *characters: Character) -> bool:
    """Return whether the person has claimed any of these characters, or owned one when it was merged."""
    claims = ClaimLink.objects.filter(character__in=characters, used_by=person)
    kept = Q(kept__in=characters, kept_owner=person) | Q(merged__in=characters, merged_owner=person)
    return claims.exists() or CharacterMerge.objects.filter(kept).exists()


def other_organisers(league: League, person: User) -> bool:
    """Return whether anybody else can agree to a merge as an organiser of the league."""
    return league.memberships.filter(role=ORGANISER, user__is_active=True).exclude(user=person).exists()


def games_of(character: Character) -> QuerySet[SeasonGame]:
    """Return games whose confirmed sheet has the character, in order of play."""
    seats = SheetSeat.objects.filter(character=character, sheet__status=Sheet.CONFIRMED)
    games = SeasonGame.objects.filter(game__in=seats.values("sheet__game")).select_related("game", "season__league")
    return games.order_by("played_at", "reference", "game")


def merges_of(character: Character) -> QuerySet[CharacterMerge]:
    """Return what was or will be merged into this character, newest first."""
    merges = CharacterMerge.objects.filter(kept=character, ended_at=None)
    return merges.select_related("merged", "kept", "asked_by", "agreed_by", "undone_by", "league")


def _refusals(target: Character, merged: Character) -> Iterator[str]:
    if target.owner is not None and merged.owner is not None and target.owner != merged.owner:
        two = _(
            "{kept} belongs to {kept_owner} and {merged} to {merged_owner}: two people. If they are the same person, "
            "one account has to pass its character on to the other first."
        )
        yield two.format(kept=target, kept_owner=target.owner_name, merged=merged, merged_owner=merged.owner_name)
    yield from _at_one_table(target, merged)
    yield from _open_business(merged)
    yield from _own_history(merged)
    yield from _in_tournaments(target, merged)
    seasons = DivisionPlace.objects.filter(character=merged).values_list("season__name", flat=True)
    if names := ", ".join(seasons):
        text = _("{merged} has a place in a division of {seasons}. Take it out of the division first.")
        yield text.format(merged=merged, seasons=names)
    both = TeamMember.objects.filter(until=None, character=merged, contest__members__character=target)
    if both.filter(contest__members__until=None).exists():
        text = _("{merged} and {kept} are in teams of one contest. Take {merged} out of its team first.")
        yield text.format(merged=merged, kept=target)


def _in_tournaments(target: Character, merged: Character) -> Iterator[str]:
    def entered(who: Character) -> str:
        rows = Entry.objects.filter(character=who).order_by("tournament__name")
        return ", ".join(rows.values_list("tournament__name", flat=True).distinct())

    if tournaments := entered(merged):
        other = entered(target)
        if other:
            text = _(
                "{merged} is entered in {tournaments}, and the draws there name it. {kept} is in {others}, so they "
                "can't be merged the other way round either."
            )
        else:
            text = _(
                "{merged} is entered in {tournaments}, and the draws there name it. Turn the merge around: keep "
                "{merged}, and merge {kept} into it."
            )
        yield text.format(merged=merged, kept=target, tournaments=tournaments, others=other)


def _at_one_table(target: Character, merged: Character) -> Iterator[str]:
    standing = (Sheet.CONFIRMED, Sheet.SUBMITTED, Sheet.DISPUTED)
    seats = SheetSeat.objects.filter(sheet__status__in=standing)
    both = seats.filter(character=target, sheet__in=seats.filter(character=merged).values("sheet"))
    references = both.order_by("sheet__played_at").values_list("sheet__game__season_game__reference", flat=True)
    if games := list(references[:3]):
        text = _("{kept} and {merged} sat at the same table in {games}: they are two people.")
        yield text.format(kept=target, merged=merged, games=", ".join(games))


def _open_business(merged: Character) -> Iterator[str]:
    waiting = SheetSeat.objects.filter(character=merged, sheet__status__in=(Sheet.SUBMITTED, Sheet.DISPUTED))
    references = waiting.order_by("sheet__played_at").values_list("sheet__game__season_game__reference", flat=True)
    if waiting_games := list(references[:3]):
        text = _("{merged} is on sheets that nobody has confirmed yet: {games}. Confirm or void them first.")
        yield text.format(merged=merged, games=", ".join(waiting_games))
    if PlaySeat.objects.filter(character=merged, play__status__in=(Play.OPEN, Play.RUNNING)).exists():
        yield _("{merged} sits in a game on the site that is not over. Play it to its end first.").format(merged=merged)
    if open_offer(merged) is not None:
        yield _("{merged} is offered to another member. The offer has to be ended first.").format(merged=merged)
    if CharacterMerge.objects.waiting().filter(kept=merged).exists():
        yield _("Another character is waiting to be merged into {merged}. Decide that first.").format(merged=merged)
    games = games_of(merged).count()
    if games > MOST_GAMES:
        text = _("{merged} has {games} games; at most {most} can be moved. Turn the merge around.")
        yield text.format(merged=merged, games=games, most=MOST_GAMES)


def _own_history(merged: Character) -> Iterator[str]:
    """Yield reasons why a merge is impossible: facts of the character that do not come from games."""
    kinds = {
        RESTART: _("{merged} has begun another career, which can't be moved. Turn the merge around."),
        EARNED_ELSEWHERE: _("{merged} came with a passport, which can't be moved. Turn the merge around."),
    }
    for kind, text in kinds.items():
        if merged.facts.filter(game=None, content__contains=f'"kind":"{kind}"').exists():
            yield text.format(merged=merged)
