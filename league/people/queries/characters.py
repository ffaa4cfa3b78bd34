"""Characters with the level of the current career, a page in one query, and their careers with all events.

The promotion feed of a season: promotions, demotions, golden parachutes and restarts, newest first."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Case, Exists, F, FilteredRelation, OuterRef, Prefetch, Q, QuerySet, When
from django.db.models.functions import Coalesce

from characters.models import Career, CareerEvent, Character
from characters.rules import career
from characters.rules.house_rules import HouseRules
from characters.rules.names import by_name, name_key, search_key
from engine.careers.editions import edition_ids
from league.core.queries.characters import NearNames, not_merged
from league.models import CharacterMerge, CharacterOffer, Entry, League, Result, Season, SeasonGame, Tournament
from league.people.rules.characters import GuestLine

BATCH = 2000
# Briefs of optional apps on the next games of careers, by character; house rules are by league.
BRIEFS: list[Callable[[Collection[Career], Mapping[int, HouseRules]], Mapping[int, object]]] = []


def briefs_of(careers: Collection[Career], house: Mapping[int, HouseRules]) -> dict[int, object]:
    """Return briefs on the next game, by character; the careers have the character and its enrolment at hand."""
    return {who: brief for say in BRIEFS for who, brief in say(careers, house).items()}


def entries_ahead(**whose: object) -> QuerySet[Entry]:
    """Return these entries in tournaments that are not over: running ones, then upcoming ones, the soonest first."""
    entries = Entry.objects.filter(tournament__status__in=(Tournament.PLANNED, Tournament.RUNNING), **whose)
    return (
        entries.exclude(status=Entry.DROPPED)
        .select_related("tournament__season__league")
        .order_by(
            Case(When(tournament__status=Tournament.RUNNING, then=0), default=1),
            F("tournament__starts_at").asc(nulls_last=True),
            "pk",
        )
    )


@dataclass(frozen=True, slots=True)
class PlannedGuest:
    """A typed line and its outcome: `known` already plays in the league and is left out; `taken`, because somebody
    already has the name, `again`, because a line above has it. `near` are similar names here that may be meant."""

    line: GuestLine
    known: Character | None
    taken: bool
    again: bool = False
    near: Sequence[str] = ()

    @property
    def is_new(self) -> bool:
        return self.known is None and not self.line.problem


def planned_guests(league: League, lines: Sequence[GuestLine]) -> list[PlannedGuest]:
    """Return each line as it would be registered, in its order."""
    keys = {name_key(line.name) for line in lines}
    called = Character.objects.filter(name_key__in=keys).select_related("enrolment", "owner")
    by_key = {character.name_key: character for character in called}
    labels = Character.objects.filter(enrolment__league=league, owner=None)
    labels = labels.filter(label_search_key__in={search_key(line.name) for line in lines})
    by_label = {character.label_search_key: character for character in labels}
    guests, near = [], NearNames(league)
    above: set[str] = set()
    for line in lines:
        key = name_key(line.name)
        there = by_key.get(key)
        here = there if there is not None and _plays_in(league, there) else by_label.get(search_key(line.name))
        names = [] if here or line.problem else [who for _pk, who in near.choices(line.name)]
        guests.append(PlannedGuest(line, here, there is not None, key in above, names))
        above.add(key)
    return guests


def usual_edition(league: League | None) -> str:
    """Return the edition of the league's newest character; the first of all if it has none."""
    newest = Character.objects.filter(enrolment__league=league).order_by("-pk").values_list("edition", flat=True)
    return newest.first() or edition_ids()[0]


def league_of(character: Character) -> League | None:
    """Return the league of a character, also of one that was merged into another."""
    either = Q(enrolments__character=character) | Q(merges__merged=character)
    return League.objects.filter(either).order_by("pk").first()


def open_offer(character: Character) -> CharacterOffer | None:
    """Return the offer that the current owner has made and that nobody has answered."""
    offers = character.offers.filter(accepted_at=None, ended_at=None, made_by=character.owner_id)
    return offers.select_related("made_by", "made_to").first()


def offers_to(user: User) -> QuerySet[CharacterOffer]:
    """Return the offers of characters that somebody wants to pass on to this person."""
    waiting = CharacterOffer.objects.filter(made_to=user, accepted_at=None, ended_at=None)
    return waiting.filter(character__owner=F("made_by")).select_related("character", "made_by")


def merges_for(user: User, organises: Collection[int]) -> QuerySet[CharacterMerge]:
    """Return the merges that wait for this person's agreement, as owner or as another organiser of these leagues."""
    owner = Coalesce("kept_owner", "merged_owner")
    merges = CharacterMerge.objects.waiting().annotate(becomes=owner).exclude(asked_by=user)
    by_another = Q(becomes=None) | Q(becomes=F("asked_by"))
    mine = Q(becomes=user.pk) | by_another & Q(league__in=organises)
    return merges.filter(mine).select_related("kept", "merged", "asked_by", "kept_owner", "merged_owner")


def _plays_in(league: League, character: Character) -> bool:
    enrolment = getattr(character, "enrolment", None)
    return enrolment is not None and enrolment.league_id == league.pk


STATUSES = (career.ACTIVE, career.RETIRED)
FEED_KINDS = tuple(kind for kind in CareerEvent.KINDS if kind != career.REVIEW)


def careers(
    *,
    characters: QuerySet[Character] | None = None,
    season: Season | None = None,
    rescinded: bool = False,
    part: slice = slice(None),
) -> Iterator[Career]:
    """Yield the current career of each character, sorted by name, with the events of all its careers.

    `season` limits to characters that played a confirmed game in it. Events are what still holds, with `rescinded` also
    what no longer does. `part`: of the list. Two queries for every 2,000 characters.
    """
    chosen = Character.objects.filter(not_merged()) if characters is None else characters
    if season is not None:
        chosen = chosen.filter(Exists(Result.objects.filter(season=season, character=OuterRef("pk"))))
    events = CareerEvent.objects.all() if rescinded else CareerEvent.objects.standing()
    rows = (
        Career.objects.filter(current=True, character__in=chosen.order_by().values("pk"))
        .select_related("character__owner")
        .prefetch_related(Prefetch("character__events", queryset=events.order_by()))
        .order_by(*by_name("character__"))
    )
    return rows[part].iterator(chunk_size=BATCH)


def characters() -> QuerySet[Character]:
    """Return everybody but characters merged into another, with `level`, `status` and number (`career`) of the
    current career."""
    rows = Character.objects.annotate(now=FilteredRelation("careers", condition=Q(careers__current=True)))
    rows = rows.filter(not_merged())
    rows = rows.annotate(level=F("now__level"), status=F("now__status"), career=F("now__number"))
    return rows.select_related("owner", "enrolment__league")


def promotions(season: Season) -> QuerySet[CareerEvent]:
    """Return the events that still stand and followed from the season's games. A restart belongs to the season of its
    parachute."""
    played = SeasonGame.objects.filter(season=season).values("game")
    parachute = CareerEvent.objects.standing().filter(
        kind=career.PARACHUTE, character=OuterRef("character"), career=OuterRef("career") - 1, game__in=played
    )
    followed = Q(game__in=played) | Q(Exists(parachute), kind=career.RESTARTED)
    return CareerEvent.objects.standing().of_note().filter(followed).order_by("-at", "-id")
