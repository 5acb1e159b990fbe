"""Which twin answers: the Rust crate where it is installed in this very version, else Python.

Every primitive is written twice: as a readable definition in this package, and in Rust. Both
give the same bits, so this choice changes speed alone. A definition is marked with `@twin`;
a call to it goes to the function of the same name in `netnew_kernel` while Rust is in use.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Literal, ParamSpec, TypeVar, cast

from netnew.foundation.canonical import write_with
from netnew.foundation.errors import MissingExtraError, SettingError
from netnew.foundation.version import VERSION

Implementation = Literal["rust", "python"]
Choice = Literal["auto", "rust", "python"]

P = ParamSpec("P")
R = TypeVar("R")


def implementation() -> Implementation:
    """Name the twin that answers now.

    >>> implementation() in ("rust", "python")
    True
    """
    return "python" if _crate is None else "rust"


def use(choice: Choice) -> None:
    """Answer with Rust, with the Python definitions, or (`auto`) with Rust where it is there.

    >>> use("fortran")
    Traceback (most recent call last):
    netnew.foundation.errors.SettingError: no implementation is called 'fortran'; choose \
auto, rust or python
    """
    global _crate  # noqa: PLW0603 - one switch for the process, thrown by settings and tests
    if choice not in ("auto", "rust", "python"):
        raise SettingError(f"no implementation is called {choice!r}", "choose auto, rust or python")
    found = None if choice == "python" else installed_crate()
    if choice == "rust" and found is None:
        raise MissingExtraError(f"the Rust kernel {VERSION}", "kernel")
    _crate = found
    write_with(getattr(found, "canonical_json", None))


def installed_crate() -> ModuleType | None:
    """Find the Rust module of this very version of netnew; another version counts as none."""
    try:
        module = importlib.import_module("netnew_kernel")
    except ImportError:
        return None
    return module if getattr(module, "__version__", None) == VERSION else None


def crate() -> ModuleType | None:
    """Give the Rust module while it is in use, for what `twin` does not cover (classes)."""
    return _crate


def twin(definition: Callable[P, R]) -> Callable[P, R]:
    """Send calls to the crate's function of the same name while Rust is in use.

    The definition itself stays reachable as `__wrapped__`.
    """
    name = definition.__name__

    @functools.wraps(definition)
    def chosen(*args: P.args, **kwargs: P.kwargs) -> R:
        if _crate is None:
            return definition(*args, **kwargs)
        return cast(R, getattr(_crate, name)(*args, **kwargs))

    return chosen


_crate: ModuleType | None = None
use("auto")
