"""Texts that ask for nothing but a price."""
