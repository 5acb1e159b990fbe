"""`netnew base`: knowledge bases, from files to snapshots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, cast

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import count, line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="Named sets of items, and snapshots of them.")

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A base's name.")]


@command(group, "add", example="netnew base add core facts.jsonl --id-type knowledge_item_id")
def add(
    door: Door,
    name: NameArgument,
    items: Annotated[
        str, typer.Argument(metavar="ITEMS.jsonl|.csv|-", help="Where the items are; - is stdin.")
    ],
    *,
    id_type: Annotated[
        str | None,
        typer.Option(
            metavar="TYPE",
            help="What the ids are: knowledge_item_id (at first), co_id or assertion_id.",
        ),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Let an item take the place of one with its id.")
    ] = False,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|csv", help="Instead of going by the suffix."),
    ] = None,
    lex: Annotated[
        list[str] | None,
        typer.Option(metavar="NGRAMS", help="N-grams to index, as word2/1; may be repeated."),
    ] = None,
    normalizer: Annotated[
        str | None, typer.Option(metavar="VERSION", help="How to normalise, as claim/1.")
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Keep a vector of each text too, as wordllama."),
    ] = None,
) -> None:
    """Add items to a base, all or none; the first add makes it. Known items change nothing."""
    if form not in (None, "jsonl", "csv"):
        raise netnew.InputError(f"--format is {form!r}", "choose jsonl or csv")
    source = sys.stdin.buffer if items == "-" else Path(items)
    with door.connect() as nn, _progress(items) as heard:
        read = netnew.read_items(
            source,
            form=cast(Any, form),
            name="stdin" if items == "-" else None,
            heard=heard,
        )
        added = nn.bases.add(
            name,
            read,
            id_type=cast(Any, id_type),
            recipe=_recipe(lex, normalizer),
            replace=replace,
            embedder=None if embedder is None else netnew.load_embedder(embedder),
        )
    counted = f" {added.added:,}, replaced {added.replaced:,}, unchanged {added.unchanged:,}; "
    counted += f"`{name}` has {count(added.items, 'item')}"
    door.answer({"base": name, **added._asdict()}, line(tint("added", "green"), counted))


@command(group, "snapshot", example="netnew base snapshot core --json")
def snapshot(door: Door, name: NameArgument) -> None:
    """Keep the present state of a base; verdicts bind to its id and hash."""
    with door.connect_to_read() as nn:
        taken = nn.bases.snapshot(name)
        document = {
            "base": name,
            "snapshot_id": taken.id,
            "hash": taken.hash,
            "items": len(taken),
            "id_type": taken.id_type,
            "recipe": taken.recipe.as_dict(),
            "taken_at": taken.taken_at,
        }
    door.answer(document, f"{taken.id}  {count(len(taken), 'item')}  hash {taken.hash[:16]}…")


@command(group, "list", example="netnew base list --json")
def list_bases(door: Door) -> None:
    """Every base, with its items, segments, snapshots and size."""
    with door.connect_to_read() as nn:
        bases = nn.bases.list()
    document = {"bases": [_summary(base) for base in bases]}
    if not bases:
        door.answer(document, "There is no base yet; `netnew base add NAME FILE` makes one.")
        return
    table = plain_table("base", "items", "segments", "snapshots", "size", "ids")
    for base in bases:
        one = _summary(base)
        table.add_row(
            base.name,
            f"{one['items']:,}",
            str(one["segments"]),
            str(one["snapshots"]),
            _size(one["bytes"]),
            one["id_type"],
        )
    door.answer(document, table)


@command(group, "show", example="netnew base show core")
def show(door: Door, name: NameArgument) -> None:
    """One base: how it reads its texts, its segments and its snapshots."""
    with door.connect_to_read() as nn:
        base = nn.bases.show(name)
    manifest = base.manifest
    document = {
        **_summary(base),
        "hash": manifest.hash,
        "recipe": manifest.recipe.as_dict(),
        "segments": [
            {"hash": part.hash, "items": part.items, "removed": len(part.dead), "bytes": part.size}
            for part in manifest.parts
        ],
        "snapshots": [
            {"snapshot_id": kept.snapshot_id, "hash": kept.hash, "items": kept.manifest.items,
             "taken_at": kept.taken_at}
            for kept in base.snapshots
        ],
    }  # fmt: skip
    reads = f"reads {', '.join(manifest.recipe.lex_impl_versions)} of "
    reads += manifest.recipe.normalizer_version
    if (model := manifest.recipe.embedding) is not None:
        reads += f"; vectors of {model.model_id} {model.implementation_version}"
    segments = plain_table("segment", "items", "removed", "size")
    for part in manifest.parts:
        segments.add_row(
            part.hash[:16] + "…", f"{part.items:,}", str(len(part.dead)), _size(part.size)
        )
    snapshots = plain_table("snapshot", "items", "taken")
    for kept in base.snapshots:
        snapshots.add_row(kept.snapshot_id, f"{kept.manifest.items:,}", kept.taken_at[:19])
    counted = f": {count(manifest.items, 'item')} by {manifest.id_type}; {reads}"
    head = line(tint(name, "bold"), counted)
    door.answer(document, head, "", segments, "", snapshots)


@command(group, "verify", example="netnew base verify core")
def verify(door: Door, name: NameArgument) -> int:
    """Hash every segment of a base and its snapshots; exit 1 when one is not what was written."""
    with door.connect_to_read() as nn:
        faults = nn.bases.verify(name)
    document = {"ok": not faults, "base": name, "faults": [fault._asdict() for fault in faults]}
    if not faults:
        spoken = f": every segment of `{name}` is what was written"
        door.answer(document, line(tint("whole", "green"), spoken))
        return 0
    table = plain_table("segment", "what is wrong")
    for fault in faults:
        table.add_row(fault.segment[:16] + "…", tint(fault.problem, "red"))
    verdict = line(
        tint("damaged", "red"), f": {count(len(faults), 'segment')}; restore from a copy"
    )
    door.answer(document, table, verdict)
    return 1


@command(group, "compact", example="netnew base compact core --forget-after-days 90")
def compact(
    door: Door,
    name: NameArgument,
    forget_after_days: Annotated[
        float | None, typer.Option(min=0, help="Keep snapshots only so long; at first, all.")
    ] = None,
    lex: Annotated[
        list[str] | None,
        typer.Option(metavar="NGRAMS", help="Index anew by these n-grams; may be repeated."),
    ] = None,
    normalizer: Annotated[
        str | None, typer.Option(metavar="VERSION", help="Read all texts anew by this normaliser.")
    ] = None,
) -> None:
    """Merge all segments into one and delete files that nothing refers to; no answer changes."""
    with door.connect_to_read() as nn:
        done = nn.bases.compact(
            name, recipe=_recipe(lex, normalizer), forget_after_days=forget_after_days
        )
    document = {
        "base": name,
        "segments_before": done.before,
        "segments_after": done.after,
        "files_deleted": done.swept.files,
        "bytes_freed": done.swept.size,
    }
    shown = (
        f"{count(done.before, 'segment')} {'is' if done.before == 1 else 'are'} {done.after} now"
    )
    swept = f"{count(done.swept.files, 'file')} deleted, {_size(done.swept.size)}"
    door.answer(document, f"{shown}; {swept}")


def _recipe(lex: list[str] | None, normalizer: str | None) -> netnew.Recipe | None:
    if not lex and normalizer is None:
        return None
    default = netnew.Recipe()
    return netnew.Recipe(
        normalizer_version=normalizer or default.normalizer_version,
        lex_impl_versions=tuple(lex or default.lex_impl_versions),
    )


def _summary(base: netnew.Base) -> dict[str, Any]:
    return {
        "base": base.name,
        "items": base.manifest.items,
        "id_type": base.manifest.id_type,
        "segments": len(base.manifest.parts),
        "snapshots": len(base.snapshots),
        "bytes": base.size,
    }


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 100_000 else f"{count:,} bytes"


@contextmanager
def _progress(items: str) -> Iterator[Callable[[int], object] | None]:
    """A bar on stderr while a person looks on, and nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("reading"), BarColumn(), DownloadColumn(), TimeElapsedColumn()
    path = Path(items)
    total = path.stat().st_size if path.is_file() else None
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=total)
        yield lambda size: bar.advance(task, size)
