"""The eye: a frame goes in, a reading comes out. One reader a kind of object; no game, no driver."""
