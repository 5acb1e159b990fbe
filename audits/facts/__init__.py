"""Which facts replace which: updates, compatible pairs, contradictions, repeats."""
