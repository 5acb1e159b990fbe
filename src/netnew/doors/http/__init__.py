"""The HTTP service: what it answers (`service`, `api`), who may ask (`access`), and its errors."""

from netnew.doors.http.access import Asked, Caller, needs
from netnew.doors.http.service import LOOPBACK_NAMES, make_service

__all__ = ["LOOPBACK_NAMES", "Asked", "Caller", "make_service", "needs"]
