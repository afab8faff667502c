"""Tables and bars as aligned text."""
