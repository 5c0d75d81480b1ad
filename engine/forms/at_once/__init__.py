"""How many streams, requests or users at once: what was measured, else what decides it."""
