"""The tests, and settings without which processes waste time, also those that tests start."""

import os
from pathlib import Path

# Two processes that test would wait for each other's threads on the same cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# No test speaks TLS, and each client that is opened would read all authorities of this machine.
os.environ.setdefault("SSL_CERT_FILE", str(Path(__file__).with_name("data") / "certificate.pem"))
