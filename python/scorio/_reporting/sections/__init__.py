"""The sections of a report, each in a file of its own."""
