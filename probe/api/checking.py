"""Check a prompt of one's own: which phrases steer, and whether its wording moves a model."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from probe.api.evaluating import subject_and_function
from probe.api.options import folder_of
from probe.api.running import function, synchronous
from probe.checking.check import CheckOutcome, PromptCheckCommand
from probe.checking.moving import GivenWordings
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt, Span
from probe.checking.verdict import ShiftVerdict
from probe.document.notebook import framed
from probe.errors import InputError
from probe.files.folders import Folder
from probe.files.plain import write_new
from probe.options.checking import CheckOptions
from probe.options.shared import PathName

NAME = "prompt"
"""What messages call a prompt that has no file."""


@dataclass(frozen=True, repr=False)
class PromptCheck:
    """A prompt with the phrases that steer and, where a model was asked, whether its wording moves it."""

    outcome: CheckOutcome
    _folder: Folder | None = field(default=None, compare=False)

    @property
    def checked(self) -> CheckedPrompt:
        """The prompt with its phrases."""
        return self.outcome.prompts[0]

    @property
    def verdict(self) -> ShiftVerdict | None:
        """What was measured; None where no model was asked."""
        return self.outcome.verdict

    @property
    def notices(self) -> tuple[str, ...]:
        """What to note about the measurement."""
        return self.outcome.notices

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
        return self.outcome.to_json()

    @property
    def html(self) -> str:
        """Everything as one page: ``probe check FILE --html PAGE``."""
        return self.outcome.page.page()

    def write(self, file: PathName, *, force: bool = False) -> Path:
        """Write the page and return its path. Raises InputError if the file exists, unless ``force``."""
        return write_new(Path(file), self.html, "file", force=force)

    def __repr__(self) -> str:
        return f"<PromptCheck: {self.verdict.title if self.verdict else f'{len(self.spans)} steering phrases'}>"

    def __str__(self) -> str:
        return self.outcome.document.text()

    def _repr_html_(self) -> str:
        return framed(self.html)


@function(CheckOptions)
async def check_async(options: CheckOptions) -> PromptCheck:
    """Show which phrases of a prompt steer and, with ``model``, whether its wording moves that model.

    ``keep`` are texts whose phrases are requirements. ``model`` is a model or a function, as the subject of
    ``evaluate``; ``options`` are its two answers. An ``author`` writes the ``wordings``, or you give them:
    ``neutrals`` for the prompt and for each of ``originals``, and ``placebos``. ``out`` is as in ``evaluate``.

    Raises InputError for an unusable argument, MissingError for a missing key, and StoppedError if questions have no
    answer.
    """
    if not options.text.strip():
        raise InputError("the prompt is empty; write a text")
    subject, functions = (
        (None, {})
        if options.model is None
        else subject_and_function(options.model, options.name, messages=options.messages)
    )
    wordings = GivenWordings(tuple(options.originals), tuple(options.neutrals), tuple(options.placebos))
    prompts = [Prompt(NAME, options.text)]
    command = PromptCheckCommand.of(options, prompts, subject, options.options, wordings, functions=functions)
    with folder_of(options.out) as folder:
        return PromptCheck(await command.run(folder.path), folder if command.model else None)


check = synchronous(check_async)
