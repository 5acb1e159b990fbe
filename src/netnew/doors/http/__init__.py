"""The HTTP service: what it answers (`service`), and how errors look (`problems`)."""

from netnew.doors.http.service import LOOPBACK_NAMES, make_service

__all__ = ["LOOPBACK_NAMES", "make_service"]
