"""What several commands take: options, their kinds, and what they read."""
