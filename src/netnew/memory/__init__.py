"""Memory: facts, episodes and decisions of an agent, worth keeping or not."""

from netnew.memory.decision_gate import DecisionCandidate, DecisionVerdict, judge_decision

__all__ = ["DecisionCandidate", "DecisionVerdict", "judge_decision"]
