"""The tests, and settings without which processes waste time, also those that tests start."""

import os
from pathlib import Path

# Test processes that share cores would wait for each other's threads.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# No test uses TLS, but every new client would read all certificate authorities of this machine.
os.environ.setdefault("SSL_CERT_FILE", str(Path(__file__).with_name("data") / "certificate.pem"))
