"""List the pages behind a league, in groups: *Run* for what organisers do week by week, the *Workshop* for the rest.
Everybody is offered what they may use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from league.core.queries.access import may_as
from league.core.rules.roles import Act, RoleInLeague
from league.models import League, Season

Words = str | Promise
Groups = Mapping["Words", Sequence["Tool"]]
Offered = list[tuple["Words", list[tuple["Tool", str]]]]  # each tool with the address of its page


@dataclass(frozen=True, slots=True)
class Tool:
    """Name a page. `address` is a name of URLs. It takes the slug of the league or season that `of` names, or nothing;
    a *question* names the league in its query. `act` is what one must be allowed to do there. `changes`: the page is
    there to change something, which nothing does in a closed league."""

    name: Words
    purpose: Words
    address: str
    of: str = "league"
    act: Act | None = None
    changes: bool = False


RUN: Groups = {
    _("People"): (
        Tool(_("Invite people"), _("One link for everybody, and who may join by it."), "league_joining", changes=True),
        Tool(_("Members"), _("Who belongs to the league, in which role."), "league_members"),
        Tool(
            _("Entered twice?"),
            _("Characters that may be one person, and the way to merge them."),
            "league_doubles",
            act="administer",
            changes=True,
        ),
        Tool(
            _("Register players"),
            _("A list of names is enough. They take their characters over later."),
            "guest_register",
            of="question",
            act="register",
        ),
    ),
    _("Tournaments"): (
        Tool(_("New tournament"), _("A name, a game and a format."), "tournament_create", "season", changes=True),
        Tool(_("Tournaments"), _("What runs, what comes and what is over."), "tournament_list", of="site"),
        Tool(
            _("Games on the site"), _("Who plays here for the season, and what stands still."), "season_plays", "season"
        ),
    ),
    _("Seasons and rules"): (
        Tool(
            _("House rules"), _("What the season plays differently from the rule books."), "house_rules_edit", "season"
        ),
        Tool(_("Divisions"), _("Tiers of the season, and who moves between them."), "division_list", of="season"),
        Tool(_("Edit the season"), _("Its name and its dates."), "season_edit", of="season", changes=True),
        Tool(
            _("Photos of score sheets"),
            _("How often people changed what was read, and how long photos are kept."),
            "league_photos",
            act="administer",
            changes=True,
        ),
        Tool(_("Start a season"), _("The next one takes the house rules along."), "season_create", changes=True),
        Tool(_("Settings"), _("Name, place and time of the league."), "league_edit", changes=True),
    ),
}
WORKSHOP: Groups = {
    _("Try things out"): (
        Tool(_("What if?"), _("How the careers would stand under other house rules."), "what_if_list"),
        Tool(_("The lab"), _("Bots play thousands of games: what does it change?"), "experiment_list", of="site"),
        Tool(
            _("Let bots play it out"),
            _("A game of the season, in every seat, for the characters you choose."),
            "season_play",
            of="season",
            act="administer",
            changes=True,
        ),
        Tool(_("Boards"), _("Boards of Careers that were made in this league."), "board_list"),
    ),
    _("Files and programs"): (
        Tool(_("Imports"), _("Results and characters from a spreadsheet."), "import_list", act="import"),
        Tool(_("Webhooks"), _("Tell another program what happens here."), "webhook_list", act="administer"),
        Tool(
            _("Passports"),
            _("Characters that come from another league, or leave for one."),
            "passport_list",
            act="register",
        ),
        Tool(_("API"), _("Everything the site knows, for programs."), "api-docs", of="site"),
    ),
    _("Proof"): (
        Tool(_("Ledger"), _("Every change, who made it, and when."), "league_ledger"),
        Tool(_("Signed heads"), _("Proof that nobody changes the ledger afterwards."), "head_list", of="site"),
        Tool(_("Verify a passport"), _("Whether a passport is genuine."), "verify", of="site"),
    ),
    _("The league itself"): (
        Tool(
            _("Close or open"),
            _("A closed league stays readable, and nothing in it changes."),
            "league_closing",
            act="administer",
        ),
    ),
}


def tools_for(groups: Groups, role: RoleInLeague, league: League, season: Season | None) -> Offered:
    """Return the groups with the tools that somebody of this role may use. What belongs to a season is left out where
    none is, and what belongs to an app where that is left out."""
    slugs = {"league": [league.slug], "season": [season.slug] if season else None, "site": [], "question": []}
    query = {"question": f"?{urlencode({'league': league.slug})}"}

    def address(tool: Tool) -> str:
        arguments = slugs[tool.of]
        closed = tool.changes and league.closed_at is not None
        if closed or arguments is None or (tool.act and not may_as(role, tool.act, league)):
            return ""
        try:
            return reverse(tool.address, args=arguments) + query.get(tool.of, "")
        except NoReverseMatch:
            return ""

    offered = [(title, [(tool, href) for tool in tools if (href := address(tool))]) for title, tools in groups.items()]
    return [(title, tools) for title, tools in offered if tools]
