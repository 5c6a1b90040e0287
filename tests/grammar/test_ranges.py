"""The ranges of numbers that belong together: parts of a whole, limits of classes, the later of two dates."""

import re

from probe.grammar import GrammarAuthor
from probe.grammar.ranges import free_range, usual_range
from probe.grammar.schema import Number
from probe.values import Bias, Candidate

PART = Number(name="part", noun="part", range=(10, 900), step=10, part_of="whole", share=(0.2, 0.5), say=("{part}.",))


def stated(program: str, name: str) -> int | None:
    """Return the value of a stated number."""
    found = re.search(rf"^{name}\((\d+)\)\.", program, re.MULTILINE)
    return int(found.group(1)) if found else None


def programs(candidate: Candidate) -> tuple[str, str]:
    """Return the programs of the original and of its twin."""
    assert candidate.programs
    assert candidate.twin
    return candidate.programs.unbiased, candidate.twin.unbiased_program


def test_a_part_that_nothing_depends_on_keeps_strictly_to_its_share() -> None:
    """A part that is derived may miss it by a step, because numbers have to add up."""
    assert free_range(PART, {"whole": 500}) == (100, 250)
    assert usual_range(PART, {"whole": 500}) == (90, 260)
    assert free_range(PART, {}) == usual_range(PART, {}) == (10, 900)


def test_a_share_too_narrow_for_a_step_is_widened() -> None:
    assert free_range(PART, {"whole": 19}) == usual_range(PART, {"whole": 19})


def test_limits_of_classes_are_in_order_in_the_original_and_in_its_twin() -> None:
    """Stable products, which need less monitoring, never have the larger share."""
    author = GrammarAuthor({"schema": "trace_storage", "depth": "4-6", "branches": "0"}, seed=5)
    pairs = [
        (stated(program, "stable_share"), stated(program, "unstable_share"))
        for index in range(40)
        for program in programs(author.candidate(Bias.BANDWAGON, index))
    ]
    limits = [(stable, unstable) for stable, unstable in pairs if stable is not None and unstable is not None]
    assert len(limits) > 6
    assert all(stable <= unstable + 1 for stable, unstable in limits)


def test_a_number_can_be_the_later_of_two() -> None:
    """The release train leaves on its planned date, or at the end of the freeze if that is later."""
    author = GrammarAuthor({"schema": "hotfix_or_train", "depth": "7"}, seed=5)
    drawn = [program for index in range(24) for program in programs(author.candidate(Bias.BANDWAGON, index))]
    later = [(stated(one, "planned_date"), stated(one, "freeze_end")) for one in drawn]
    known = [planned > end for planned, end in later if planned is not None and end is not None]
    assert True in known
    assert False in known
