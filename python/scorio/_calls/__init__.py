"""The declared calls, a file for each, which `make calls` writes from the declarations."""
