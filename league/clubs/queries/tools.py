"""List the pages behind a league (`tools.toml`): *Run* for what organisers do week by week, the *Workshop* for the
rest. Everybody is offered what they may use."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode

from engine.translatable import Translatable, said
from league.core.queries.access import may_as
from league.core.rules.roles import Act, RoleInLeague
from league.models import League, Season

Groups = Mapping[Translatable, Sequence["Tool"]]
Offered = list[tuple[Translatable, list[tuple["Tool", str]]]]  # each tool with the address of its page


@dataclass(frozen=True, slots=True)
class Tool:
    """Name a page. `address` is a name of URLs. It takes the slug of the league or season that `of` names, or nothing;
    a *question* names the league in its query. `act` is what one must be allowed to do there. `changes`: the page is
    there to change something, which nothing does in a closed league. `main`: what most people come for."""

    name: str
    purpose: str
    address: str
    of: str = "league"
    act: Act | None = None
    changes: bool = False
    main: bool = False


def _tool(row: dict[str, Any]) -> Tool:
    return Tool(**row | {"name": said(row["name"]), "purpose": said(row["purpose"])})


RUN, WORKSHOP = (
    {said(group["name"]): [_tool(row) for row in group["tools"]] for group in groups}
    for groups in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).values()
)


def tools_for(groups: Groups, role: RoleInLeague, league: League, season: Season | None) -> Offered:
    """Return the groups with the tools that somebody of this role may use. What belongs to a season is left out if
    there is none, and what belongs to an app if that is left out."""
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
