"""How much a text speaks like a decision, from general signs of English."""
