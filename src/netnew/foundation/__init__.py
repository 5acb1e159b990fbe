"""The ground under everything: errors, settings, clock, canonical JSON, ids, ledger."""
