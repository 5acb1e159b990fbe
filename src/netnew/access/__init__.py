"""Who may ask for what: tokens, their scopes and rates, and answers kept for a retry."""
