"""Ranking methods by family: a function for each, with its arguments of scorio 0.2.3."""
