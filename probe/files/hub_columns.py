"""The columns of a dataset on the Hugging Face Hub: their types, and what each contains."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from probe.files.dataset import CANARY
from probe.values import Arm, Dilemma, Option
from probe.values.texts import option_texts

Cell = str | int | list[str] | None
Row = dict[str, Cell]
Kind = Literal["string", "int64", "list<string>"]


class Column(NamedTuple):
    """A column: its type, its meaning in one sentence, and how it is read from a pair (None: missing)."""

    kind: Kind
    meaning: str
    read: Callable[[Dilemma], Cell]


def _twin(name: str) -> Callable[[Dilemma], Cell]:
    return lambda pair: getattr(pair.twin, name, None)


def _choices(pair: Dilemma) -> list[str] | None:
    found = option_texts(pair.unbiased)
    return None if found is None else [found["A"], found["B"]]


def _certificate(pair: Dilemma) -> str:
    if pair.certificate is None:
        return "none"
    return "passed" if pair.certificate.passed else "failed"


def _failing(pair: Dilemma) -> list[str]:
    return [] if pair.certificate is None else [check.name for check in pair.certificate.failing]


COLUMNS: dict[str, Column] = {
    "id": Column("string", "The hash of the pair's content.", lambda pair: pair.id),
    "bias": Column("string", "The cognitive bias that the cue triggers.", lambda pair: pair.bias.value),
    "domain": Column("string", "The domain of the dilemma.", lambda pair: pair.domain),
    "author": Column("string", "Who wrote the texts.", lambda pair: pair.provenance.author),
    "series": Column("string", "Shared by pairs of one scenario.", lambda pair: pair.provenance.series),
    "norm": Column("string", "What makes the cue irrelevant: text, stipulated or none.", lambda pair: pair.norm),
    "unbiased": Column("string", "The text without the cue.", lambda pair: pair.unbiased),
    "biased": Column("string", "The same text with the cue.", lambda pair: pair.biased),
    "placebo": Column(
        "string", "The text with a neutral edit in the cue's place.", lambda pair: pair.text(Arm.PLACEBO)
    ),
    "counter": Column("string", "The text with a cue for the right option.", lambda pair: pair.text(Arm.COUNTER)),
    "advocacy": Column(
        "string",
        "The text with a bare recommendation of the option that the cue pushes.",
        lambda pair: pair.text(Arm.ADVOCACY),
    ),
    "choices": Column("list<string>", "The options A and B of the unbiased text.", _choices),
    "answer": Column("int64", "The index of the right option in choices.", lambda pair: _index(pair.correct_option)),
    "correct_option": Column("string", "option_A or option_B.", lambda pair: pair.correct_option.value),
    "twin_unbiased": Column("string", "The text with one fact changed.", _twin("unbiased")),
    "twin_biased": Column("string", "The text with one fact changed and with the cue.", _twin("biased")),
    "twin_correct_option": Column("string", "The right option of the changed texts.", _twin("correct_option")),
    "twin_fact": Column("string", "The decisive fact as a Prolog clause.", _twin("fact")),
    "twin_changed": Column("string", "The clause in its place.", _twin("changed")),
    "axioms": Column("string", "The rules in Prolog, shared by all programs.", lambda pair: pair.axioms),
    "axioms_note": Column("string", "The rules in words.", lambda pair: pair.axioms_note),
    "unbiased_program": Column("string", "The facts of the unbiased text.", lambda pair: pair.unbiased_program),
    "biased_program": Column("string", "The facts of the biased text.", lambda pair: pair.biased_program),
    "twin_unbiased_program": Column("string", "The facts of the changed text.", _twin("unbiased_program")),
    "twin_biased_program": Column("string", "The facts of the changed text with the cue.", _twin("biased_program")),
    "inferences": Column("int64", "Inferences of the oracle.", lambda pair: pair.complexity.inferences),
    "choice_steps": Column("int64", "Choice steps of the oracle.", lambda pair: pair.complexity.choice_steps),
    "depth": Column("int64", "Rule applications on the longest branch.", lambda pair: pair.complexity.depth),
    "size": Column("int64", "Rule applications in the whole proof.", lambda pair: pair.complexity.size),
    "required_depth": Column(
        "int64", "The fewest levels of rules a reader has to follow.", lambda pair: pair.reasoning.required_depth
    ),
    "deductions": Column("int64", "Rule applications that do not calculate.", lambda pair: pair.reasoning.deductions),
    "calculations": Column("int64", "Rule applications that calculate.", lambda pair: pair.reasoning.calculations),
    "series_kind": Column("string", "How the pairs of a series differ.", lambda pair: pair.reasoning.kind),
    "certificate": Column("string", "The outcome of the certificate: passed, failed or none.", _certificate),
    "certificate_profile": Column(
        "string",
        "The profile of the checks.",
        lambda pair: pair.certificate.profile.value if pair.certificate else None,
    ),
    "failed_checks": Column("list<string>", "The checks that fail or are undetermined.", _failing),
}
"""The columns that describe a pair; ``position``, ``canary`` and ``pair`` follow them in every row."""

TYPES: dict[str, Kind] = {
    **{name: column.kind for name, column in COLUMNS.items()},
    "position": "int64",
    "canary": "string",
    "pair": "string",
}
"""The type of every column, in the order of the files."""

MEANINGS = {
    **{name: column.meaning for name, column in COLUMNS.items()},
    "position": "The place of the pair in the dataset, from 0.",
    "canary": "Equal in every row: search a training corpus for it.",
    "pair": "The complete pair as JSON, with certificate, evidence and provenance.",
}
"""What every column contains, in one sentence."""


def _index(option: Option) -> int:
    return int(option is Option.B)


def described(pair: Dilemma) -> Row:
    """Return the columns that describe ``pair``."""
    row = {name: column.read(pair) for name, column in COLUMNS.items()}
    return {name: str(cell) if isinstance(cell, str) else cell for name, cell in row.items()}


def row_of(pair: Dilemma, position: int, canary: str = CANARY) -> Row:
    """Return the row of the pair at this place of its dataset, from 0."""
    return {**described(pair), "position": position, "canary": canary, "pair": pair.model_dump_json()}
