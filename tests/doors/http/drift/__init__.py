"""What `test_openapi.py` tells Schemathesis, which runs in a process of its own."""
