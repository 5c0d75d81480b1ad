"""Written answers to what people keep asking, joined with what the engine works out."""
