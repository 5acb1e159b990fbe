"""Every place of every route that takes a text, found in the service's own document."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from netnew.doors.http import console
from tests.doors.http.asking import ASKS, Ask
from tests.doors.http.conftest import World

CONSOLE = Path(console.__file__).parent


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every text in a body."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*place, key))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from leaves(one, (*place, at))


def replaced(body: Any, place: tuple[Any, ...], text: str) -> Any:
    """The body with another text at one place."""
    found = copy.deepcopy(body)
    at = found
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = text
    return found


def full_body(document: dict[str, Any], ask: Ask) -> Any:
    """The body of a good request, with every text that its schema knows filled in too."""
    told = document["paths"][ask.route][ask.method.lower()].get("requestBody")
    if told is None or ask.body is None or not isinstance(ask.body, dict):
        return ask.body
    (content,) = told["content"].values()
    schemas = document["components"]["schemas"]
    schema = schemas.get(content.get("schema", {}).get("$ref", "").rpartition("/")[2], {})
    body = copy.deepcopy(ask.body)
    for name, one in schema.get("properties", {}).items():
        kinds = [one, *one.get("anyOf", ())]
        if name not in body and any(kind.get("type") == "string" for kind in kinds):
            body[name] = "x"
    return body


def sent(world: World, document: dict[str, Any], text: str) -> Iterator[tuple[str, httpx.Response]]:
    """Send a text in every place of every route; give the place and the answer."""
    known = {name: quote(value, safe="") for name, value in world.known.items()}
    for ask in ASKS:
        names = known | ({"item_id": known["fact_id"]} if "/v1/agents" in ask.route else {})
        path, url = ask.route.format(**names), f"?{ask.query}" if ask.query else ""
        body = full_body(document, ask)
        for place in leaves(body):
            answer = world.client.request(ask.method, path + url, json=replaced(body, place, text))
            yield f"{ask.name} {place}", answer
        told = document["paths"][ask.route][ask.method.lower()]
        for one in told.get("parameters", ()):
            name, where = one["name"], one["in"]
            if where == "path":
                other = ask.route.format(**names | {name: quote(text, safe="")})
                yield f"{ask.name} {name}", world.client.request(ask.method, other, json=body)
            elif where == "query":
                query = f"{url}&" if url else "?"
                other = f"{path}{query}{name}={quote(text, safe='')}"
                yield f"{ask.name} {name}", world.client.request(ask.method, other, json=body)


def page_queries() -> list[str]:
    """Every name that some page of the console asks its query for."""
    found: set[str] = set()
    for file in CONSOLE.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"\.(?:asked|number)\(\s*\"(\w+)\"", text))
    return sorted(found)


def form_fields() -> list[str]:
    """Every name that some form of the console sends."""
    found: set[str] = set()
    for file in [*CONSOLE.glob("*.py"), *CONSOLE.glob("templates/*.html")]:
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"\.sent\(\s*\"(\w+)\"", text))
        found |= set(re.findall(r"<(?:input|textarea|select|button)[^>]* name=\"(\w+)\"", text))
    return sorted(found)


def walked(world: World, start: str = "/", most: int = 120) -> dict[str, str]:
    """Every page that links lead to, from the overview on."""
    pages: dict[str, str] = {}
    waiting = [start, *(page.path for page in console.PAGES if page.method == "GET")]
    while waiting and len(pages) < most:
        path = waiting.pop(0)
        if path in pages:
            continue
        answer = world.client.get(path)
        assert answer.status_code < 500, (path, answer.text[:300])
        pages[path] = answer.text
        links = re.findall(r"href=\"(/[^\"]*)\"", answer.text)
        waiting += [link.replace("&amp;", "&") for link in links if "/static/" not in link]
    return pages
