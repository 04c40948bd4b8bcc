"""Makes the two decks of AnagraScramble anew: `python -m tools.build_decks`."""
