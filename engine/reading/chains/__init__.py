"""Amounts of a message that are joined: "500 steps, 256 prompts x 8 rollouts of 2k tokens" are so many tokens."""
