"""What is said of an answer that was given: why it is so, and how sure it is."""
