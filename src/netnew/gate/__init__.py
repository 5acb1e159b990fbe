"""Whether the bases already know a claim: known, near-known, connected or orphan, and the route."""
