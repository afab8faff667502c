"""What success costs: reading of costs, and the tables about them."""
