"""The columns of items, and which of them a dataset has on the Hugging Face Hub, in its card and in a spreadsheet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from probe.files.columns import Cell, FileColumn, Kind, Row
from probe.files.dataset import CANARY
from probe.ports import ReadItem
from probe.values import Arm, Dilemma, Item, Option
from probe.values.texts import option_texts


def _twin(name: str) -> Callable[[Dilemma], Cell]:
    return lambda pair: getattr(pair.twin, name, None)


def _choices(pair: Dilemma) -> list[str] | None:
    choices = option_texts(pair.unbiased)
    return None if choices is None else [choices["A"], choices["B"]]


def _certificate(pair: Item) -> str:
    if pair.certificate is None:
        return "none"
    return "passed" if pair.certificate.passed else "failed"


def _failing(pair: Item) -> list[str]:
    return [] if pair.certificate is None else [check.name for check in pair.certificate.failing]


COLUMNS: dict[str, FileColumn] = {
    "id": FileColumn("string", "The hash of the pair's content.", lambda pair: pair.id),
    "bias": FileColumn("string", "The cognitive bias that the cue triggers.", lambda pair: pair.bias.value),
    "domain": FileColumn("string", "The domain of the dilemma.", lambda pair: pair.domain),
    "author": FileColumn("string", "Who wrote the texts.", lambda pair: pair.provenance.author),
    "series": FileColumn("string", "Shared by pairs of one scenario.", lambda pair: pair.provenance.series),
    "norm": FileColumn("string", "What makes the cue irrelevant: text, stipulated or none.", lambda pair: pair.norm),
    "unbiased": FileColumn("string", "The text without the cue.", lambda pair: pair.unbiased),
    "biased": FileColumn("string", "The same text with the cue.", lambda pair: pair.biased),
    "placebo": FileColumn(
        "string", "The text with a neutral edit in the cue's place.", lambda pair: pair.text(Arm.PLACEBO)
    ),
    "counter": FileColumn("string", "The text with a cue for the right option.", lambda pair: pair.text(Arm.COUNTER)),
    "advocacy": FileColumn(
        "string",
        "The text with a bare recommendation of the option that the cue pushes.",
        lambda pair: pair.text(Arm.ADVOCACY),
    ),
    "choices": FileColumn("list<string>", "The options A and B of the unbiased text.", _choices),
    "answer": FileColumn(
        "int64", "The index of the right option in choices.", lambda pair: _index(pair.correct_option)
    ),
    "correct_option": FileColumn("string", "option_A or option_B.", lambda pair: pair.correct_option.value),
    "twin_unbiased": FileColumn("string", "The text with one fact changed.", _twin("unbiased")),
    "twin_biased": FileColumn("string", "The text with one fact changed and with the cue.", _twin("biased")),
    "twin_correct_option": FileColumn("string", "The right option of the changed texts.", _twin("correct_option")),
    "twin_fact": FileColumn("string", "The decisive fact as a Prolog clause.", _twin("fact")),
    "twin_changed": FileColumn("string", "The clause in its place.", _twin("changed")),
    "axioms": FileColumn("string", "The rules in Prolog, shared by all programs.", lambda pair: pair.axioms),
    "axioms_note": FileColumn("string", "The rules in words.", lambda pair: pair.axioms_note),
    "unbiased_program": FileColumn("string", "The facts of the unbiased text.", lambda pair: pair.unbiased_program),
    "biased_program": FileColumn("string", "The facts of the biased text.", lambda pair: pair.biased_program),
    "twin_unbiased_program": FileColumn("string", "The facts of the changed text.", _twin("unbiased_program")),
    "twin_biased_program": FileColumn("string", "The facts of the changed text with the cue.", _twin("biased_program")),
    "inferences": FileColumn("int64", "Inferences of the oracle.", lambda pair: pair.complexity.inferences),
    "choice_steps": FileColumn("int64", "Choice steps of the oracle.", lambda pair: pair.complexity.choice_steps),
    "depth": FileColumn("int64", "Rule applications on the longest branch.", lambda pair: pair.complexity.depth),
    "size": FileColumn("int64", "Rule applications in the whole proof.", lambda pair: pair.complexity.size),
    "required_depth": FileColumn(
        "int64", "The fewest levels of rules a reader has to follow.", lambda pair: pair.reasoning.required_depth
    ),
    "deductions": FileColumn(
        "int64", "Rule applications that do not calculate.", lambda pair: pair.reasoning.deductions
    ),
    "calculations": FileColumn("int64", "Rule applications that calculate.", lambda pair: pair.reasoning.calculations),
    "series_kind": FileColumn("string", "How the pairs of a series differ.", lambda pair: pair.reasoning.kind),
    "certificate": FileColumn("string", "The outcome of the certificate: passed, failed or none.", _certificate),
    "certificate_profile": FileColumn(
        "string",
        "The profile of the checks.",
        lambda pair: pair.certificate.profile.value if pair.certificate else None,
    ),
    "failed_checks": FileColumn("list<string>", "The checks that fail or are undetermined.", _failing),
}
"""The columns that describe a pair; on the Hub ``position``, ``canary`` and ``pair`` follow them in every row."""

ITEM_COLUMNS: dict[str, FileColumn] = {
    "protocol": FileColumn("string", "The protocol of the item.", lambda item: item.protocol),
    "cluster": FileColumn("string", "What was sampled independently, such as a scenario.", lambda item: item.cluster),
    **{name: COLUMNS[name] for name in ("id", "bias", "norm", "domain", "author", "depth")},
}
"""The columns that items of every protocol have in a spreadsheet."""

_SHARED_COLUMNS = ("id", "bias", "domain", "author", "norm", "inferences", "choice_steps", "depth", "size")
_CERTIFICATE_COLUMNS = ("certificate", "certificate_profile", "failed_checks")


@dataclass(frozen=True)
class HubForm:
    """How the items of a protocol are published: their columns, how a line is read, and the words of the card.

    ``described`` is a sentence on them for search engines, and ``introduced`` what the card says first. Where the
    options are A and B, the card ``counts_option_a``; ``citation`` is empty where no paper is theirs.
    """

    columns: Mapping[str, FileColumn]
    read: ReadItem[Any]
    name: str
    noun: str
    things: str
    described: str
    introduced: str
    counts_option_a: bool = False
    citation: str = ""

    @property
    def types(self) -> dict[str, Kind]:
        """The type of every column, in the order of the files."""
        kinds = {name: column.kind for name, column in self.columns.items()}
        return {**kinds, "position": "int64", "canary": "string", "pair": "string"}

    @property
    def meanings(self) -> dict[str, str]:
        """What every column contains, in one sentence."""
        return {
            **{name: column.meaning for name, column in self.columns.items()},
            "position": f"The place of the {self.noun} in the dataset, from 0.",
            "canary": "Equal in every row: search a training corpus for it.",
            "pair": f"The complete {self.noun} as JSON, with certificate, evidence and provenance.",
        }


CITATION = (
    "@misc{probe-swe, title={Is General-Purpose AI Reasoning Sensitive to Data-Induced Cognitive Biases? Dynamic "
    "Benchmarking on Typical Software Engineering Dilemmas}, author={Sovrano, Francesco and Dominici, Gabriele and "
    "Sevastjanova, Rita and Stramiglio, Alessandra and Bacchelli, Alberto}, "
    "howpublished={https://github.com/Francesco-Sovrano/PROBE-SWE}}"
)
"""The paper whose protocol every dataset of dilemmas follows."""

DILEMMAS = HubForm(
    columns=COLUMNS,
    read=Dilemma.model_validate,
    name="probe-dilemmas",
    noun="pair",
    things="dilemmas",
    described="Software-engineering dilemmas in pairs that differ only in the cue of a cognitive bias.",
    introduced="{count} dilemmas in pairs: an unbiased text and one that differs only in a cue of a cognitive bias. The"
    " right option is\nrecorded for every pair.",
    counts_option_a=True,
    citation=CITATION,
)


def form_of(protocol: str, read_item: ReadItem[Any], texts: Callable[[Any], Mapping[str, str]]) -> HubForm:
    """Return the default form in which items of a protocol are published; ``texts`` are those of an item by arm."""
    columns = {
        **{name: COLUMNS[name] for name in _SHARED_COLUMNS},
        "cluster": ITEM_COLUMNS["cluster"],
        "scale": FileColumn("list<string>", "The options of a question in order.", lambda item: list(item.scale)),
        "arms": FileColumn("list<string>", "The names of the texts.", lambda item: list(texts(item))),
        "texts": FileColumn(
            "list<string>", "The texts, in the order of their names.", lambda item: [*texts(item).values()]
        ),
        **{name: COLUMNS[name] for name in _CERTIFICATE_COLUMNS},
    }
    meanings = {
        "id": "The hash of the item's content.",
        "bias": "The cognitive bias that the item is about.",
        "domain": "The domain of the item.",
        "norm": "What makes the difference of the texts irrelevant: text, stipulated or none.",
    }
    return HubForm(
        columns=columns | {name: columns[name]._replace(meaning=meaning) for name, meaning in meanings.items()},
        read=read_item,
        name=f"probe-{protocol}",
        noun="item",
        things="items",
        described=f"Items of PROBE's protocol {protocol}, each with several texts that differ in one manipulation.",
        introduced=f"{{count}} items of the protocol `{protocol}`, each with several texts. With the norm `none`, no "
        "answer is right, and a\nshift between the texts is no error.",
    )


def _index(option: Option) -> int:
    return int(option is Option.B)


def description_columns(item: Item, form: HubForm = DILEMMAS) -> Row:
    """Return the columns that describe ``item``."""
    row = {name: column.read(item) for name, column in form.columns.items()}
    return {name: str(cell) if isinstance(cell, str) else cell for name, cell in row.items()}


def row_of(item: Item, position: int, canary: str = CANARY, form: HubForm = DILEMMAS) -> Row:
    """Return the row of the item at this place of its dataset, from 0."""
    return {**description_columns(item, form), "position": position, "canary": canary, "pair": item.model_dump_json()}
