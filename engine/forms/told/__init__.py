"""Sums over figures that the asker tells: times, prices and watts. They hold whatever the model is."""
