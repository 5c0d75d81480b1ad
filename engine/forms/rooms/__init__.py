"""Room that depends on a choice or on company: with offload or without, and several models on one card."""
