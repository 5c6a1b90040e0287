"""Check a prompt of one's own: which phrases steer, and whether its wording moves a model."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from probe.api.evaluating import subject_and_function
from probe.api.options import folder_of
from probe.api.running import function, synchronous
from probe.checking.document import checked_document
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import GivenWordings, MoveResult, check_command, move, move_command
from probe.checking.page import checked_page
from probe.checking.printing import spans_document, verdict_document
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt, Span
from probe.checking.verdict import ShiftVerdict, verdict_of
from probe.document.notebook import framed
from probe.errors import InputError
from probe.files.folders import Folder
from probe.files.plain import refuse_overwriting, write_atomically
from probe.measuring.work import measuring
from probe.options.checking import NEEDS_MODEL, CheckOptions
from probe.options.form import refuse
from probe.options.reading import path_of, spec_of
from probe.options.shared import PathName

NAME = "prompt"
"""What messages call a prompt that has no file."""


@dataclass(frozen=True, repr=False)
class PromptCheck:
    """A prompt with the phrases that steer and, where a model was asked, whether its wording moves it."""

    checked: CheckedPrompt
    verdict: ShiftVerdict | None = None
    notices: tuple[str, ...] = field(default=(), compare=False)
    _moved: MoveResult | None = field(default=None, compare=False)
    _folder: Folder | None = field(default=None, compare=False)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The phrases that steer."""
        return self.checked.spans

    @property
    def kept(self) -> tuple[Span, ...]:
        """The phrases that are kept as requirements."""
        return self.checked.kept

    @property
    def moved(self) -> bool | None:
        """Whether a shift is shown; None where no model was asked."""
        return None if self.verdict is None else self.verdict.moved

    @property
    def folder(self) -> Path | None:
        """The folder of the evaluation, which ``probe analyze`` reads; None where no model was asked."""
        return None if self._folder is None else self._folder.path

    @property
    def document(self) -> dict[str, Any]:
        """Everything as JSON: ``probe check FILE --json``."""
        document: dict[str, Any] = checked_document([self.checked], self._moved, self.verdict)
        return document

    @property
    def html(self) -> str:
        """Everything as one page: ``probe check FILE --html PAGE``."""
        return checked_page([self.checked], self._moved, self.verdict).page()

    def write(self, file: PathName, *, force: bool = False) -> Path:
        """Write the page and return its path. Raises InputError if the file exists, unless ``force``."""
        path = Path(file)
        refuse_overwriting([path], "file", force=force)
        write_atomically(path, self.html)
        return path

    def __repr__(self) -> str:
        return f"<PromptCheck: {self.verdict.title if self.verdict else f'{len(self.spans)} steering phrases'}>"

    def __str__(self) -> str:
        verdict = self.verdict
        text = spans_document([self.checked], asked=verdict is not None).text()
        return text if verdict is None else f"{text}\n{verdict_document(verdict).text()}"

    def _repr_html_(self) -> str:
        return framed(self.html)


@function(CheckOptions)
async def check_async(chosen: CheckOptions) -> PromptCheck:
    """Show which phrases of a prompt steer and, with ``model``, whether its wording moves that model.

    ``keep`` are texts whose phrases are requirements. ``model`` is a model or a function, as the subject of
    ``evaluate``; ``options`` are its two answers. An ``author`` writes the ``wordings``, or you give them:
    ``neutrals`` for the prompt and for each of ``originals``, and ``placebos``. ``out`` is as in ``evaluate``.

    Raises InputError for an unusable argument, MissingError for a missing key, and StoppedError if questions have no
    answer.
    """
    keep = (chosen.keep,) if isinstance(chosen.keep, str) else tuple(chosen.keep)
    prompt = Prompt(NAME, chosen.text)
    if not chosen.text.strip():
        raise InputError("the prompt is empty; write a text")
    if chosen.model is None:
        refuse(chosen, NEEDS_MODEL, "belongs to a model: give it as well, or leave this out")
        judge = spec_of(chosen.judge)
        if judge is None:
            return PromptCheck(find_spans([prompt], path_of(chosen.seeds), keep)[0])
        judge_command = JudgeCommand(judge=judge, keep=keep, **measuring(chosen))
        with folder_of(chosen.out) as folder:
            return PromptCheck((await judge_spans(judge_command, [prompt], folder.path))[0], _folder=folder)
    subject, functions = subject_and_function(chosen.model, chosen.name, messages=chosen.messages)
    answers = tuple(chosen.options)
    if len(answers) != 2 or len({answer.strip().casefold() for answer in answers} - {""}) < 2:
        raise InputError("options: give the two different answers that the model chooses from")
    wordings = GivenWordings(tuple(chosen.originals), tuple(chosen.neutrals), tuple(chosen.placebos))
    command = move_command(chosen, subject, (answers[0], answers[1]), wordings, functions)
    (checked_prompt,) = find_spans([prompt], command.seeds, keep)
    check_command(command, checked_prompt)
    with folder_of(chosen.out) as folder:
        measured_shift = await move(command, checked_prompt, folder.path)
        return PromptCheck(checked_prompt, verdict_of(folder.path), measured_shift.notices, measured_shift, folder)


check = synchronous(check_async)
