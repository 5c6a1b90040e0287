"""The options of every use case: commands, Python functions, environment, files and docs are made from them.

A use case has one frozen class; each field has its type, default, bounds, help and group, and whether a resumed run may
grow in it. The modules of the classes import no library, so that help is there at once.
"""
