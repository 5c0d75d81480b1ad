"""How many machines a load takes, of models that are counted in samples."""
