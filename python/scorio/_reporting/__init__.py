"""A report of counts: one HTML file that needs nothing else."""
