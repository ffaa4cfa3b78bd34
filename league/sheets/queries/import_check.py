"""Checking a results file against what the league knows, before anything is written.

Reads only. The levels that office politics are checked against come from one fold per character over what is stored and
what the file adds, in order of play, so a file may report a whole season in any order.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from django.db.models import Max
from django.utils import timezone

from characters.models import Character, Fact, FormerName
from characters.queries.history import RulesByDigest, facts_of
from characters.rules import ladder
from characters.rules.career import ACTIVE, fold
from characters.rules.facts import CareerFact as FactValue
from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.names import name_key
from engine.translatable import Translatable, said
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.figures import Unreadable
from games.rules.lines import result_facts
from games.rules.politics import politics_problems
from games.rules.sheets import Knowledge, ScoreSheet, Seated, errors
from games.rules.systems import system_of, table_problems, winners
from league.clubs.queries import doubt_of_day, rule_set_of
from league.core.queries.characters import NearNames, aliases_of
from league.core.rules.csv_text import FileProblem, FileRow
from league.core.rules.import_questions import ReadTime
from league.core.rules.readings import Reading, moment
from league.core.services.uploads import Progress
from league.models import Enrolment, HouseRulesVersion, League, Season, SeasonGame
from league.sheets.queries.restarts import AskedRestart, is_new, restarts_in
from league.sheets.rules.reported_games import ReportedGame, locate, to_sheet, told, unknown_name

OTHER_CONTENT = said(
    "Game {reference} is known with other content. Correct that game, or take these rows out of the file."
)


@dataclass(slots=True)
class ResultsCheck:
    """The effect of a file: `fresh` games to write in order of play, how many known ones are `skipped`, `restarts` to
    record, `problems` that refuse it all. `at_work` are the characters that have not left after all that. `new_seasons`
    maps slugs of seasons to be created; `state` is what the check relied on."""

    fresh: list[tuple[ReportedGame, ScoreSheet]] = field(default_factory=list)
    skipped: int = 0
    restarts: list[AskedRestart] = field(default_factory=list)
    at_work: set[int] = field(default_factory=set)
    problems: list[FileProblem] = field(default_factory=list)
    seasons: dict[str, Season] = field(default_factory=dict)
    new_seasons: list[str] = field(default_factory=list)
    rules: dict[str, HouseRules] = field(default_factory=dict)
    state: tuple[object, ...] = ()

    @property
    def at_tables(self) -> set[int]:
        return {pk for _, sheet in self.fresh for pk in sheet.character_ids}

    def settled(self, ids: Mapping[int, int], systems: Mapping[str, str]) -> Self:
        """Return the check with the `ids` that newcomers and the `systems` that new games have now, by those before."""
        fresh = [
            (replace(game, system=systems.get(game.system, game.system)), _settled(sheet, ids, systems))
            for game, sheet in self.fresh
        ]
        restarts = [replace(one, character=ids.get(one.character, one.character)) for one in self.restarts]
        at_work = {ids.get(pk, pk) for pk in self.at_work}
        return replace(self, fresh=fresh, restarts=restarts, at_work=at_work)


def _settled(sheet: ScoreSheet, ids: Mapping[int, int], systems: Mapping[str, str]) -> ScoreSheet:
    seats = tuple(
        replace(line, character=ids[pk]) if (pk := line.character) is not None and pk in ids else line
        for line in sheet.seats
    )
    return replace(sheet, system=systems.get(sheet.system, sheet.system), seats=seats)


def state_of_the_books() -> tuple[object, ...]:
    """Return a value that changes whenever something is written that a check could have relied on."""
    models = (Fact, SeasonGame, Character, FormerName, HouseRulesVersion)
    return tuple(model._default_manager.aggregate(newest=Max("pk"))["newest"] for model in models)


def unknown_names(
    league: League, seats: Sequence[tuple[int, str]], reading: Reading, near: NearNames
) -> list[FileProblem]:
    """Return a problem for each line whose name belongs neither to a character of the league, nor to a guest or a
    newcomer."""
    strangers = map(name_key, names_without_character(league, [name for _, name in seats], reading))
    refused = {*strangers} - {*map(name_key, (*reading.guests, *reading.newcomers))}
    return [unknown_name(line, name, near.nearest(name)) for line, name in seats if name and name_key(name) in refused]


def names_without_character(league: League, names: Iterable[str], reading: Reading) -> list[str]:
    """Return the names that no character of the league has, each once and as first typed."""
    typed = dict[str, str]()
    for name in filter(None, names):
        typed.setdefault(name_key(name), name)
    ids = character_ids(league, reading.meant) if typed else {}
    return [name for key, name in typed.items() if key not in ids]


def check_results(
    league: League,
    games: Sequence[ReportedGame],
    progress: Progress,
    *,
    reading: Reading,
    near: NearNames,
    outside_season: bool,
    newcomers: Mapping[str, Character] = MappingProxyType({}),
) -> ResultsCheck:
    """Return everything that keeps these games from being recorded, and the new ones. Change nothing.
    `newcomers`: by the key of their name the people to register, with ids below 0."""
    check = ResultsCheck(state=state_of_the_books())
    _find_seasons(check, league, games)
    ids = {key: who.pk for key, who in newcomers.items()} | character_ids(league, reading.meant)
    guests = {*map(name_key, reading.guests)}
    sheets: list[tuple[ReportedGame, ScoreSheet]] = []
    doubtful: list[tuple[ReportedGame, ScoreSheet]] = []
    for game in games:
        sheet, unknown = to_sheet(game, ids, name_key, guests, near.nearest)
        check.problems += unknown
        if unknown and game.season in check.rules:
            doubtful.append((game, sheet))
        elif game.season in check.rules:
            sheets.append((game, sheet))
    before_import = _known_sheets(check, sheets)
    skipped: list[tuple[ReportedGame, ScoreSheet]] = []
    for game, sheet in sorted(sheets, key=lambda pair: (pair[1].played_at, pair[0].reference)):
        before = before_import.get((game.season, game.reference))
        if before is None:
            check.fresh.append((game, sheet))
        elif content(before) == content(sheet):
            check.skipped += 1
            skipped.append((game, sheet))
        else:
            text = said(OTHER_CONTENT, reference=game.reference)
            check.problems.append(FileProblem(game.line, "game", text))
    if not outside_season:
        check.problems += _outside_seasons(check)
    restarts = restarts_in([*check.fresh, *skipped])
    at_tables = check.at_tables | {pk for _, sheet in doubtful for pk in sheet.character_ids}
    at_tables |= {restart.character for restart in restarts}
    people = Character.objects.filter(enrolment__league=league).in_bulk(pk for pk in at_tables if pk > 0)
    people |= {who.pk: who for who in newcomers.values() if who.pk in at_tables}
    _check_tables(check, people, progress, restarts)
    _check_doubtful(check, people, doubtful)
    check.problems.sort(key=lambda problem: problem.line or 0)
    return check


def character_ids(league: League, meant: Mapping[str, int] = MappingProxyType({})) -> dict[str, int]:
    """Return characters of the league by the key of their name; a former name still finds its character unless another
    has it now, and so does a name by which somebody `meant` it, for this file or for an earlier one of the league."""
    former = FormerName.objects.filter(character__enrolment__league=league).values_list("name", "character_id")
    names = {name_key(name): pk for name, pk in former}
    names |= Enrolment.objects.filter(league=league).values_list("character__name_key", "character_id")
    here = {*names.values()}
    others = aliases_of(league) | {name_key(name): pk for name, pk in meant.items()}
    return {key: pk for key, pk in others.items() if pk in here} | names


def content(sheet: ScoreSheet) -> tuple[object, ...]:
    """Return the content of a sheet without the names in it: zero figures equal figures that are left out."""
    won = winners(sheet)
    lines = sorted(sheet.seats, key=lambda line: line.seat)
    figures = [{key: value for key, value in told(line.figures).items() if value} for line in lines]
    seats = [(line.seat, line.character, line.seat in won, given) for line, given in zip(lines, figures, strict=True)]
    header = (sheet.system, sheet.edition, sheet.played_at, sheet.mode, sheet.target, sheet.minutes)
    return (*header, dict(sheet.settings), seats)


def _find_seasons(check: ResultsCheck, league: League, games: Sequence[ReportedGame]) -> None:
    first_line = {game.season: game.line for game in reversed(games)}
    stored = {season.slug: season for season in Season.objects.filter(slug__in=first_line).select_related("league")}
    newest = HouseRulesVersion.objects.filter(season__league=league).order_by("-set_at", "-id").first()
    inherited = RulesByDigest()[newest.rules_id] if newest else DEFAULTS
    for slug, line in first_line.items():
        season = stored.get(slug)
        if season is None:
            check.new_seasons.append(slug)
            check.rules[slug] = inherited
        elif season.league_id != league.pk:
            foreign = said("The season {season} belongs to another league, {league}.")
            text = said(foreign, season=slug, league=str(season.league))
            check.problems.append(FileProblem(line, "season", text))
        else:
            check.seasons[slug] = season
            check.rules[slug] = RulesByDigest()[rule_set_of(season).digest]


def _known_sheets(
    check: ResultsCheck, sheets: Sequence[tuple[ReportedGame, ScoreSheet]]
) -> Mapping[tuple[str, str], ScoreSheet]:
    """Return the newest sheet of every game of these seasons that the file names too."""
    named = {(game.season, game.reference) for game, _ in sheets}
    newest: dict[tuple[str, str], ScoreSheet] = {}
    for slug, season in check.seasons.items():
        references = dict(season.season_games.values_list("game_id", "reference"))
        ids = [pk for pk, reference in references.items() if (slug, reference) in named]
        rows = Sheet.objects.filter(game__in=ids).select_related("game").prefetch_related("seats")
        for row in rows.order_by("version").iterator(chunk_size=1000):
            newest[slug, references[row.game_id]] = score_sheet(row)
    return newest


def _outside_seasons(check: ResultsCheck) -> Iterator[FileProblem]:
    for game, sheet in check.fresh:
        if (season := check.seasons.get(game.season)) and (doubt := doubt_of_day(season, sheet.played_at)):
            message = said("{doubt} Correct the day or the season, or say that it is intended.", doubt=doubt)
            yield FileProblem(game.line, "played_at", message)


def games_outside_seasons(league: League, rows: Sequence[FileRow], reading: Reading) -> list[ReadTime]:
    """Return the games of a file that are not known yet and were played on a day outside of their season's dates."""
    dated = league.seasons.exclude(starts_on=None, ends_on=None).select_related("league")
    seasons = {season.slug: season for season in dated}
    games: dict[tuple[str, str], FileRow] = {}
    for row in rows:
        if not row.broken and row.cells.get("season") in seasons:
            games.setdefault((row.cells["season"], row.cells.get("game", "")), row)
    recorded = SeasonGame.objects.filter(season__in=seasons.values()).values_list("season__slug", "reference")
    for key in set(recorded) if games else ():
        games.pop(key, None)
    return [unfitting for (slug, _), row in games.items() if (unfitting := _outside(row, seasons[slug], reading))]


def _outside(row: FileRow, season: Season, reading: Reading) -> ReadTime | None:
    text = row.cells.get("played_at", "")
    try:
        doubt = doubt_of_day(season, moment(text, reading))
    except Unreadable:
        return None
    return ReadTime(row.line, text, str(doubt), doubt.kept()) if isinstance(doubt, Translatable) else None


def _check_tables(
    check: ResultsCheck, people: Mapping[int, Character], progress: Progress, restarts: Sequence[AskedRestart]
) -> None:
    """Check each fresh sheet against its season's rules and the levels of the time, with the restarts of the whole
    file."""
    now = timezone.now()
    unleveled = {pk: _seated(who, ladder.ENTRY) for pk, who in people.items()}
    refusals = [
        errors(table_problems(sheet, Knowledge(now=now, rules=check.rules[game.season], seated=unleveled)))
        for game, sheet in check.fresh
    ]
    impossible = {number for number, problems in enumerate(refusals) if problems}
    seated = _levels(check, people, impossible, restarts)
    for number, (game, sheet) in enumerate(check.fresh):
        knowledge = Knowledge(now=now, rules=check.rules[game.season], seated=seated.get(number, {}))
        politics = politics_problems(sheet, knowledge) if system_of(sheet).BY_THE_BOOK else []
        refused = [*refusals[number], *errors(politics)]
        check.problems += [locate(game, problem) for problem in refused]
        if number % 100 == 0:
            progress(number, len(check.fresh))


def _check_doubtful(
    check: ResultsCheck, people: Mapping[int, Character], doubtful: Sequence[tuple[ReportedGame, ScoreSheet]]
) -> None:
    """Check for other problems in games with an unknown character, without the levels that would follow from them."""
    now = timezone.now()
    seated = {pk: _seated(who, ladder.ENTRY) for pk, who in people.items()}
    for game, sheet in doubtful:
        whole, strangers = _as_if_known(game, sheet)
        knowledge = Knowledge(now=now, rules=check.rules[game.season], seated=seated | strangers)
        check.problems += [locate(game, problem) for problem in errors(table_problems(whole, knowledge))]


def _as_if_known(game: ReportedGame, sheet: ScoreSheet) -> tuple[ScoreSheet, dict[int, Seated]]:
    """Return the sheet with a made-up character for each unknown name, so that no problem follows from the unknown name
    itself."""
    keys = [name_key(line.name) for line in sheet.seats]
    lines = tuple(
        line if line.character is not None or not line.name else replace(line, character=-keys.index(key) - 1)
        for line, key in zip(sheet.seats, keys, strict=True)
    )
    made_up = {
        line.character: Seated(line.name, ladder.ENTRY, "", game.edition) for line in lines if (line.character or 0) < 0
    }
    return replace(sheet, seats=lines), {pk: seat for pk, seat in made_up.items() if pk is not None}


def _levels(
    check: ResultsCheck, people: Mapping[int, Character], impossible: Collection[int], restarts: Sequence[AskedRestart]
) -> Mapping[int, dict[int, Seated]]:
    """Return by position in `fresh` the characters at the table with the level each held, over the whole file. Sheets
    that are `impossible` show when a level was held, and change no level."""
    added: dict[int, list[FactValue]] = defaultdict(list)
    digests = {slug: rules.digest for slug, rules in check.rules.items()}
    rules = RulesByDigest({digests[slug]: house for slug, house in check.rules.items()})
    for number, (game, sheet) in enumerate(check.fresh):
        for pk, fact in result_facts(-number - 1, 1, digests[game.season], sheet, reference=game.reference):
            added[pk].append(_of_no_system(fact) if number in impossible else fact)
    seated: dict[int, dict[int, Seated]] = defaultdict(dict)
    facts = facts_of(people)
    for restart in restarts:
        who, own_facts = people[restart.character], [*facts.get(restart.character, ()), *added[restart.character]]
        new = is_new(restart, who, own_facts, rules)
        if isinstance(new, FileProblem):
            check.problems.append(new)
        elif new:
            added[who.pk].append(restart.fact)
            check.restarts.append(restart)
    for pk, who in people.items():
        life = fold([*facts.get(pk, ()), *added[pk]], who.profile, rules)
        held = life.held | life.elsewhere
        if life.current.status == ACTIVE:
            check.at_work.add(pk)
        for fact in added[pk]:
            if fact.game is not None:
                seated[-fact.game - 1][pk] = _seated(who, held.get(fact.game, ladder.RETIRED))
    return seated


def _of_no_system(fact: FactValue) -> FactValue:
    return fact if fact.line is None else fact._replace(line=fact.line._replace(system=""))


def _seated(who: Character, level: str) -> Seated:
    return Seated(who.name, level, who.primary_company, who.edition)
