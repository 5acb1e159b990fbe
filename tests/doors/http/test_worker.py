"""What a process of the service does once, at its start."""

from __future__ import annotations

import gc

from netnew.doors.http.worker import spare_what_stays


def test_what_was_loaded_at_the_start_is_not_walked_through_again() -> None:
    spare_what_stays()
    try:
        assert gc.get_freeze_count() > 10_000
        assert len(gc.get_objects()) < gc.get_freeze_count()
    finally:
        gc.unfreeze()
