"""Who does the research: a command or an HTTP endpoint, each handed the brief; or a person."""

from __future__ import annotations

import shlex
import subprocess
import urllib.error
import urllib.request

from netnew.foundation.errors import InputError

LONGEST_ANSWER = 2**20


def ask_command(command: str, brief: str, *, timeout_seconds: float) -> str:
    """Run `command` with the brief on its stdin; what it prints is the answer.

    >>> ask_command("cat", "a brief", timeout_seconds=10)
    'a brief'
    """
    words = shlex.split(command)
    if not words:
        raise InputError("the research command is empty", "give --run 'COMMAND'")
    try:
        # Running what the user names is what this is for; no shell reads it.
        done = subprocess.run(  # noqa: S603
            words, input=brief, capture_output=True, text=True, timeout=timeout_seconds, check=False
        )
    except OSError as error:
        raise InputError(f"`{words[0]}` cannot be run ({error.strerror})", "check it") from error
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"`{words[0]}` gave no answer in {timeout_seconds:g} seconds", "raise --timeout"
        ) from error
    if done.returncode:
        said = " ".join(done.stderr.split())[-200:]
        raise InputError(
            f"`{words[0]}` failed with {done.returncode} ({said})", "mend it, try again"
        )
    return done.stdout


def ask_endpoint(url: str, brief: str, *, timeout_seconds: float) -> str:
    """POST the brief as Markdown to `url`; the body of the answer is the answer."""
    if not url.startswith(("http://", "https://")):
        raise InputError(f"`{url}` is no web address", "give one that starts with https://")
    headers = {"Content-Type": "text/markdown; charset=utf-8", "Accept": "application/yaml"}
    # Only http and https get here (checked above).
    request = urllib.request.Request(url, brief.encode(), headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=timeout_seconds) as answer:  # noqa: S310
            content: bytes = answer.read(LONGEST_ANSWER)
    except (urllib.error.URLError, TimeoutError) as error:
        raise InputError(f"{url} does not answer ({error})", "check it and try again") from error
    return content.decode("utf-8", "replace")
