"""`python -m benchmarks [NAME …]`: run all, or the ones named; results go to benchmarks/results."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks

# Modules that others build on; they measure nothing themselves.
SHARED = {
    "__main__",
    "apart",
    "corpus",
    "facts",
    "gate_peers",
    "growing_engines",
    "memory_peers",
    "peers",
    "plain",
    "report",
    "service_echo",
}


def main() -> int:
    known = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in SHARED]
    wanted = sys.argv[1:] or known
    for name in wanted:
        if name not in known:
            print(f"benchmarks: no `{name}`; there are {', '.join(known)}", file=sys.stderr)
            return 2
    for name in wanted:
        print(f"== {name}", flush=True)
        importlib.import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
