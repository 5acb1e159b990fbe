"""Text, shingles, sketches and exact search: each a Python definition with an equal Rust twin."""

from netnew.kernel.implementation import crate, implementation, twin, use

__all__ = ["crate", "implementation", "twin", "use"]
