"""``probe data release``: freeze a dataset, and check a frozen one."""

from pathlib import Path

from probe.cli.output import message, print_json, show
from probe.files.release import RELEASE, guessable_seed, release
from probe.options.form import refuse
from probe.options.reading import path_of
from probe.options.sharing import ReleaseCommandLine
from probe.protocols.releasing import check_release, digest_of, release_of


def release_command(options: ReleaseCommandLine) -> int:
    """Freeze a dataset, or check a release; return 1 if a file of it is not as released."""
    if not options.verify:
        _freeze(options)
        return 0
    refuse(options, ("version", "out", "license"), "is for a new release: leave it out with --verify")
    checked_release = check_release(Path(options.source), path_of(options.private), path_of(options.secret))
    show(options, checked_release.document, checked_release.to_json())
    if not options.as_json:
        message(f"version {checked_release.release.version}, SHA-256 of {RELEASE}: {checked_release.sha256}")
    return int(not checked_release.holds)


def _freeze(options: ReleaseCommandLine) -> None:
    command, out = release_of(options)
    frozen_release, private_files = release(command, out), None
    message(
        f"wrote {frozen_release.pairs} pairs as version {frozen_release.version} to {out}; "
        f"check it with probe data release {out} --verify",
        f"SHA-256 of {RELEASE}, to publish elsewhere: {digest_of(out)}",
    )
    if frozen_release.recipe is None:
        message("the release has no recipe: only a dataset of probe generate has a manifest next to it")
    if command.private is not None:
        private_files = {"dataset": str(command.private), "secret": str(command.secret)}
        message(f"keep {command.secret} and {command.private}: they open the commitment")
        if (seed := guessable_seed(command.private)) is not None:
            message(
                f"anyone can compose the private set again by trying seeds up to {seed}: use a random one of 128 bits"
            )
    if options.as_json:
        content = {
            "out": str(out),
            "version": frozen_release.version,
            "items": frozen_release.pairs,
            "sha256": digest_of(out),
        }
        print_json({**content, "recipe": frozen_release.recipe is not None, "private": private_files})
