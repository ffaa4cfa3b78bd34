"""Read the names of each edition of Careers: companies, degree programs and the words for the six levels. Three
editions have their own board; the others are names on London's figures (`own_board`). Code outside the engine
needs nothing else of an edition."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter

from engine.core.errors import BadData
from engine.core.toml import read_toml
from engine.translatable import said

LEVELS = ("entry", "senior", "manager", "director", "vp", "c_level")
_WORDS = (*LEVELS, "partner")
_DATA = resources.files("engine.careers") / "data" / "editions"


class UnknownEdition(ValueError):
    """An edition id that no edition has."""


class BrokenEdition(ValueError):
    """An edition file without the shape that parse_edition describes."""


@dataclass(frozen=True, slots=True)
class Program:
    """A degree program; `company` is the occupation that its graduates join free of charge, if any."""

    id: str
    name: str
    company: str | None


@dataclass(frozen=True, slots=True)
class Company:
    """An occupation path; `entrance` is its border square, the same figure in every edition."""

    id: str
    name: str
    entrance: int
    program: str | None


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition. `own_board`: its figures are its own, except the ones that `from_london` lists. `path_word`: what a
    path is called."""

    id: str
    name: str
    currency: str
    university: str
    level_words: Mapping[str, str]
    programs: Mapping[str, Program]
    companies: Mapping[str, Company]
    partner_program: str
    own_board: bool = False
    path_word: str = "occupation"
    twist: str = ""
    from_london: tuple[str, ...] = ()

    def money(self, amount: int) -> str:
        """Return a sum in the currency of the edition: `£2,500`."""
        return said("{currency}{amount:,}", currency=self.currency, amount=amount)

    @property
    def offered_as(self) -> str:
        """Return the name for a menu of editions, including what the edition lacks."""
        return self.name if self.own_board else said("{name} (names; figures of London)", name=self.name)

    @property
    def figures_note(self) -> str:
        """Return what a club should know about the board before it chooses the edition, in a sentence; empty for
        London."""
        if self.id == "london":
            return ""
        if not self.own_board:
            return said("{name} has its own names; its board plays with the figures of London.", name=self.name)
        return said(
            "{name} has its own board: {twist}. From London: {parts}.",
            name=self.name,
            twist=self.twist,
            parts=", ".join(self.from_london),
        )

    def company_of(self, program: str) -> Company:
        """Return the company behind a degree program. Raise KeyError when the program is unknown or leads to no
        company."""
        company = self.programs[program].company
        if company is None:
            raise KeyError(program)
        return self.companies[company]

    @property
    def career_programs(self) -> tuple[Program, ...]:
        """Return the programs that can be a specialty or a side interest: those with a company behind them."""
        return tuple(program for program in self.programs.values() if program.company)

    def level_name(self, level: str, *, specialty: str, title: str, c_level_title: str = "") -> str:
        """Return the word for a level of this character: Partner for a Law specialty (R103), the C-level title that it
        chose, or that is built from the base title (R102)."""
        if level == "c_level" and c_level_title:
            return c_level_title
        if level == "vp" and specialty == self.partner_program:
            return self.level_words["partner"]
        return self.level_words[level].format(title=title)


@cache
def edition_ids() -> tuple[str, ...]:
    """Return the ids of all packaged editions, London first."""
    ids = sorted(entry.name.removesuffix(".toml") for entry in _DATA.iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(ids, key=lambda name: name != "london"))


def edition_text(edition_id: str) -> str:
    """Return the file of an edition, its names and its board. Raise UnknownEdition."""
    if edition_id not in edition_ids():
        raise UnknownEdition(f"There is no edition '{edition_id}'; known are {', '.join(edition_ids())}.")
    return (_DATA / f"{edition_id}.toml").read_text(encoding="utf-8")


@cache
def edition(edition_id: str) -> Edition:
    """Return the edition with this id. Raise UnknownEdition, or BrokenEdition naming the entry."""
    return parse_edition(edition_text(edition_id))


@cache
def counterparts(of: str, to: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the programs and the companies of one edition by the ids of their counterparts in another, behind the same
    entrance (R100). A program without a counterpart keeps its edition in front, so that it is not mistaken for another.
    Raise UnknownEdition."""
    abroad, home = edition(of), edition(to)
    behind = {company.entrance: company for company in home.companies.values()}
    companies = {company.id: behind[company.entrance].id for company in abroad.companies.values()}
    programs = {
        program.id: (program.company and home.companies[companies[program.company]].program) or f"{of}:{program.id}"
        for program in abroad.programs.values()
    }
    return programs, companies


def parse_edition(text: str) -> Edition:
    """Read one edition file. Raise BrokenEdition with the entry that is wrong."""
    try:
        raw = read_toml(text)
        entries = raw["companies"]
        companies = [Company(each["id"], each["name"], int(each["entrance"]), each.get("program")) for each in entries]
        programs = [Program(each["program"], each["program_name"], each["id"]) for each in entries if "program" in each]
        programs += [Program(entry["id"], entry["name"], None) for entry in raw.get("further_programs", [])]
        parsed = Edition(
            id=raw["id"],
            name=raw["name"],
            currency=raw["currency"],
            university=raw["university"],
            level_words={word: _level_word(word, raw["levels"][word]) for word in _WORDS},
            programs={program.id: program for program in programs},
            companies={company.id: company for company in companies},
            partner_program=raw["partner_program"],
            own_board=bool(raw.get("own_board", False)),
            path_word=raw.get("path_word", "occupation"),
            twist=raw.get("twist", ""),
            from_london=tuple(raw.get("from_london", ())),
        )
    except BadData as error:
        raise BrokenEdition(str(error)) from error
    except KeyError as error:
        raise BrokenEdition(f"The edition file lacks the entry {error}.") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise BrokenEdition(f"The edition file has the wrong shape: {error}.") from error
    _check(parsed, company_count=len(companies), program_count=len(programs))
    return parsed


def _level_word(word: str, text: str) -> str:
    holders = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    if holders - {"title"} or (word == "c_level" and not holders):
        raise ValueError(f"levels.{word} has no place holder but {{title}}, and c_level needs it")
    return text


def _check(parsed: Edition, *, company_count: int, program_count: int) -> None:
    if len(parsed.companies) != company_count or len(parsed.programs) != program_count:
        raise BrokenEdition(f"Edition '{parsed.id}' names a company or a program twice.")
    if parsed.partner_program not in parsed.programs:
        raise BrokenEdition(f"Edition '{parsed.id}': partner_program '{parsed.partner_program}' is not a program.")
