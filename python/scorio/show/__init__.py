"""How results are shown and saved."""
