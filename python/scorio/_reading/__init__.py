"""Trial logs, folders, streams and data frames on their way to counts."""
