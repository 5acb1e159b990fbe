"""Memory: facts, episodes and decisions of an agent, worth keeping or not."""
