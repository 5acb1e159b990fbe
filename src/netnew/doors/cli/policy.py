"""`netnew policy`: print a pack, check one, show what the gate reads out of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import count, line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="Packs of thresholds and switches of the gate.")

# What only the bases can tell.
HINTS = {
    "policy.versions.embedding_model_id": "that of the bases (`netnew base show NAME`), a text "
    "such as wordllama-256",
    "policy.versions.embedding_impl_version": "that of the bases (`netnew base show NAME`), a text "
    "such as wordllama-0.4.0.post1",
}

PolicyArgument = Annotated[Path, typer.Argument(metavar="POLICY.yaml", help="YAML or JSON.")]


@command(group, "default", example="netnew policy default > policy.yaml")
def default(
    door: Door,
    profile: Annotated[
        str, typer.Option(metavar="NAME", help="balanced, strict or lenient.")
    ] = "balanced",
) -> None:
    """Print a commented pack that works; save it, change it, check it."""
    text = netnew.pack_text(profile)
    if door.json:
        policy = netnew.default_policy(profile)
        door.line({"profile": profile, "hash": policy.hash, "policy": dict(policy.told)})
    else:
        print(text, end="")


@command(group, "check", example="netnew policy check policy.yaml")
def check(door: Door, policy: PolicyArgument) -> int:
    """List everything that is wrong with a pack at once; exit 2 when anything is."""
    found = netnew.load_policy(policy)
    faults = (*found.problems, *found.orphan_problems)
    document = {
        "ok": not faults,
        "policy_config_ref": found.ref,
        "hash": found.hash,
        "problems": [
            {"key": one.key, "problem": one.problem, "expected": one.expected, "line": one.line}
            for one in faults
        ],
    }
    if not faults:
        door.answer(
            document, line(tint("sound", "green"), f": {found.ref}, hash {found.hash[:16]}…")
        )
        return 0
    told = [
        line(f"{policy}{f':{one.line}' if one.line else ''}: {one.key} ",
             tint(one.problem, "red"), f"; expected {HINTS.get(one.key, one.expected)}")
        for one in faults
    ]  # fmt: skip
    total = tint(count(len(faults), "problem"), "red")
    door.answer(document, *told, line(total, f" in {policy}"))
    return 2


@command(group, "show", example="netnew policy show policy.yaml")
def show(door: Door, policy: PolicyArgument) -> None:
    """Show every value that the gate reads out of a pack, defaults included."""
    found = netnew.load_policy(policy).require()
    values = {key: _printed(value) for key, value in sorted(found.values.items())}
    table = plain_table("key", "value")
    for key, value in values.items():
        table.add_row(key, value if isinstance(value, str) else json.dumps(value))
    door.answer({"policy_config_ref": found.ref, "hash": found.hash, "values": values}, table)


def _printed(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, bool | int | str) else float(str_of(value))


def str_of(value: object) -> str:
    """Write a fraction as the decimal that it was given as."""
    return repr(float(value)) if hasattr(value, "numerator") else str(value)  # type: ignore[arg-type]
