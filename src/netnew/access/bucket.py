"""How often a token may ask: a bucket of permits that fills at a steady rate. Integers only."""

from __future__ import annotations

from typing import Final, NamedTuple

# Permits are counted in millionths, so that a microsecond's worth is a whole number.
PERMIT: Final = 1_000_000
MINUTE_SECONDS: Final = 60


class Bucket(NamedTuple):
    """Millionths of permits that were in it at a moment, in microseconds since 1970."""

    level: int
    at: int


class Granted(NamedTuple):
    """The bucket afterwards, permits given, and where none was, how long until the next."""

    bucket: Bucket
    permits: int
    wait_seconds: float = 0.0


def draw(bucket: Bucket | None, *, asked: int, per_minute: int, now: int) -> Granted:
    """Take up to `asked` permits; a bucket that nobody used yet holds a minute's worth.

    >>> one = draw(None, asked=1, per_minute=1, now=0)
    >>> one.permits, draw(one.bucket, asked=1, per_minute=1, now=30_000_000).wait_seconds
    (1, 30.0)
    """
    full = per_minute * PERMIT
    before = bucket or Bucket(full, now)
    # A replica whose clock is behind must not drain what another has filled.
    gained = max(0, now - before.at) * per_minute // MINUTE_SECONDS
    level = min(full, before.level + gained)
    permits = min(asked, level // PERMIT)
    after = Bucket(level - permits * PERMIT, max(now, before.at))
    if permits:
        return Granted(after, permits)
    microseconds = (PERMIT - level) * MINUTE_SECONDS / per_minute
    return Granted(after, 0, microseconds / PERMIT)
