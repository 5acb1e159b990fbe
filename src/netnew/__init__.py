"""Tells AI agents what is net-new, what they already know, and when to stop."""

__version__ = "0.1.0"
