"""A harness with an approved expansion, ready to be applied: what several suites start from."""

from __future__ import annotations

from pathlib import Path

from netnew.app import Netnew
from netnew.ratchet.expansions import Expansions
from netnew.ratchet.harness_file import FileOnDisk
from netnew.ratchet.proposals import read_proposal

HARNESS = """\
# What the assistant must do. Comments stay.
name: writing
benchmarks:
  - id: prompts   # the first one
    threshold: 0.70
  - id: summaries
    threshold: 0.60

edge_cases:
- id: empty-input
  category: input
"""
PROPOSAL = """
Some words before it.
```yaml
expansion_proposals:
  threshold_increases:
    - {benchmark: prompts, current: 0.70, proposed: 0.75, rationale: "consistently above 0.85"}
  new_benchmarks:
    - id: hard-prompts
      name: "Hard prompts: with traps"
      purpose: tells good from better
      expected_difficulty: harder than existing
  new_edge_cases:
    - {category: Input, description: only emoji, expected_failure_mode: "empty answer"}
```
"""
FINAL = """\
# What the assistant must do. Comments stay.
name: writing
benchmarks:
  - id: prompts   # the first one
    threshold: 0.75
  - id: summaries
    threshold: 0.60
  - id: "hard-prompts"
    name: "Hard prompts: with traps"
    purpose: "tells good from better"
    expected_difficulty: "harder than existing"
    enabled: true

edge_cases:
- id: empty-input
  category: input
- id: "input-only-emoji"
  description: "only emoji"
  category: "Input"
  expected_failure_mode: "empty answer"
  enabled: true
"""


def approved(nn: Netnew, folder: Path, name: str = "h") -> tuple[Expansions, FileOnDisk]:
    """The expansions of a harness with one that ben approved, and its file."""
    file = FileOnDisk(folder / f"{name}.yaml")
    file.path.write_text(HARNESS)
    expansions = nn.ratchet(name).expansions
    expansions.request(by="ann", reason="too easy")
    expansions.propose(read_proposal(PROPOSAL), file, by="ann")
    expansions.review("approve", by="ben", reason="fair")
    return expansions, file


def always(passes: bool, log: list[str | None] | None = None):  # type: ignore[no-untyped-def]
    """A trial in which the new tests all pass or all fail, and the baseline passes."""

    def trial(test: str | None) -> bool:
        if log is not None:
            log.append(test)
        return test is None or passes

    return trial
