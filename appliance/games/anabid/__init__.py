"""Anabid!: the script in the order of its sheet (`game`), its longer parts, its sums and its score sheet."""
