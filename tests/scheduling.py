"""How several processes divide the tests: by file, long ones first, so that no process is left with one at the end."""

from xdist.scheduler import LoadFileScheduling

SHARED_RUNS = [
    f"tests/end_to_end/test_{name}.py"
    for name in ("controls", "generation", "log", "measuring", "resuming", "verify", "wording")
]
"""Files that read the same generations and embed the same texts: one process has what they need."""

LOCAL_MODELS = ("tests/models/local/", "tests/workers/")
"""Folders whose tests make a local model: one process imports PyTorch."""

SLOW_FOLDERS = ("tests/end_to_end/", *LOCAL_MODELS, "tests/web/", "tests/oracle/")


def starts_early(nodeid: str) -> bool:
    """Return whether a test is in one of the folders whose files take longest."""
    return nodeid.startswith(SLOW_FOLDERS)


class FileScheduling(LoadFileScheduling):  # type: ignore[misc]  # the package has no types
    """Gives a process one file at a time, or files that share what is slow to make."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return "runs" if file in SHARED_RUNS else "local models" if file.startswith(LOCAL_MODELS) else file
