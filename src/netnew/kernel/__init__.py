"""Text, shingles, sketches and exact search: each a Python definition with an equal Rust twin.

`primitives` names them all; importing this package loads none, so that whoever needs a
normaliser waits for no arrays.
"""
