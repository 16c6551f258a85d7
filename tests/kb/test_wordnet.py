"""The shipped WordNet: what it answers, that it is what nltk reads, and what its files refuse."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from kb import Concept, KnowledgeBase, KnowledgeBaseError
from kb.intrinsic_ic import intrinsic_ic, shape, walked_shape
from kb.lexicon import Lexicon, lexicon_arrays, lexicon_order
from kb.lookup_forms import normalize, singulars, variants
from kb.store import Array, read_store, store_kind, write_store
from kb.taxonomy import ancestors, readerless
from kb.wordnet import DEFAULT_PATH, WordNet, open_wordnet
from kb.wordnet_build import CLASS_OF, LABEL_OF, compile_wordnet
from kb.wordnet_source import SynsetRow, WordNetSource, read_wordnet
from tests.contracts.knowledge import KnowledgeContract

HOW_TO_GET_IT = "apt-get install wordnet-base wordnet-sense-index, then run tests/setup.sh (make unit does)"


@pytest.fixture(scope="module")
def wordnet() -> WordNet:
    return open_wordnet()


class TestWordNetContract(KnowledgeContract):
    phrases = ("Barcelona", "melanoma", "engineers", "Turkey", "mother-in-law", "NATO", "Spanish", "oak")

    @pytest.fixture
    def base(self, wordnet: WordNet) -> KnowledgeBase:
        return wordnet


def test_it_is_the_taxonomy_that_nltk_reads(wordnet: WordNet) -> None:
    """Compiled anew all 82,115 synsets are the shipped bytes; of some: names, words, hypernyms, instances, senses with
    their counts."""
    try:
        source = read_wordnet()
    except KnowledgeBaseError as error:
        pytest.fail(f"{HOW_TO_GET_IT} ({error})")
    assert source.name == wordnet.name == "wordnet:3.0"
    assert len(source.synsets) == len(wordnet) == 82_115
    for number, row in islice(enumerate(source.synsets), 0, None, 11):
        concept = wordnet.concept(number)
        assert concept.id == f"wn:{row.name}"
        assert set(wordnet.lemmas(concept)) == {concept.label, *(w for w, _, _ in row.words)}
        assert {h.id for h in wordnet.hypernyms(concept)} == {f"wn:{a}" for a in row.above}
    for row in source.synsets[::37]:
        for word, _, count in row.words:
            senses = {s.concept.id: s for s in wordnet.senses(word)}
            assert senses[f"wn:{row.name}"].frequency >= count
            assert senses[f"wn:{row.name}"].instance == row.instance
    again = compile_wordnet(source)
    shipped = read_store(DEFAULT_PATH, "wordnet").arrays
    assert again.keys() == shipped.keys()
    assert all(np.array_equal(again[k], shipped[k]) for k in again)


def test_senses_of_a_phrase_in_any_form(wordnet: WordNet) -> None:
    def first(phrase: str) -> str:
        return wordnet.senses(phrase)[0].concept.id

    assert first("BARCELONA") == "wn:barcelona.n.01"
    assert first("melanomas") == "wn:melanoma.n.01"
    assert first("Engineers") == "wn:engineer.n.01"
    assert first("mother in law") == first("mothers-in-law") == first("mother_in_law")
    assert first("heads of state") == "wn:head_of_state.n.01"
    assert first("São Paulo") == "wn:sao_paulo.n.01"
    assert first("the United States") == "wn:united_states.n.01"
    assert first("Turkey's") == first("turkey")
    assert first("mice") == "wn:mouse.n.01"
    assert first("email") == first("e-mail")
    assert wordnet.senses("qwertyuiop") == []


def test_senses_are_ordered_by_their_count(wordnet: WordNet) -> None:
    for phrase in ("georgia", "turkey", "bank", "arms", "washington", "glasses"):
        counts = [s.frequency for s in wordnet.senses(phrase)]
        assert counts == sorted(counts, reverse=True)
    assert {"wn:arm.n.01", "wn:weaponry.n.01"} <= {s.concept.id for s in wordnet.senses("arms")}


def test_entity_classes(wordnet: WordNet) -> None:
    def classes(phrase: str) -> dict[str, str]:
        return {s.concept.id[3:]: s.entity_class for s in wordnet.senses(phrase)}

    assert classes("Miami") == {"miami.n.01": "DEM", "miami.n.02": "LOC"}
    assert classes("Einstein")["einstein.n.01"] == "PERSON"
    assert classes("engineer")["engineer.n.01"] == "DEM"
    assert classes("NATO")["north_atlantic_treaty_organization.n.01"] == "ORG"
    assert classes("melanoma")["melanoma.n.01"] == "DEM"
    assert classes("October")["october.n.01"] == "DATETIME"
    assert "PERSON" in classes("Saint Paul").values()  # a saint is a deity too
    assert classes("World War II")["world_war_ii.n.01"] == "MISC"
    assert classes("oak")["oak.n.02"] == ""


def test_tables_name_synsets_that_exist(wordnet: WordNet) -> None:
    named = [*readerless(), *(f"wn:{n}" for n in (*CLASS_OF, *LABEL_OF))]
    for id_ in named:
        number = wordnet.number(id_)
        assert number is not None, id_
        assert wordnet.concept(number).id == id_


def test_labels_that_read_well(wordnet: WordNet) -> None:
    spanish = wordnet.senses("Spanish")[0]
    assert wordnet.hypernyms(spanish.concept)[0].label == "Romance language"
    assert wordnet.senses("May")[0].concept.label == "May"
    assert wordnet.hypernyms(wordnet.senses("May")[0].concept)[0].label == "month"


def test_counted_shapes_are_the_walked_ones(wordnet: WordNet) -> None:
    for name in (
        "city.n.01",
        "cancer.n.01",
        "engineer.n.01",
        "barcelona.n.01",
        "vehicle.n.01",
        "natural_language.n.01",
    ):
        concept = wordnet.canonical(Concept(f"wn:{name}", ""))
        assert shape(wordnet, concept) == walked_shape(wordnet, concept)


def test_intrinsic_ic_never_rises_going_up(wordnet: WordNet) -> None:
    for number in range(0, len(wordnet), 997):
        concept = wordnet.concept(number)
        here = intrinsic_ic(wordnet, concept)
        assert all(intrinsic_ic(wordnet, above) <= here for above, _ in ancestors(wordnet, concept))
    assert intrinsic_ic(wordnet, wordnet.concept(0)) == 0


# --- a language, on a source small enough to hold in the head -----------------------------------------------


def _spanish() -> WordNet:
    rows = (
        SynsetRow("entity.n.01", (("entidad", 0, 5),), (), False),
        SynsetRow("city.n.01", (("ciudad", 0, 9), ("urbe", 0, 9)), ("entity.n.01",), False),
        SynsetRow("barcelona.n.01", (("Barcelona", 0, 1),), ("city.n.01",), True),
        SynsetRow("gap.n.01", (), ("city.n.01",), False),
    )
    return WordNet(compile_wordnet(WordNetSource("wordnet:3.0:spa", rows, (), "spa")), "wordnet:3.0:spa")


def test_another_language_keeps_the_ids() -> None:
    wordnet = _spanish()
    sense = wordnet.senses("barcelona")[0]
    assert (sense.concept.id, sense.instance) == ("wn:barcelona.n.01", True)
    city = wordnet.hypernyms(sense.concept)[0]
    assert city == Concept("wn:city.n.01", "ciudad")
    assert wordnet.lemmas(city) == ["ciudad", "urbe"]
    assert [c.label for c in wordnet.hyponyms(city)] == ["Barcelona", "gap"]


def test_a_hypernym_that_is_missing_is_said() -> None:
    row = SynsetRow("city.n.01", (("city", 1, 1),), ("nowhere.n.01",), False)
    with pytest.raises(KnowledgeBaseError, match=r"hypernym nowhere\.n\.01 is not a synset of it"):
        compile_wordnet(WordNetSource("wordnet:x", (row,), ()))


def test_nltk_without_the_corpus_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(
        KnowledgeBaseError, match=r"nltk finds no 'wordnet77': get it with .*wordnet-sense-index"
    ):
        read_wordnet("wordnet77", nltk_data=tmp_path)


# --- phrases, lexicon, file ---------------------------------------------------------------------------------


def test_phrases() -> None:
    assert normalize("  Mother-in-law’s_Café ") == "mother in law's cafe"
    assert "head of state" in singulars("heads of state", {})
    assert "city" in singulars("cities", {})
    assert singulars("white mice", {"mice": ("mouse",)})[0] == "white mouse"
    assert list(variants("the u.s.", {}))[-1] == "theu.s."
    assert "us" in variants("u.s.", {})


def test_lexicon_finds_every_spelling() -> None:
    phrases = ["Turkey", "turkey", "x-ray", "X ray", "São Paulo", "a" * 300]
    phrases = [phrases[i] for i in lexicon_order(phrases)]
    lexicon = Lexicon(lexicon_arrays(phrases, "form"), "form")
    for phrase in phrases:
        assert phrase in {lexicon.text(i) for i in lexicon.find(normalize(phrase))}
    assert {lexicon.text(i) for i in lexicon.find("turkey")} == {"Turkey", "turkey"}
    assert lexicon.find("nothing") == []
    with pytest.raises(ValueError, match="not in the order"):
        lexicon_arrays(phrases[::-1], "form")


@pytest.mark.parametrize("compress", [True, False])
def test_store_round_trip_and_same_bytes(tmp_path: Path, compress: bool) -> None:
    arrays: dict[str, Array] = {
        "a": np.arange(7, dtype=np.uint8),
        "b": np.zeros((0,), dtype=np.int64),
        "c": np.ones((2, 3)),
    }
    write_store(tmp_path / "one.kb", "thing", {"name": "x"}, arrays, compress=compress)
    write_store(tmp_path / "two.kb", "thing", {"name": "x"}, arrays, compress=compress)
    assert (tmp_path / "one.kb").read_bytes() == (tmp_path / "two.kb").read_bytes()
    store = read_store(tmp_path / "one.kb", "thing")
    assert store.meta == {"name": "x"}
    assert all(np.array_equal(store.arrays[k], arrays[k]) for k in arrays)
    assert store_kind(tmp_path / "one.kb") == "thing"
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["one.kb", "two.kb"]


def test_damaged_files_are_said_in_one_line(tmp_path: Path) -> None:
    good = DEFAULT_PATH.read_bytes()
    cases = {
        "missing.kb": (None, "no such knowledge base; build it with"),
        "empty.kb": (b"", "cannot be read as a knowledge base"),
        "other.kb": (b"PK\x03\x04" + good[:1000], "not a compiled knowledge base"),
        "short.kb": (good[: len(good) // 2], "cut short"),
        "flipped.kb": (
            good[:-2000] + bytes(b ^ 255 for b in good[-2000:-1900]) + good[-1900:],
            "damaged or of another",
        ),
    }
    for name, (content, message) in cases.items():
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(KnowledgeBaseError, match=message) as caught:
            open_wordnet(path)
        assert "\n" not in str(caught.value)
    write_store(tmp_path / "odp.kb", "odp", {}, {}, compress=True)
    with pytest.raises(KnowledgeBaseError, match="holds 'odp', not 'wordnet'"):
        open_wordnet(tmp_path / "odp.kb")
