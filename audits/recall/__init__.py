"""What an agent's context holds, with the part that recalls and without it."""
