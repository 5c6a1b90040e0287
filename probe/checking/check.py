"""Check prompts: which phrases steer and, where a model is named, whether the wording of one prompt moves it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from probe.checking.document import annotations, checked_document
from probe.checking.estimates import estimate_judging, estimate_move
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import GivenWordings, MoveCommand, MoveResult, check_command, move, move_command, two_options
from probe.checking.page import checked_page
from probe.checking.printing import spans_document, verdict_document
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt
from probe.checking.verdict import ShiftVerdict, verdict_of
from probe.document import Document
from probe.errors import InputError
from probe.filters.estimates import PricedEstimate
from probe.measuring.work import DoneListener, measuring, silent
from probe.options.checking import NEEDS_MODEL, PromptOptions
from probe.options.form import refuse
from probe.options.reading import path_of, spec_of
from probe.ports import SubjectFunction
from probe.values import ModelSpec


@dataclass(frozen=True)
class CheckOutcome:
    """Prompts with the phrases that steer and, where a model was asked, what was measured on one of them."""

    prompts: tuple[CheckedPrompt, ...]
    move_result: MoveResult | None = None
    verdict: ShiftVerdict | None = None

    @property
    def steers(self) -> bool:
        """Whether a shift is shown or, where no model was asked, whether a phrase steers."""
        return any(prompt.spans for prompt in self.prompts) if self.verdict is None else self.verdict.moved

    @property
    def notices(self) -> tuple[str, ...]:
        """What a user has to know about the measurement."""
        return () if self.move_result is None else self.move_result.notices

    @property
    def document(self) -> Document:
        """The phrases and the verdict in short."""
        spans = spans_document(self.prompts, is_measured=self.verdict is not None)
        return Document("", (*spans.blocks, *(verdict_document(self.verdict).blocks if self.verdict else ())))

    @property
    def page(self) -> Document:
        """Everything: whole texts with the phrases marked, the wordings, and the verdict."""
        return checked_page(self.prompts, self.move_result, self.verdict)

    @property
    def annotations(self) -> Iterable[str]:
        """Warnings of a workflow of GitHub."""
        return annotations(self.prompts, self.verdict)

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        content: dict[str, Any] = checked_document(self.prompts, self.move_result, self.verdict)
        return content


@dataclass(frozen=True)
class PromptCheckCommand:
    """Prompts with the phrases that patterns find, and at most one of a judge of phrases and a measurement."""

    prompts: tuple[Prompt, ...]
    matched_prompts: tuple[CheckedPrompt, ...]
    judging: JudgeCommand | None = None
    moving: MoveCommand | None = None

    @classmethod
    def of(
        cls,
        options: PromptOptions,
        prompts: Sequence[Prompt],
        subject: ModelSpec | None,
        answers: Iterable[str],
        wordings: GivenWordings,
        *,
        functions: Mapping[str, SubjectFunction] | None = None,
    ) -> Self:
        """Return the command that the options describe. Raises InputError for options that do not go together."""
        judge = spec_of(options.judge)
        if subject is None:
            refuse(options, NEEDS_MODEL, "needs --model: name a model, or leave it out")
            if judge is None:
                refuse(options, ("out",), "needs --model or --judge: name one, or leave it out")
        elif len(prompts) != 1:
            raise InputError(f"--model asks about one prompt, but {len(prompts)} are given: give one")
        keep = (options.keep,) if isinstance(options.keep, str) else tuple(options.keep)
        judging = moving = None
        if subject is not None:
            moving = move_command(options, subject, two_options(answers), wordings, functions)
        elif judge is not None:
            judging = JudgeCommand(judge=judge, keep=keep, **measuring(options))
        matched_prompts = find_spans(prompts, path_of(options.seeds), keep)
        if moving:
            check_command(moving, matched_prompts[0])
        return cls(tuple(prompts), matched_prompts, judging, moving)

    @property
    def model(self) -> ModelSpec | None:
        """The model that is asked: the subject, or the judge of phrases."""
        return self.moving.subject if self.moving else self.judging.judge if self.judging else None

    @property
    def questions(self) -> int:
        """How many texts the subject, or prompts the judge is asked about."""
        return self.moving.texts * self.moving.runs if self.moving else len(self.prompts)

    def estimate(self, out: Path | None) -> tuple[PricedEstimate, str] | None:
        """Return what the models would take, and what is counted; None where no model is asked."""
        if self.moving and out:
            return estimate_move(self.moving, self.matched_prompts[0], out), "wordings"
        if self.judging:
            spans = sum(len(prompt.spans) + len(prompt.kept) for prompt in self.matched_prompts)
            return estimate_judging(self.judging, self.prompts, spans, out), "prompts"
        return None

    async def run(self, out: Path, listener: DoneListener = silent) -> CheckOutcome:
        """Check the prompts; ``out`` is the folder of the run of a model, which the same command resumes.

        Raises StoppedError if questions have no answer.
        """
        if self.moving:
            move_result = await move(self.moving, self.matched_prompts[0], out, listener)
            return CheckOutcome(self.matched_prompts, move_result, verdict_of(move_result.folder))
        if self.judging:
            return CheckOutcome(await judge_spans(self.judging, self.prompts, out, listener))
        return CheckOutcome(self.matched_prompts)
