"""Sums over the asker's own figures: amounts with units, joined until they close on what is asked."""
