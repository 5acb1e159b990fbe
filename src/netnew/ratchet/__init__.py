"""Whether a harness still tells good from better, and how it may change: only tighter."""
