"""What was asked, as values: the profile, conditions on it, the model's shape and FLOPs."""
