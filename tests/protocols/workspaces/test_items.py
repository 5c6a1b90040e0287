"""Workspaces as items: their layout, the differences between arms, and whether names and sizes reveal the answer."""

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest
from pydantic import ValidationError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

from probe.ports import Oracle
from probe.protocols.workspaces.item import CUE_PLACES, PASTED_ARMS, TWINS, LinePosition, WorkspaceFile, WorkspaceItem
from probe.protocols.workspaces.layout import filler_lines, phrases
from probe.values import Arm, Option, Program
from tests.protocols.workspaces.made import stated_text, workspaces

ITEMS = workspaces(12)
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_each_rule_and_fact_is_on_a_line_of_its_own_and_nowhere_else(item: WorkspaceItem) -> None:
    lines = [line for file in item.files for line in file.lines]
    assert len({statement.position for statement in item.stated}) == len(item.stated)
    for statement in item.stated:
        text = stated_text(item, statement.position)
        assert len(text) > 3
        assert sum(text in line for line in lines) == 1
    clauses = [clause for statement in item.stated for clause in statement.clauses]
    program = item.programs.unbiased.splitlines()
    for statement in item.stated:
        for clause in statement.clauses:
            assert clause in (program if statement.kind == "fact" else item.programs.axioms)
    assert len(set(clauses)) == len(clauses)
    facts = {line for line in program if re.fullmatch(r"[a-z_]+\(.*\)\.", line)}
    fact_clauses = {clause for statement in item.stated if statement.kind == "fact" for clause in statement.clauses}
    assert {line for line in facts - fact_clauses if not line.startswith(("mentioned(", "takes("))} == set()


@pytest.mark.parametrize("twin", [False, True], ids=["original", "twin"])
async def test_files_are_read_back_into_the_program(oracle: Oracle, twin: bool) -> None:
    """Every figure comes from its line alone: the program with these figures decides as the certified one does."""
    read_count = 0
    for item in ITEMS:
        arm = Arm.TWIN if twin else Arm.UNBIASED
        programs = item.twin_programs if twin else item.programs
        text = programs.unbiased
        for statement in item.stated:
            clauses = statement.twin_clauses if twin and statement.twin_clauses else statement.clauses
            if statement.kind == "rule" or len(clauses) != 1 or not re.fullmatch(r"[a-z_]+\(\d+\)\.", clauses[0]):
                continue
            numbers = NUMBER.findall(stated_text(item, statement.position, arm))
            if len(numbers) != 1:
                continue  # dates and sentences whose unit is a number have no separate figure
            figure = f"{clauses[0].partition('(')[0]}({numbers[0].replace(',', '')})."
            assert clauses[0] in text
            text = text.replace(clauses[0], figure)
            read_count += 1
        assert text == programs.unbiased
        verdict = await oracle.verdict(Program(axioms=item.programs.axioms, text=text))
        assert verdict.answer == list(Option)[item.right_answer(arm)].value
    assert read_count > 2 * len(ITEMS)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_arms_differ_in_the_cue_s_line_only(item: WorkspaceItem) -> None:
    plain_lines = item.lines(Arm.UNBIASED, "file")
    for arm in item.arms():
        lines = item.lines(arm, "file")
        assert [(path, len(file_lines)) for path, file_lines in lines.items()] == [
            (path, len(file_lines)) for path, file_lines in plain_lines.items()
        ]
        differing_positions = {
            LinePosition(path, number)
            for path in lines
            for number, (line, plain_line) in enumerate(zip(lines[path], plain_lines[path], strict=True), 1)
            if line != plain_line
        }
        expected = {LinePosition(item.cue.path, item.cue.line)} if item.cue_text(arm) else set()
        expected |= {LinePosition(item.changed.path, item.changed.line)} if arm in TWINS else set()
        assert differing_positions == expected
        for position in ("task", "turn"):
            lines_without_cue = item.lines(Arm.TWIN if arm in TWINS else Arm.UNBIASED, "file")
            assert item.lines(arm, position) == lines_without_cue
    assert item.cue_text(Arm.BIASED) == item.cue_text(Arm.TWIN_BIASED)
    assert set(PASTED_ARMS) <= set(item.arms())


def test_the_cue_is_in_one_place_of_what_a_subject_sees() -> None:
    for item, position, arm in product(ITEMS[:4], CUE_PLACES, (Arm.BIASED, Arm.PLACEBO)):
        words = item.cue_text(arm)
        in_task = words in item.question(arm, position)
        in_files = sum(words in line for lines in item.lines(arm, position).values() for line in lines)
        assert (in_task, in_files) == (position == "task", int(position == "file"))


def test_options_change_places_and_letters_do_not() -> None:
    item = ITEMS[0]
    assert item.question(Arm.UNBIASED, "file", exchanged=True).count(f"Option A: {item.scale[1]}") == 1


def test_right_options_and_cues_praise_the_wrong_one() -> None:
    for item in ITEMS:
        assert item.right_answer(Arm.BIASED) == item.right == 1 - item.praised_index
        assert item.right_answer(Arm.TWIN) == 1 - item.right
        assert item.needed_lines(Arm.UNBIASED)
        assert item.needed_files >= 2
        assert item.hops >= 1


def test_neither_names_nor_sizes_nor_places_predict_which_files_are_needed() -> None:
    """A classifier on all of them is right as often as a coin, cross-validated by workspace."""
    items = workspaces(120, seed=5)
    rows, labels, groups = [], [], []
    for number, item in enumerate(items):
        needed_paths = {position.path for position in item.needed(Arm.UNBIASED)}
        stems = [file.path.split("/")[0] for file in item.files]
        for index, file in enumerate(item.files):
            words = re.findall(r"[a-z]+", file.path.lower())
            rows.append([*(word in words for word in WORDS), len(file.lines), index, stems.count(stems[index])])
            labels.append(file.path in needed_paths)
            groups.append(number)
    model = LogisticRegression(max_iter=2000)
    features, target = np.array(rows, float), np.array(labels)
    guesses = cross_val_predict(model, features, target, groups=groups, cv=GroupKFold(5))
    share = float(np.mean(guesses == target))
    chance = max(np.mean(target), 1 - np.mean(target))
    assert share < chance + 3 * np.sqrt(0.25 / len(target))
    assert 0.4 < np.mean(target) < 0.6


WORDS = sorted({word for names in phrases().names.values() for name in names for word in re.findall(r"[a-z]+", name)})


def test_whether_the_cue_is_in_a_needed_file_is_drawn() -> None:
    items = workspaces(120, seed=5)
    is_in_needed_file = [item.cue.path in {position.path for position in item.needed(Arm.UNBIASED)} for item in items]
    by_answer = Counter((item.right, is_inside) for item, is_inside in zip(items, is_in_needed_file, strict=True))
    assert 0.3 < np.mean(is_in_needed_file) < 0.7
    for answer in (0, 1):
        share = by_answer[answer, True] / (by_answer[answer, True] + by_answer[answer, False])
        assert 0.25 < share < 0.75


def test_lines_that_do_not_matter_are_enough_for_the_largest_workspace() -> None:
    assert sum(map(len, filler_lines("handbook"))) >= 6 * 8
    assert sum(map(len, filler_lines("message"))) >= 12 * 6
    assert sum(map(len, filler_lines("table"))) >= 3 * 6


def test_no_line_that_does_not_matter_is_there_twice() -> None:
    for item in ITEMS:
        texts = [
            stated_text(item, LinePosition(file.path, n)) for file in item.files for n in range(3, len(file.lines) + 1)
        ]
        assert [text for text, times in Counter(texts).items() if times > 1] == []


@pytest.mark.parametrize("path", ["/etc/passwd", "../a.md", "a/../../b.md", "a//b.md", "a\x1b.md", "."])
def test_a_path_outside_of_the_workspace_is_refused(path: str) -> None:
    with pytest.raises(ValidationError):
        WorkspaceFile(path=path, lines=("text",))


def test_an_item_is_read_back_from_its_line_and_edits_are_noticed() -> None:
    item = ITEMS[0]
    line = item.model_dump(mode="json")
    assert WorkspaceItem.model_validate(line) == item
    with pytest.raises(ValidationError, match="edited"):
        WorkspaceItem.model_validate({**line, "task": "Other."})
    lines = item.model_dump(mode="json", exclude={"id"})
    for change in (
        {"cue": {**lines["cue"], "line": 99}},
        {"stated": [*lines["stated"], lines["stated"][0]]},
        {"files": [*lines["files"], lines["files"][0]]},
    ):
        with pytest.raises(ValidationError):
            WorkspaceItem.model_validate({**lines, **change})
