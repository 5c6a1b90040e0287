"""Check the decision schemas of a folder: compose each in all biases and depths, certify, and look for shortcuts."""

import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import ExaminedPair, certify_twin
from probe.errors import InputError
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.examples import example_programs, why_undecided
from probe.grammar.library import PRACTICES, Library, practices_of
from probe.grammar.meaning_checks import meaning_problems
from probe.grammar.scenario import DEPTHS
from probe.grammar.schema import Schema
from probe.options.seeding import FEW_SCHEMAS, PER_DEPTH, QUICK_PER_DEPTH
from probe.ports import CountListener, Oracle, no_listener
from probe.session import Placement, Session, spread
from probe.values import Candidate, Check, Option, Outcome, Profile, Value

BEST_FACT = 0.65
"""How well the value of a single fact may predict the right action."""
FEWEST_TEXTS = 300
"""Texts that state a fact; with fewer, chance alone predicts well."""
PER_MODE = 160
"""Further dilemmas of each mode whose facts are examined for shortcuts."""
FACT = re.compile(r"^([a-z]\w*)\((-?\w+)\)\.$", re.M)


class FactShortcut(Value):
    """How well the value of one fact predicts the right action, as a share of the texts that state it."""

    fact: str
    share: float
    texts: int


class SchemaCheck(Value):
    """What composing a schema gave: samples, how many were certified, and every problem as a sentence."""

    about: str
    area: str
    depths: dict[str, tuple[int, ...]]
    composed: int
    certified: int
    first_right: int
    letters: dict[str, int]
    words: tuple[int, int]
    shortcuts: tuple[FactShortcut, ...]
    samples: tuple[Candidate, ...]
    problems: tuple[str, ...]


class SampleSize(NamedTuple):
    """How many dilemmas of a schema are composed: of each mode and depth, and further ones of each mode."""

    per_depth: int
    per_mode: int

    @classmethod
    def of(cls, schemas: int, per_depth: int | None) -> "SampleSize":
        """Return the requested size; by default a thorough sample of a few schemas, and a quick sample of many.

        A quick sample has no further dilemmas, so it cannot judge single facts.
        """
        if per_depth is None and schemas > FEW_SCHEMAS:
            return cls(QUICK_PER_DEPTH, 0)
        return cls(per_depth or PER_DEPTH, PER_MODE)


class SchemaChecker(NamedTuple):
    """What a worker owns."""

    library: Library
    oracle: Oracle
    size: SampleSize


async def check_schemas(
    folder: Path,
    schema_name: str | None = None,
    per_depth: int | None = None,
    listener: CountListener = no_listener,
) -> list[SchemaCheck]:
    """Check every schema of a domain or library, or the one called ``schema_name``; many are spread over workers.

    The ``listener`` receives how many schemas are checked, and how many there are.
    """
    names = _schemas_of(folder, schema_name)
    placement = None if Placement().stays_here(len(names)) else Placement()
    opening = partial(open_checker, folder, SampleSize.of(len(names), per_depth))
    results: list[SchemaCheck] = []
    async with aclosing(spread(placement, opening, check_schema_called, names)) as checked_schemas:
        async for result in checked_schemas:
            results.append(result)
            listener(len(results), len(names))
    return results


def notices_of(folder: Path, schema_name: str | None, per_depth: int | None) -> tuple[str, ...]:
    """Return what a check of these schemas cannot judge, and what ``probe generate`` needs besides the schemas."""
    practices, notices = practices_of(folder), list[str]()
    names = _schemas_of(folder, schema_name)
    if per_depth is None and len(names) > FEW_SCHEMAS:
        notices.append(
            f"{QUICK_PER_DEPTH} dilemmas per mode and depth of {len(names)} schemas are too few to judge single facts: "
            f"add --schema ABOUT or --per-depth {PER_DEPTH}, which takes up to a minute per schema"
        )
    domain = practices.parent if practices != folder else folder.resolve().parent
    if practices.resolve().name != PRACTICES:
        notices.append(
            "probe generate --seeds DIR needs DIR/domain.toml (name, description) and these files in DIR/practices"
        )
    elif not (domain / "domain.toml").is_file():
        notices.append(f"probe generate --seeds {domain} needs {domain}/domain.toml (name, description)")
    return tuple(notices)


def _schemas_of(folder: Path, schema_name: str | None) -> list[str]:
    """Return the names of the schemas to check; raise InputError if none is called ``schema_name``."""
    names = [schema.about for schema in read_library(folder).schemas]
    if schema_name is not None and schema_name not in names:
        raise InputError(f"{folder}: no schema is called {schema_name!r}: choose among {', '.join(names)}")
    return names if schema_name is None else [schema_name]


@asynccontextmanager
async def open_checker(folder: Path, size: SampleSize) -> AsyncIterator[SchemaChecker]:
    """Open what a worker needs."""
    async with Session() as session:
        yield SchemaChecker(read_library(folder), session.oracle(), size)


async def check_schema_called(checker: SchemaChecker, about: str) -> SchemaCheck:
    """Compose, certify and examine the dilemmas of one schema."""
    library, oracle, size = checker
    schema = next(schema for schema in library.schemas if schema.about == about)
    problems = [problem async for problem in _examples(schema, oracle)]
    problems += meaning_problems(schema)
    layers = (module for module in library.modules if module.name in schema.layers)
    problems += [problem for layer in layers for problem in meaning_problems(layer)]
    samples: list[Candidate] = []
    depths: dict[str, tuple[int, ...]] = {}
    for mode, (min_depth, max_depth) in DEPTHS.items():
        candidates_by_depth = {
            depth: _compose(library, schema, mode, depth, count=size.per_depth, seed=depth)
            for depth in range(min_depth, max_depth + 1)
        }
        depths[mode] = tuple(depth for depth, candidates in candidates_by_depth.items() if candidates)
        samples += [candidate for candidates in candidates_by_depth.values() for candidate in candidates]
    flaw_counts: Counter[str] = Counter()
    certified_count = 0
    for candidate in samples:
        candidate_flaws = [flaw async for flaw in _flaws(candidate, oracle)]
        certified_count += not candidate_flaws
        flaw_counts.update(candidate_flaws)
    problems += [f"{flaw} ({count} of {len(samples)})" for flaw, count in flaw_counts.most_common()]
    shortcuts = tuple(_shortcuts([*samples, *_further_dilemmas(library, schema, depths, size.per_mode)]))
    problems += [
        f"{shortcut.fact} predicts the right action in {shortcut.share:.0%} of {shortcut.texts} texts, "
        f"more than {BEST_FACT:.0%}"
        for shortcut in shortcuts
        if shortcut.share > BEST_FACT and shortcut.texts >= FEWEST_TEXTS
    ]
    if not samples:
        problems.append("nothing can be composed from this schema")
    lengths = [len(candidate.texts.biased.split()) for candidate in samples] or [0]
    return SchemaCheck(
        about=schema.about,
        area=schema.area,
        depths=depths,
        composed=len(samples),
        certified=certified_count,
        first_right=sum("right:first" in candidate.seed_ids for candidate in samples),
        letters=dict(Counter(str(candidate.correct_option) for candidate in samples)),
        words=(min(lengths), max(lengths)),
        shortcuts=shortcuts,
        samples=tuple(samples),
        problems=tuple(problems),
    )


def _compose(library: Library, schema: Schema, mode: str, depth: int, *, count: int, seed: int) -> list[Candidate]:
    """Return dilemmas of one depth, in all biases in turn; none if the schema does not reach that depth."""
    options = {"mode": mode, "depth": str(depth), "schema": schema.about, "measures": schema.measures}
    author = GrammarAuthor(options, seed=seed, library=library)
    biases = [schema.circumstance.bias] if schema.circumstance else list(author.library.cues)
    candidates = []
    for number in range(count):
        try:
            candidates.append(author.candidate(biases[number % len(biases)], number // len(biases)))
        except InputError:
            # A schema need not reach every depth; which depths it reaches is part of the result.
            continue
    return candidates


def _further_dilemmas(
    library: Library, schema: Schema, depths: dict[str, tuple[int, ...]], per_mode: int
) -> Iterator[Candidate]:
    """Yield further dilemmas at the depths that the schema reaches."""
    for mode, reached_depths in depths.items():
        for depth in reached_depths if per_mode else ():
            # The seeds differ from those of the samples, which would otherwise be composed a second time.
            yield from _compose(
                library, schema, mode, depth, count=per_mode // len(reached_depths) + 1, seed=1000 + depth
            )


async def _examples(schema: Schema, oracle: Oracle) -> AsyncIterator[str]:
    for number, example in enumerate(schema.example, start=1):
        examination = await oracle.examine(example_programs(schema, example), Profile.PAPER)
        option = examination.unbiased.choice
        if option is not (Option.A if example.right == "first" else Option.B):
            problem = "the other action follows" if option else why_undecided(schema, example)
            yield f"example {number} should give {example.right}, but {problem}: {example.because}"


def _has_unreadable_cue(check: Check, settings: Mapping[str, str]) -> bool:
    """Whether a check is vacuous because no rule reads the cue, which is intended for a circumstance."""
    return check.name == "inert_cue" and check.outcome is Outcome.VACUOUS and "measures" in settings


async def _flaws(candidate: Candidate, oracle: Oracle) -> AsyncIterator[str]:
    """Yield what is wrong with a dilemma or its twin, each as a short reason."""
    assert candidate.programs is not None
    assert candidate.twin is not None
    settings = dict(value.split(":", 1) for value in candidate.seed_ids)
    original = await oracle.examine(candidate.programs, Profile.STRICT)
    twin = await oracle.examine(candidate.twin.programs(candidate.programs.axioms), Profile.STRICT)
    open_verdict = await oracle.verdict(candidate.twin.without_fact(candidate.programs))
    twin_certificate, meaning = certify_twin(
        candidate, candidate.programs, ExaminedPair(original, twin, open_verdict), Profile.STRICT
    )
    original_certificate = certify(original, candidate.bias, Profile.STRICT)
    for name, examination, certificate, option in (
        ("original", original, original_certificate, candidate.correct_option),
        ("twin", twin, twin_certificate, candidate.twin.correct_option),
    ):
        for check in certificate.checks:
            if check.outcome not in (Outcome.HOLDS, Outcome.NOT_RUN) and not _has_unreadable_cue(check, settings):
                yield f"{name}: {check.name} {check.outcome}: {check.reason}"
        measured_complexity = complexity(examination)
        size = settings["twin_size" if name == "twin" else "size"]
        if (str(measured_complexity.depth), str(measured_complexity.size)) != (settings["depth"], size):
            yield f"{name}: its depth or size is not the requested one"
        if correct_option(examination) is not option:
            yield f"{name}: its program decides for the wrong option"
    for check in meaning:
        if check.outcome is not Outcome.HOLDS:
            yield f"{check.name}: {check.reason}"


def _shortcuts(candidates: Sequence[Candidate]) -> Iterator[FactShortcut]:
    """Yield the best guess from each fact alone, over originals and twins: one threshold, or each value's majority."""
    values: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for candidate in candidates:
        first_is_right = "right:first" in candidate.seed_ids
        assert candidate.programs is not None
        assert candidate.twin is not None
        for text, right in (
            (candidate.programs.unbiased, first_is_right),
            (candidate.twin.unbiased_program, not first_is_right),
        ):
            for name, value in FACT.findall(text):
                values[name].append((value, right))
    for name, observations in sorted(values.items()):
        yield FactShortcut(fact=name, share=round(_best_guess(observations), 3), texts=len(observations))


def _best_guess(observations: Sequence[tuple[str, bool]]) -> float:
    if not all(value.lstrip("-").isdigit() for value, _ in observations):
        by_value: dict[str, Counter[bool]] = defaultdict(Counter)
        for value, right in observations:
            by_value[value][right] += 1
        return sum(max(counts.values()) for counts in by_value.values()) / len(observations)
    sorted_observations = sorted((int(value), right) for value, right in observations)
    first_right_count = sum(right for _, right in sorted_observations)
    # A threshold below all values guesses the same action everywhere.
    best_count, below_count = max(first_right_count, len(observations) - first_right_count), 0
    for index, (number, right) in enumerate(sorted_observations):
        below_count += right
        # A threshold lies between two different values, and either action may be the one above it.
        if index + 1 == len(sorted_observations) or sorted_observations[index + 1][0] != number:
            agreement_count = below_count + (len(observations) - index - 1) - (first_right_count - below_count)
            best_count = max(best_count, agreement_count, len(observations) - agreement_count)
    return best_count / len(observations)
