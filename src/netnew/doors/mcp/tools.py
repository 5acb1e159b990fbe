"""Every tool, in the order in which clients list them."""

from __future__ import annotations

from typing import Final

from netnew.doors.mcp import (
    episode_tools,
    gate_tools,
    memory_tools,
    meter_tools,
    ratchet_tools,
    review_tools,
    value_tools,
)
from netnew.doors.mcp.tool import Tool

TOOLS: Final[tuple[Tool, ...]] = (
    *meter_tools.TOOLS,
    *gate_tools.TOOLS,
    *memory_tools.TOOLS,
    *episode_tools.TOOLS,
    *ratchet_tools.TOOLS,
    *value_tools.TOOLS,
    *review_tools.TOOLS,
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}
