"""Names that say what they are."""

from pathlib import Path

import pytest

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError
from kb.names_with_nouns import HeadNouns
from kb.places import Places
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = (
        "Istanbul Assize Court",
        "University of Bergen",
        "Robert Bosch GmbH",
        "Stec v. the United Kingdom",
    )
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return HeadNouns(Places())


@pytest.fixture(scope="module")
def heads() -> HeadNouns:
    return HeadNouns(Places())


@pytest.mark.parametrize(
    ("name", "entity_class", "labels"),
    [
        ("Istanbul Assize Court", "ORG", ["Turkish court", "court"]),
        ("Wrocław Regional Court (Sąd Okręgowy)", "ORG", ["Polish court", "court"]),
        ("Court of Cassation", "ORG", ["court"]),
        ("University of Bergen", "ORG", ["Norwegian university", "university"]),
        ("“Eastern Mediterranean University”", "ORG", ["university"]),
        ("Robert Bosch GmbH", "ORG", ["company"]),
        ("London Borough of Southwark Council", "ORG", ["British council", "council"]),
        ("Turkish Government", "ORG", ["Turkish government", "government"]),
        ("Ministry of Justice", "ORG", ["ministry"]),
        ("Minister of Education", "DEM", ["government minister", "minister"]),
        ("1. FC Magdeburg", "ORG", ["German club", "club"]),
        ("Kennedy Avenue", "LOC", ["avenue"]),
        ("Lake Ontario", "LOC", ["Canadian lake", "lake"]),
        ("Reindeer Husbandry Act", "MISC", ["law"]),
        ("Article 168 § 1 of the Criminal Code", "MISC", ["article of a law", "article"]),
        ("Stec and Others v. the United Kingdom", "MISC", ["British court case", "court case", "lawsuit"]),
        ("Second World War", "MISC", ["war"]),
        ("eCampus.com", "MISC", ["website", "web site"]),
        ("Apple", "ORG", ["American company", "company"]),
        ("NATO", "ORG", ["organization"]),
        (
            "the MLA for Madurai Central Constituency",
            "DEM",
            ["Indian member of parliament", "member of parliament", "legislator"],
        ),
        ("Speaker of the Legislative Assembly", "DEM", ["parliamentary speaker", "presiding officer"]),
        ("Schlossgasse", "LOC", ["street"]),
        ("Vestergade", "LOC", ["street"]),
        ("Kızılcaşehir Köyü", "LOC", ["village"]),
        ("Cihangir Mahallesi", "LOC", ["district"]),
        ("Cerro Torre", "LOC", ["mountain"]),
        ("Rua Augusta", "LOC", ["street"]),
        ("Quai d'Orsay", "LOC", ["road"]),
        ("Loch Ness", "LOC", ["lake"]),
        ("Perm Krai", "LOC", ["Russian province", "province", "state"]),
        ("Ramstein Air Base", "LOC", ["air base"]),
        ("Grand Coulee Dam", "LOC", ["dam"]),
        ("Section H, Lot 63-64", "LOC", ["plot of land", "tract"]),
        ("10 Downing Street, London", "LOC", ["British street", "street"]),
        ("Human Rights Building, Strasbourg", "LOC", ["French building", "building"]),
        ("plot no. 900 of block D", "LOC", ["plot of land", "tract"]),
        ("the Doctor of Law", "MISC", ["academic degree"]),
        ("Bank of England museum", "LOC", ["British museum", "museum"]),
        ("Electoral College", "ORG", ["assembly"]),
        ("Best Supporting Actress", "MISC", ["award"]),
        ("BBC Radio 5 Live", "ORG", ["radio station"]),
        ("Giro d'Italia", "MISC", ["Italian cycling race", "cycling race", "bicycle race"]),
        ("Brighton & Hove Albion", "ORG", ["British club", "club"]),
    ],
)
def test_heads(heads: HeadNouns, name: str, entity_class: str, labels: list[str]) -> None:
    (sense,) = heads.senses(name)
    assert sense.instance
    assert sense.entity_class == entity_class
    found = []
    concept = sense.concept
    while above := heads.hypernyms(concept):
        concept = above[0]
        found.append(concept.label)
    assert found == labels


@pytest.mark.parametrize("phrase", ["assize court", "court", "Court", "Barcelona", "Zorblax", "", "()", "“”"])
def test_no_name_no_sense(heads: HeadNouns, phrase: str) -> None:
    assert list(heads.senses(phrase)) == []


def test_table_agrees_with_wordnet(heads: HeadNouns) -> None:
    wordnet = open_wordnet()
    for head in heads.heads():
        concept = Concept(f"wn:{head.synset}", head.synset_label)
        assert wordnet.number(concept) is not None, head
        assert wordnet.lemmas(concept)[0] == head.synset_label


def test_a_bad_table_is_said(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("court\tcourt\n")
    with pytest.raises(KnowledgeBaseError, match=r"t\.tsv, line 1: 5 columns wanted, found 2"):
        HeadNouns(path=tmp_path / "t.tsv").senses("High Court")
    with pytest.raises(KnowledgeBaseError, match="No such file"):
        HeadNouns(path=tmp_path / "none.tsv").senses("High Court")


@pytest.mark.parametrize(
    "name",
    [
        "Three Kingdoms",
        "Law at Madras Law College",
        "Finland and the Baltic League",
        "Springfield and Albion",
        "Best Friend",
    ],
)
def test_two_places_are_no_name(heads: HeadNouns, name: str) -> None:
    assert not heads.senses(name)
