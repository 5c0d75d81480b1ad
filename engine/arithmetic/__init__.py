"""Plain arithmetic over amounts with units: the product of what was told that has the unit asked for."""
