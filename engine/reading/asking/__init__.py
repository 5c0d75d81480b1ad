"""What a message asks, question by question."""
