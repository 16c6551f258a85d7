"""`sanitizer kb`, and what docs/knowledge.md promises."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb import KnowledgeBase, KnowledgeBaseError
from kb.files import open_file
from sanitizer.commands.kb import command
from sanitizer.errors import ResourceError, UsageError
from tests.contracts.knowledge import KnowledgeContract

ROOT = Path(__file__).parents[2]
DUMP = ROOT / "tests" / "data" / "structure.rdf.u8"
DOCS = (ROOT / "docs" / "knowledge.md").read_text("utf-8")


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.output


def test_lookup_shows_senses_chains_sources_and_ic() -> None:
    status, output = _run("lookup", "melanoma")
    assert status == 0
    assert "melanoma [wn:melanoma.n.01] (wordnet:3.0, kind, DEM, frequency 0)" in output
    assert re.search(r"skin cancer \d+\.\d\d > carcinoma .* > \(entity\) 0\.00", output)


def test_lookup_as_json_and_unknown_terms() -> None:
    status, output = _run("lookup", "--json", "Barcelona", "zyzzyva quux")
    assert status == 1
    barcelona, unknown = (json.loads(line) for line in output.splitlines())
    assert barcelona["senses"][0]["source"] == "wordnet:3.0"
    labels = [c["label"] for c in barcelona["senses"][0]["chains"][0]]
    assert labels[0] == "city"
    assert barcelona["senses"][0]["chains"][0][-1] == {
        "id": "wn:entity.n.01",
        "label": "entity",
        "intrinsic_ic": 0.0,
        "readable": False,
    }
    assert unknown["senses"] == []


def test_strict_order_asks_the_next_for_what_is_lacking(tmp_path: Path) -> None:
    jobs = tmp_path / "jobs.csv"
    jobs.write_text("nurse;carer;*\nxylographer;engraver;*\n", "utf-8")
    both = ("--kb", "default", "--kb", str(jobs))
    assert "dgh:jobs" in _run("lookup", "nurse", *both)[1]
    assert "dgh:jobs" not in _run("lookup", "nurse", *both, "--kb-order", "strict")[1]


def test_build_and_look_up_odp(tmp_path: Path) -> None:
    target = tmp_path / "odp.kb"
    status, output = _run("build", "odp", str(DUMP), "-o", str(target))
    assert status == 0
    assert "374 categories" in output
    assert "1 that could not be read" in output
    assert "Melanoma" in _run("lookup", "melanoma", "--kb", str(target))[1]
    with pytest.raises(UsageError, match="no such folder; make it first"):
        _run("build", "odp", str(DUMP), "-o", str(tmp_path / "none" / "odp.kb"))
    with pytest.raises(UsageError, match="no such file"):
        _run("build", "odp", str(tmp_path / "none"), "-o", str(tmp_path / "other.kb"))


def test_build_wordnet_without_it(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="nltk finds no 'wordnet99'"):
        _run("build", "wordnet", "--version", "wordnet99", "-o", str(tmp_path / "wn.kb"))
    with pytest.raises(ResourceError, match=r"no 'omw-1.4'|not in the Open Multilingual"):
        _run(
            "build",
            "wordnet",
            "--language",
            "xx",
            "--nltk-data",
            str(tmp_path),
            "-o",
            str(tmp_path / "wn.kb"),
        )


def test_info(tmp_path: Path) -> None:
    status, output = _run("info")
    assert status == 0
    assert re.search(r"wordnet:3\.0 +wn +82,115", output)
    rows = json.loads(_run("info", "--json")[1])
    assert rows[0] == {"name": "wordnet:3.0", "prefix": "wn", "entries": 82115}
    (tmp_path / "notes.txt").write_text("no knowledge base")
    with pytest.raises(ResourceError, match="is neither compiled by"):
        _run("info", "--kb", str(tmp_path / "notes.txt"))
    with pytest.raises(KnowledgeBaseError, match="no such knowledge base"):
        open_file(tmp_path / "none.kb")


def _documented() -> tuple[str, str]:
    blocks = re.findall(r"```python\n(.*?)```", DOCS, re.S)
    return blocks[0], blocks[1]


class TestDocumentedContract(KnowledgeContract):
    phrases = ("la rambla", "street")
    listed = False  # ten lines do not list what has no entry of its own ("public place")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        names: dict[str, type[KnowledgeBase]] = {}
        exec(_documented()[0], names)
        return names["Streets"]()


def test_the_ten_lines_of_the_docs_work(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = _documented()
    code = [line for line in first.splitlines() if line.strip() and not line.startswith(("from", "ABOVE"))]
    assert len(code) == 10
    exec(first + second, {})
    assert capsys.readouterr().out.strip() == "['street', 'public place']"
    assert "It prints `['street', 'public place']`" in DOCS


def test_the_documented_number_of_last_resorts() -> None:
    from kb.taxonomy import readerless

    assert f"{len(readerless())} concepts that nobody says" in DOCS
