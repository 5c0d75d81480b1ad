"""The text as tokens, and the phrases of the vocabulary that are found in them."""
