"""Measure whether the wording of a prompt moves a model: several wordings, each with and without steering phrases."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from probe.analysis.statistics.differences import FEWEST_DIRECT
from probe.asking import Asker
from probe.checking.phrases import read_library
from probe.checking.planning import expected_half_width, least_wordings
from probe.checking.spans import CheckedPrompt
from probe.checking.wordings import (
    REPEATS,
    TEMPLATES,
    CheckedWording,
    WordingTexts,
    Writers,
    check_given_wording,
    first_repetition,
    neutral_version,
    reword,
)
from probe.errors import InputError, StoppedError
from probe.files.corpus import find_domain
from probe.files.dataset import OUTPUTS
from probe.files.plain import refuse_overwriting
from probe.filters.stage import reject
from probe.measuring.evaluate import EvaluateCommand, EvaluationOutcome, check_models, evaluate, runs_asked
from probe.measuring.work import DoneListener, MeasuringCommand, is_same_model, measuring, silent, work_through
from probe.options.checking import MOST_ASKED, RUNS, WORDINGS, PromptOptions
from probe.options.form import refuse
from probe.options.reading import spec_of
from probe.ports import SubjectFunction
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.arguments import Order
from probe.protocols.base import Showing
from probe.session import Session, holds_run
from probe.values import Bias, Item, ModelSpec, StageResult, fingerprint, problem_of

FEWEST_WORDINGS = 3
"""The fewest wordings for an interval: two do not predict a third."""
PROTOCOL = "prompts"
WORDINGS_FOLDER = "wordings"
"""The folder with the author's run, inside the folder of the evaluation."""
NO_CUE = Bias("wording")
"""The bias of a prompt without known steering phrases."""


@dataclass(frozen=True)
class GivenWordings:
    """Wordings that a user gives as texts: further originals, neutral versions, and placebos; each list in order."""

    originals: tuple[str, ...] = ()
    neutrals: tuple[str, ...] = ()
    placebos: tuple[str, ...] = ()

    def wordings(self, prompt_text: str) -> tuple[WordingTexts, ...]:
        """Return the wordings, the first with the prompt itself. Raises InputError where the lists do not fit."""
        originals = (prompt_text, *self.originals)
        if len(self.neutrals) != len(originals):
            raise InputError(
                f"{len(originals)} originals and {len(self.neutrals)} neutral texts: give one --neutral for the prompt "
                "and one for each --original"
            )
        if self.placebos and len(self.placebos) != len(originals):
            raise InputError(f"{len(self.placebos)} placebos for {len(originals)} wordings: give one for each, or none")
        placebos = self.placebos or (None,) * len(originals)
        return tuple(map(WordingTexts, originals, self.neutrals, placebos))


@dataclass(frozen=True)
class MoveCommand(MeasuringCommand):
    """The model that is asked, its options, and where the wordings come from: an author, or ``given_wordings``.

    Without a ``judge``, the author judges its own wordings, and a user's wordings are not judged.
    """

    subject: ModelSpec
    options: tuple[str, str]
    author: ModelSpec | None = None
    judge: ModelSpec | None = None
    given_wordings: GivenWordings = GivenWordings()
    wordings: int = WORDINGS
    runs: int = RUNS
    order: Order = "both"
    logprobs: bool = False

    @property
    def writes(self) -> bool:
        """Whether an author writes the wordings."""
        return not self.given_wordings.neutrals

    @property
    def number(self) -> int:
        """The number of wordings."""
        return self.wordings if self.writes else len(self.given_wordings.neutrals)

    @property
    def texts(self) -> int:
        """The number of texts that the model is asked about, if every wording passes the checks."""
        return self.number * (3 if self.writes or self.given_wordings.placebos else 2)

    @property
    def half_width(self) -> float:
        """The expected half-width of the interval, as a share."""
        return expected_half_width(self.number, self.runs, direct=self.logprobs)


@dataclass(frozen=True)
class WrittenWordings:
    """All wordings, passed and rejected, and the items made from those that passed."""

    wordings: tuple[CheckedWording, ...]
    items: tuple[Item, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class MoveResult:
    """A prompt, its wordings, and the evaluation of the model on them, which is in ``folder``."""

    prompt: CheckedPrompt
    wordings: WrittenWordings
    evaluation: EvaluationOutcome
    folder: Path

    @property
    def notices(self) -> tuple[str, ...]:
        """What a user has to know about the wordings and the evaluation."""
        return (*self.wordings.notices, *self.evaluation.notices)


def two_options(texts: Iterable[str]) -> tuple[str, str]:
    """Return the two options. Raises InputError unless there are two different ones."""
    options = [option.strip() for option in texts]
    if len(options) != 2 or not all(options) or len({option.casefold() for option in options}) < 2:
        raise InputError("--options: give the two different answers that the model chooses from, such as 'A; B'")
    return options[0], options[1]


def move_command(
    options: PromptOptions,
    subject: ModelSpec,
    option_texts: tuple[str, str],
    given_wordings: GivenWordings,
    functions: Mapping[str, SubjectFunction] | None = None,
) -> MoveCommand:
    """Return the command that options describe.

    Raises InputError for a half-width that takes too many wordings, or an option that would change nothing.
    """
    runs, wording_count = runs_asked(options, RUNS), options.wordings
    if given_wordings.neutrals:
        refuse(options, ("wordings", "half_width"), "is about wordings that --author writes: leave it out")
    if options.half_width is not None:
        refuse(options, ("wordings",), "is the number that --half-width plans: leave it out")
        wording_count = planned_wordings(options.half_width, runs, logprobs=options.logprobs)
    return MoveCommand(
        subject=subject,
        options=option_texts,
        author=spec_of(options.author),
        judge=spec_of(options.judge),
        given_wordings=given_wordings,
        wordings=wording_count,
        runs=runs,
        order=options.order,
        logprobs=options.logprobs,
        **measuring(options, functions),
    )


def check_command(command: MoveCommand, prompt: CheckedPrompt) -> None:
    """Raise InputError for what cannot be measured, before anything is written or asked."""
    if command.writes and command.author is None:
        raise InputError(
            "--model needs wordings: name their author with --author SPEC, or give them with --neutral FILE"
        )
    if not command.writes and command.author is not None:
        raise InputError("--author writes the wordings, but --neutral gives them: leave one of them out")
    if command.writes and (command.given_wordings.originals or command.given_wordings.placebos):
        raise InputError("--original and --placebo belong to --neutral: give the neutral texts as well")
    # Without a steering phrase to neutralise, an author would have to guess what the user suspects.
    if command.writes and not prompt.spans:
        raise InputError(
            f"{prompt.name}: no steering phrase was found, so there is nothing to neutralise; give a neutral "
            "version with --neutral FILE, and further wordings with --original and --neutral"
        )
    wordings = () if command.writes else command.given_wordings.wordings(prompt.text)
    # Wordings are the clusters of the interval: runs of the same wording add nothing to it.
    fewest = fewest_wordings(logprobs=command.logprobs)
    if command.number < fewest:
        raise InputError(f"{command.number} wordings are too few for an interval over wordings: give at least {fewest}")
    if (repeated_index := first_repetition(wordings)) is not None:
        raise InputError(
            f"wording {repeated_index + 1} repeats the original or the neutral text of an earlier wording: give other "
            "texts, or leave it out"
        )
    _items(command, prompt, wordings or [WordingTexts(prompt.text, "-")], find_domain(command.seeds).name)


def fewest_wordings(*, logprobs: bool) -> int:
    """Return how many wordings an interval needs at least."""
    return FEWEST_DIRECT if logprobs else FEWEST_WORDINGS


def planned_wordings(half_width: float, runs: int, *, logprobs: bool = False) -> int:
    """Return how many wordings a half-width needs. Raises InputError where ``MOST`` are too few."""
    wording_count = least_wordings(half_width, runs, fewest_wordings(logprobs=logprobs), MOST_ASKED, direct=logprobs)
    if wording_count is None:
        raise InputError(
            f"--half-width {half_width:g} takes more than {MOST_ASKED} wordings with {runs} runs: give a larger one, "
            "or more --runs"
        )
    return wording_count


async def move(command: MoveCommand, prompt: CheckedPrompt, out: Path, listener: DoneListener = silent) -> MoveResult:
    """Write the wordings of a prompt, or check the user's, and ask the model about each; resume a run in ``out``.

    ``out`` receives the run of the evaluation, with its dataset and manifest, and the author's run below it. Raises
    InputError for what cannot be measured, StoppedError if a budget or a provider ends the work: the same command
    continues.
    """
    check_command(command, prompt)
    if not holds_run(out):
        refuse_overwriting([out / name for name in OUTPUTS], "--out")
    elif command.writes and not holds_run(out / WORDINGS_FOLDER):
        raise InputError(f"{out} contains a different run: give another folder with --out")
    # The models are tried on the prompt itself, so that an unusable one fails before the author is paid.
    trial_items = _items(command, prompt, [WordingTexts(prompt.text, "-")], find_domain(command.seeds).name)
    await check_models(evaluation_of(command, trial_items), [command.subject])
    wordings = await write_wordings(command, prompt, out)
    evaluation_command = evaluation_of(command, wordings.items).within_budget([out, out / WORDINGS_FOLDER], out)
    evaluation = await evaluate(evaluation_command, out, listener)
    if evaluation.measurement.stop_error:
        raise evaluation.measurement.stop_error
    return MoveResult(prompt, wordings, evaluation, out)


def evaluation_of(command: MoveCommand, items: Sequence[Item]) -> EvaluateCommand:
    """Return the evaluation of the wordings."""
    return EvaluateCommand(
        subject=command.subject,
        items=items,
        settings=Showing(runs=command.runs, order=command.order, direct=command.logprobs),
        access=command.access,
        prompts=command.prompts,
        seeds=command.seeds,
        keep_trying=command.keep_trying,
        protocol=protocol_named(PROTOCOL),
    )


async def write_wordings(command: MoveCommand, prompt: CheckedPrompt, out: Path) -> WrittenWordings:
    """Return the wordings, written by the author or given. To resume, ask again: the run's file has the answers."""
    domain = find_domain(command.seeds)
    limited_command = command.within_budget([out, out / WORDINGS_FOLDER], out / WORDINGS_FOLDER)
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(Session(limited_command.access))
        prompts, library = load_prompts(command.prompts), read_library(command.seeds)
        author = judge = None
        if command.author is not None or command.judge is not None:
            judge_spec = command.judge or command.author
            assert judge_spec is not None
            identity = {
                "kind": "check",
                "author": str(command.author) if command.author else None,
                "judge": str(judge_spec),
                "base_url": command.access.base_url,
                "prompts": fingerprint([prompts.digests[name] for name in TEMPLATES]),
                "dataset": fingerprint([prompt.model_dump(mode="json"), repr(command.given_wordings)]),
                "content": fingerprint(library.model_dump(mode="json")),
            }
            models = session.models(session.run(out / WORDINGS_FOLDER, identity))
            judge = Asker(models.open(judge_spec), "judge", trial=command.trial(judge_spec))
            if command.author is not None:
                author = Asker(models.open(command.author), "author", trial=command.trial(command.author))
        phrases = tuple(span.text for span in prompt.spans)
        writers = Writers(session.embedder(), prompts, library, author, judge, phrases=phrases)
        wordings = await (
            _author_wordings(command, prompt, writers) if author else _check_given_wordings(command, prompt, writers)
        )
    distinct_wordings = _distinct(wordings)
    texts = [wording.texts for wording in distinct_wordings if wording.texts is not None]
    # Too few clusters for an interval: the answers would be paid for and show nothing.
    if len(texts) < (fewest := fewest_wordings(logprobs=command.logprobs)):
        raise StoppedError(
            f"only {len(texts)} of {len(distinct_wordings)} wordings passed the checks, but {fewest} are needed: "
            f"{_reasons(distinct_wordings)}"
        )
    return WrittenWordings(
        distinct_wordings, _items(command, prompt, texts, domain.name), _notices(command, distinct_wordings)
    )


async def _author_wordings(command: MoveCommand, prompt: CheckedPrompt, writers: Writers) -> tuple[CheckedWording, ...]:
    async def write_neutral(number: int) -> str | StageResult:
        return await neutral_version(prompt, writers)

    neutral_result = await work_through([0], write_neutral)
    # Write the neutral version first: every wording is compared with it, so that none adds or drops a fact.
    neutral = neutral_result.results[0]
    if stop_error := neutral_result.stop_error_of("neutral versions"):
        raise stop_error
    if not isinstance(neutral, str):
        reason = neutral.reason if neutral else ""
        raise StoppedError(f"{command.author} wrote no neutral version that passes the checks: {reason}")

    async def write_wording(number: int) -> CheckedWording:
        return await reword(prompt, neutral, number, writers)

    work_result = await work_through(range(command.wordings), write_wording)
    if stop_error := work_result.stop_error_of("wordings"):
        raise stop_error
    return tuple(wording for wording in work_result.results if wording is not None)


async def _check_given_wordings(
    command: MoveCommand, prompt: CheckedPrompt, writers: Writers
) -> tuple[CheckedWording, ...]:
    wordings = command.given_wordings.wordings(prompt.text)

    async def check_wording(texts: WordingTexts) -> CheckedWording:
        return await check_given_wording(prompt, wordings[0].neutral, texts, writers)

    work_result = await work_through(wordings, check_wording)
    if stop_error := work_result.stop_error_of("wordings"):
        raise stop_error
    return tuple(wording for wording in work_result.results if wording is not None)


def _distinct(wordings: Sequence[CheckedWording]) -> tuple[CheckedWording, ...]:
    """Return the wordings; one that nearly repeats an earlier wording is rejected and loses its texts."""
    results = list(wordings)
    while True:
        positions = [position for position, wording in enumerate(results) if wording.texts is not None]
        repeated_index = first_repetition([texts for wording in results if (texts := wording.texts) is not None])
        if repeated_index is None:
            return tuple(results)
        # The later of the two is rejected, so that resuming with more wordings keeps those already measured.
        position = positions[repeated_index]
        results[position] = replace(
            results[position], texts=None, result=reject(REPEATS, "nearly repeats an earlier wording")
        )


def _items(
    command: MoveCommand, prompt: CheckedPrompt, wordings: Sequence[WordingTexts], domain: str
) -> tuple[Item, ...]:
    """Return an item for each wording. Raises InputError where a text names an option by its letter."""
    prompt_id = fingerprint(prompt.text)
    author = str(command.author) if command.author else "own wordings"
    bias = prompt.spans[0].bias if prompt.spans else NO_CUE
    contents = [
        {
            "protocol": PROTOCOL,
            "bias": bias,
            "domain": domain,
            "cluster": f"{prompt_id}-{number}",
            "scale": command.options,
            **{name: text for name, text in texts._asdict().items() if text is not None},
            "prompt": prompt_id,
            "wording": number,
            "provenance": {"author": author},
        }
        for number, texts in enumerate(wordings)
    ]
    read_item = protocol_named(PROTOCOL).read
    try:
        return tuple(map(read_item, contents))
    except ValidationError as error:
        fix = "name the options by what they are, in the text and in --options"
        raise InputError(f"{prompt.name}: {problem_of(error)[1]}; {fix}") from error


def _notices(command: MoveCommand, wordings: Sequence[CheckedWording]) -> tuple[str, ...]:
    notices = []
    if command.writes and command.judge is None:
        notices.append(f"{command.author} also judges its own wordings; name another model with --judge")
    if command.author is not None and is_same_model(command.subject, str(command.author)):
        notices.append(f"{command.subject} is also the author: its own wordings may suit it better than others")
    for number, wording in enumerate(wordings, 1):
        if wording.texts is None:
            notices.append(f"a wording is left out: {wording.result.reason}")
        elif wording.result.outcome.value == "rejected":
            notices.append(f"wording {number}: {wording.result.reason}; it is measured anyway, as you gave it")
    return tuple(notices)


def _reasons(wordings: Sequence[CheckedWording]) -> str:
    reasons = dict.fromkeys(wording.result.reason for wording in wordings if wording.texts is None)
    return "; ".join(list(reasons)[:3]) or "give more"
