"""One request to the console: who asks, what they sent, and how to answer them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

import netnew
from netnew.doors.http.console import forms, view
from netnew.doors.http.console.entrance import Visitor

TOKEN_COOKIE = "netnew_token"  # noqa: S105  (a cookie's name)
SEED_COOKIE = "netnew_seed"
NAME_COOKIE = "netnew_name"
THEME_COOKIE = "netnew_theme"
NOTE_COOKIE = "netnew_note"
THEMES = ("light", "dark")
YEAR_SECONDS = 365 * 24 * 3600
# In bytes, hex and four bytes a character: well under what browsers keep of a cookie.
LONGEST_NOTE = 400


@dataclass(frozen=True, slots=True)
class Visit:
    """A request that was let in, or one to a page that is open to all."""

    request: Request
    caller: Visitor | None
    seed: str
    fields: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def nn(self) -> netnew.Netnew:
        """The workspace that the caller sees."""
        return self.who.nn

    @property
    def who(self) -> Visitor:
        """The caller of a page that is not open to all."""
        if self.caller is None:
            raise netnew.InputError("nobody is logged in", "log in first")
        return self.caller

    @property
    def name(self) -> str | None:
        """Who votes: the token's name, else what somebody on loopback said."""
        if self.caller is None or self.caller.name is not None:
            return None if self.caller is None else self.caller.name
        return cookie_text(self.request, NAME_COOKIE) or None

    def reviewer(self) -> str:
        """The name that goes into the record; nobody votes without one."""
        if self.name is None:
            raise netnew.InputError("nobody knows who you are", "say your name on this page first")
        return self.name

    def asked(self, key: str, default: str = "") -> str:
        """A value of the query."""
        return self.request.query_params.get(key, default)

    def sent(self, key: str, default: str = "") -> str:
        """A field of the form."""
        return (self.fields.get(key) or [default])[0]

    def number(self, key: str) -> int | None:
        """A number of the query; anything else counts as not given."""
        text = self.asked(key)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

    def page(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Render a page."""
        shown = {**self._frame(), **values}
        response = HTMLResponse(view.render(template, shown), status_code=status)
        if NOTE_COOKIE in self.request.cookies:
            response.delete_cookie(NOTE_COOKIE, httponly=True, samesite="strict")
        return response

    def back(self, path: str, note: str = "", **query: str) -> Response:
        """Send them on to a page of ours, with a note that it shows once."""
        place = path + (f"?{urlencode(query)}" if query else "")
        response = RedirectResponse(place, status_code=303)
        if note:
            self.keep(response, NOTE_COOKIE, note[:LONGEST_NOTE], seconds=60)
        return response

    def keep(self, response: Response, name: str, text: str, seconds: int = YEAR_SECONDS) -> None:
        """Set a cookie that no script and no other site sees."""
        value = json.dumps(text, ensure_ascii=False).encode().hex()
        response.set_cookie(
            name, value, max_age=seconds, httponly=True, samesite="strict",
            secure=self.request.url.scheme == "https",
        )  # fmt: skip

    def _frame(self) -> dict[str, Any]:
        """Collect what every page shows around itself."""
        theme = cookie_text(self.request, THEME_COOKIE)
        login = self.request.cookies.get(TOKEN_COOKIE)
        query = self.request.url.query
        path = self.request.url.path if self.request.method == "GET" else "/"
        return {
            "visit": self,
            "csrf": forms.form_token(self.seed, login),
            "theme": theme if theme in THEMES else "",
            "note": cookie_text(self.request, NOTE_COOKIE),
            "here": path + (f"?{query}" if query and self.request.method == "GET" else ""),
            "path": self.request.url.path,
            "version": netnew.__version__,
        }


def cookie_text(request: Request, name: str) -> str:
    """Read a cookie that `Visit.keep` set; anything else reads as empty."""
    try:
        found = json.loads(bytes.fromhex(request.cookies.get(name, "")))
    except (ValueError, RecursionError):
        return ""
    return found if isinstance(found, str) and "\0" not in found else ""


def local_path(text: str) -> str:
    """Give the place on this console to go back to; a place elsewhere leads home.

    >>> local_path("/gate?label=KNOWN"), local_path("//evil.example"), local_path("http://x")
    ('/gate?label=KNOWN', '/', '/')
    """
    safe = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text if safe and text.isascii() else "/"
