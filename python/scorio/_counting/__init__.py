"""Counts of trials and sums of numeric scores: merged, selected, kept and scored."""
