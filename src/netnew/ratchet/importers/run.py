"""What every importer makes of a result file: one run, and the cycle document it becomes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netnew.foundation.ids import digest


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a harness, as one tool reported it."""

    source: str
    # The tool's own id of the run; where it has none, the content stands for it.
    run_id: str | None = None
    system: str | None = None
    timestamp: str | None = None
    benchmarks: tuple[Mapping[str, Any], ...] = ()
    regressions: Mapping[str, Any] | None = None
    # What the harness was: versions, task hashes, test names. Another one is another series.
    harness: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def cycle(self, harness_hash: str | None = None) -> dict[str, Any]:
        """The cycle document of this run.

        >>> Run("junit", run_id="run 7").cycle()["cycle_id"]
        'junit-run-7'
        """
        content = {
            "system": self.system,
            "benchmarks": [dict(item) for item in self.benchmarks],
            "regressions": self.regressions,
            **self.more,
        }
        name = self.run_id or digest({**content, "timestamp": self.timestamp})[:16]
        cleaned = re.sub(r"[^A-Za-z0-9._:@+-]+", "-", name)[:100]
        document = {
            "cycle_id": f"{self.source}-{cleaned}",
            "harness_hash": harness_hash or f"{self.source}-{digest(dict(self.harness))[:32]}",
            "timestamp": self.timestamp,
            "source": self.source,
            **content,
        }
        return {key: value for key, value in document.items() if value is not None}
