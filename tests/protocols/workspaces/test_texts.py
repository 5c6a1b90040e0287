"""What the lines of a workspace say by themselves: no line needs its neighbour, and no line contradicts another."""

import re
from collections import Counter
from pathlib import PurePosixPath

import pytest

from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.grammar.joining import PolicySentence
from probe.grammar.library import read_library
from probe.grammar.statements import separate_sentences
from probe.grammar.variants import forms
from probe.protocols.workspaces.item import LinePosition, WorkspaceItem
from probe.protocols.workspaces.layout import filler_lines, phrases
from probe.protocols.workspaces.making import FIRST_FILLER_INDEX, biases_for
from probe.protocols.workspaces.unrelated import OtherChoices, StatedDilemma, words_of
from probe.values import Arm
from tests.protocols.workspaces.made import stated_text, workspaces

ITEMS = workspaces(240, seed=31)
POSITION = re.compile(
    r"\b(?:rules?|pages?|lines?|sections?|chapters?) (?:below|above|after|before|that follows?|that precedes?)\b"
    r"|\b(?:next|following|previous|preceding|last|first|earlier|later|subsequent|remaining) "
    r"(?:rules?|lines?|sections?)\b"
    r"|\b(?:see|as) (?:below|above)\b|\bthis rule\b",
    re.IGNORECASE,
)
CONTINUES = re.compile(r"(?:otherwise|if not|else|in (?:all|any) other cases?|in other cases)\b", re.IGNORECASE)


def texts_of(item: WorkspaceItem) -> list[str]:
    return [stated_text(item, statement.position) for statement in item.stated]


def test_no_line_refers_to_another_by_its_position() -> None:
    texts = [line for item in ITEMS for file in item.files for line in file.lines]
    assert [text for text in texts if POSITION.search(text)] == []
    assert any("other rules" in text for text in texts)


def test_what_holds_otherwise_is_beside_what_it_is_otherwise_to() -> None:
    """A sentence that begins so is the second one of its line; one that is joined has its condition before it."""
    texts = [text for item in ITEMS for text in texts_of(item)]
    sentences = [re.split(r"(?<=\.) (?=[A-Z])", text) for text in texts]
    assert [parts for parts in sentences if CONTINUES.match(parts[0])] == []
    assert any(CONTINUES.match(sentence) for parts in sentences for sentence in parts[1:])
    assert any("; otherwise," in text for text in texts)


def test_no_wording_in_the_library_refers_to_a_position() -> None:
    library = read_library()
    wider = library.phrases.policy.wider_alternatives
    texts = {
        text for schema in library.schemas for rule in schema.rule for wording in rule.say for text in forms(wording)
    }
    texts |= {
        text for module in library.modules for rule in module.rule for wording in rule.say for text in forms(wording)
    }
    texts |= {
        text for ladder in library.ladders for rule in ladder.rule for wording in rule.say for text in forms(wording)
    }
    texts |= {f"Otherwise, {words}." for alternatives in wider.values() for words in alternatives}
    assert sum(bool(POSITION.search(text)) for text in texts) > 50
    for number, text in enumerate(sorted(texts)):
        sentences = separate_sentences(
            [PolicySentence("We wait.", (RULE,)), PolicySentence(text, (RULE,))], Draw(1, number)
        )
        assert [sentence.sentence for sentence in sentences if POSITION.search(sentence.sentence)] == []


RULE = next(rule for schema in read_library().schemas for rule in schema.rule)
OTHER_RULE = RULE.model_copy(update={"gives": "something_else"})


def test_a_sentence_that_continues_another_is_joined_to_it_or_refused() -> None:
    first, second = (
        PolicySentence("If it rains, we wait.", (RULE,)),
        PolicySentence("Otherwise, the rules below decide.", (RULE,)),
    )
    (joined_sentence,) = separate_sentences([first, second], Draw(1))
    assert re.fullmatch(
        r"If it rains, we wait\. Otherwise, (?:our|the) other rules(?: for this choice)? decide\.", joined_sentence[0]
    )
    assert joined_sentence.rules == (RULE, RULE)
    for unjoinable in ([second], [PolicySentence("If it rains, we wait.", (OTHER_RULE,)), second]):
        with pytest.raises(ValueError, match="no earlier sentence"):
            separate_sentences(unjoinable, Draw(1))


def test_pages_have_titles_of_their_own() -> None:
    for item in ITEMS:
        heads = [file.lines[0] for file in item.files if file.lines[0].startswith("# ")]
        assert len(set(heads)) == len(heads)
        for file in item.files:
            if file.path.startswith("handbook/"):
                number = PurePosixPath(file.path).stem.partition("-")[0]
                assert file.lines[0].startswith(f"# {number}. ")
                assert all(line.startswith(f"{number}.") for line in file.lines[2:])


def test_the_office_says_the_same_about_a_subject_once() -> None:
    """Two times for one event, or two days for one room, would contradict each other."""
    kinds_by_text = {
        text: (kind, template, subject)
        for kind in ("handbook", "message", "table")
        for template, subjects in enumerate(filler_lines(kind))
        for subject, lines in enumerate(subjects)
        for filler in lines
        for text in (filler.sentence or "| {} | {} |".format(*filler.row),)
    }
    counters: list[Counter[tuple[str, int, int]]] = []
    for item in ITEMS:
        lines = [
            line if line.startswith("| ") else bare_text(item, file.path, number)
            for file in item.files
            for number, line in enumerate(file.lines, 1)
        ]
        counters.append(Counter(kinds_by_text[line] for line in lines if line in kinds_by_text))
    assert [counter for counter in counters if counter and max(counter.values()) > 1] == []
    assert sum(bool(counter) for counter in counters) > 0.9 * len(ITEMS)


def bare_text(item: WorkspaceItem, path: str, number: int) -> str:
    return stated_text(item, LinePosition(path, number))


def test_words_before_a_cue_are_a_sentence_without_it() -> None:
    for sentence in phrases().message.asker:
        assert re.fullmatch(r"(?:I (?:am|have|shall)|We still|The choice [^.]* is) [^.]+\.", sentence)
        assert not re.search(r"\b(?:this|that|it|one more|following)\b(?! week)", sentence)


def test_most_files_that_do_not_matter_are_about_the_work() -> None:
    office = {
        filler.sentence
        for kind in ("handbook", "message")
        for form in filler_lines(kind)
        for fillers in form
        for filler in fillers
    }
    office |= {
        "| {} | {} |".format(*filler.row) for form in filler_lines("table") for fillers in form for filler in fillers
    }
    about_work = []
    for item in ITEMS[:60]:
        needed_paths = {position.path for position in item.needed_lines(Arm.UNBIASED)}
        for file in item.files:
            if file.path not in needed_paths:
                lines = [
                    line if line.startswith("| ") else bare_text(item, file.path, number)
                    for number, line in enumerate(file.lines, 1)
                    if number > 2
                ]
                about_work.append(any(line not in office for line in lines))
    assert sum(about_work) > 0.9 * len(about_work)


def test_statements_of_other_choices_bear_neither_on_the_choice_nor_on_each_other() -> None:
    author = GrammarAuthor({"depth": "3-6", "series": "none", "mode": "policy"}, 3)
    other_choices = OtherChoices(author, 3, tuple(biases_for(())), FIRST_FILLER_INDEX)
    schemas = set()
    for number, dilemma in enumerate(other_choices._dilemmas[:12]):
        unrelated_statements = other_choices.unrelated_to(dilemma, Draw(3, number))
        own_words = [words_of(statement.sentence) for statement in dilemma.statements.every]
        for statement in unrelated_statements.all_statements:
            words = words_of(statement.sentence)
            assert all(len(words & word_set) < 2 for word_set in own_words)
            assert not re.search(r"\brules?\b", statement.sentence)
            assert statement not in dilemma.statements.every
        origins = [origin(other_choices, statement.sentence) for statement in unrelated_statements.all_statements]
        sources = {id(dilemma_origin): dilemma_origin for dilemma_origin in origins if dilemma_origin}.values()
        assert dilemma.story.schema.area not in {source.story.schema.area for source in sources}
        assert len({source.story.context.product for source in sources}) == len(sources)
        schemas |= {source.story.schema.name for source in sources}
        assert len(unrelated_statements.rules) > 10
        assert len(unrelated_statements.facts) > 10
    assert len(schemas) > 10


def origin(other_choices: OtherChoices, sentence: str) -> StatedDilemma | None:
    """Return the one dilemma that says a sentence, None if several do."""
    dilemmas = [
        dilemma
        for dilemma in other_choices._dilemmas
        if sentence in {statement.sentence for statement in dilemma.statements.every}
    ]
    return dilemmas[0] if len(dilemmas) == 1 else None
