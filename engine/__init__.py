"""What decides: pure functions from text, facts and a day to an answer."""
