"""What a run would have found on recorded scores."""
