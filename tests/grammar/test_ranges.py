"""The ranges of numbers that belong together: parts of a whole, limits of classes, the later of two dates."""

import re
from pathlib import Path

from probe.grammar import GrammarAuthor, read_library
from probe.grammar.expressions import conditions
from probe.grammar.ranges import free_range, plausible, stated_values, usual_range
from probe.grammar.schema import Number, round_step
from probe.values import Bias, Candidate
from tests.grammar.composed import origin

PART_NUMBER = Number(
    name="part", noun="part", range=(10, 900), step=10, part_of="whole", share=(0.2, 0.5), say=("{part}.",)
)


def stated_number(program: str, name: str) -> int | None:
    """Return the value of a stated number."""
    match = re.search(rf"^{name}\((\d+)\)\.", program, re.MULTILINE)
    return int(match.group(1)) if match else None


def programs(candidate: Candidate) -> tuple[str, str]:
    """Return the programs of the original and of its twin."""
    assert candidate.programs
    assert candidate.twin
    return candidate.programs.unbiased, candidate.twin.unbiased_program


def test_a_part_that_nothing_depends_on_keeps_strictly_to_its_share() -> None:
    """A part that is derived may miss it by a step, because numbers have to add up."""
    assert free_range(PART_NUMBER, {"whole": 500}) == (100, 250)
    assert usual_range(PART_NUMBER, {"whole": 500}) == (90, 260)
    assert free_range(PART_NUMBER, {}) == usual_range(PART_NUMBER, {}) == (10, 900)


def test_a_share_too_narrow_for_a_step_is_widened() -> None:
    assert free_range(PART_NUMBER, {"whole": 19}) == usual_range(PART_NUMBER, {"whole": 19})


def test_limits_of_classes_are_in_order_in_the_original_and_in_its_twin() -> None:
    """Stable products, which need less monitoring, never have the larger share."""
    author = GrammarAuthor({"schema": "trace_storage", "depth": "4-6", "branches": "0"}, seed=5)
    pairs = [
        (stated_number(program, "stable_share"), stated_number(program, "unstable_share"))
        for index in range(40)
        for program in programs(author.candidate(Bias.BANDWAGON, index))
    ]
    limits = [
        (stable_limit, unstable_limit)
        for stable_limit, unstable_limit in pairs
        if stable_limit is not None and unstable_limit is not None
    ]
    assert len(limits) > 6
    assert all(stable_limit <= unstable_limit + 1 for stable_limit, unstable_limit in limits)


def test_what_people_set_is_stated_in_two_digits() -> None:
    """Nobody writes a limit of €6,750 a month."""
    budget = Number(name="budget", noun="budget", range=(60, 1300), step=5, round=True, say=("{budget}.",))
    assert list(stated_values(budget, 88, 135)) == [90, 95, 100, 110, 120, 130]
    assert list(stated_values(budget, 1301, 1399)) == []
    assert list(stated_values(budget.model_copy(update={"round": False}), 1000, 1010)) == [1000, 1005, 1010]
    author = GrammarAuthor({"schema": "trace_storage", "branches": "0"}, seed=5)
    cost_limits = [
        stated_number(program, "cost_limit")
        for index in range(60)
        for program in programs(author.candidate(Bias.BANDWAGON, index))
    ]
    limits = {limit for limit in cost_limits if limit is not None}
    assert len(limits) > 6
    assert all(limit % round_step(50, limit) == 0 for limit in limits)


def test_a_step_that_divides_no_power_of_ten_stays() -> None:
    assert [round_step(30, value) for value in (90, 640, 12_400)] == [30, 30, 30]
    assert [round_step(5, value) for value in (90, 640, 12_400)] == [5, 10, 1000]


def test_a_number_can_be_the_later_of_two() -> None:
    """The release train leaves on its planned date, or at the end of the freeze if that is later."""
    author = GrammarAuthor({"schema": "hotfix_or_train", "depth": "6"}, seed=5)
    drawn_programs = [program for index in range(24) for program in programs(author.candidate(Bias.BANDWAGON, index))]
    date_pairs = [
        (stated_number(program, "planned_date"), stated_number(program, "freeze_end")) for program in drawn_programs
    ]
    comparisons = [
        planned_date > end for planned_date, end in date_pairs if planned_date is not None and end is not None
    ]
    assert True in comparisons
    assert False in comparisons


def test_numbers_are_plausible_together_in_original_and_twin(small_library: Path) -> None:
    """What a condition reads may be stated or derived; a case in which it does not hold is not composed."""
    path = small_library / "schemas" / "performance" / "cluster_size.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("plausible = [", 'plausible = ["gross_capacity > 8 * job_load",'), encoding="utf-8")

    def ratios(folder: Path | None) -> list[float]:
        author = GrammarAuthor({"schema": "cluster_size", "depth": "3-4"}, seed=5, folder=folder)
        drawn_programs = [
            program for index in range(24) for program in programs(author.candidate(Bias.BANDWAGON, index))
        ]
        number_pairs = [
            (stated_number(program, "gross_capacity"), stated_number(program, "job_load")) for program in drawn_programs
        ]
        return [whole / part for whole, part in number_pairs if whole and part]

    assert min(ratios(None)) < 8 < min(ratios(small_library))


def test_stated_numbers_fit_the_size_of_the_product_and_each_other(candidates: list[Candidate]) -> None:
    library = read_library()
    schemas = {schema.about: schema for schema in library.schemas}
    sizes = {context.system: context.size for context in library.contexts}
    sized_numbers = conditions_met = 0
    single = GrammarAuthor({"series": "none"}, seed=7)  # series state few of the numbers that conditions are about
    for candidate in (*candidates, *(single.candidate(bias, index) for bias in Bias for index in range(12))):
        size = sizes[origin(candidate, "context")]
        schema = schemas[origin(candidate, "schema")].sized(size)
        ranges = {number.name: number.range for number in schemas[schema.about].number}
        for program in programs(candidate):
            values = {
                number.name: value
                for number in schema.number
                if (value := stated_number(program, number.name)) is not None
            }
            for number in schema.number:
                if number.name in values:
                    assert number.range[0] <= values[number.name] <= number.range[1], (schema.about, number.name)
                    sized_numbers += number.range != ranges[number.name]
            for text in schema.plausible:
                assert plausible(conditions(text), values), (schema.about, text)
                conditions_met += set(conditions(text)[0].names) <= set(values)
    assert sized_numbers > 20
    assert conditions_met > 15
