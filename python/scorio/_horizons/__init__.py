"""How long a task a model can do: reading of lengths and dates, and the tables of horizons."""
