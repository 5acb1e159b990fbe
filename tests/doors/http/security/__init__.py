"""What attackers try, over everything that the service takes; docs/reference/threat-model.md."""
