"""How good the verdicts are, on labelled data split by source, with the results committed."""
