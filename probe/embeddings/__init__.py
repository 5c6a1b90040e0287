"""Adapters that embed texts."""

from probe.embeddings.minilm import MiniLmEmbedder

__all__ = ["MiniLmEmbedder"]
