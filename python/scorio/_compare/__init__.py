"""Models beside a baseline."""
