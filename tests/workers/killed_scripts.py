"""Worker processes that fail in a planned way."""

from pathlib import Path


def script_killed_at_start(folder: Path, script: Path, times: int) -> Path:
    """Return a copy of a worker's script that is killed the first ``times`` times that it starts."""
    changed_script = folder / "worker.py"
    changed_script.write_text(
        "import os, signal, sys\n"
        f"count = len([name for name in os.listdir({str(folder)!r}) if name.startswith('start')])\n"
        f"if count < {times}:\n"
        f"    open({str(folder)!r} + '/start' + str(count), 'w').close()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        f"exec(compile(open({str(script)!r}).read(), {str(script)!r}, 'exec'))\n",
        encoding="utf-8",
    )
    return changed_script
