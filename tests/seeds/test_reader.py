"""Reading a folder of seeds: every problem in a user's folder is one line with the file and the fix."""

import re
import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from probe.errors import CorpusError, InputError
from probe.files.corpus import read_corpus
from probe.values import Bias, Dilemma, Option

PACKAGED_DOMAIN = Path(str(files("probe") / "seeds" / "software_engineering"))
BIAS = "dilemmas/anchoring_bias"
NAME = f"{BIAS}/scanner-price"
ID = "anchoring_bias/scanner-price"


@pytest.fixture
def domain(tmp_path: Path) -> Path:
    """Make a domain of the user's own, with one bias and two dilemmas, in which nothing is wrong."""
    folder = tmp_path / "gardening"
    folder.mkdir()
    shutil.copy(PACKAGED_DOMAIN / "domain.toml", folder)
    shutil.copytree(PACKAGED_DOMAIN / BIAS, folder / BIAS)
    return folder


def problems(folder: Path) -> tuple[str, ...]:
    with pytest.raises(CorpusError) as error:
        read_corpus(folder)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(error.value.problems[0])
    return error.value.problems


def test_a_users_domain_is_read(domain: Path) -> None:
    """It does not need all biases, and its pairs have its name as domain."""
    corpus = read_corpus(domain)
    assert (corpus.domain, corpus.biases) == ("gardening", (Bias.ANCHORING,))
    assert [seed.name for seed in corpus.seeds_of(Bias.ANCHORING)] == ["migration-estimate", "scanner-price"]
    assert corpus.seed(ID).to_pair().domain == "gardening"


def test_a_folder_with_a_single_domain_is_read_as_that_domain(domain: Path) -> None:
    assert read_corpus(domain.parent) == read_corpus(domain)


def test_a_seed_becomes_a_pair(domain: Path) -> None:
    """With all of its fields and its origin."""
    seed = read_corpus(domain).seed(ID)
    pair = seed.to_pair()
    assert (pair.texts, pair.programs, pair.controls) == (seed.texts, seed.programs, seed.controls)
    assert (pair.bias, pair.correct_option) == (Bias.ANCHORING, Option.A)
    assert (pair.provenance.author, pair.provenance.seed_ids) == ("hand-made", (ID,))


def test_controls_are_optional(domain: Path) -> None:
    (domain / NAME / "placebo.txt").unlink()
    controls = read_corpus(domain).seed(ID).controls
    assert controls is not None
    assert controls.placebo is None
    (domain / NAME / "counter.txt").unlink()
    assert read_corpus(domain).seed(ID).controls is None


def test_line_ends_and_byte_order_marks_do_not_matter(domain: Path) -> None:
    """An editor on another system must not change a pair's id."""
    before = read_corpus(domain).seed(ID)
    for path in (domain / NAME).iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_corpus(domain).seed(ID) == before


def test_a_missing_bias_is_reported_with_the_existing_ones(domain: Path) -> None:
    corpus = read_corpus(domain)
    for lookup in (corpus.sheet, corpus.seeds_of):
        with pytest.raises(InputError, match=r"no bias framing_effect.*anchoring_bias"):
            lookup(Bias.FRAMING)
    with pytest.raises(InputError, match=r"no seed 'x'.*anchoring_bias/scanner-price"):
        corpus.seed("x")


def test_a_folder_without_a_domain_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no domain\.toml"):
        read_corpus(tmp_path)
    with pytest.raises(InputError, match="not a folder of seeds, and not the name of a packaged domain"):
        read_corpus(tmp_path / "nowhere")


def test_one_of_several_domains_has_to_be_named(domain: Path) -> None:
    shutil.copytree(domain, domain.parent / "cooking")
    with pytest.raises(InputError, match=r"several domains \(cooking, gardening\)"):
        read_corpus(domain.parent)


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(domain: Path) -> None:
        path = domain / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return change


def write(name: str, content: bytes) -> Callable[[Path], None]:
    def change(domain: Path) -> None:
        (domain / name).write_bytes(content)

    return change


def repeat_unbiased(domain: Path) -> None:
    shutil.copy(domain / NAME / "unbiased.txt", domain / NAME / "biased.txt")


@pytest.mark.parametrize(
    ("problem", "path", "expected"),
    [
        (lambda domain: (domain / NAME / "axioms.pl").unlink(), NAME, "missing axioms.pl"),
        (lambda domain: (domain / NAME / "dilemma.toml").unlink(), NAME, "missing dilemma.toml"),
        (lambda domain: (domain / BIAS / "bias.toml").unlink(), f"{BIAS}/bias.toml", "missing"),
        (write(f"{NAME}/unbiased.txt", b" \n"), f"{NAME}/unbiased.txt", "empty"),
        (write(f"{NAME}/biased.pl", b"a.\nb('\xe9')."), f"{NAME}/biased.pl", "not UTF-8 text (line 2, byte 7)"),
        (write(f"{NAME}/axioms.txt", "wörter".encode("utf-16-be")), f"{NAME}/axioms.txt", "not UTF-8 text"),
        (
            lambda domain: (domain / BIAS).rename(domain / "dilemmas" / "optimism"),
            "dilemmas/optimism/bias.toml",
            "name is 'anchoring bias'",
        ),
        (lambda domain: shutil.rmtree(domain / BIAS), "dilemmas", "contains no bias"),
        (lambda domain: shutil.rmtree(domain / "dilemmas"), "", "contains no seeds"),
        (lambda domain: shutil.rmtree(domain / NAME), BIAS, "contains one dilemma"),
        (replace(f"{NAME}/dilemma.toml", "title =", "title"), f"{NAME}/dilemma.toml", "is not TOML: "),
        (replace(f"{NAME}/dilemma.toml", "title =", "titel ="), f"{NAME}/dilemma.toml", "unknown key 'titel'"),
        (replace("domain.toml", "name =", "nmae ="), "domain.toml", "unknown key 'nmae'"),
        (
            replace(f"{NAME}/dilemma.toml", '"option_A"', '"A"'),
            f"{NAME}/dilemma.toml",
            "correct_option: write 'option_A' or 'option_B', not \"A\"",
        ),
        (
            replace(f"{NAME}/dilemma.toml", '"option_A"', "1"),
            f"{NAME}/dilemma.toml",
            "correct_option: write 'option_A' or 'option_B', not 1",
        ),
        (replace(f"{NAME}/dilemma.toml", "first figure", "third figure"), f"{NAME}/dilemma.toml", "not in biased.txt"),
        (replace(f"{NAME}/dilemma.toml", "cue = [", 'cue = [\n"two weeks",'), f"{NAME}/dilemma.toml", "is in unbiased"),
        (
            replace(f"{NAME}/dilemma.toml", "cue = [", "cue = [\n3,"),
            f"{NAME}/dilemma.toml",
            "cue: write a text in quotes, or a list of such texts",
        ),
        (replace(f"{NAME}/axioms.txt", "best practice is:", "do"), f"{NAME}/axioms.txt", "not one paragraph that ends"),
        (repeat_unbiased, f"{NAME}/biased.txt", "the same text as unbiased.txt"),
        (write(f"{NAME}/placbo.txt", b"x"), f"{NAME}/placbo.txt", "not a file of a dilemma"),
        (
            replace(f"{BIAS}/bias.toml", '"stability"', "3"),
            f"{BIAS}/bias.toml",
            "family: write a text in quotes, not 3",
        ),
        (replace(f"{BIAS}/bias.toml", '"anchoring bias"', '"x"'), f"{BIAS}/bias.toml", "name is 'x'"),
        (replace(f"{BIAS}/bias.toml", '"anchoring bias"', '"X!"'), f"{BIAS}/bias.toml", "name is 'X!'"),
    ],
)
def test_a_fault_is_reported_with_its_file(
    domain: Path, problem: Callable[[Path], None], path: str, expected: str
) -> None:
    """The first line names the file (and the line of a TOML file), the problem and the fix."""
    problem(domain)
    (first, *_) = problems(domain)
    file = domain / path if path else domain
    assert re.match(rf"{re.escape(str(file))}(:\d+)?: ", first)
    assert expected in first
    assert "; " in first or "write " in first


def test_all_faults_are_reported_at_once(domain: Path) -> None:
    """Users should not have to repeat the command for each fault."""
    (domain / NAME / "biased.txt").unlink()
    (domain / BIAS / "migration-estimate" / "axioms.txt").write_text("", encoding="utf-8")
    replace("domain.toml", "name =", "nmae =")(domain)
    lines = problems(domain)
    assert len(lines) == 3  # a misspelt key is not reported as missing too
    with pytest.raises(CorpusError, match=r"\(and 2 more problems in this folder\)$") as error:
        read_corpus(domain)
    assert error.value.exit_code == 2


def test_a_hostile_name_stays_on_one_line(domain: Path) -> None:
    """A folder's name goes to the terminal, so it must not contain a line break or an escape sequence."""
    (domain / "dilemmas" / "evil\n\x1b[31mname").mkdir()
    (line,) = problems(domain)
    assert line.isprintable()


def test_hidden_folders_are_not_read(domain: Path) -> None:
    for name in (".git", "__pycache__"):
        (domain / "dilemmas" / name).mkdir()
        (domain / NAME / name).mkdir()
    assert len(read_corpus(domain).seeds) == 2


def test_a_users_bias_needs_no_code(domain: Path) -> None:
    """A folder with a sheet is enough: the code does not contain its name, family or definition."""
    folder = domain / "dilemmas" / "status_quo_bias"
    shutil.copytree(domain / BIAS, folder)
    sheet = (folder / "bias.toml").read_text(encoding="utf-8").replace("anchoring bias", "status quo bias")
    (folder / "bias.toml").write_text(sheet, encoding="utf-8")
    corpus = read_corpus(domain)
    bias = Bias("status quo bias")
    assert corpus.biases == (Bias.ANCHORING, bias)
    assert corpus.sheet(bias).family == "stability"
    pair = corpus.seeds_of(bias)[0].to_pair()
    assert Dilemma.model_validate_json(pair.model_dump_json()) == pair


def test_a_packaged_domain_is_known_by_its_name() -> None:
    assert read_corpus(Path("software_engineering")) == read_corpus()


def test_the_layout_of_earlier_versions_is_refused_with_what_to_move(domain: Path) -> None:
    (domain / BIAS).rename(domain / "anchoring_bias")
    with pytest.raises(InputError, match="move anchoring_bias to dilemmas/anchoring_bias") as error:
        read_corpus(domain)
    assert "\n" not in str(error.value)
    with pytest.raises(InputError, match="is the folder of one bias"):
        read_corpus(domain / "anchoring_bias")


def test_a_domain_can_have_practices_alone(domain: Path) -> None:
    shutil.rmtree(domain / "dilemmas")
    (domain / "practices").mkdir()
    assert read_corpus(domain).biases == ()


def test_the_path_of_a_packaged_bias_in_earlier_versions_is_refused_with_the_new_one() -> None:
    with pytest.raises(InputError, match=r"anchoring_bias: moved to .*dilemmas.anchoring_bias; give its domain"):
        read_corpus(PACKAGED_DOMAIN / "anchoring_bias")
