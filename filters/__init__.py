"""The cascade and its stages, one file each; the cascade alone knows their order."""
