"""Disturb PROBE in the ways that machines, servers and files can, and count the failures.

    python -m benchmarks.torture                                   # everything; about an hour on two cores
    python -m benchmarks.torture --part kills --only evaluate      # kills of the commands whose names match
    python -m benchmarks.torture --part soak --minutes 3 --seed 7
    python -m benchmarks.torture --kills 200 --commands 5 --tries 4   # in all; per broken file; per command otherwise

It needs the tests' model server, and prints a line for each failure and then a table of tries and failures. The exit
code is 1 if there was a failure. The seed determines when processes are killed and what is broken, so that a try can be
repeated as far as the machine's timing allows. Ctrl-C ends it and prints the table so far.
"""
