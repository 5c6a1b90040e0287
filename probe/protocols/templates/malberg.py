"""The published format of template tests: read a dataset, write a dataset or the decisions of an evaluation.

``full_dataset.csv`` has a test per row, whose control and treatment are XML (``template`` with ``situation``,
``prompt`` and ``option``). The parameters of the metric are the text of a dictionary in ``metric_params`` or
``remarks``; without them, those of PROBE's template of the same name are used where they do not depend on a case.
"""

import ast
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from probe.errors import InputError
from probe.files.corpus import find_domain
from probe.files.dataset import dataset_file
from probe.files.plain import write_atomically
from probe.files.spreadsheets import csv_table, read_csv
from probe.files.streams import read_lines
from probe.inputs import parse_json
from probe.protocols.templates.item import CONTROL, TREATMENT, TemplateItem
from probe.protocols.templates.metric import Metric, m
from probe.protocols.templates.source import TemplateSource, read_templates
from probe.store.reading import run_about, stored_evaluation
from probe.values import Arm, Bias, Decision, Evaluation, Provenance, first_problem
from probe.values.texts import with_capital

DATASET_COLUMNS = (
    *("id", "raw_control", "raw_treatment", "bias", "variant", "scenario", "generator", "temperature"),
    *("timestamp", "seed", "control", "treatment", "remarks"),
)
SIDES = ("control", "treatment")
DECISION_COLUMNS = (
    *("id", "model", "temperature", "seed", "timestamp"),
    *(f"{arm}_{suffix}" for arm in SIDES for suffix in ("options", "option_order", "answer", "extraction", "decision")),
    *("status", "error_message", "individual_score", "weight", "bias"),
)


UNREADABLE = (ValueError, TypeError, AttributeError, OverflowError, SyntaxError, RecursionError, MemoryError)
"""What reading a cell as a number or a literal of Python may raise."""


def import_malberg(file: Path) -> list[TemplateItem]:
    """Return the tests in a published dataset, repetitions of a text under other ids included.

    Raises InputError that names the row and what is wrong.
    """
    templates = {_normalized_name(template.published): template for template in _packaged_templates().values()}
    items: dict[tuple[str, str], TemplateItem] = {}
    occurrences: Counter[str] = Counter()
    for number, row in read_csv(file, ("bias", "scenario", "control", "treatment"), "a full_dataset.csv"):
        location = f"{file} row {number}"
        try:
            item = _item(row, templates)
        except ValidationError as error:
            raise InputError(f"{location}: {first_problem(error)}; correct the row") from error
        except (ET.ParseError, *UNREADABLE) as error:
            raise InputError(f"{location}: {error}; correct the row or delete it") from error
        # The published data repeats texts under different ids, to which decisions refer.
        if (key := (item.id, row.get("id", ""))) not in items:
            # Use a separate instance, so that decisions on it can be distinguished.
            items[key] = item.with_fields(instance=occurrences[item.id]) if occurrences[item.id] else item
            occurrences[item.id] += 1
    if not items:
        raise InputError(f"{file}: contains no test; give a full_dataset.csv")
    return list(items.values())


def export_malberg(file: Path, source: Path) -> int:
    """Write the tests of a dataset, or the decisions of an evaluation of tests; return the number of rows.

    Raises InputError if ``source`` has neither, or tests whose options have no order.
    """
    if source.is_dir() and _contains_evaluation(source):
        return export_decisions(file, stored_evaluation(source, TemplateItem.model_validate))
    items = list(_tests(dataset_file(source)))
    if not items:
        raise InputError(f"{source}: contains no tests of the protocol templates; choose another --format")
    export_dataset(file, items)
    return len(items)


def _contains_evaluation(folder: Path) -> bool:
    """Return whether a folder contains an evaluation, which has a copy of its dataset too."""
    try:
        return run_about(folder).evaluates
    except InputError:
        return False  # a folder that contains only a dataset


def _tests(file: Path) -> Iterator[TemplateItem]:
    for line in read_lines(file):
        content = parse_json(line.text, line.place)
        try:
            yield TemplateItem.model_validate(content)
        except ValidationError as error:
            problem = f"not a test of the protocol templates ({first_problem(error)})"
            raise InputError(f"{line.place}: {problem}; choose another --format") from error


def export_dataset(file: Path, items: Sequence[TemplateItem]) -> None:
    """Write tests as the published scripts read them. Raises InputError for options without order."""
    if any(item.metric.nominal for item in items):
        raise InputError(f"{file}: the published metric needs ordered options; leave out tests with four options")
    _write(file, DATASET_COLUMNS, (_dataset_row(item) for item in items))


def export_decisions(file: Path, evaluation: Evaluation) -> int:
    """Write an evaluation's decisions, a row per test and run without mitigation; return the number of rows."""
    items_by_id = {item.id: item for item in evaluation.items if isinstance(item, TemplateItem)}
    runs: dict[tuple[str, int], dict[str, Decision]] = {}
    for decision in evaluation.decisions:
        if decision.mitigation == "none" and decision.arm in (CONTROL, TREATMENT):
            runs.setdefault((decision.item_id, decision.run), {})[decision.arm] = decision
    rows = [
        _decision_row(items_by_id[key[0]], key[1], decisions_by_arm, evaluation.subject)
        for key, decisions_by_arm in runs.items()
    ]
    _write(file, DECISION_COLUMNS, rows)
    return len(rows)


@cache
def _packaged_templates() -> Mapping[Bias, TemplateSource]:
    return read_templates(find_domain(None))


def _normalized_name(published_name: str) -> str:
    """Return a bias's name so that spellings such as InGroupBias and In-Group Bias are equal."""
    return "".join(letter for letter in published_name.lower() if letter.isalnum())


def _item(row: Mapping[str, str], templates: Mapping[str, TemplateSource]) -> TemplateItem:
    template = templates.get(_normalized_name(row["bias"]))
    if template is None:
        raise ValueError(f"unknown bias {row['bias']!r}")
    control, scale = _template(row["control"])
    treatment, treatment_scale = _template(row["treatment"])
    if len(scale) != len(treatment_scale):
        raise ValueError("control and treatment have different numbers of options")
    return TemplateItem(
        bias=Bias(template.bias),
        domain="management",
        cluster=f"malberg: {row['scenario']}",
        scale=scale,
        treatment_scale=treatment_scale if treatment_scale != scale else None,
        provenance=Provenance(author=row.get("generator") or "malberg", imported={"id": row.get("id", "")}),
        control=control,
        treatment=treatment,
        metric=_metric(row, template),
        scenario=row["scenario"],
        procedure="paper",
    )


def _template(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a template without its options, and the options."""
    if "<!" in text:
        raise ValueError(
            "the XML has a declaration such as <!DOCTYPE>, which is not read"
        )  # entities could make it expand without end
    root = ET.fromstring(text)
    passages = ["".join(element.itertext()).strip() for element in root if element.tag in ("situation", "prompt")]
    return "\n\n".join(passages), tuple(
        "".join(element.itertext()).strip() for element in root if element.tag == "option"
    )


def _metric(row: Mapping[str, str], template: TemplateSource) -> Metric:
    # The column of the parameters differs between versions of the published data.
    text = row.get("metric_params") or row.get("remarks") or ""
    parameters: Any = ast.literal_eval(text) if text.strip().startswith("{") else {}
    # A wrong sign would reverse the effect.
    if "k" not in parameters and any(case.k is not None for case in template.case):
        raise ValueError("metric_params is missing, but the sign depends on the case")
    paper = template.paper
    k, flip = parameters.get("k", paper.k or template.k), template.flip if paper.flip is None else paper.flip
    expressions = zip(("x_1", "x_2"), paper.x or template.x, strict=True)
    x1, x2 = (_reference_point(parameters, name, expression) for name, expression in expressions)
    return Metric(k=int(k), x1=x1, x2=x2, flip=bool(parameters.get("flip_treatment", flip)))


def _reference_point(parameters: Mapping[str, Any], name: str, expression: str) -> int:
    """Return a reference point; the template's ``expression`` serves only where it is the same in every text."""
    point = parameters.get(name, parameters.get(name.replace("_", "")))
    if point is None and not expression.lstrip("-").isdigit():
        raise ValueError(f"metric_params has no {name}, but the reference point is a number in the text")
    return round(float(expression if point is None else point))


def _dataset_row(item: TemplateItem) -> dict[str, Any]:
    control, treatment = (_xml(item, arm) for arm in SIDES)
    metric = item.metric
    parameters = {"k": metric.k, "x_1": metric.x1, "x_2": metric.x2, "flip_treatment": metric.flip}
    return {
        "id": item.id,
        "raw_control": control,
        "raw_treatment": treatment,
        "bias": _published_name(item),
        "variant": str(item.drawn.get("case", "")),
        "scenario": item.scenario or item.cluster,
        "generator": item.provenance.author,
        "control": control,
        "treatment": treatment,
        "remarks": str(parameters),
    }


def _published_name(item: TemplateItem) -> str:
    """Return the bias's published name, without blanks: AvailabilityHeuristic."""
    template = _packaged_templates().get(item.bias)
    words = (template.published if template else item.bias.value).replace("-", " ").split()
    return "".join(map(with_capital, words))


def _xml(item: TemplateItem, arm: str) -> str:
    root = ET.Element("template", {"type": arm})
    # The published format keeps both parts apart; they were joined with an empty line before the question.
    situation, _, prompt = (item.control if arm == "control" else item.treatment).rpartition("\n\n")
    ET.SubElement(root, "situation").text = situation
    ET.SubElement(root, "prompt").text = prompt
    for option in item.scale_of(arm):
        ET.SubElement(root, "option").text = option
    return ET.tostring(root, encoding="unicode")


def _decision_row(
    item: TemplateItem, run: int, decisions_by_arm: Mapping[str, Decision], subject: str
) -> dict[str, Any]:
    row: dict[str, Any] = {"id": item.id, "model": subject, "seed": run, "bias": _published_name(item), "weight": 1.0}
    answers = []
    for arm, decision in decisions_by_arm.items():
        option_order = range(len(item.scale))[:: -1 if decision.exchanged else 1]
        row[f"{arm}_options"] = [item.scale_of(arm)[index] for index in option_order]
        row[f"{arm}_option_order"] = list(option_order)
        row[f"{arm}_answer"] = row[f"{arm}_extraction"] = decision.explanation
        if decision.decision != "unparsed":
            row[f"{arm}_decision"] = option_order.index(decision.decision) + 1
            answers.append(decision.decision)
    complete = len(answers) == len(SIDES)
    row["status"] = "OK" if complete else "ERROR"
    row["error_message"] = "" if complete else "an answer is missing or names no option"
    if complete:
        control, treatment = (int(decisions_by_arm[Arm(arm)].decision) for arm in SIDES)
        row["individual_score"] = m(item.metric, len(item.scale), control, treatment)
    return row


def _write(file: Path, columns: Sequence[str], rows: Iterator[dict[str, Any]] | Sequence[dict[str, Any]]) -> None:
    write_atomically(file, csv_table(columns, rows, end="\n"))
