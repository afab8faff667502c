"""Gates: whether scores, or single questions, reach a level with enough confidence."""
