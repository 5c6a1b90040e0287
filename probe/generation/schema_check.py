"""Check the decision schemas of a folder: compose each in all biases and depths, certify, and look for shortcuts."""

import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import Examined, certify_twin
from probe.errors import InputError
from probe.grammar import GrammarAuthor, read_library
from probe.grammar.examples import example_programs, why_undecided
from probe.grammar.library import Library
from probe.grammar.meaning_checks import meaning_problems
from probe.grammar.scenario import DEPTHS
from probe.grammar.schema import Schema
from probe.options.seeding import FEW_SCHEMAS, PER_DEPTH, QUICK_PER_DEPTH
from probe.ports import Oracle
from probe.session import Placement, Session, spread
from probe.values import Candidate, Check, Option, Outcome, Profile, Value

BEST_FACT = 0.65
"""How well the value of a single fact may predict the right action."""
FEWEST = 300
"""Texts that state a fact; with fewer, chance alone predicts well."""
PER_MODE = 160
"""Further dilemmas of each mode whose facts are examined for shortcuts."""
FACT = re.compile(r"^([a-z]\w*)\((-?\w+)\)\.$", re.M)


class FactShortcut(Value):
    """How well the value of one fact predicts the right action, as a share of the texts that state it."""

    fact: str
    share: float
    texts: int


class CheckedSchema(Value):
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
        """Return what is asked for; else a thorough sample of a few schemas, and a quick one of many.

        A quick one has no further dilemmas, so it cannot judge single facts.
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
    only: str | None = None,
    per_depth: int | None = None,
    listener: Callable[[int, int], None] = lambda done, total: None,
) -> list[CheckedSchema]:
    """Check every schema of the library in ``folder``, or the one called ``only``; many are spread over workers.

    The ``listener`` receives how many schemas are checked, and how many there are.
    """
    names = schemas_of(folder, only)
    placement = None if Placement().stays_here(len(names)) else Placement()
    opening = partial(open_checker, folder, SampleSize.of(len(names), per_depth))
    results: list[CheckedSchema] = []
    async with aclosing(spread(placement, opening, check_schema_called, names)) as checked:
        async for result in checked:
            results.append(result)
            listener(len(results), len(names))
    return results


def schemas_of(folder: Path, only: str | None = None) -> list[str]:
    """Return the names of the schemas to check; raise InputError if none is called ``only``."""
    names = [schema.about for schema in read_library(folder).schemas]
    if only is not None and only not in names:
        raise InputError(f"{folder}: no schema is called {only!r}: choose among {', '.join(names)}")
    return names if only is None else [only]


@asynccontextmanager
async def open_checker(folder: Path, size: SampleSize) -> AsyncIterator[SchemaChecker]:
    """Open what a worker needs."""
    async with Session() as session:
        yield SchemaChecker(read_library(folder), session.oracle(), size)


async def check_schema_called(checker: SchemaChecker, about: str) -> CheckedSchema:
    """Compose, certify and examine the dilemmas of one schema."""
    library, oracle, size = checker
    schema = next(schema for schema in library.schemas if schema.about == about)
    problems = [problem async for problem in _examples(schema, oracle)]
    problems += meaning_problems(schema)
    layers = (module for module in library.modules if module.name in schema.layers)
    problems += [problem for layer in layers for problem in meaning_problems(layer)]
    composed: list[Candidate] = []
    depths: dict[str, tuple[int, ...]] = {}
    for mode, (least, most) in DEPTHS.items():
        shares = {
            depth: _composed(library, schema, mode, depth, count=size.per_depth, seed=depth)
            for depth in range(least, most + 1)
        }
        depths[mode] = tuple(depth for depth, candidates in shares.items() if candidates)
        composed += [candidate for candidates in shares.values() for candidate in candidates]
    flaws: Counter[str] = Counter()
    certified = 0
    for candidate in composed:
        own_flaws = [flaw async for flaw in _flaws(candidate, oracle)]
        certified += not own_flaws
        flaws.update(own_flaws)
    problems += [f"{flaw} ({count} of {len(composed)})" for flaw, count in flaws.most_common()]
    shortcuts = tuple(_shortcuts([*composed, *_more(library, schema, depths, size.per_mode)]))
    problems += [
        f"{shortcut.fact} predicts the right action in {shortcut.share:.0%} of {shortcut.texts} texts, "
        f"more than {BEST_FACT:.0%}"
        for shortcut in shortcuts
        if shortcut.share > BEST_FACT and shortcut.texts >= FEWEST
    ]
    if not composed:
        problems.append("nothing can be composed from this schema")
    lengths = [len(candidate.texts.biased.split()) for candidate in composed] or [0]
    return CheckedSchema(
        about=schema.about,
        area=schema.area,
        depths=depths,
        composed=len(composed),
        certified=certified,
        first_right=sum("right:first" in candidate.seed_ids for candidate in composed),
        letters=dict(Counter(str(candidate.correct_option) for candidate in composed)),
        words=(min(lengths), max(lengths)),
        shortcuts=shortcuts,
        samples=tuple(composed),
        problems=tuple(problems),
    )


def _composed(library: Library, schema: Schema, mode: str, depth: int, *, count: int, seed: int) -> list[Candidate]:
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


def _more(library: Library, schema: Schema, depths: dict[str, tuple[int, ...]], per_mode: int) -> Iterator[Candidate]:
    """Yield further dilemmas at the depths that the schema reaches."""
    for mode, reached in depths.items():
        for depth in reached if per_mode else ():
            # Other seeds than those of the samples, which would be composed a second time.
            yield from _composed(library, schema, mode, depth, count=per_mode // len(reached) + 1, seed=1000 + depth)


async def _examples(schema: Schema, oracle: Oracle) -> AsyncIterator[str]:
    for number, example in enumerate(schema.example, start=1):
        examination = await oracle.examine(example_programs(schema, example), Profile.PAPER)
        decided = examination.unbiased.choice
        if decided is not (Option.A if example.right == "first" else Option.B):
            problem = "the other action follows" if decided else why_undecided(schema, example)
            yield f"example {number} should give {example.right}, but {problem}: {example.because}"


def _unread(check: Check, asked: Mapping[str, str]) -> bool:
    """Whether a check finds nothing to check because no rule can read the cue, as it has to be of a circumstance."""
    return check.name == "inert_cue" and check.outcome is Outcome.VACUOUS and "measures" in asked


async def _flaws(candidate: Candidate, oracle: Oracle) -> AsyncIterator[str]:
    """Yield what is wrong with a dilemma or its twin, each as a short reason."""
    assert candidate.programs is not None
    assert candidate.twin is not None
    asked = dict(value.split(":", 1) for value in candidate.seed_ids)
    original = await oracle.examine(candidate.programs, Profile.STRICT)
    twin = await oracle.examine(candidate.twin.programs(candidate.programs.axioms), Profile.STRICT)
    open_verdict = await oracle.verdict(candidate.twin.without_fact(candidate.programs))
    of_twin, meaning = certify_twin(
        candidate, candidate.programs, Examined(original, twin, open_verdict), Profile.STRICT
    )
    of_original = certify(original, candidate.bias, Profile.STRICT)
    for name, examination, certificate, option in (
        ("original", original, of_original, candidate.correct_option),
        ("twin", twin, of_twin, candidate.twin.correct_option),
    ):
        for check in certificate.checks:
            if check.outcome not in (Outcome.HOLDS, Outcome.NOT_RUN) and not _unread(check, asked):
                yield f"{name}: {check.name} {check.outcome}: {check.reason}"
        measured = complexity(examination)
        size = asked["twin_size" if name == "twin" else "size"]
        if (str(measured.depth), str(measured.size)) != (asked["depth"], size):
            yield f"{name}: another depth or size than asked"
        if correct_option(examination) is not option:
            yield f"{name}: another option follows than composed"
    for check in meaning:
        if check.outcome is not Outcome.HOLDS:
            yield f"{check.name}: {check.reason}"


def _shortcuts(candidates: Sequence[Candidate]) -> Iterator[FactShortcut]:
    """Yield the best guess from each fact alone, over originals and twins: one threshold, or each value's majority."""
    values: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for candidate in candidates:
        first = "right:first" in candidate.seed_ids
        assert candidate.programs is not None
        assert candidate.twin is not None
        for text, right in ((candidate.programs.unbiased, first), (candidate.twin.unbiased_program, not first)):
            for name, value in FACT.findall(text):
                values[name].append((value, right))
    for name, rows in sorted(values.items()):
        yield FactShortcut(fact=name, share=round(_best_guess(rows), 3), texts=len(rows))


def _best_guess(rows: Sequence[tuple[str, bool]]) -> float:
    if not all(value.lstrip("-").isdigit() for value, _ in rows):
        by_value: dict[str, Counter[bool]] = defaultdict(Counter)
        for value, right in rows:
            by_value[value][right] += 1
        return sum(max(counts.values()) for counts in by_value.values()) / len(rows)
    ordered = sorted((int(value), right) for value, right in rows)
    ahead = sum(right for _, right in ordered)
    # A threshold below all values guesses the same action everywhere.
    best, below = max(ahead, len(rows) - ahead), 0
    for index, (number, right) in enumerate(ordered):
        below += right
        # A threshold lies between two different values, and either action may be the one above it.
        if index + 1 == len(ordered) or ordered[index + 1][0] != number:
            agreeing = below + (len(rows) - index - 1) - (ahead - below)
            best = max(best, agreeing, len(rows) - agreeing)
    return best / len(rows)
