"""Every tool, in the order in which clients list them."""

from __future__ import annotations

from typing import Final

from netnew.doors.mcp import gate_tools, ratchet_tools, value_tools
from netnew.doors.mcp.tool import Tool

TOOLS: Final[tuple[Tool, ...]] = (
    *gate_tools.TOOLS,
    *ratchet_tools.TOOLS,
    *value_tools.TOOLS,
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}
