"""Scores of the trials that another tool has in memory: its metrics call this."""
