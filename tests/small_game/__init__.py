"""Joust, the game of docs/adding-a-game.md, kept as a test."""
