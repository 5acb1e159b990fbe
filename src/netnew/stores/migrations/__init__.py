"""The schema, revision by revision."""
