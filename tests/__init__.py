"""The tests. One OpenMP thread each: two processes that test would wait for each other's threads on the same cores."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
