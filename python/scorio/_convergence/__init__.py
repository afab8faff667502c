"""How the ranking of models settles as trials are added."""
