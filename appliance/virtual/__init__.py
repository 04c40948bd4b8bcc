"""The virtual table: draws what the camera would see and lets keys press what hands would press."""
