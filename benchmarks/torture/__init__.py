"""Disturb PROBE in every way that machines, servers and files do, and count what it does not survive.

    python -m benchmarks.torture                                   # everything; about an hour on two cores
    python -m benchmarks.torture --part kills --only evaluate      # kills of the commands whose names match
    python -m benchmarks.torture --part soak --minutes 3 --seed 7
    python -m benchmarks.torture --kills 200 --commands 5 --tries 4   # in all; per broken file; per command elsewhere

It needs the tests' model server, and prints a table of tries and failures, a line for each failure above it. The exit
code is 1 if there was a failure. A seed chooses when processes are killed and what is broken, so that a try can be made
again as far as the machine's timing allows. Ctrl-C ends it and prints the table so far.
"""
