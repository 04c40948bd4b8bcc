"""The games: one script a game that reads like its rule sheet."""
