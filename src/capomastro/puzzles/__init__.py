"""Puzzles: positions of matches in which one thing is clearly best, by what the seat can know."""
