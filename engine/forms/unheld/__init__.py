"""What is said of types that feeds sell and the facts do not know."""
