"""Drift: whether a model that runs again and again has changed, and since when."""
