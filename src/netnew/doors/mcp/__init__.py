"""The MCP server: tools, resources and prompts over the public netnew, by two transports."""

from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.prompts import PROMPTS
from netnew.doors.mcp.resources import RESOURCES
from netnew.doors.mcp.server import make_server
from netnew.doors.mcp.stdio import serve_stdio
from netnew.doors.mcp.streamable import make_app, serve_http
from netnew.doors.mcp.tools import TOOLS

__all__ = [
    "PROMPTS",
    "RESOURCES",
    "TOOLS",
    "Caller",
    "make_app",
    "make_server",
    "serve_http",
    "serve_stdio",
]
