"""`python -m audits [NAME …]`: run all, or the ones named; results lie beside each."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import audits


def main() -> int:
    known = [
        module.name
        for module in pkgutil.walk_packages(audits.__path__, "audits.")
        if not module.ispkg and module.name != "audits.__main__"
    ]
    audited = [name for name in known if hasattr(importlib.import_module(name), "main")]
    wanted = [f"audits.{name}" for name in sys.argv[1:]] or audited
    for name in wanted:
        if name not in audited:
            shown = ", ".join(known_name.removeprefix("audits.") for known_name in audited)
            print(
                f"audits: no `{name.removeprefix('audits.')}`; there are {shown}", file=sys.stderr
            )
            return 2
    for name in wanted:
        print(f"== {name}", flush=True)
        importlib.import_module(name).main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
