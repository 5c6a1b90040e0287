"""The program-first author: certified dilemmas of a chosen depth, composed from a library of schemas."""

from probe.grammar.author import GrammarAuthor
from probe.grammar.library import library_folder, read_library
from probe.grammar.options import GrammarOptions

__all__ = ["GrammarAuthor", "GrammarOptions", "library_folder", "read_library"]
