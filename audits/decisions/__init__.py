"""How good the decision gate is on real decisions and real noise, and how its scorer is made."""
