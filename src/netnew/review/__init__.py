"""The queue for people: whatever needs a person waits here, and is approved, rejected, undone."""
