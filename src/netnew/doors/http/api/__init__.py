"""The routes, one module a noun. Each asks the public `netnew` and returns what it said."""
