"""The choice between the twins."""

import sys
from types import ModuleType

import pytest

from netnew import __version__
from netnew.foundation.errors import MissingExtraError, SettingError
from netnew.kernel.implementation import crate, implementation, twin, use


@twin
def spoken_by() -> str:
    return "python"


def crate_with(version: str) -> ModuleType:
    module = ModuleType("netnew_kernel")
    vars(module).update(__version__=version, spoken_by=lambda: "rust")
    return module


def test_python_answers_when_asked_to() -> None:
    use("python")

    assert (implementation(), crate(), spoken_by()) == ("python", None, "python")


def test_an_installed_crate_answers_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "netnew_kernel", crate_with(__version__))

    use("auto")

    assert (implementation(), spoken_by()) == ("rust", "rust")


@pytest.mark.parametrize("absent", [None, crate_with("0.0.1")])
def test_an_absent_or_older_crate_leaves_the_definitions(
    monkeypatch: pytest.MonkeyPatch, absent: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "netnew_kernel", absent)

    use("auto")

    assert implementation() == "python"
    with pytest.raises(MissingExtraError, match=r"pip install 'netnew\[kernel\]'"):
        use("rust")


def test_an_unknown_choice_is_refused_and_changes_nothing() -> None:
    before = implementation()

    with pytest.raises(SettingError, match="choose auto, rust or python"):
        use("fortran")

    assert implementation() == before
