"""The machine that a line on memory leads to, where one is asked for."""
