"""Settings as they hold for this process, and the tokens of the workspace."""

from __future__ import annotations

from dataclasses import asdict

from starlette.responses import Response

import netnew
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit

DAYS = (1, 7, 30, 90, 365)


def settings(visit: Visit) -> Response:
    """Show every setting with its value and what it sets, and the tokens."""
    return _page(visit, None)


def create(visit: Visit) -> Response:
    """Make a token, and show its text this once."""
    if not visit.who.is_person:
        raise netnew.InputError("an agent makes no tokens", "let a person do it")
    scopes = netnew.parse_scopes([visit.sent("scopes")])
    beyond = next((scope for scope in scopes if not visit.who.allows(scope)), None)
    if beyond is not None:
        raise netnew.InputError(
            f"you do not have the scope {beyond} yourself", "give what you have"
        )
    days = visit.sent("days", "90")
    made = visit.nn.tokens.create(
        visit.sent("name").strip(), scopes=scopes, agent=visit.sent("agent").strip() or None,
        days=int(days) if days in {str(known) for known in DAYS} else 90,
    )  # fmt: skip
    return _page(visit, made)


def revoke(visit: Visit) -> Response:
    """Revoke a token; from now on it is refused everywhere."""
    token = visit.nn.tokens.revoke(visit.sent("token_id"))
    return visit.back("/settings", f"The token of {token.name} is revoked.")


def _page(visit: Visit, made: netnew.NewToken | None) -> Response:
    values = asdict(visit.nn.settings) | {"db": visit.nn.database_name}
    rows = [(row, values.get(row.name, "")) for row in netnew.settings_table()]
    may = visit.who.allows("service:admin")
    tokens = visit.nn.tokens.list()[::-1] if may else []
    shown = [(token, visit.nn.tokens.state(token)) for token in tokens]
    return visit.page("settings.html", rows=rows, may=may, tokens=shown, made=made, days=DAYS)


PAGES = (
    Page("/settings", settings, "settings of this service, and its tokens", "service:read"),
    Page("/settings/tokens", create, "make a token", "service:admin", "POST"),
    Page("/settings/tokens/revoke", revoke, "revoke a token", "service:admin", "POST"),
)
