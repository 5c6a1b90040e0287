"""The files of lm-evaluation-harness: tasks as it reads them, and the samples that it writes."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from tests.shared import json_lines

Task = dict[str, Any]


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    pass


_Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))


def read_yaml(file: Path) -> Task:
    """Return a task or a group."""
    task: Task = yaml.load(file.read_text(), Loader=_Loader)  # a safe loader with one additional tag
    return task


def exported_module(folder: Path) -> Any:
    """Load the module that is exported with tasks from its file, as the harness does."""
    spec = importlib.util.spec_from_file_location(f"exported_{folder.name}", folder / "utils.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_samples(folder: Path, results: Path, answer: Callable[[dict[str, Any]], Any], group: str) -> None:
    """Write the files of --log_samples, in the form in which version 0.4.13 writes them."""
    results.mkdir(parents=True, exist_ok=True)
    for file in sorted((folder / "data").glob("*.jsonl")):
        lines = []
        for number, doc in enumerate(json_lines(file)):
            reply = answer(doc)
            resps = [[[str(a), str(b)]] for a, b in reply] if group == "probe_logits" else [[reply]]
            lines.append(json.dumps({"doc_id": number, "doc": doc, "resps": resps, "filter": "none"}))
        (results / f"samples_{group}_{file.stem}_2026-01-01T00-00-00.jsonl").write_text("\n".join(lines) + "\n")


def spoil_sample(file: Path, **changes: object) -> None:
    """Change the document of a file's first sample, or what was answered (``resps``)."""
    first, *rest = file.read_text().splitlines()
    sample = json.loads(first)
    sample["doc"] |= {name: value for name, value in changes.items() if name != "resps"}
    sample["resps"] = changes.get("resps", sample["resps"])
    file.write_text("\n".join([json.dumps(sample), *rest]))
