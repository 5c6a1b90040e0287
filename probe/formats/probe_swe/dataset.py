"""The dataset format published with PROBE-SWE."""

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from pydantic import JsonValue, ValidationError

from probe.errors import InputError
from probe.files.dataset import CANARY
from probe.files.json_stream import read_listed_rows
from probe.files.plain import write_packed
from probe.values import Bias, Dilemma, Option, Provenance, first_problem
from probe.values.measured import StageMeasures, fits

_IN_MEMORY = 2**20
"""How many bytes of a bias's rows are kept in memory; more of them wait on the disk."""

_TEXTS = {
    "unbiased": "unbiased",
    "biased": "biased",
    "axioms": "axioms",
    "axioms_description": "axioms_note",
    "unbiased_prolog": "unbiased_program",
    "biased_prolog": "biased_program",
}
GENERATED_COLUMNS = (
    "run_id",
    "AI_generated",
    "pair",
    "unbiased",
    "biased",
    "pair_similarity",
    "pair_levenshtein_distance",
    "axioms",
    "axioms_description",
    "unbiased_prolog",
    "biased_prolog",
    "correct_option",
    "inference_steps",
    "choice_steps",
    "valid",
    "reconstructed_unbiased_prompt",
    "unbiased_prompt_reconstruction_similarity",
    "agreement_rate",
    "decisions_towards_validity",
    "bias_is_towards_incorrect_only_in_biased_version",
)
"""The columns of a generated row, in the published order."""
_COUNTS = {"inference_steps": "inferences", "choice_steps": "choice_steps"}
_MEASURES = {
    "pair_similarity": "cosine",
    "pair_levenshtein_distance": "levenshtein",
    "reconstructed_unbiased_prompt": "rebuilt",
    "unbiased_prompt_reconstruction_similarity": "rebuilt_cosine",
    "agreement_rate": "agreement",
    "decisions_towards_validity": "bias_votes",
}
"""The published columns of what stages measured: our name of each."""


def stream_probe_swe(file: Path, after: int = 0) -> Iterator[Dilemma]:
    """Yield the pairs of a published dataset, bias by bias in the file's order.

    The first pairs, as many as ``after``, are left out and not checked. Raises InputError, where it is reached, that
    names the bias, the row (from 1) and the field with the problem.
    """
    content = "a published dataset: it must map each bias to a list of rows"
    for bias, number, row in islice(read_listed_rows(file, content), after, None):
        yield _pair_of(file, bias, number, row)


def _pair_of(file: Path, bias: str, number: int, row: Any) -> Dilemma:
    location = f"{file}: {bias} row {number}"
    if not isinstance(row, dict):
        raise InputError(f"{location} is not an object")
    missing_fields = [name for name in (*_TEXTS, "correct_option") if not isinstance(row.get(name), str)]
    if missing_fields:
        raise InputError(f"{location}: field {missing_fields[0]} is missing or not a text")
    option_text = row["correct_option"]
    if option_text.casefold() not in ("option_a", "option_b"):
        raise InputError(f"{location}: correct_option is {option_text!r}, not option_A or option_B")
    option = Option.of_letter(option_text[-1])
    # Whatever has no field here is kept as it was, so that an export gives the published row back.
    other_fields = {name: value for name, value in row.items() if not _has_a_field(name, value, option)}
    try:
        return Dilemma.model_validate(
            {
                "bias": Bias.parse(bias),
                **{field: row[column] for column, field in _TEXTS.items()},
                "correct_option": option,
                "complexity": {field: row.get(column) for column, field in _COUNTS.items()},
                "evidence": _measures_of(row).added_to({}),
                "provenance": Provenance(author=_author_of(file, row), imported=other_fields),
            }
        )
    except ValidationError as error:
        raise InputError(f"{location}: {first_problem(error)}") from error


def _has_a_field(name: str, value: object, option: Option) -> bool:
    """Whether a pair keeps this field elsewhere, so that export restores it with the same value."""
    if name == "correct_option":
        return value == option.value
    if name in _MEASURES:
        return fits(_MEASURES[name], value)
    return name in _TEXTS or (name in _COUNTS and value is not None)


def _author_of(file: Path, row: dict[str, Any]) -> str:
    if not row.get("AI_generated", True):
        return "hand-made"
    return file.stem.removeprefix("1_augmented_dilemmas_dataset_")


def _measures_of(row: dict[str, Any]) -> StageMeasures:
    return StageMeasures(**{field: row[column] for column, field in _MEASURES.items() if fits(field, row.get(column))})


def export_probe_swe(file: Path, pairs: Iterable[Dilemma]) -> None:
    """Write pairs in the published format, bias by bias, atomically; few of them are in memory at once."""
    with ExitStack() as stack:
        write_packed(file, _file_pieces(pairs, stack))


def _file_pieces(pairs: Iterable[Dilemma], stack: ExitStack) -> Iterator[bytes]:
    """Yield the content of a published file; the rows of each bias wait in a temporary file of their own."""
    rows: dict[str, IO[bytes]] = {}
    for pair in pairs:
        is_first = pair.bias.value not in rows
        if is_first:
            spooled_rows = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - the stack closes it
            rows[pair.bias.value] = stack.enter_context(cast(IO[bytes], spooled_rows))
        # The biases of a dataset may alternate, and the published form has them one after another.
        rows[pair.bias.value].write((b"" if is_first else b",") + b"\n        " + _row_text(pair))
    yield b"{"
    for number, (bias, stream) in enumerate(rows.items()):
        stream.seek(0)
        yield (b"," if number else b"") + f"\n    {json.dumps(bias, ensure_ascii=False)}: [".encode()
        while chunk := stream.read(_IN_MEMORY):
            yield chunk
        yield b"\n    ]"
    yield b"\n}\n" if rows else b"}\n"


def _row_text(pair: Dilemma) -> bytes:
    """Return a row as JSON, indented as a part of the file."""
    row = json.dumps(published_row(pair), indent=4, ensure_ascii=False)
    return row.replace("\n", "\n        ").encode("utf-8", "backslashreplace")


def published_row(pair: Dilemma) -> dict[str, JsonValue]:
    """Return a pair as a row of the published format; a published pair gets its row back."""
    imported_fields, measures = pair.provenance.imported, pair.measures
    fields: dict[str, JsonValue] = {
        "run_id": pair.provenance.expansion,
        "AI_generated": pair.provenance.author != "hand-made",
        "pair": (pair.provenance.position or 0) + 1,
        **{column: getattr(pair, field) for column, field in _TEXTS.items()},
        "correct_option": pair.correct_option.value,
        **{column: getattr(pair.complexity, field) for column, field in _COUNTS.items()},
        **{column: getattr(measures, field) for column, field in _MEASURES.items()},
        "valid": True,
        "bias_is_towards_incorrect_only_in_biased_version": measures.bias_answer,
    }
    if not imported_fields:
        return {name: fields[name] for name in GENERATED_COLUMNS} | {
            "canary": CANARY
        }  # a pair of the authors stays as they published it
    kept_names = {name for name, value in fields.items() if _has_a_field(name, value, pair.correct_option)}
    return {name: value for name, value in fields.items() if name in kept_names} | imported_fields
