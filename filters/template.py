"""Stage ``template``: the form that every dilemma must have."""

import re

from probe.filters.stage import Stage, StageSettings, accept, reject
from probe.values import Candidate, StageResult, Texts
from probe.values.texts import LONGEST_TEXT, option_texts

_OPTION = {letter: re.compile(rf"\boption[\s_]{letter}\b", re.I) for letter in "AB"}


class TemplateStage(Stage[StageSettings]):
    """Accepts if both texts end in a question, name Option A and Option B, and neither contains the word "biased"."""

    name = "template"

    async def examine(self, candidate: Candidate) -> Candidate:
        """Reject a pair that violates the form, without any call."""
        return candidate.with_result(form_of(candidate.texts))


def form_of(texts: Texts) -> StageResult:
    """Return whether both texts have the form of a dilemma."""
    for arm, text in texts:
        problem = _problem(text)
        if problem:
            return reject(TemplateStage.name, f"the {arm} text {problem}", ends=text[-80:])
    exchangeable = [arm for arm, text in texts if option_texts(text)]
    return accept(TemplateStage.name, "both texts have the form of a dilemma", options_read=exchangeable)


def _problem(text: str) -> str | None:
    if len(text) > LONGEST_TEXT:
        return f"has {len(text):,} characters, more than {LONGEST_TEXT:,}"
    if not text.rstrip().endswith("?"):
        return "does not end in a question mark"
    for letter, mention in _OPTION.items():
        if not mention.search(text):
            return f"does not name Option {letter}"
    # Some authors name the arm in the text, which would tell a subject what is tested.
    if "biased" in text.lower():
        return 'contains the word "biased"'
    return None


STAGE = TemplateStage
