"""No page elsewhere can send a form in a visitor's name: origin and a token bound to a cookie.

The token is an HMAC under the visitor's own cookie, so every replica can check it and none
keeps it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

FIELD = "csrf"
PURPOSE = b"netnew console form/1"
_SEED = re.compile(r"[\w-]{43}", re.ASCII)


def new_seed() -> str:
    """Draw what a visitor's form tokens are made from."""
    return secrets.token_urlsafe(32)


def is_seed(text: str | None) -> bool:
    """Whether a cookie holds what `new_seed` draws."""
    return text is not None and _SEED.fullmatch(text) is not None


def form_token(seed: str, login: str | None) -> str:
    """Give the token that every form of this visitor carries; it ends with the login.

    >>> form_token("seed", None) == form_token("seed", "another")
    False
    """
    bound = hashlib.sha256((login or "").encode()).digest()
    return hmac.new(seed.encode(), PURPOSE + bound, hashlib.sha256).hexdigest()


def why_refused(
    headers: Mapping[str, str], seed: str | None, login: str | None, given: str
) -> str | None:
    """Say why a form does not come from one of our own pages, or None where it does."""
    site = headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return "another site sent it"
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host", ""):
        return "a page of another origin sent it"
    if seed is None or not is_seed(seed):
        return "the browser sent no cookie of this console"
    if not hmac.compare_digest(form_token(seed, login).encode(), given.encode()):
        return "its token is missing or old"
    return None
