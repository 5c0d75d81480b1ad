"""What messages of a thread claim: figures, each bound to its machine, and what is asked of them."""
