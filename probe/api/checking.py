"""Check a prompt of one's own: which phrases steer, and whether its wording moves a model."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from probe.api.evaluating import Function, MessagesFunction, subject_and_function
from probe.api.options import AccessOptions, PathName, Spec, access_of, folder_of, one_of, optional_path, spec_of, whole
from probe.api.running import in_python, synchronous
from probe.checking.document import checked_document
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import MOST, RUNS, WORDINGS, GivenWordings, MoveCommand, Moved, check_command, move
from probe.checking.printing import show_checked, show_verdict
from probe.checking.reading import Prompt
from probe.checking.spans import CheckedPrompt, Span
from probe.checking.verdict import ShiftVerdict, verdict_of
from probe.errors import InputError
from probe.files.folders import Folder
from probe.files.plain import refuse_overwriting, write_atomically
from probe.measuring.evaluate import runs_asked
from probe.notebook import html_frame
from probe.protocols.arguments import Order
from probe.terminal import printed

NAME = "prompt"
"""What messages call a prompt that has no file."""


@dataclass(frozen=True, repr=False)
class PromptCheck:
    """A prompt with the phrases that steer and, where a model was asked, whether its wording moves it."""

    checked: CheckedPrompt
    verdict: ShiftVerdict | None = None
    notices: tuple[str, ...] = field(default=(), compare=False)
    _moved: Moved | None = field(default=None, compare=False)
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
        found: dict[str, Any] = checked_document([self.checked], self._moved, self.verdict)
        return found

    @property
    def html(self) -> str:
        """Everything as one page: ``probe check FILE --html PAGE``."""
        from probe.web.check_page import check_page

        return check_page([self.checked], self._moved, self.verdict)

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
        shown = printed(lambda out: show_checked(out, [self.checked]))
        return shown if verdict is None else f"{shown}\n{printed(lambda out: show_verdict(out, verdict))}"

    def _repr_html_(self) -> str:
        return html_frame(self.html)


@in_python
async def check_async(
    text: str,
    *,
    keep: str | Iterable[str] = (),
    judge: Spec | None = None,
    model: Spec | Function | MessagesFunction | None = None,
    name: str | None = None,
    messages: bool = False,
    options: Iterable[str] = (),
    author: Spec | None = None,
    neutrals: Iterable[str] = (),
    originals: Iterable[str] = (),
    placebos: Iterable[str] = (),
    wordings: int = WORDINGS,
    runs: int | None = None,
    order: Order = "both",
    logprobs: bool = False,
    out: PathName | None = None,
    seeds: PathName | None = None,
    prompts: PathName | None = None,
    keep_trying: bool = False,
    **access: Unpack[AccessOptions],
) -> PromptCheck:
    """Show which phrases of a prompt steer and, with ``model``, whether its wording moves that model.

    ``keep`` are texts whose phrases are requirements. ``model`` is a model or a function, as the subject of
    ``evaluate``; ``options`` are its two answers. An ``author`` writes the ``wordings``, or you give them:
    ``neutrals`` for the prompt and for each of ``originals``, and ``placebos``. Each text is shown ``runs`` times
    (default 10). The other parameters are the options of ``probe check``; ``out`` is as in ``evaluate``.

    Raises InputError for an unusable argument, MissingError for a missing key, and StoppedError if questions have no
    answer.
    """
    kept = (keep,) if isinstance(keep, str) else tuple(keep)
    prompt = Prompt(NAME, text)
    if not text.strip():
        raise InputError("the prompt is empty; write a text")
    if model is None:
        if judge is None:
            return PromptCheck(find_spans([prompt], optional_path(seeds), kept)[0])
        judged_by = spec_of(judge)
        assert judged_by is not None
        judging = JudgeCommand(
            judge=judged_by,
            keep=kept,
            access=access_of(access),
            prompts=optional_path(prompts),
            seeds=optional_path(seeds),
            keep_trying=keep_trying,
        )
        with folder_of(out) as folder:
            return PromptCheck((await judge_spans(judging, [prompt], folder.path))[0], _folder=folder)
    subject, functions = subject_and_function(model, name, messages=messages)
    chosen = tuple(options)
    if len(chosen) != 2 or len({one.strip().casefold() for one in chosen} - {""}) < 2:
        raise InputError("options: give the two different answers that the model chooses from")
    one_of("order", order, ("both", "as-written"))
    command = MoveCommand(
        subject=subject,
        options=(chosen[0], chosen[1]),
        author=spec_of(author),
        judge=spec_of(judge),
        given=GivenWordings(tuple(originals), tuple(neutrals), tuple(placebos)),
        wordings=whole("wordings", wordings, 3, MOST),
        runs=runs_asked(runs if logprobs or runs is not None else RUNS, order, logprobs=logprobs),
        order=order,
        logprobs=logprobs,
        access=access_of(access, functions),
        prompts=optional_path(prompts),
        seeds=optional_path(seeds),
        keep_trying=keep_trying,
    )
    (checked,) = find_spans([prompt], optional_path(seeds), kept)
    check_command(command, checked)
    with folder_of(out) as folder:
        moved = await move(command, checked, folder.path)
        return PromptCheck(checked, verdict_of(folder.path), moved.notices, moved, folder)


check = synchronous(check_async)
