"""Read a user's Prolog programs: a single file, or a folder with both programs of a pair."""

import tomllib
from pathlib import Path

from probe.errors import InputError
from probe.values import Bias, Program, Programs

AXIOMS = "axioms.pl"


def read_program(file: Path) -> Program:
    """Return the program in ``file``, with the ``axioms.pl`` in the same folder if there is one."""
    axioms = file.with_name(AXIOMS)
    return Program(axioms=_read(axioms) if axioms.is_file() and axioms != file else "", text=_read(file))


def read_programs(folder: Path) -> tuple[Programs, Bias | None]:
    """Return both programs of a pair, and the bias if the parent folder is named after one."""
    missing = [name for name in (AXIOMS, "unbiased.pl", "biased.pl") if not (folder / name).is_file()]
    if missing:
        raise InputError(f"{folder} contains neither dataset.jsonl nor a pair of programs: {missing[0]} is missing")
    programs = Programs(
        axioms=_read(folder / AXIOMS), unbiased=_read(folder / "unbiased.pl"), biased=_read(folder / "biased.pl")
    )
    return programs, _bias_of(folder.resolve().parent)


def _bias_of(folder: Path) -> Bias | None:
    """Return the bias of ``folder``: the one that its bias.toml names, or the packaged bias of the same name."""
    sheet = folder / "bias.toml"
    try:
        return Bias(tomllib.loads(sheet.read_text(encoding="utf-8"))["name"])
    except (OSError, ValueError, KeyError, TypeError):
        return next((bias for bias in Bias if bias.slug == folder.name), None)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text (byte {error.start})") from error
