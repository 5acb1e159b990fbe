"""How good the verdicts of the gate are, on labelled pairs with real wording."""
