"""How intervals and tests are named below the tables; docs/statistics.md has their sources."""

RATE = "Intervals of rates: Wilson's, at the effective number of dilemmas."

MEAN = (
    "Intervals: Student's t over clusters, wider on the side on which effects have a long tail (Johnson 1978); p and "
    "interval are one test."
)

GROUPS = "Intervals: MOVER from the intervals of both groups (Zou and Donner 2008); p and interval are one test."

SLOPE = (
    "Intervals: CR2 errors, robust to clusters (series), with Satterthwaite's degrees of freedom; where few "
    "clusters decide the slope and hardly any of them moved, at least those of clusters that spread alike."
)

DESCRIPTIVE = "Descriptive: no interval is computed."
