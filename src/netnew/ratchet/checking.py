"""`ratchet check`: the one-way rule on two files, or on what version control holds of one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path, PurePosixPath

from netnew.foundation.errors import FileUnreadableError, InputError
from netnew.ratchet.harness_file import FileOnDisk, read_beside
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
    it is compared with. Without `head`, the file in the working tree is looked at.
    """
    git = _Git(repo)
    common = git.run("merge-base", base, head or "HEAD").decode().strip()
    old = git.show(common, file)
    new = read_beside(repo / "x", file) if head is None else git.show(head, file)
    shown = f"{head}:{file}" if head else file
    if old is None:
        return []  # there was no harness, so nothing can be looser than it
    if new is None:
        return [Violation("$", "was removed or renamed", file, MISSING, 1)]
    folder = PurePosixPath(file).parent
    return check_texts(
        _decoded(old, f"{common[:12]}:{file}"),
        _decoded(new, shown),
        base_name=f"{common[:12]}:{file}",
        head_name=shown,
        read_base=lambda name: git.show(common, str(folder / name)),
        read_head=lambda name: (
            read_beside(repo / file, name) if head is None else git.show(head, str(folder / name))
        ),
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

    def _call(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        if any(argument.startswith("-") and argument not in _FLAGS for argument in arguments):
            raise InputError(f"{arguments!r} holds an option", "give names of refs and files")
        # The program is git, found above; refs that look like options were refused.
        return subprocess.run([*self._command, *arguments], capture_output=True, check=False)  # noqa: S603


_FLAGS = frozenset({"--name-only", "--full-tree", "-z", "--"})


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadableError(f"{name} is no UTF-8", "save it as UTF-8") from error
