"""The program-first author: certified dilemmas of a chosen depth, composed from a library of practices."""

from probe.grammar.author import GrammarAuthor
from probe.grammar.composer import GrammarOptions
from probe.grammar.reader import library_folder, read_library

__all__ = ["GrammarAuthor", "GrammarOptions", "library_folder", "read_library"]
