"""Calibrated items, and the ability of a model from its scores on some of them."""
