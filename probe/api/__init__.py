"""The Python interface: every function of ``import probe``, each with an async twin, and the values that they return.

The functions call the use cases of the rooms, as the command line does, and return values instead of printing them.
"""
