"""The Pillars of Venice in a terminal: its words, its lagoon, and aiming at it."""
