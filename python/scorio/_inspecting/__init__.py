"""What an unknown log holds, and how to read it."""
