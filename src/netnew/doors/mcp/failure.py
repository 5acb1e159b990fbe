"""Errors as an agent reads them: one line that says what met what, and what to do next."""

from __future__ import annotations

import difflib
import logging
from collections.abc import Iterable, Mapping
from typing import Any

import mcp_types as wire
from pydantic import ValidationError

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.tool import Tool

logger = logging.getLogger("netnew")
MOST_NAMED = 3


def failed(error: BaseException, tool: str) -> wire.CallToolResult:
    """Any failure of a tool. What nobody foresaw goes to the log, and none of it to the agent."""
    if isinstance(error, netnew.NetnewError):
        return _problem(type(error).__name__, error.problem, error.way_out)
    logger.error("%s failed", tool, exc_info=error)
    return _problem(
        "Error",
        f"{tool} met an error in netnew itself ({type(error).__name__})",
        "go on without it, and tell the person who runs the server to look at its log",
    )


def misfit(error: ValidationError, tool: Tool) -> wire.CallToolResult:
    """Arguments that do not fit the schema; their values are not repeated."""
    found = error.errors(include_url=False, include_input=False)
    told = [_fault(fault, tool.takes.model_fields) for fault in found[:MOST_NAMED]]
    more = f" (and {len(found) - MOST_NAMED} more)" if len(found) > MOST_NAMED else ""
    return _problem(
        "InputError",
        f"{tool.name}: {'; '.join(told)}{more}",
        f"call {tool.name} again with arguments that fit its input schema",
    )


def unknown(name: str, offered: Iterable[str]) -> wire.CallToolResult:
    """No tool goes by that name."""
    names = sorted(offered)
    close = difflib.get_close_matches(name, names, n=1)
    way_out = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    return _problem("NotFoundError", f"there is no tool {name[:60]!r}", way_out)


def refused(tool: Tool, caller: Caller) -> wire.CallToolResult:
    """A tool that this caller may not use."""
    if caller.read_only and not tool.reads:
        return _problem(
            "AccessError",
            f"{tool.name} changes something, and this server only reads",
            "use the tools that it lists, or ask for a server without --read-only",
        )
    if tool.for_people and caller.person is None:
        return _problem(
            "AccessError",
            f"{tool.name} takes a person, and `{caller.agent[:60]}` speaks as an agent",
            "hand it to a person: a token that names no agent, the console, or the command line",
        )
    return _problem(
        "AccessError",
        f"{tool.name} needs the scope {tool.scope}, which this token lacks",
        "ask a person for a token that has it, and go on without it until then",
    )


def _problem(kind: str, problem: str, way_out: str) -> wire.CallToolResult:
    return wire.CallToolResult(
        content=[wire.TextContent(type="text", text=f"{problem}; {way_out}")],
        is_error=True,
        _meta={"netnew/error": kind, "netnew/problem": problem, "netnew/way_out": way_out},
    )


def _fault(fault: Mapping[str, Any], known: Iterable[str]) -> str:
    path = ".".join(str(part) for part in fault["loc"])[:120]
    if fault["type"] == "missing":
        return f"`{path}` is missing"
    if fault["type"] == "extra_forbidden":
        close = difflib.get_close_matches(path, list(known), n=1)
        return f"there is no argument `{path}`" + (f", did you mean `{close[0]}`?" if close else "")
    return f"`{path}`: {fault['msg'][:1].lower()}{fault['msg'][1:200]}"
