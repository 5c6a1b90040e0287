"""Where steering phrases are found in a prompt, and what is skipped: code, options, and texts that its author keeps."""

import itertools
from pathlib import Path

import pytest

from probe.checking.document import annotations, checked_document
from probe.checking.judging import find_spans
from probe.checking.page import checked_page
from probe.checking.phrases import PhraseLibrary
from probe.checking.reading import Prompt, read_prompts
from probe.checking.spans import CheckedPrompt, longest_spans, span_at, steering_spans
from probe.errors import InputError

STEERING = "We obviously need a cache. Kafka is overkill, right?"


def check(text: str, library: PhraseLibrary, *kept_texts: str) -> CheckedPrompt:
    return steering_spans(Prompt("p.md", text), library, kept_texts)


def test_a_span_is_the_text_at_its_place(library: PhraseLibrary) -> None:
    text = f"# Title\n\nFirst line.\n  {STEERING}\n"
    prompt = check(text, library)
    assert len(prompt.spans) == 1
    for span in prompt.spans:
        assert text[span.start : span.end] == span.text
        assert text.split("\n")[span.line - 1][span.column - 1 :].startswith(span.text.split("\n")[0])


def test_the_longest_of_overlapping_phrases_counts(library: PhraseLibrary) -> None:
    text = "I'm pretty sure that it is, isn't it? Everyone on the team uses the popular framework."
    spans = check(text, library).spans
    assert all(span.end <= following.start for span, following in itertools.pairwise(spans))


def test_of_chained_overlapping_spans_the_longest_then_the_first_are_kept() -> None:
    ends = [(0, 4), (2, 9), (8, 12), (9, 13), (20, 22), (21, 23), (30, 31), (13, 14)]
    phrase_fields = {"bias": "framing effect", "name": "x", "reason": "x", "neutral": "x"}
    spans = longest_spans([span_at("x" * 40, start, end, **phrase_fields) for start, end in ends])
    assert [(span.start, span.end) for span in spans] == [(2, 9), (9, 13), (13, 14), (20, 22), (30, 31)]


@pytest.mark.parametrize(
    "text",
    [
        "```\nis it right?\n```",
        "~~~~\nis it right?",
        "Explain `definitely, right?` in this code.",
        "<!-- definitely the best, right? -->",
        "See https://example.org/definitely/the/best for the code.",
        "Option A: a quick fix for now\nOption B: the most popular framework",
        "- **Option 1**: definitely the best",
    ],
)
def test_code_comments_addresses_and_options_do_not_steer(text: str, library: PhraseLibrary) -> None:
    assert check(text, library).spans == ()


def test_a_mark_keeps_the_phrases_of_its_line_or_of_the_line_below(library: PhraseLibrary) -> None:
    text = (
        "The library is the industry standard. <!-- probe: keep -->\n"
        "<!--probe:keep-->\nReply ASAP.\nIt is definitely slow.\n"
    )
    prompt = check(text, library)
    assert [span.text for span in prompt.spans] == ["definitely"]
    assert [span.line for span in prompt.kept] == [1, 3]


def test_a_kept_text_is_kept_everywhere_in_any_case(library: PhraseLibrary) -> None:
    prompt = check("Definitely slow. It is DEFINITELY slow, right?", library, "definitely")
    assert [span.text for span in prompt.spans] == ["right?"]
    assert len(prompt.kept) == 2


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("Kafka is overkill, right?", "or not?"),
        ("Wouldn't it be simpler to use cron?", "Would it be simpler"),
        ("I'm pretty sure that it leaks.", "It is possible that"),
        ("It is definitely slow.", ""),
        ("Obviously the index is missing.", "The"),
    ],
)
def test_some_phrases_have_neutral_words_by_rule(text: str, instead: str, library: PhraseLibrary) -> None:
    (span,) = check(text, library).spans
    assert span.instead == instead


def test_each_line_of_json_is_a_prompt(tmp_path: Path) -> None:
    file = tmp_path / "prompts.jsonl"
    messages = '{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Right?"}]}'
    file.write_text(f'{{"prompt": "One, right?"}}\n\n{messages}\n', encoding="utf-8")
    first, second = read_prompts([file])
    assert (first.text, first.name.endswith("line 1")) == ("One, right?", True)
    assert second.text == "Be brief.\n\nRight?"
    assert second.name.endswith("line 3")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("empty.md", " \n", "empty"),
        ("empty.jsonl", "", "no prompt"),
        ("other.jsonl", '{"question": "x"}\n', "line 1"),
        ("number.jsonl", '{"prompt": 3}\n', "line 1"),
        ("broken.jsonl", '{"prompt": \n', "line 1"),
    ],
)
def test_a_file_without_a_prompt_is_refused_with_its_place(
    tmp_path: Path, name: str, content: str, expected: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=expected):
        read_prompts([tmp_path / name])


def test_a_workflow_annotation_cannot_be_broken_by_its_text(library: PhraseLibrary) -> None:
    prompt = steering_spans(
        Prompt("a,b:c\n::error::x.md", "100% sure\nof it, I'm 100% sure\nthat it is 50 %, right?"), library
    )
    for line in annotations([prompt]):
        assert "\n" not in line
        assert line.startswith("::warning file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax.md,line=")


def test_an_annotation_shows_control_characters_as_symbols(library: PhraseLibrary) -> None:
    [line] = annotations([check("Isn't it \x1b[31m so?", library)])
    assert "\x1b" not in line


def test_standard_input_is_lines_of_json_only_if_an_object_begins_it(tmp_path: Path) -> None:
    file = tmp_path / "standard-input.jsonl"
    for text, prompts in (("{{role}}: is it so?", 1), ('{"prompt": "One"}\n{"prompt": "Two"}\n', 2)):
        file.write_text(text, encoding="utf-8")
        assert len(read_prompts([file], file)) == prompts


def test_hostile_prompts_stay_text_on_the_page(library: PhraseLibrary) -> None:
    text = "<script>alert(1)</script> Definitely \u202e the \x1b[31m best, right? <img src=x onerror=alert(1)>"
    page = checked_page([steering_spans(Prompt("<b>p</b>.md", text), library)]).page()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "<b>p</b>" not in page
    assert not {"\u202e", "\x1b"} & set(page)


def test_the_document_says_that_the_effect_is_unknown() -> None:
    document = checked_document(find_spans([Prompt("p.md", STEERING)]))
    (prompt,) = document["prompts"]
    assert [span["text"] for span in prompt["spans"]] == ["right?"]
    assert "unknown" in document["meaning"]
