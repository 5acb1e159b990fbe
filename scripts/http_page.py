"""The reference of the HTTP service, from the routes and the document that it serves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import netnew
from netnew.doors.http import make_service
from netnew.doors.http.console import PAGES
from netnew.doors.http.openapi import PROBLEMS
from netnew.doors.http.problems import STATUS

HEAD = """The routes of `netnew serve`. [The service](../guide/service.md) tells how to run and ask
it; [openapi.json](schemas/openapi.json) is the same for programs.

Bodies and answers are JSON. A token goes into `Authorization: Bearer …`; its scope must cover the
one that a route names: `write` includes `read`, and `admin` both. On loopback, programs without a
token may do what the setting `http_local` says. Every answer carries `X-Request-ID`. Every change
may come with an `Idempotency-Key`. Lists come in pages: `limit` (1 to 500), and as `cursor` the
`next` of the page before.
"""


def openapi() -> dict[str, Any]:
    """The document of a service that asks everybody for a token."""
    with netnew.connect("sqlite://", settings=netnew.Settings()) as nn:
        return make_service(nn, guarded=True).openapi()


def openapi_text() -> str:
    """The document as it is committed."""
    return json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n"


def http_page(note: str) -> str:
    """The whole page."""
    document = openapi()
    schemas = document["components"]["schemas"]
    tags: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            entry = route(f"{method.upper()} {path}", told, schemas)
            tags.setdefault(told["tags"][0], []).append(entry)
    routes = "\n".join(
        f"# {tag.capitalize()}\n\n{''.join(entries)}" for tag, entries in tags.items()
    )
    pages = "".join(
        f"| `{page.method} {page.path}` | {page.about} | "
        f"{f'`{page.needs}`' if page.needs else 'none'} |\n"
        for page in PAGES
    )
    return (
        f"# HTTP\n\n{note}\n{HEAD}\n{errors()}\n{routes}\n# Pages of the console\n\n"
        "HTML for people; forms carry a token of their own.\n\n"
        f"| page | what it shows or does | scope |\n|---|---|---|\n{pages}"
    )


def errors() -> str:
    """The statuses of problems, and which error each stands for."""
    named: dict[int, list[str]] = {}
    for kind, status in STATUS:
        named.setdefault(status, []).append(f"`{kind.__name__}`")
    rows = "".join(
        f"| {status} | {told['description']} | {', '.join(named.get(int(status), ()))} |\n"
        for status, told in PROBLEMS.items()
    )
    return (
        "# Errors\n\nAn error is `application/problem+json` (RFC 9457) with `type`, `title`, "
        "`status`, `detail`\n(what met what) and `way_out`, as on the command line; a request that "
        "was not understood lists every\nfault in `errors`, each at its JSON path. "
        "[Errors](errors.md) explains the names. Any route may answer:\n\n"
        f"| status | meaning | errors |\n|---|---|---|\n{rows}"
    )


def route(name: str, told: dict[str, Any], schemas: dict[str, Any]) -> str:
    """One route."""
    scope = f"Scope `{told['x-scope']}`." if "x-scope" in told else "Open to everybody."
    text = f"## `{name}`\n\n{told['summary']}. {' '.join(told['description'].split())} {scope}\n\n"
    rows = "".join(rows_of(told, schemas))
    if rows:
        text += f"| given | kind | needed | meaning |\n|---|---|---|---|\n{rows}\n"
    return text + answers(told, schemas) + "\n"


def rows_of(told: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    """Path, query, and body, a row each."""
    for one in told.get("parameters", ()):
        if one["name"] not in {"Idempotency-Key", "limit", "cursor"}:
            needed = "yes" if one["required"] else ""
            meaning = cell(one.get("description", ""))
            place = one["in"]
            yield f"| {place} `{one['name']}` | {kind(one['schema'])} | {needed} | {meaning} |\n"
    if "requestBody" in told:
        (content,) = told["requestBody"]["content"].items()
        media_type, body = content
        name = body["schema"].get("$ref", "").rpartition("/")[2]
        if not name:
            yield f"| body | {media_type} | yes | a claim a line |\n"
            return
        schema = schemas[name]
        for field, one in schema["properties"].items():
            needed = "yes" if field in schema.get("required", ()) else ""
            meaning = cell(one.get("description", ""))
            yield f"| body `{field}` | {kind(one)} | {needed} | {meaning} |\n"


def answers(told: dict[str, Any], schemas: dict[str, Any]) -> str:
    """What a good request is answered."""
    lines = []
    for status, one in told["responses"].items():
        if int(status) in PROBLEMS:
            continue
        for media_type, content in one.get("content", {"": {}}).items():
            schema = content.get("schema", {})
            name = schema.get("$ref", "").rpartition("/")[2]
            if name:
                given = ", ".join(f"`{field}`" for field in schemas[name]["properties"])
                about = cell(schemas[name].get("description", "")).partition("\n")[0]
                lines.append(f"Answers {status} {told_of(about)}{given}.\n")
            else:
                shown = f" as {media_type}" if media_type else ""
                about = "" if one["description"] == "Successful Response" else one["description"]
                lines.append(f"Answers {status}{shown}{f': {about}' if about else '.'}\n")
    return "\n".join(lines)


def told_of(about: str) -> str:
    """A record's first sentence in front of its fields."""
    sentence = about.partition(". ")[0].rstrip(".")
    return f"({sentence[:1].lower()}{sentence[1:]}): " if sentence else "with "


def kind(schema: dict[str, Any]) -> str:
    """What a value must be, in a few words."""
    if "anyOf" in schema:
        found = [kind(one) for one in schema["anyOf"] if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(found))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{one}`" for one in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'])}"
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    words = {
        "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false",
        "object": "object",
    }  # fmt: skip
    return words.get(schema.get("type", ""), "any JSON")


def cell(text: str) -> str:
    """A text that fits a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
