"""Write a dataset as a task folder of lm-evaluation-harness, for ``lm_eval --include_path`` (docs/integrations.md).

The groups ``probe`` and ``probe_logits`` have a task for each bias. The folder needs no installation of PROBE.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from probe.errors import InputError
from probe.files.dataset import CANARY
from probe.files.folders import replacing_folder, write_new
from probe.files.plain import replacing
from probe.integrations.lm_eval_scoring import metrics
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.base import Showing
from probe.values import Arm, Bias, Dilemma, fingerprint

GROUPS = {"probe": "decide", "probe_logits": "decide_direct"}
"""The groups of tasks, and the prompt of each: an explained decision, or the log-likelihoods of both letters."""
RUNS = 2
"""Usual runs: greedy answers do not differ between runs in the same order, so each order is shown once."""
_ANSWER_TOKENS = 512
_LONGEST = 80
"""Characters of a bias that may be part of a file's name."""

_READERS = ("decided_letters", "letter_probabilities")
"""What the task folder needs of probe/answers.py."""
_IMPORT = "from probe.answers import decided_letters, letter_probabilities\n"

_README = """# PROBE dilemmas for lm-evaluation-harness

    lm_eval --include_path . --tasks probe --model … --apply_chat_template --log_samples --output_path results
    lm_eval --include_path . --tasks probe_logits --model … --log_samples --output_path results

{count} pairs, {runs} runs each, arms {arms}. `probe import lm-eval results --dataset DATASET --out RUN` makes an
evaluation of the results, for the dataset that this folder was exported from. Use these texts for testing only:

    {canary}
"""


@dataclass(frozen=True)
class TaskFolder:
    """The files of a task folder: ``texts`` by path, and a file of questions for each bias of ``arms``.

    ``arms`` are those that at least one pair of a bias has.
    """

    pairs: Iterable[Dilemma]
    shown: Showing
    arms: Mapping[Bias, Sequence[str]]
    texts: Mapping[str, bytes]

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of all files."""
        return (*self.texts, *map(_questions, self.arms))

    def write(self, folder: Path) -> None:
        """Write all files or none; the questions are written pair by pair."""
        with replacing_folder(folder) as new:
            with ExitStack() as stack:
                files = {bias: stack.enter_context(replacing(new / _questions(bias))) for bias in self.arms}
                for pair in self.pairs:
                    rows = _rows(pair, self.arms[pair.bias], self.shown)
                    files[pair.bias].writelines(json.dumps(row).encode() + b"\n" for row in rows)
            for path, text in self.texts.items():
                write_new(new / path, text)


def lm_eval_folder(pairs: Iterable[Dilemma], arms: str = "unbiased,biased", runs: int = RUNS) -> TaskFolder:
    """Return a task folder; ``pairs`` are iterated several times, ``arms`` are comma-separated, ``runs`` at least 1.

    Odd runs show the options exchanged. Raises InputError for arms that cannot be used.
    """
    protocol = protocol_named(next(iter(pairs)).protocol)
    shown = Showing(runs=runs, arms=protocol.chosen_arms(arms.split(","), pairs))
    if Arm.BIASED not in shown.arms:
        raise InputError(f"--arms {arms}: the tasks compare the biased text with another one: name biased as well")
    count, having = _arms(pairs, shown)
    every = [arm.value for arm in shown.arms if any(arm.value in some for some in having.values())]
    texts = {"utils.py": _utils(), "README.md": _readme(count, shown)}
    for group in GROUPS:
        texts |= {f"{group}_{_slug(bias)}.yaml": _task(group, bias, own) for bias, own in having.items()}
        texts |= {f"_{group}_yaml": _common(group), f"{group}.yaml": _group(group, tuple(having), every)}
    return TaskFolder(pairs, shown, having, {path: text.encode() for path, text in texts.items()})


def _questions(bias: Bias) -> str:
    return f"data/{_slug(bias)}.jsonl"


def _slug(bias: Bias) -> str:
    """Return a name for files and tasks: never one that could be long, or that of another group's task."""
    plain = len(bias.slug) <= _LONGEST and not bias.slug.startswith(("logits", "bias_"))
    return bias.slug if plain else f"bias_{fingerprint(bias.value)}"


def _arms(pairs: Iterable[Dilemma], shown: Showing) -> tuple[int, dict[Bias, list[str]]]:
    """Return how many pairs there are, and which of the arms the pairs of each bias have."""
    count, found = 0, dict[Bias, set[Arm]]()
    for count, pair in enumerate(pairs, 1):  # noqa: B007 - the number of pairs, used after the loop
        found.setdefault(pair.bias, set()).update(arm for arm in shown.arms if pair.text(arm) is not None)
    biases = Bias.in_order(found)
    return count, {bias: [arm.value for arm in shown.arms if arm in found[bias]] for bias in biases}


def _rows(pair: Dilemma, arms: Sequence[str], shown: Showing) -> Iterator[dict[str, object]]:
    """Yield the questions about a pair; ``right`` is the letter shown with the right option."""
    for asked in protocol_named(pair.protocol).conversations((pair,), shown):
        turn, option = asked.turns[0], pair.right_option(asked.arm)
        yield {
            "pair": pair.id,
            "cluster": f"series {pair.provenance.series}" if pair.provenance.series else pair.id,
            "arm": asked.arm.value,
            "run": asked.run,
            "text": turn.text,
            "right": (option.other if turn.exchanged else option).letter,
            "exchanged": turn.exchanged,
            "arms": arms,
            "runs": shown.runs,
            "canary": CANARY,
        }


def _common(group: str) -> str:
    system = load_prompts().fill(GROUPS[group], text="")[0].content
    kind = (
        "output_type: multiple_choice\ndoc_to_text: !function utils.letter_question\ndoc_to_choice: [A, B]\n"
        "process_results: !function utils.score_letters\n"
        if group == "probe_logits"
        else "output_type: generate_until\ndoc_to_text: text\nprocess_results: !function utils.score_answer\n"
        f"generation_kwargs: {{until: [], do_sample: false, max_gen_toks: {_ANSWER_TOKENS}}}\n"
    )
    return (
        f"custom_dataset: !function utils.questions\ntest_split: test\nnum_fewshot: 0\n"
        f"description: {json.dumps(system + chr(10) * 2)}\n{kind}doc_to_target: right\nmetadata: {{version: 1.0}}\n"
    )


def _task(group: str, bias: Bias, arms: Sequence[str]) -> str:
    listed = "".join(
        f"  - {{metric: {name}, aggregation: !function utils.{name}, higher_is_better: {_better(name)}}}\n"
        for name in metrics(arms, direct=group == "probe_logits")
    )
    return (
        f"include: _{group}_yaml\ntask: {group}_{_slug(bias)}\ntask_alias: {json.dumps(bias.value)}\n"
        f"dataset_kwargs: {{file: {_slug(bias)}.jsonl}}\nmetric_list:\n{listed}"
    )


def _better(metric: str) -> str:
    """Return whether more is better: less is, except that an effect is best at zero."""
    return "null" if "effect" in metric else "false"


def _group(group: str, biases: Sequence[Bias], arms: Sequence[str]) -> str:
    tasks = "".join(f"  - {group}_{_slug(bias)}\n" for bias in biases)
    listed = "".join(
        f"  - {{metric: {name}, aggregation: mean, weight_by_size: true}}\n"
        for name in metrics(arms, direct=group == "probe_logits")
        if not name.endswith("_stderr")
    )
    return f"group: {group}\ntask:\n{tasks}aggregate_metric_list:\n{listed}metadata: {{version: 1.0}}\n"


def _readme(count: int, shown: Showing) -> str:
    return _README.format(count=count, runs=shown.runs, arms=", ".join(shown.arms), canary=CANARY)


def _utils() -> str:
    """Return the scoring module with the readers of answers in place of their import."""
    package = files("probe")
    scoring = (package / "integrations" / "lm_eval_scoring.py").read_text(encoding="utf-8")
    readers = _definitions((package / "answers.py").read_text(encoding="utf-8"), _READERS)
    return scoring.replace(_IMPORT, f"import re\nfrom collections.abc import Mapping\n\n{readers}\n")


def _definitions(source: str, wanted: Sequence[str]) -> str:
    """Return the source of the definitions called ``wanted`` and of all that they use, in the order of the source."""
    defined = {name: node for node in ast.parse(source).body for name in _named(node)}
    found: set[str] = set()
    left = list(wanted)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [one.id for one in ast.walk(defined[name]) if isinstance(one, ast.Name) and one.id in defined]
    return "\n\n\n".join(ast.get_source_segment(source, node) or "" for name, node in defined.items() if name in found)


def _named(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    return [one.id for one in node.targets if isinstance(one, ast.Name)] if isinstance(node, ast.Assign) else []
