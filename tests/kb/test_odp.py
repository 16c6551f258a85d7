"""The directory importer on a hand-written excerpt in the dump's exact form, flaws included
(tests/data/structure.rdf.u8).

The flaws, as the real dumps have them: control characters in a description and in an id, broken UTF-8, an id
in single quotes, a tag that never closes, an id without quotes (the only one that is not readable), an end in
the middle of a tag.
"""

import gzip
from pathlib import Path

import pytest

from kb import KnowledgeBase, KnowledgeBaseError
from kb.intrinsic_ic import shape, walked_shape
from kb.odp import Directory, open_odp
from kb.odp_build import OdpCounts, OdpSource, build_odp, compile_odp, read_odp
from kb.taxonomy import candidates, chains
from tests.contracts.knowledge import KnowledgeContract

DUMP = Path(__file__).parents[1] / "data" / "structure.rdf.u8"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Directory:
    target = tmp_path_factory.mktemp("odp") / "odp.kb"
    build_odp(DUMP, target, "excerpt")
    return open_odp(target)


class TestOdpContract(KnowledgeContract):
    phrases = ("Barcelona", "melanoma", "Football", "David Bowie", "cancers")

    @pytest.fixture
    def base(self, directory: Directory) -> KnowledgeBase:
        return directory


def _ways(directory: Directory, phrase: str) -> list[str]:
    return [
        " > ".join(c.label for c in way)
        for sense in directory.senses(phrase)
        for way in chains(directory, sense.concept)
    ]


def test_what_became_of_the_dump_is_counted(tmp_path: Path) -> None:
    counts = build_odp(DUMP, tmp_path / "odp.kb")
    assert counts == OdpCounts(categories=374, links=12, left_out=7, unreadable=1, dangling=1)


def test_a_chain_is_the_category_path(directory: Directory) -> None:
    assert _ways(directory, "melanoma") == [
        "Melanoma > Skin > Cancer > Conditions and Diseases > Health > topic"
    ]
    assert [c.concept.label for c in candidates(directory, "melanoma")][:3] == [
        "Skin",
        "Cancer",
        "Conditions and Diseases",
    ]


def test_homonyms_come_with_most_below_them_first(directory: Directory) -> None:
    barcelona = directory.senses("barcelona")
    assert [s.concept.id for s in barcelona] == [
        "odp:Regional/Europe/Spain/Autonomous_Communities/Catalonia/Barcelona",
        "odp:Regional/Europe/Spain/Autonomous_Communities/Catalonia/Barcelona/Localities/Barcelona",
        "odp:Sports/Soccer/UEFA/Spain/Clubs/Barcelona",
    ]
    assert [s.frequency for s in barcelona] == [12, 4, 1]


def test_letter_bars_are_left_out(directory: Directory) -> None:
    assert _ways(directory, "Madonna") == ["Madonna > Bands and Artists > Music > Arts > topic"]
    assert directory.senses("M") == []


def test_other_languages_are_left_out(directory: Directory) -> None:
    assert directory.senses("Gesundheit") == []
    assert directory.senses("World") == []


def test_links_and_aliases_are_names(directory: Directory) -> None:
    assert _ways(directory, "oncologist") == _ways(directory, "Oncology")
    assert _ways(directory, "Barna") == [_ways(directory, "Barcelona")[0]]
    assert [w.split(" > ")[0] for w in _ways(directory, "Football")] == ["Soccer", "Spain"]
    assert _ways(directory, "Gone") == []
    catalonia = directory.senses("Catalonia")[0].concept
    assert directory.lemmas(catalonia) == ["Catalonia", "Catalunya"]


def test_malformed_parts_are_read(directory: Directory) -> None:
    for phrase in (
        "Polio",
        "Chelsea",
        "Players",
        "Drama",
        "Sailing",
        "Caddies",
        "R&B",
        "Parkinson's Disease",
    ):
        assert directory.senses(phrase), phrase
    assert directory.senses("Unquoted") == []
    assert _ways(directory, "Salvador Dalí") == [
        "Dalí, Salvador > Painters > Painting > Visual Arts > Arts > topic"
    ]


def test_counted_shapes_are_the_walked_ones(directory: Directory) -> None:
    for phrase in ("Barcelona", "Cancer", "Sports", "Melanoma"):
        concept = directory.senses(phrase)[0].concept
        assert shape(directory, concept) == walked_shape(directory, concept)


def test_packed_and_in_small_pieces_it_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "structure.rdf.u8.gz"
    packed.write_bytes(gzip.compress(DUMP.read_bytes()))
    build_odp(DUMP, tmp_path / "plain.kb", "excerpt")
    build_odp(packed, tmp_path / "packed.kb", "excerpt")
    monkeypatch.setattr("kb.odp_build._CHUNK", 997)
    build_odp(DUMP, tmp_path / "pieces.kb", "excerpt")
    same = (tmp_path / "plain.kb").read_bytes()
    assert (tmp_path / "packed.kb").read_bytes() == same
    assert (tmp_path / "pieces.kb").read_bytes() == same


def test_lists_of_paths(tmp_path: Path) -> None:
    """Curlie's lists: the path stands in any column; addresses are no paths; the top may be left out."""
    source = tmp_path / "categories.tsv"
    source.write_text(
        "\ufeff1\tTop/Health/Nursing\tNursing\thttp://example.org/a/b\r\n2\tHealth/Nursing/Midwifery\tMidwifery\n"
        "3\tTop/World/Deutsch/Gesundheit\tGesundheit\nno path here\n\n",
        "utf-8",
    )
    counts = build_odp(source, tmp_path / "odp.kb")
    assert (counts.categories, counts.left_out, counts.unreadable) == (3, 1, 1)
    assert _ways(open_odp(tmp_path / "odp.kb"), "midwifery") == ["Midwifery > Nursing > Health > topic"]


def test_many_letters_side_by_side_are_a_bar() -> None:
    letters = "ABCDEFGHIJKL"
    paths = dict.fromkeys([f"Arts/Bands/{c}/Band_{c}" for c in letters] + ["Computers/Languages/C/Compilers"])
    arrays, _ = compile_odp(OdpSource(paths=paths))
    directory = Directory(arrays, "odp:x")
    assert _ways(directory, "Band C") == ["Band C > Bands > Arts > topic"]
    assert _ways(directory, "Compilers") == ["Compilers > C > Languages > Computers > topic"]


def test_bad_sources_are_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="no such file"):
        read_odp(tmp_path / "missing")
    cases = {
        "empty": (b"", "holds no category; expected DMOZ's structure"),
        "prose.txt": (b"Nothing to see.\n", "holds no category"),
        "cut.gz": (gzip.compress(DUMP.read_bytes(), mtime=0)[:5000], "cannot be read to its end"),
    }
    for name, (content, message) in cases.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(KnowledgeBaseError, match=message):
            build_odp(tmp_path / name, tmp_path / "odp.kb")
    assert not (tmp_path / "odp.kb").exists()
