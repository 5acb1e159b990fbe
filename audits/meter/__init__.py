"""How well the meter reads people's and agents' logs, on labelled data."""
