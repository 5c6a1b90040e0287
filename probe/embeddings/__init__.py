"""Adapters that turn texts into vectors."""

from probe.embeddings.minilm import MiniLmEmbedder

__all__ = ["MiniLmEmbedder"]
