"""The virtual table: dice as a camera would see them, for the demo, the tests, the benchmark and training."""
