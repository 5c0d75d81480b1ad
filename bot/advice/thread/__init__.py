"""What a thread keeps of an answer, and turns that are answered of it."""
