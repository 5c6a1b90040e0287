"""Load a causal language model with its tokenizer; weights of small GGUF files are converted once and kept."""

import gc
import hashlib
import logging
import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import transformers
from transformers import AutoModelForCausalLM, AutoTokenizer

CONVERTED_LIMIT = 250_000_000
"""Bytes of a GGUF file up to which its converted weights are kept; as float32 they take about six times as much."""


@dataclass(frozen=True)
class LoadedModel:
    """A model ready to compute: ``fingerprint`` identifies its weights by the first values of every tensor."""

    name: str
    model: Any
    tokenizer: Any
    fingerprint: str

    @property
    def context_length(self) -> int | None:
        """The number of tokens that question and answer can have together; None if the model does not state it."""
        return getattr(self.model.config, "max_position_embeddings", None)


def load(name: str, path: str | None, *, gguf: bool, sha256: str | None, device: str) -> LoadedModel:
    """Load the model. Raises any error of the library, and ValueError if the file does not have this ``sha256``."""
    transformers.logging.set_verbosity(logging.ERROR)
    gc.disable()  # an import creates many objects and no garbage
    try:
        model, tokenizer = _from_gguf(Path(path), sha256) if gguf and path else _from_name(path or name)
    finally:
        gc.freeze()
        gc.enable()
    model = model.eval().requires_grad_(requires_grad=False)
    target_device = _device(device)
    model = _float32(model) if target_device == "cpu" else model.to(target_device)
    return LoadedModel(name, model, tokenizer, _fingerprint(model))


def _from_name(name: str) -> tuple[Any, Any]:
    """Load a folder, or a model from the hub: from the cache if it is there, else from the network."""
    with suppress(OSError):
        return _load_pretrained(name, local_files_only=True)
    return _load_pretrained(name)


def _load_pretrained(name: str, **options: Any) -> tuple[Any, Any]:
    tokenizer = AutoTokenizer.from_pretrained(name, **options)
    return AutoModelForCausalLM.from_pretrained(name, **options), tokenizer


def _from_gguf(file: Path, sha256: str | None) -> tuple[Any, Any]:
    """Load a GGUF file, or its converted weights: converting takes 10 to 20 seconds even for a small file."""
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if sha256 is not None and digest != sha256:
        raise ValueError(f"its SHA-256 is {digest[:8]}…, not {sha256[:8]}…")
    converted_folder = _cache_folder() / f"{file.stem}-{digest[:16]}-transformers-{transformers.__version__}"
    if converted_folder.is_dir():
        with suppress(Exception):  # a damaged copy is converted again
            return _load_pretrained(str(converted_folder), local_files_only=True)
        shutil.rmtree(converted_folder, ignore_errors=True)
    model, tokenizer = _load_pretrained(str(file.parent), gguf_file=file.name)
    if file.stat().st_size <= CONVERTED_LIMIT:
        with suppress(OSError):  # a read-only home, or a full disk: the next start converts again
            _save_converted(_float32(model), tokenizer, converted_folder)
    return model, tokenizer


def _save_converted(model: Any, tokenizer: Any, folder: Path) -> None:
    """Write a copy that loads within seconds; it appears under its name only once it is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    # In the folder of the final copy, because a rename cannot cross file systems.
    scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".unfinished-"))
    try:
        config = model.config.to_dict()
        config.pop("quantization_config", None)
        plain_config = type(model.config).from_dict({**config, "architectures": [type(model).__name__]})
        plain_config.save_pretrained(scratch)
        model.generation_config.save_pretrained(scratch)
        tokenizer.save_pretrained(scratch)
        _save_weights(model, scratch / "model.safetensors")
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _save_weights(model: Any, file: Path) -> None:
    from safetensors.torch import save_model

    save_model(model, str(file), metadata={"format": "pt"})


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "probe" / "models"


def _float32(model: Any) -> Any:
    """Return the model in float32; its own ``float`` method refuses, because GGUF weights count as quantised."""
    return torch.nn.Module.float(model)


def _device(name: str) -> str:
    if name != "auto":
        return name
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _fingerprint(model: Any) -> str:
    digest = hashlib.sha256()
    for name, tensor in model.named_parameters():
        values = tensor.detach().flatten()[:256].float().cpu().numpy()
        digest.update(f"{name}{tuple(tensor.shape)}".encode() + values.tobytes())
    return f"weights-{digest.hexdigest()[:16]}"
