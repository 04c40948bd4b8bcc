"""What each prompt looks like, drawn on a pygame surface of any size."""
