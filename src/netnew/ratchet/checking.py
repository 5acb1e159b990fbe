"""`ratchet check`: the one-way rule on two files, or on what version control holds of one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from netnew.foundation.errors import FileUnreadableError, InputError
from netnew.ratchet.harness import ReadFile
from netnew.ratchet.harness_file import FileOnDisk, read_beside, text_of
from netnew.ratchet.tightening import MISSING, Violation, check_texts


def check_files(base: Path, head: Path) -> list[Violation]:
    """How the file `head` loosens the file `base`; empty when it only tightens."""
    return check_texts(
        _decoded(FileOnDisk(base).read(), str(base)),
        _decoded(FileOnDisk(head).read(), str(head)),
        base_name=str(base),
        head_name=str(head),
        read_base=lambda name: read_beside(base, name),
        read_head=lambda name: read_beside(head, name),
    )


def check_refs(
    repo: Path, file: str, *, base: str = "HEAD", head: str | None = None
) -> list[Violation]:
    """How `file` of a git repository became looser between two refs.

    It is compared with the merge base of the two, so that the gated party cannot choose what
    it is compared with. Without `head`, the file in the working tree is looked at, and what is
    staged as well: that is what a commit will hold.
    """
    git = _Git(repo)
    common = git.run("merge-base", base, head or "HEAD").decode().strip()
    if git.show(common, file) is None:
        new = read_beside(repo / "x", file) if head is None else git.show(head, file)
        if new is None:
            raise FileUnreadableError(
                f"{file} is neither in {base} nor in {head or 'the working tree'}",
                "name the harness from the root of the repository with --file",
            )
        return []  # there was no harness, so nothing can be looser than it
    old = _Side(f"{common[:12]}:{file}", lambda name: git.show(common, name))
    if head is not None:
        return _between(file, old, _Side(f"{head}:{file}", lambda name: git.show(head, name)))
    found = _between(file, old, _Side(file, lambda name: read_beside(repo / "x", name)))
    return found or _between(file, old, _Side(f"staged {file}", git.staged))


class _Side(NamedTuple):
    """One state of a repository: what messages call the harness in it, and how it is read."""

    shown: str
    read: ReadFile


def _between(file: str, old: _Side, new: _Side) -> list[Violation]:
    before, after = old.read(file), new.read(file)
    if before is None or after is None:
        return [Violation("$", "was removed or renamed", file, MISSING, 1)]
    folder = PurePosixPath(file).parent
    return check_texts(
        _decoded(before, old.shown),
        _decoded(after, new.shown),
        base_name=old.shown,
        head_name=new.shown,
        read_base=lambda name: old.read(str(folder / name)),
        read_head=lambda name: new.read(str(folder / name)),
    )


class _Git:
    def __init__(self, repo: Path) -> None:
        found = shutil.which("git")
        if found is None:
            raise InputError("git is not installed", "compare two files with --base and --head")
        self._command = [found, "-C", str(repo)]

    def run(self, *arguments: str) -> bytes:
        done = self._call(*arguments)
        if done.returncode:
            said = " ".join(done.stderr.decode("utf-8", "replace").split())
            raise InputError(
                f"git {arguments[0]} failed ({said or 'no common commit'})",
                "check --repo, --base and --head; a shallow clone needs `git fetch --unshallow`",
            )
        return done.stdout

    def show(self, ref: str, file: str) -> bytes | None:
        """The file as this commit holds it, or None where it holds none."""
        listed = self.run("ls-tree", "--name-only", "--full-tree", "-z", ref, "--", file)
        return self.run("cat-file", "blob", f"{ref}:{file}") if listed else None

    def staged(self, file: str) -> bytes | None:
        """The file as the next commit would hold it, or None."""
        listed = self.run("ls-files", "-z", "--", file)
        return self.run("cat-file", "blob", f":{file}") if listed else None

    def _call(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        if any(argument.startswith("-") and argument not in _FLAGS for argument in arguments):
            raise InputError(f"{arguments!r} holds an option", "give names of refs and files")
        # The program is git, found above; refs that look like options were refused.
        return subprocess.run([*self._command, *arguments], capture_output=True, check=False)  # noqa: S603


_FLAGS = frozenset({"--name-only", "--full-tree", "-z", "--"})


def _decoded(content: bytes, name: str) -> str:
    return text_of(content, name).removeprefix("\ufeff")
