"""A token: who asks, until when, and the text that only its holder has."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from netnew.access.scopes import allows

PREFIX: Final = "netnew"
SECRET_BYTES: Final = 32
LONGEST_TEXT: Final = 600


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token. Its secret is not: only a hash of that is kept."""

    token_id: str
    name: str
    """Who holds it; over HTTP this is the reviewer's name."""
    workspace: str
    scopes: tuple[str, ...]
    agent: str | None
    """The agent that it speaks for; one that has an agent never counts as a person."""
    created_at: str
    expires_at: str
    revoked_at: str | None = None

    def allows(self, needed: str) -> bool:
        """Whether it covers a scope such as `gate:write`."""
        return allows(self.scopes, needed)

    def flaw(self, now: str) -> str | None:
        """Why it is not good at `now`, or None where it is."""
        if self.revoked_at is not None:
            return f"was revoked at {self.revoked_at[:19]}Z"
        return f"expired at {self.expires_at[:19]}Z" if self.expires_at <= now else None

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "token_id": self.token_id,
            "name": self.name,
            "workspace": self.workspace,
            "scopes": list(self.scopes),
            "agent": self.agent,
            "created_at": self.created_at,
            "expires_at": self.expires_at,
            "revoked_at": self.revoked_at,
        }


class Parts(NamedTuple):
    """What the text of a token says: where to look it up, and the secret to compare."""

    workspace: str
    token_id: str
    secret: str

    @property
    def text(self) -> str:
        """The text that its holder keeps; no database has it.

        >>> read_parts(Parts("default", "tok_1", "s").text)
        Parts(workspace='default', token_id='tok_1', secret='s')
        """
        place = base64.urlsafe_b64encode(self.workspace.encode()).decode().rstrip("=")
        return f"{PREFIX}.{place}.{self.token_id}.{self.secret}"


def new_parts(workspace: str) -> Parts:
    """Name a token anew, with a secret of 256 random bits."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    return Parts(workspace, f"tok_{secrets.token_hex(8)}", secret)


def read_parts(text: str) -> Parts | None:
    """What the text says, or None where it is no token."""
    pieces = text.split(".") if len(text) <= LONGEST_TEXT and text.isascii() else []
    if len(pieces) != 4 or pieces[0] != PREFIX or not all(pieces):
        return None
    try:
        place = base64.b64decode(pieces[1] + "=" * (-len(pieces[1]) % 4), b"-_", validate=True)
        return Parts(place.decode(), pieces[2], pieces[3])
    except (binascii.Error, UnicodeDecodeError):
        return None


def secret_hash(secret: str) -> str:
    """What is kept of a secret. It is random and long, so one round of SHA-256 hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, kept: str) -> bool:
    """Whether this is the secret of that hash; takes as long wherever they differ."""
    return hmac.compare_digest(secret_hash(secret), kept)
