"""Answers to what is told rather than asked: a claim of hours or energy, a machine that is not to be had."""
