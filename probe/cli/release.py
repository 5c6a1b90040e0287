"""``probe data release``: freeze a dataset, and check a frozen one."""

from pathlib import Path

import click

from probe.cli.output import message, print_json
from probe.errors import InputError
from probe.files.release import RELEASE, Release, ReleaseCommand, guessable_seed, release
from probe.inputs import sha256_of
from probe.options.form import refuse
from probe.options.reading import path_of
from probe.options.sharing import ReleaseCommandLine
from probe.protocols.releasing import CheckedRelease, check_release, release_of
from probe.values.texts import visible_line


def release_command(options: ReleaseCommandLine) -> int:
    """Freeze a dataset, or check a release; return 1 if a file of it is not as released."""
    if options.verify:
        refuse(options, ("version", "out", "license"), "is for a new release: leave it out with --verify")
        folder = Path(options.source)
        if folder.is_file():
            raise InputError(f"{folder} is a file: give the folder of a release")
        checked_release = check_release(folder, path_of(options.private), path_of(options.secret))
        (_print_check if options.as_json else _show_check)(checked_release, folder)
        return int(not checked_release.holds)
    command, out = release_of(options)
    frozen_release = release(command, out)
    _report(command, frozen_release, out)
    if options.as_json:
        private_files = {"dataset": str(command.private), "secret": str(command.secret)} if command.private else None
        document = {
            "out": str(out),
            "version": frozen_release.version,
            "items": frozen_release.pairs,
            "sha256": _digest(out),
        }
        print_json({**document, "recipe": frozen_release.recipe is not None, "private": private_files})
    return 0


def _report(command: ReleaseCommand, frozen_release: Release, out: Path) -> None:
    check = f"probe data release {out} --verify"
    message(f"wrote {frozen_release.pairs} pairs as version {frozen_release.version} to {out}; check it with {check}")
    message(f"SHA-256 of {RELEASE}, to publish elsewhere: {_digest(out)}")
    if frozen_release.recipe is None:
        message("the release has no recipe: only a dataset of probe generate has a manifest beside it")
    if command.private is not None:
        message(f"keep {command.secret} and {command.private}: they open the commitment")
        seed = guessable_seed(command.private)
        if seed is not None:
            message(
                f"anyone can compose the private set again by trying seeds up to {seed}: use a random one of 128 bits"
            )


def _digest(folder: Path) -> str:
    return sha256_of(folder / RELEASE).hex()


def _show_check(checked_release: CheckedRelease, folder: Path) -> None:
    for file in checked_release.files:
        click.echo(f"{file.state:9}  {visible_line(file.name)}")
    if checked_release.kept is not None:
        click.echo(f"{_state(checked_release.kept):9}  private dataset")
    message(f"version {checked_release.release.version}, SHA-256 of {RELEASE}: {_digest(folder)}")


def _print_check(checked_release: CheckedRelease, folder: Path) -> None:
    document = {"version": checked_release.release.version, "sha256": _digest(folder), "holds": checked_release.holds}
    files = [file._asdict() for file in checked_release.files]
    print_json(
        {**document, "files": files, "private": None if checked_release.kept is None else _state(checked_release.kept)}
    )


def _state(kept: bool) -> str:
    return "unchanged" if kept else "changed"
