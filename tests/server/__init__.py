"""An OpenAI-compatible server, so that no test of generation or evaluation needs the network.

``chat`` speaks HTTP, ``questions`` recognises what is asked by the packaged prompts, ``dilemmas`` holds the dilemmas
and what is wrong with some of them, ``answers`` answers for every role. ``python -m tests.server`` starts it by hand.
"""
