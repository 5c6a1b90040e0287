"""No text can make reading slow: the work is linear in the length of an answer, not quadratic.

Time is not measured. Steps of patterns are counted by an engine of the tests (``tests/counting.py``), lines of Python
by a trace, each for a text and for one that is several times as long. Patterns are those of the whole package, so a
new one is counted too.
"""

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probe
from probe.answers import (
    LARGEST_ANSWER,
    UnreadableAnswerError,
    decided_letters,
    read_choice,
    read_confidence,
    read_expansion,
    read_grounding,
    read_judgement,
    read_letter,
    read_passages,
    read_rebuilt,
    read_translation,
    readable_text,
)
from probe.filters.template import form_of
from probe.forms import as_text
from probe.generation.authors import join_arm, read_wording, split_arms
from probe.grammar.markup import MarkupError, fill, slots, tidy
from probe.grammar.variants import forms, parts
from probe.models.chat import strip_reasoning
from probe.models.secrets import Secrets
from probe.prompts import fill_placeholders, placeholders_in
from probe.protocols.dilemmas.material import practice_in_words
from probe.protocols.templates.authoring import UnusableError, read_insertions
from probe.protocols.templates.showing import read_option
from probe.protocols.triage.reading import read_decision, read_review
from probe.values import Texts
from probe.values.texts import (
    around_change,
    closing_question,
    exchange_options,
    mentions_option,
    option_texts,
    passage_of,
    spreadsheet_text,
    visible,
    without_fence,
    without_guard,
    words_put_in,
)
from tests.counting import TooManySteps, steps

ROOT = Path(probe.__file__).parent
TEXTS_OF_PROBE = {"grammar", "analysis.report.page", "oracle.installation", "files.card"}
"""Modules that read PROBE's own texts only, never answers or files of others."""

KEY = "sk-0123456789-abcdefghijklmnop"
MARKS = (
    *"\n \t\r\x00#*_>`~-.?:\"'“([{<aA1,|%é😀\u2028\ud800",
    *("[[1]] ", "{{a", "```\n", "~~~", "a(\n", "a.", ". a"),
    *("# a\n", "## Axioms\n", "**a** ", "# Pair 1\n", "Pair ", "<think>", "</think>", "<thinking>", "a (A) or "),
    *("Decision", "Decision:", "Decision\n", "Decision 1\n", "Explanation:", "Explanation: ", "Explanation:\n\n"),
    *("Fact 1\n", "Fact ", "First:", "First:\n"),
    *("Option A", "Option A\n", "Option A: ", "option ", "not ", "- Option A:"),
    *("{{a}}", "{{", KEY, KEY[:20], KEY[-20:], "sk-0"),
    *("best practice is:", "best practice is: ", ":- consult(", '{"a":', "[", "option 1", "a-", "a\n\n", "> ", "a ?"),
)
STARTS = ("", "# a", "Decision", "Decision:", "Explanation:", "First:", "Fact 1\nFirst:", "Option A", "```\n", "a", "(")
ENDS = ("", "*x", "x", "\n", " b", ":", "\n```", "1", "?")

Reader = Callable[[str], object]
GAPS = {"a": "a place"}
READERS: dict[str, Reader] = {
    "expansion": read_expansion,
    "translation": read_translation,
    "rebuilt": read_rebuilt,
    "judgement": read_judgement,
    "controls": lambda answer: read_passages(answer, "placebo", "counter"),
    "choice": read_choice,
    "confidence": read_confidence,
    "letters": decided_letters,
    "letter": read_letter,
    "grounding": lambda text: read_grounding(text, 2),
    "wording": lambda text: read_wording(text, "[[1]] a?"),
    "reasoning": strip_reasoning,
    "structured": lambda text: as_text("judge", text),
    "fillings": lambda text: read_insertions(text, GAPS),
    "scale": lambda text: read_option(text, 7),
    "published scale": lambda text: read_option(text, 7, published=True),
    "triage": lambda text: read_decision(text, [("A", 0), ("B", 1)]),
    "review": lambda text: read_review(text, [("A", 0), ("B", 1)], 3),
    "options": option_texts,
    "exchanged": exchange_options,
    "mentions": mentions_option,
    "without_fence": without_fence,
    "passage": lambda text: passage_of(text, f"a {text} b"),
    "words": lambda text: words_put_in(text, f"a {text} b"),
    "form": lambda text: form_of(Texts(unbiased=text, biased=text)),
    "joined": lambda text: join_arm(text.replace("[[1]]", ""), []),
    "arms": lambda text: split_arms([text[:400], text[:300]]),
    "practice": practice_in_words,
    "filler": lambda text: fill_placeholders("{{a}} {{a}}", {"a": text}),
    "placeholders": placeholders_in,
    "marks": slots,
    "alternatives": parts,
    "alternatives in a bracket": lambda text: parts(f"[{text}]"),
    "forms": lambda text: list(forms(text)),
    "filled": lambda text: fill("{a}", {"a": text, "b": text}),
    "tidied": tidy,
    "question": closing_question,
    "around": lambda text: around_change(text, f"{text} b", 8),
    "visible": visible,
    "cell": lambda text: without_guard(spreadsheet_text(text)),
    "secrets": Secrets([KEY]).scrub,
    "error": Secrets([KEY]).line,
}
REFUSALS = (UnreadableAnswerError, UnusableError, MarkupError, KeyError)


def run_reader(reader: Reader, text: str) -> object:
    """Return the result of the reader, or None if it refuses the text."""
    try:
        return reader(text)
    except REFUSALS:
        return None


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield every pattern of the package that may meet a foreign text, with its module and name or line."""
    for module in pkgutil.walk_packages([str(ROOT)], "probe."):
        module_name = module.name.removeprefix("probe.")
        if any(module_name == name or module_name.startswith(f"{name}.") for name in TEXTS_OF_PROBE):
            continue
        source = importlib.util.find_spec(module.name)
        if source is None or not source.origin or not source.origin.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(Path(source.origin).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                yield from _literal(node, f"{module_name}:{node.lineno}")


def _literal(call: ast.Call, name: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the pattern in a call of ``re``; local names in it stand for a plain word."""
    function = ast.unparse(call.func)
    if function not in {f"re.{verb}" for verb in VERBS}:
        return
    names = vars(importlib.import_module("probe." + name.partition(":")[0])) | {"__builtins__": {}}
    parts = call.args[0].values if isinstance(call.args[0], ast.JoinedStr) else [call.args[0]]
    text = "".join(_evaluate(expression, names) for expression in parts)
    flags = " ".join(ast.unparse(node) for node in [*call.args[1:], *(keyword.value for keyword in call.keywords)])
    value = sum(getattr(re, flag) for flag in re.findall(r"re\.([A-Z]+)\b", flags))
    yield name, re.compile(text, value)


def _evaluate(expression: ast.expr, names: dict[str, object]) -> str:
    node = expression.value if isinstance(expression, ast.FormattedValue) else expression
    try:
        value = eval(compile(ast.Expression(node), "pattern", "eval"), names)
    except Exception:  # noqa: BLE001 - a local name, or a function that the empty builtins lack
        value = "word"
    return value if isinstance(value, str) else "word"


VERBS = ("compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
PATTERNS = dict(patterns())


def test_patterns_are_found() -> None:
    assert len(PATTERNS) > 60
    assert any(name.startswith("answers:") for name in PATTERNS)


FEW_MARKS, MANY_MARKS = 8, 32
SURROUNDINGS = [(start, end) for start in STARTS for end in ENDS]


def superlinear_growths(pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield each repeated mark on which the steps of a pattern grow faster than the text."""
    if not UNBOUNDED_REPEAT.search(pattern.pattern):
        return
    for number, mark in enumerate(MARKS):
        for start, end in [("", ""), ("", "x"), SURROUNDINGS[number % len(SURROUNDINGS)]]:
            step_count = steps(pattern, start + mark * FEW_MARKS + end)
            try:
                steps(pattern, start + mark * MANY_MARKS + end, limit=5 * step_count + 200)
            except TooManySteps as error:
                yield f"{start!r} + {mark!r} * n + {end!r}: {step_count} steps, then {error}"


UNBOUNDED_REPEAT = re.compile(r"[*+]|,\}")


@pytest.mark.parametrize("name", PATTERNS)
def test_the_steps_of_a_pattern_grow_with_the_length_of_the_text(name: str) -> None:
    assert next(superlinear_growths(PATTERNS[name]), None) is None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"^\s*(?:#{1,6}\s*|\*\*\s*)([^\n#*`]+?)\s*(?:\*\*)?\s*:?\s*(?:#+\s*)?$", " "),
        (r"<think>.*?</think>", "<think>"),
        (r"^[\s>*_-]*Decision:", "\n"),
        (r"[\w-]+\(A\)", "a"),
        (r"(~{3,})[^\n]*\n", "~"),
    ],
)
def test_the_count_shows_what_hung_readers_before(pattern: str, text: str) -> None:
    """These patterns were in use, and a page of these marks took minutes."""
    assert list(superlinear_growths(re.compile(pattern, re.M | re.S)))
    with pytest.raises(TooManySteps):
        steps(re.compile(pattern, re.M | re.S), "# a" + text * 400 + "*x", limit=20_000)


def count_lines(reader: Reader, text: str) -> int:
    """Return how many lines of Python a reader runs."""
    lines = 0

    def trace(frame: object, event: str, detail: object) -> object:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        run_reader(reader, text)
    finally:
        sys.settrace(before)
    return lines


ALIGNING_READERS = {"words", "arms"}
"""Readers that align two texts, of at most ``MOST_COMPARED`` words."""


@pytest.mark.parametrize("name", sorted(READERS.keys() - ALIGNING_READERS))
def test_the_lines_that_a_reader_runs_grow_with_the_length_of_the_text(name: str) -> None:
    for number, mark in enumerate(MARKS):
        start, end = SURROUNDINGS[7 * number % len(SURROUNDINGS)]
        lines_on_short, lines_on_long = (count_lines(READERS[name], start + mark * count + end) for count in (30, 90))
        assert lines_on_long <= 3.8 * lines_on_short + 300, (start, mark, end)


SIZE = 100_000


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=12, deadline=None)
@given(mark=st.sampled_from(MARKS), start=st.sampled_from(STARTS), end=st.sampled_from(ENDS))
def test_a_reader_survives_a_hundred_kilobytes_of_any_mark(name: str, mark: str, start: str, end: str) -> None:
    """It reads or refuses them; a pattern that takes a quadratic number of steps would not return."""
    run_reader(READERS[name], (start + mark * (SIZE // len(mark)) + end))


@pytest.mark.parametrize("name", ["judgement", "choice", "scale", "triage", "rebuilt", "expansion"])
def test_an_answer_that_is_too_long_is_unreadable_whatever_it_contains(name: str) -> None:
    readable_answer = {
        "judgement": "Decision: Yes",
        "choice": "Decision: Option A",
        "scale": "Decision: Option 3",
        "triage": "Decision: A",
        "rebuilt": "a dilemma",
        "expansion": "# Pair 1\n## Unbiased\na\n## Biased\nb",
    }[name]
    unreadable_results = (None, "unparsed", (None,))
    assert run_reader(READERS[name], readable_answer) not in unreadable_results
    assert (
        run_reader(READERS[name], readable_answer + "\n" + " " * (LARGEST_ANSWER - len(readable_answer) - 1))
        not in unreadable_results
    )
    assert run_reader(READERS[name], readable_answer + "\n" + "x" * LARGEST_ANSWER) in unreadable_results
    assert readable_text("x" * (LARGEST_ANSWER + 1)) == ""
