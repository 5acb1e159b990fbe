"""Moving in and out: what other tools and files hold, read, brought in, exported and audited."""
