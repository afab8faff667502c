"""The commands `scorio adaptive`: runs that any harness can drive."""
