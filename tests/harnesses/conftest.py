"""Harnesses that need more than the ordinary tests. `make harnesses` sets them up."""
