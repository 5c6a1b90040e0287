"""Metadata of small distributions that extend PROBE, as if they were installed."""

from collections.abc import Mapping
from pathlib import Path


def distribution(site: Path, name: str, groups: Mapping[str, Mapping[str, str]], version: str = "1.0") -> None:
    """Write the metadata of a distribution with entry points into ``site``, a folder on the path of imports."""
    folder = site / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    with (folder / "entry_points.txt").open("w") as stream:
        for group, points in groups.items():
            stream.writelines([f"[{group}]\n", *(f"{key} = {value}\n" for key, value in points.items())])
