"""Rooms: a class plays at one table from its phones. Server, store, and what phones, wall and host are told."""
