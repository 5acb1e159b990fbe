"""The server: what it answers to each request, whatever the transport."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import mcp_types as wire
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from pydantic import ValidationError

import netnew
from netnew.doors.mcp import failure, resources
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.offload import outcome
from netnew.doors.mcp.prompts import PROMPTS
from netnew.doors.mcp.tool import Tool
from netnew.doors.mcp.tools import BY_NAME, TOOLS

Context: TypeAlias = ServerRequestContext[dict[str, Any], Any]
CallerOf: TypeAlias = Callable[[Context], Caller]

INSTRUCTIONS = """\
netnew says what is net-new, what is known already, and when to stop. Ask gate_check before you \
state or research something; call meter_observe after each round of a loop, and stop when it says \
SHIP or ESCALATE; call recall before you start and remember_fact or record_decision when you \
learned or decided something. Every error says what to do next. Approvals are for people."""


def make_server(caller_of: CallerOf) -> Server[dict[str, Any]]:
    """A server that asks `caller_of` who makes each request."""
    answers = _Answers(caller_of)
    return Server(
        "netnew",
        version=netnew.__version__,
        title="netnew",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=lambda name: (
            BY_NAME[name].as_wire().input_schema if name in BY_NAME else None
        ),
        on_list_tools=answers.list_tools,
        on_call_tool=answers.call_tool,
        on_list_resources=answers.list_resources,
        on_list_resource_templates=answers.list_templates,
        on_read_resource=answers.read_resource,
        on_list_prompts=answers.list_prompts,
        on_get_prompt=answers.get_prompt,
    )


class _Answers:
    """One method a request."""

    def __init__(self, caller_of: CallerOf) -> None:
        self._caller_of = caller_of

    async def list_tools(self, context: Context, _page: Any) -> wire.ListToolsResult:
        caller = self._caller_of(context)
        offered = [tool.as_wire() for tool in TOOLS if tool.offered_to(caller)]
        return wire.ListToolsResult(tools=offered)

    async def call_tool(
        self, context: Context, asked: wire.CallToolRequestParams
    ) -> wire.CallToolResult:
        caller = self._caller_of(context)
        tool = BY_NAME.get(asked.name)
        if tool is None:
            return failure.unknown(
                asked.name, [one.name for one in TOOLS if one.offered_to(caller)]
            )
        if not tool.offered_to(caller):
            return failure.refused(tool, caller)
        found = await outcome(_carried_out, tool, caller, asked.arguments or {})
        return failure.failed(found, tool.name) if isinstance(found, BaseException) else found

    async def list_resources(self, context: Context, _page: Any) -> wire.ListResourcesResult:
        return wire.ListResourcesResult(resources=resources.listed(self._caller_of(context)))

    async def list_templates(
        self, context: Context, _page: Any
    ) -> wire.ListResourceTemplatesResult:
        found = resources.templates(self._caller_of(context))
        return wire.ListResourceTemplatesResult(resource_templates=found)

    async def read_resource(
        self, context: Context, asked: wire.ReadResourceRequestParams
    ) -> wire.ReadResourceResult:
        caller, known = self._caller_of(context), resources.find(str(asked.uri))
        if known is None or not caller.may(known[0].scope):
            raise _refusal(
                f"there is no resource {str(asked.uri)[:100]}", "resources/list shows all"
            )
        resource, part = known
        text = await outcome(resource.read, caller, part)
        if isinstance(text, BaseException):
            raise _protocol_error(text, resource.name)
        content = wire.TextResourceContents(uri=asked.uri, text=text, mime_type=resource.media_type)
        return wire.ReadResourceResult(contents=[content])

    async def list_prompts(self, context: Context, _page: Any) -> wire.ListPromptsResult:
        caller = self._caller_of(context)
        offered = [one.as_wire() for one in PROMPTS if caller.may(one.scope)]
        return wire.ListPromptsResult(prompts=offered)

    async def get_prompt(
        self, context: Context, asked: wire.GetPromptRequestParams
    ) -> wire.GetPromptResult:
        caller, given = self._caller_of(context), asked.arguments or {}
        prompt = next((one for one in PROMPTS if one.name == asked.name), None)
        if prompt is None or not caller.may(prompt.scope):
            raise _refusal(f"there is no prompt {asked.name[:100]!r}", "prompts/list shows all")
        text = await outcome(_written, prompt, caller, given)
        if isinstance(text, BaseException):
            raise _protocol_error(text, prompt.name)
        message = wire.PromptMessage(role="user", content=wire.TextContent(type="text", text=text))
        return wire.GetPromptResult(description=prompt.description, messages=[message])


def _carried_out(tool: Tool, caller: Caller, arguments: Mapping[str, Any]) -> wire.CallToolResult:
    try:
        given = tool.takes.model_validate(arguments)
    except ValidationError as error:
        return failure.misfit(error, tool)
    answer = tool.run(caller, given)
    text = answer.model_dump_json(by_alias=True)
    return wire.CallToolResult(
        content=[wire.TextContent(type="text", text=text)],
        structured_content=answer.model_dump(mode="json", by_alias=True),
    )


def _written(prompt: Any, caller: Caller, given: Mapping[str, str]) -> str:
    prompt.check(given)
    text: str = prompt.text(caller, given)
    return text


def _protocol_error(error: BaseException, what: str) -> MCPError:
    """What has no place for errors in its answer fails as a whole, in the same words."""
    told = failure.failed(error, what)
    meta = told.meta or {}
    return _refusal(meta["netnew/problem"], meta["netnew/way_out"])


def _refusal(problem: str, way_out: str) -> MCPError:
    return MCPError(
        code=wire.INVALID_PARAMS,
        message=f"{problem}; {way_out}",
        data={"problem": problem, "way_out": way_out},
    )
