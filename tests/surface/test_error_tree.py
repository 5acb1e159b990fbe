"""The drawn tree of errors is the real one, and every message ends with a way out."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

import netnew
from netnew.foundation import errors


def drawn() -> dict[str, tuple[str, str, int | None]]:
    """Name → (parent, builtins, exit code) as the module's docstring draws them."""
    found: dict[str, tuple[str, str, int | None]] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"^    ([│├└─ ]*)(\w+Error)(?: \((\w+)\))?(?:  .*?)?(?:exit (\d))?$", line)
        if match:
            depth = len(match[1]) // 4
            path[depth:] = [match[2]]
            parent = path[depth - 1] if depth else ""
            found[match[2]] = (parent, match[3] or "", int(match[4]) if match[4] else None)
    return found


def defined() -> dict[str, type[errors.NetnewError]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.NetnewError)
    }


def test_the_drawn_tree_is_the_real_one() -> None:
    tree = drawn()
    assert set(tree) == set(defined())
    for name, kind in defined().items():
        parent, builtin, exit_code = tree[name]
        bases = [base.__name__ for base in kind.__bases__]
        assert bases == [part for part in (parent or "Exception", builtin) if part], name
        if exit_code is not None:
            assert kind.exit_code == exit_code, name


def test_every_error_is_public() -> None:
    assert set(defined()) <= set(netnew.__all__)


@pytest.mark.parametrize("name", sorted(defined()))
def test_every_error_is_one_line_with_a_way_out(name: str) -> None:
    kind = defined()[name]
    if name == "RecordError":
        error: errors.NetnewError = errors.RecordError("f", "is odd", "mend it", line=7, key="k")
        assert str(error) == "f:7: k: is odd; mend it"
    elif name == "MissingExtraError":
        error = errors.MissingExtraError("charts", "plot")
        assert str(error).startswith("the extra `plot`, for charts, is not installed; run `pip")
    else:
        error = kind("this is odd", "do that")
        assert str(error) == "this is odd; do that"
    assert "\n" not in str(error)
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(copied) is kind
        assert (str(copied), vars(copied), copied.args) == (str(error), vars(error), error.args)
