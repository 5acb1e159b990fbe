from collections.abc import Iterator

import pytest

from netnew.kernel.implementation import use


@pytest.fixture(autouse=True)
def _chosen_twin_is_forgotten() -> Iterator[None]:
    yield
    use("auto")
