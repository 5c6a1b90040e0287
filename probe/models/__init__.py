"""Adapters that ask language models, real, simulated and scripted ones."""
