"""The HTTP service: what it answers (`service`), and how errors look (`problems`)."""

from netnew.doors.http.service import make_service

__all__ = ["make_service"]
