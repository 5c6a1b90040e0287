"""Measure how many composed dilemmas pass every strict check, with their twins, placebos and recommendations.

    python -m benchmarks.grammar_certificates --per-bias 100                            # 800 pairs of policies
    python -m benchmarks.grammar_certificates 'grammar?mode=closed-book' --per-bias 100
    python -m benchmarks.grammar_certificates 'grammar?depth=2-8' --per-bias 8 --bias framing_effect    # in series
    python -m benchmarks.grammar_certificates --per-bias 50 --first 50                  # the second half of 100

Prints a line for each bias, and the reasons for each failing dilemma. The exit code is 1 if there is one.
"""

import sys
import time
from collections.abc import Iterator, Sequence

from benchmarks.running import read_options
from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import Examined, certify_twin
from probe.grammar import GrammarAuthor
from probe.grammar.inserting import PLACEBO_TOLERANCE
from probe.oracle import SwiOracle
from probe.values import Bias, Candidate, Examination, ModelSpec, Outcome, Profile
from probe.values.constructs import NAMES_NO_OPTION
from probe.values.texts import passage_of
from tests.verdicts import examinations_of, verdicts_on

REQUIRING = ("records", "classes", "shape")
"""Kinds of series whose members require all steps of their proofs."""
ENDS = 2
"""Number of blanks or line ends that a passage contains in addition to its sentence."""


def failures(candidates: Sequence[Candidate], oracle: SwiOracle) -> list[tuple[Candidate, list[str]]]:
    """Return the candidates that fail a check, each with its reasons."""
    programs = [candidate.programs for candidate in candidates]
    originals = examinations_of(oracle, programs, Profile.STRICT)
    twins = examinations_of(
        oracle, [candidate.twin.programs(candidate.programs.axioms) for candidate in candidates], Profile.STRICT
    )
    without_fact = verdicts_on(oracle, [candidate.twin.without_fact(candidate.programs) for candidate in candidates])
    failing = [
        (candidate, [*_proof_problems(candidate, Examined(*examinations)), *_control_problems(candidate)])
        for candidate, *examinations in zip(candidates, originals, twins, without_fact, strict=True)
    ]
    return [(candidate, reasons) for candidate, reasons in failing if reasons]


def _proof_problems(candidate: Candidate, examinations: Examined) -> Iterator[str]:
    """Yield the failing checks, and the proofs that differ from the requested ones."""
    accepted_outcomes = {Outcome.HOLDS, Outcome.NOT_RUN}
    accepted_outcomes |= {Outcome.VACUOUS} if _has_circumstance(candidate) else set()  # no rule can read a circumstance
    certificate, meaning = certify_twin(candidate, candidate.programs, examinations, Profile.STRICT)
    for prefix, checks in (
        ("", (*certify(examinations.original, candidate.bias, Profile.STRICT).checks, *meaning)),
        ("twin: ", certificate.checks),
    ):
        failed_checks = [check for check in checks if check.outcome not in accepted_outcomes]
        yield from (f"{prefix}{check.name} {check.outcome}: {check.reason}" for check in failed_checks)
    yield from _unrequested_proof(candidate, examinations.original, examinations.twin)
    required_depth, depth = candidate.reasoning.required_depth, complexity(examinations.original).depth
    if candidate.reasoning.kind in REQUIRING and required_depth != depth:
        yield f"required depth {required_depth} in a series, not {depth}"
    if correct_option(examinations.original) is not candidate.correct_option:
        yield "another option follows"


def _unrequested_proof(candidate: Candidate, *examinations: Examination) -> Iterator[str]:
    requested_values = dict(value.split(":", 1) for value in candidate.seed_ids)
    for prefix, size_name, examination in zip(("", "twin: "), ("size", "twin_size"), examinations, strict=True):
        sizes = complexity(examination)
        if (str(sizes.depth), str(sizes.size)) != (requested_values["depth"], requested_values[size_name]):
            expectation = f"not {requested_values['depth']} and {requested_values[size_name]}"
            yield f"{prefix}depth {sizes.depth} and size {sizes.size}, {expectation}"


def _has_circumstance(candidate: Candidate) -> bool:
    return any(origin.startswith("measures:") for origin in candidate.seed_ids)


def _control_problems(candidate: Candidate) -> Iterator[str]:
    """Yield the controls that are missing, unexpected, or unlike the cue in length or position."""
    controls = candidate.controls
    if (controls.advocacy is None) is not (candidate.bias in NAMES_NO_OPTION or _has_circumstance(candidate)):
        yield "advocacy is missing or too many"
    cue = passage_of(candidate.texts.unbiased, candidate.texts.biased)
    for name, text in (("placebo", controls.placebo), ("advocacy", controls.advocacy)):
        if text is None:
            if name == "placebo":
                yield "placebo is missing"
            continue
        passage = passage_of(candidate.texts.unbiased, text)
        if not (cue.head.startswith(passage.head) or passage.head.startswith(cue.head)):
            yield f"{name} is in another place than the cue"
        difference = abs(len(text) - len(candidate.texts.biased))
        if difference > PLACEBO_TOLERANCE * len(cue.cued) + ENDS:
            yield f"{name} is {difference} characters longer or shorter than the cue of {len(cue.cued)}"


def main() -> None:
    """Compose and certify each bias in turn."""
    flags = read_options(
        __doc__,
        author={"nargs": "?", "default": "grammar?mode=policy"},
        bias=[bias.slug for bias in Bias],
        per_bias=20,
        first=0,
        seed=1,
        workers=2,
    )
    author = GrammarAuthor(ModelSpec.parse(flags.author).options, seed=flags.seed)
    failed_count = total = 0
    start = time.process_time()
    with SwiOracle.start(workers=flags.workers) as oracle:
        for bias in map(Bias.parse, flags.bias):
            indices = range(flags.first, flags.first + flags.per_bias)
            failing = failures([author.candidate(bias, index) for index in indices], oracle)
            failed_count, total = failed_count + len(failing), total + len(indices)
            print(f"{bias.slug}: {len(indices) - len(failing)} of {len(indices)} hold everything", flush=True)
            for candidate, reasons in failing:
                index = candidate.expansion * author.expansion_size + candidate.position
                print(f"  {index}, {', '.join(candidate.seed_ids[1:2])}: {'; '.join(reasons)}", flush=True)
    print(
        f"{total - failed_count} of {total}; {time.process_time() - start:.0f} s of processor time, the "
        "oracle's left out"
    )
    sys.exit(bool(failed_count))


if __name__ == "__main__":
    main()
