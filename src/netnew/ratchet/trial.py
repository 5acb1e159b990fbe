"""Runs tests by a command of the user's: how an expansion learns whether its new tests pass."""

from __future__ import annotations

import os
import shlex
import subprocess

from netnew.foundation.errors import InputError
from netnew.ratchet.applying import Trial

VARIABLE = "NETNEW_TEST_ID"


def trial_by_command(command: str, *, timeout_seconds: float = 600) -> Trial:
    """A trial that runs `command`, with `{id}` replaced by the new test's id; exit 0 is a pass.

    The id is in the environment too, as NETNEW_TEST_ID. For the baseline, all that was there
    before, both are empty.

    >>> trial_by_command("test {id} = easy")("easy")
    True
    """
    words = shlex.split(command)
    if not words:
        raise InputError("the test command is empty", "give --run 'COMMAND'")

    def run(test: str | None) -> bool:
        arguments = [word.replace("{id}", test or "") for word in words]
        try:
            # Running what the user names is what this is for; no shell reads it.
            done = subprocess.run(  # noqa: S603
                arguments,
                env=os.environ | {VARIABLE: test or ""},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=timeout_seconds,
                check=False,
            )
        except OSError as error:
            raise InputError(
                f"`{words[0]}` cannot be run ({error.strerror})", "check it"
            ) from error
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    return run
