"""The three services: generate, evaluate and audit."""
