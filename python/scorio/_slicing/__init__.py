"""Differences of models in slices of the questions."""
