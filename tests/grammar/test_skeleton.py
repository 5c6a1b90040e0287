"""``probe seeds new``: the file that it writes passes the check, and no name leads out of the folder."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.grammar import read_library
from probe.grammar.skeleton import write_skeleton
from tests.shared import CommandLine


def test_a_new_schema_passes_its_check_unchanged(probe: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "my-domain"
    result = probe("seeds", "new", "Size of the cache", "--out", folder, "--area", "data")
    path = folder / "practices" / "schemas" / "data" / "size_of_the_cache.toml"
    assert f"wrote {path}" in result.stderr.replace("\n", "")
    check_result = probe("seeds", "check", folder, "--schema", "size_of_the_cache", "--per-depth", "2")
    assert check_result.stdout.rstrip().endswith("ok")
    assert "domain.toml" not in check_result.stderr
    (schema,) = read_library(folder / "practices").schemas
    assert (schema.name, schema.about, schema.area) == ("Size of the cache", "size_of_the_cache", "data")


def test_a_schema_that_exists_is_kept(tmp_path: Path) -> None:
    path = write_skeleton(tmp_path, "cache", "data")
    path.write_text("mine", encoding="utf-8")
    (tmp_path / "domain.toml").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="already exists"):
        write_skeleton(tmp_path, "Cache", "data")
    assert path.read_text(encoding="utf-8") == "mine"
    write_skeleton(tmp_path, "cache", "data", force=True)
    assert path.read_text(encoding="utf-8") != "mine"
    assert (tmp_path / "domain.toml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "name", ["../out", "/etc/x", "", "a" * 61, "a\nb", 'a"', "9 lives", "café", "a/b", "a\x1b[31m"]
)
def test_a_name_that_is_no_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="NAME: use at most 60 letters"):
        write_skeleton(tmp_path / "domain", name, "data")
    with pytest.raises(InputError, match="--area: use at most 60 letters"):
        write_skeleton(tmp_path / "domain", "cache", name)
    assert not list(tmp_path.iterdir())
