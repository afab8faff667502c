"""Leaderboards, and how difficult questions are."""
