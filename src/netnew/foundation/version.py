"""The version, where any layer may read it; a test holds it and both distributions together."""

VERSION = "0.1.0"
