"""Palazzo in a terminal: its words, and its square drawn with characters."""
