"""How a machine is bought, and of whom."""
