"""Texts of requests that must say something."""

from typing import Final

# A sign that is neither space nor control, in every dialect of patterns: what counts as space
# among the control characters differs from one to the next.
SAID: Final = r"[^\s\x00-\x1f\x7f-\x9f]"
