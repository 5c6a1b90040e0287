"""Write a dataset as a task folder of lm-evaluation-harness, for ``lm_eval --include_path`` (docs/integrations.md).

The groups have a task for each bias: ``probe`` asks for an explained decision, ``probe_logits`` for the log-likelihoods
of all labels. A protocol may have only the second one. The folder needs no installation of PROBE.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from probe.errors import InputError
from probe.files.dataset import CANARY
from probe.files.folders import replacing_folder, write_new
from probe.files.plain import replacing
from probe.integrations.lm_eval_scoring import metrics, option_metrics
from probe.options.reading import names_of
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.conversation import Conversation
from probe.protocols.files import HarnessTasks
from probe.values import Arm, Bias, Item, fingerprint

_WEIGHS = "probe_logits"
"""The group of direct answers."""
RUNS = 2
"""Usual runs: greedy answers do not differ between runs in the same order, so each order is shown once."""
_ANSWER_TOKENS = 512
_LONGEST = 80
"""Characters of a bias that may be part of a file's name."""

_READERS = ("decided_letters", "label_probabilities", "letter_probabilities")
"""What the task folder needs of probe/answers.py."""
_IMPORT = "from probe.answers import decided_letters, label_probabilities, letter_probabilities\n"

_COMMAND = "    lm_eval --include_path . --tasks {group} --model …{chat} --log_samples --output_path results"
_README = """# PROBE {page}s for lm-evaluation-harness

{commands}

{count} {noun}s, {runs} runs each, arms {arms}. `probe data import lm-eval results --dataset DATASET --out RUN` makes an
evaluation of the results, for the dataset that this folder was exported from. Use these texts for testing only:

    {canary}
"""


@dataclass(frozen=True)
class TaskFolder:
    """The files of a task folder: ``texts`` by path, and a file of questions for each bias in ``asked``."""

    items: Iterable[Item]
    protocol: ItemProtocol[Any]
    form: HarnessTasks
    shown: Showing
    asked: Mapping[Bias, "_AskedArms"]
    texts: Mapping[str, bytes]

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of all files."""
        return (*self.texts, *map(_questions, self.asked))

    def write(self, folder: Path) -> None:
        """Write all files or none; the questions are written item by item."""
        with replacing_folder(folder) as new_folder:
            with ExitStack() as stack:
                # One open file per bias: items of all biases come in the order of the dataset.
                files = {bias: stack.enter_context(replacing(new_folder / _questions(bias))) for bias in self.asked}
                for item in self.items:
                    if item.bias in files:
                        files[item.bias].writelines(json.dumps(row).encode() + b"\n" for row in self._rows(item))
            for path, text in self.texts.items():
                write_new(new_folder / path, text)

    def _rows(self, item: Item) -> Iterator[dict[str, object]]:
        """Yield the questions about an item; ``right`` is the label shown with the right option."""
        for conversation in self.protocol.conversations((item,), self.shown):
            question, labels = task_question(conversation), self.protocol.labels(item, conversation.arm)
            right_index = item.right_answer(conversation.arm, question.turn)
            yield {
                "pair": item.id,
                "cluster": item.cluster,
                "arm": conversation.arm.value,
                "run": conversation.run,
                "text": question.text,
                "labels": labels,
                "right": None
                if right_index is None
                else labels[len(labels) - 1 - right_index if question.exchanged else right_index],
                "exchanged": question.exchanged,
                "arms": self.asked[item.bias].arms,
                "placed": self.asked[item.bias].placed,
                "judged": self.asked[item.bias].judged,
                "runs": self.shown.runs,
                "canary": CANARY,
            }


def tasks_of(protocol: ItemProtocol[Any]) -> HarnessTasks:
    """Return how a protocol's items become tasks. Raises InputError for items that cannot."""
    form = protocol.harness_tasks
    if form is None:
        raise InputError(
            f"lm-eval: a task is one question answered with the label of an option, and items of the protocol "
            f"{protocol.name} are not asked in that form: use probe evaluate"
        )
    return form


def lm_eval_folder(items: Iterable[Item], arms: str | None = None, runs: int = RUNS) -> TaskFolder:
    """Return a task folder; ``items`` are iterated several times, ``arms`` are comma-separated, ``runs`` at least 1.

    Without arms, those of the protocol's tasks are shown. Odd runs show the options exchanged. Raises InputError for
    arms that cannot be used, and for items that are not questions among labelled options.
    """
    # Not typed: the items of a large dataset are on disk and no sequence, and are only iterated here.
    protocol: Any = protocol_named(next(iter(items)).protocol)
    form = tasks_of(protocol)
    chosen_arms = protocol.task_arms(items) if arms is None else protocol.chosen_arms(names_of(arms), items)
    showing = protocol.complete_showing(items, Showing(runs=runs, arms=chosen_arms, direct="probe" not in form.prompts))
    if form.compares_errors and Arm.BIASED not in showing.arms:
        raise InputError(f"--arms {arms}: the tasks compare the biased text with another one: name biased as well")
    count, arms_by_bias = _asked_arms(items, protocol, showing)
    texts = {"utils.py": _utils(), "README.md": _readme(count, protocol, form, showing)}
    for group in form.prompts:
        metrics_by_bias = {bias: _metrics(form, group, asked_arms) for bias, asked_arms in arms_by_bias.items()}
        texts |= {
            f"{group}_{_slug(bias)}.yaml": _task(group, bias, metrics) for bias, metrics in metrics_by_bias.items()
        }
        texts |= {f"_{group}_yaml": _common(form, group), f"{group}.yaml": _group(group, metrics_by_bias)}
    return TaskFolder(
        items, protocol, form, showing, arms_by_bias, {path: text.encode() for path, text in texts.items()}
    )


class TaskQuestion(NamedTuple):
    """The one question of a conversation that a subject is asked: its text with the fixed turns before it."""

    turn: int
    text: str
    exchanged: bool


def task_question(conversation: Conversation) -> TaskQuestion:
    """Return the question of a conversation. Raises InputError where a subject's own answers come before it.

    Fixed answers appear as the harness asks for one: after "Answer:".
    """
    *earlier_turns, last_turn = conversation.turns
    # The harness asks one question per document, so it has no earlier answer of the model's to show.
    if any(turn.forced_answer is None for turn in earlier_turns):
        raise InputError(
            f"lm-eval: a task is one question, and {conversation.item_id} in the arm {conversation.arm} is a "
            f"conversation of {len(conversation.turns)}, with the subject's own answers: name other arms with --arms, "
            "or use probe evaluate"
        )
    fixed_texts = (f"{turn.text_after(())}\n\nAnswer: {turn.forced_answer}" for turn in earlier_turns)
    return TaskQuestion(len(earlier_turns), "\n\n".join([*fixed_texts, last_turn.text_after(())]), last_turn.exchanged)


def _questions(bias: Bias) -> str:
    return f"data/{_slug(bias)}.jsonl"


def _slug(bias: Bias) -> str:
    """Return a name for files and tasks: never one that could be long, or that of another group's task."""
    # Biases are arm_names by users: a slug may be too long for a file, or collide with the task of another group.
    plain = len(bias.slug) <= _LONGEST and not bias.slug.startswith(("logits", "bias_"))
    return bias.slug if plain else f"bias_{fingerprint(bias.value)}"


class _AskedArms(NamedTuple):
    """The arms of the items of a bias: all, those on a scale with an order, and those with a right answer."""

    arms: list[str]
    placed: list[str]
    judged: list[str]


def _asked_arms(
    items: Iterable[Item], protocol: ItemProtocol[Any], showing: Showing
) -> tuple[int, dict[Bias, _AskedArms]]:
    """Return how many items there are, and what is asked about each bias."""
    count, arms, placed_arms, judged_arms = 0, dict[Bias, set[Arm]](), dict[Bias, set[Arm]](), dict[Bias, set[Arm]]()
    for count, item in enumerate(items, 1):  # noqa: B007 - the number of items, used after the loop
        item_arms = [arm for arm in showing.arms if protocol.shown(item, arm) is not None]
        arms.setdefault(item.bias, set()).update(item_arms)
        placed_arms.setdefault(item.bias, set()).update(item_arms if item.ordered else ())
        judged_arms.setdefault(item.bias, set()).update(arm for arm in item_arms if item.right_answer(arm) is not None)

    def arm_names(selected_arms: set[Arm]) -> list[str]:
        return [arm.value for arm in showing.arms if arm in selected_arms]

    biases = [bias for bias in Bias.in_order(arms) if arms[bias]]
    return count, {
        bias: _AskedArms(arm_names(arms[bias]), arm_names(placed_arms[bias]), arm_names(judged_arms[bias]))
        for bias in biases
    }


def _common(form: HarnessTasks, group: str) -> str:
    system = load_prompts().fill(form.prompts[group], text="")[0].content
    scorer_name = "score_letters" if form.compares_errors else "score_options"
    output_lines = (
        "output_type: multiple_choice\ndoc_to_text: !function utils.label_question\n"
        f"doc_to_choice: !function utils.labels_shown\nprocess_results: !function utils.{scorer_name}\n"
        if group == _WEIGHS
        else "output_type: generate_until\ndoc_to_text: text\nprocess_results: !function utils.score_answer\n"
        f"generation_kwargs: {{until: [], do_sample: false, max_gen_toks: {_ANSWER_TOKENS}}}\n"
    )
    return (
        "custom_dataset: !function utils.questions\ntest_split: test\nnum_fewshot: 0\n"
        f"description: {json.dumps(system + chr(10) * 2)}\n{output_lines}doc_to_target: !function utils.right_label\n"
        "metadata: {version: 1.0}\n"
    )


class _Metric(NamedTuple):
    """A metric of a task: the function that aggregates it, and whether its mean over biases means something."""

    name: str
    function: str
    pooled: bool

    @property
    def better(self) -> str:
        """Whether more is better: less is, except that an effect is best at zero and a place is no fault."""
        return "null" if "effect" in self.name or self.name.startswith("place_") else "false"


def _metrics(form: HarnessTasks, group: str, asked_arms: _AskedArms) -> list[_Metric]:
    if form.compares_errors:
        names = metrics(asked_arms.arms, direct=group == _WEIGHS)
        # A mean of standard errors over biases is not the standard error of anything.
        return [_Metric(name, name, pooled=not name.endswith("_stderr")) for name in names]
    names = option_metrics(asked_arms.placed, asked_arms.judged)
    # Scales of different biases have nothing in common, so a mean of places means nothing.
    return [_Metric(name, "mean_over_items", pooled=not name.startswith("place_")) for name in names]


def _task(group: str, bias: Bias, task_metrics: Sequence[_Metric]) -> str:
    lines = "".join(
        f"  - {{metric: {metric.name}, aggregation: !function utils.{metric.function}, "
        f"higher_is_better: {metric.better}}}\n"
        for metric in task_metrics
    )
    return (
        f"include: _{group}_yaml\ntask: {group}_{_slug(bias)}\ntask_alias: {json.dumps(bias.value)}\n"
        f"dataset_kwargs: {{file: {_slug(bias)}.jsonl}}\nmetric_list:\n{lines}"
    )


def _group(group: str, metrics_by_bias: Mapping[Bias, Sequence[_Metric]]) -> str:
    tasks = "".join(f"  - {group}_{_slug(bias)}\n" for bias in metrics_by_bias)
    pooled = dict.fromkeys(
        metric.name for bias_metrics in metrics_by_bias.values() for metric in bias_metrics if metric.pooled
    )
    lines = "".join(f"  - {{metric: {name}, aggregation: mean, weight_by_size: true}}\n" for name in pooled)
    return f"group: {group}\ntask:\n{tasks}aggregate_metric_list:\n{lines}metadata: {{version: 1.0}}\n"


def _readme(count: int, protocol: ItemProtocol[Any], form: HarnessTasks, showing: Showing) -> str:
    return _README.format(
        page=protocol.page,
        noun=protocol.noun,
        commands="\n".join(
            _COMMAND.format(group=group, chat="" if group == _WEIGHS else " --apply_chat_template")
            for group in form.prompts
        ),
        count=count,
        runs=showing.runs,
        arms=", ".join(showing.arms),
        canary=CANARY,
    )


def _utils() -> str:
    """Return the scoring module with the readers of answers in place of their import."""
    package = files("probe")
    scoring = (package / "integrations" / "lm_eval_scoring.py").read_text(encoding="utf-8")
    readers = _definitions((package / "answers.py").read_text(encoding="utf-8"), _READERS)
    return scoring.replace(_IMPORT, f"import re\nfrom collections.abc import Mapping\n\n{readers}\n")


def _definitions(source: str, names: Sequence[str]) -> str:
    """Return the source of the definitions called ``names`` and of all that they use, in the order of the source."""
    nodes_by_name = {name: node for node in ast.parse(source).body for name in _defined_names(node)}
    reached_names: set[str] = set()
    pending_names = list(names)
    # A definition may use others, which the file needs as well.
    while pending_names:
        name = pending_names.pop()
        if name not in reached_names:
            reached_names.add(name)
            pending_names += [
                node.id
                for node in ast.walk(nodes_by_name[name])
                if isinstance(node, ast.Name) and node.id in nodes_by_name
            ]
    return "\n\n\n".join(
        ast.get_source_segment(source, node) or "" for name, node in nodes_by_name.items() if name in reached_names
    )


def _defined_names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    return (
        [target.id for target in node.targets if isinstance(target, ast.Name)] if isinstance(node, ast.Assign) else []
    )
