"""`netnew token`: who may use the service from elsewhere."""

from __future__ import annotations

import re
from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="Tokens of the HTTP service and what they may do.")

UNITS = {"d": 1.0, "h": 1 / 24, "m": 1 / 1440}


@command(group, "create", example="netnew token create ann --scope gate:write --expires 30d")
def create(
    door: Door,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Who holds it: what reviews and logs call them.")
    ],
    scope: Annotated[
        list[str],
        typer.Option(metavar="NOUN:ACT", help="As gate:write or read; may be repeated."),
    ],
    *,
    agent: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Speaks for this agent, and sees its memory alone."),
    ] = None,
    expires: Annotated[str, typer.Option(metavar="90d|12h|30m", help="How long it lasts.")] = "90d",
) -> None:
    """Make a token and print it, this once: only a hash of it is stored."""
    days = _days(expires)
    with door.connect() as nn:
        made = nn.tokens.create(name, scopes=scope, agent=agent, days=days)
    token = made.token
    told = f" {token.token_id} for `{token.name}`, {', '.join(token.scopes)}, "
    told += f"until {token.expires_at[:16]}Z"
    document = {**token.as_dict(), "token": made.text}
    door.answer(document, line(tint("made", "green"), told))
    if not door.json:
        # As it is: a narrow terminal must not break it in two.
        print(made.text)


@command(group, "list", example="netnew token list --json")
def list_tokens(door: Door) -> None:
    """Every token with its scopes; never its secret, which is not stored."""
    with door.connect_to_read() as nn:
        tokens = nn.tokens.list()
    document = {"tokens": [token.as_dict() for token in tokens]}
    if not tokens:
        door.answer(document, "There is no token yet; `netnew token create` makes one.")
        return
    table = plain_table("token", "name", "scopes", "agent", "until", "revoked", whole=1)
    for token in tokens:
        table.add_row(
            token.token_id, token.name, ", ".join(token.scopes), token.agent or "",
            token.expires_at[:16], (token.revoked_at or "")[:16],
        )  # fmt: skip
    door.answer(document, table)


@command(group, "revoke", example="netnew token revoke tok_0123456789abcdef")
def revoke(
    door: Door,
    token_id: Annotated[str, typer.Argument(metavar="TOKEN", help="Its id, as `list` shows it.")],
) -> None:
    """From now on the token is refused, in every process of the service."""
    with door.connect_to_read() as nn:
        token = nn.tokens.revoke(token_id)
    door.answer(token.as_dict(), f"{token.token_id} of `{token.name}` is revoked")


def _days(text: str) -> float:
    # More digits than a float has would be no number of days.
    found = re.fullmatch(r"(\d{1,300})([dhm])", text)
    if found is None:
        raise netnew.InputError(f"--expires is {text!r:.40}", "write it like 90d, 12h or 30m")
    return int(found[1]) * UNITS[found[2]]
