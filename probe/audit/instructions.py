"""The text of the page of consent, which the researcher edits."""

from pathlib import Path

from probe.audit.between import StudyOptions
from probe.errors import UnreadableError
from probe.files.folders import write_files
from probe.inputs import read_text

INSTRUCTIONS = "instructions.txt"
"""The file's name in the folder of a study."""

TO_FILL_IN = "[…"
"""The beginning of a text that the researcher has to replace."""

_TEXT = """# What this is about

You will read {dilemmas} short descriptions of situations in software engineering. For each of them, choose the option
that you consider right. Decide by what the text says. There is no time limit, and you cannot go back.

A few texts are followed by a question about a figure in them. At the end, you read up to {bearings} texts again, with a
few words marked, and are asked whether these words bear on which option is right.

# Your data

Only your answers are stored, under a number. Taking part is voluntary, and you may stop at any time by closing the
page.

# Who asks

[… your name, institution and address, the approval of your ethics board, what people are paid, and how long answers
are kept]
"""


def read_instructions(folder: Path, options: StudyOptions) -> str:
    """Return the text in ``folder``; if there is none, write the default text and return it."""
    file = folder / INSTRUCTIONS
    # Never overwrite the researcher's text: people consent to it.
    if not file.exists():
        text = _TEXT.format(dilemmas=options.per_person, bearings=options.bearings)
        write_files(folder, {INSTRUCTIONS: text.encode()})
    try:
        return read_text(file)
    except UnreadableError as error:
        raise UnreadableError(file, error.problem, error.fix or "write it as plain text in UTF-8") from error
