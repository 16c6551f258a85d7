"""Another language through nltk's Open Multilingual WordNet, from its tab file to a sanitized text.

tests/data/omw/wn-data-spa.tab holds a few Spanish nouns in the form of that WordNet, in our own words.
"""

import json
import shutil
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner

from kb.base import Concept
from kb.wordnet import WordNet, open_wordnet
from sanitizer.commands.corpus import command as corpus_command
from sanitizer.commands.kb import command as kb_command
from sanitizer.commands.sanitize import command as sanitize_command

TAB = Path(__file__).parents[1] / "data" / "omw" / "wn-data-spa.tab"

TEXT = (
    "El paciente llegó al hospital con dolor y fiebre, y después de muchas pruebas los médicos dijeron que tiene un "
    "melanoma en la piel de la espalda. La familia vive en una casa pequeña cerca del río, y su hermano trabaja con "
    "los perros de la policía desde hace muchos años."
)
SEEN = (
    "El cáncer de piel es una enfermedad.", "El cáncer es una dolencia que trata el médico.",
    "Una enfermedad y un médico.", "Un profesional cuida a la persona.", "El perro es un animal.",
    "El melanoma es un cáncer de piel.", "El hospital trata la enfermedad.", "El músico vive en la ciudad.",
    "El paciente vive.", "Una persona con una enfermedad.", "El animal come.", "La ciudad duerme.",
)  # fmt: skip


def _run(command: Command, *arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(
        command, [str(a) for a in arguments], standalone_mode=False, catch_exceptions=False
    )
    if result.exception is not None:
        raise result.exception
    return result.return_value or 0, result.output


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the knowledge base as `sanitizer kb build` makes it of a folder of nltk data."""
    folder = tmp_path_factory.mktemp("spanish")
    data = folder / "nltk_data" / "corpora" / "omw-1.4" / "spa"
    data.mkdir(parents=True)
    shutil.copy(TAB, data)
    (data / TAB.name).chmod(0o644)  # nltk reads nothing that others may write
    target = folder / "spanish.kb"
    status, output = _run(
        kb_command, "build", "wordnet", "--language", "spa", "--nltk-data", folder / "nltk_data", "-o", target
    )
    assert status == 0
    assert "wordnet:3.0:spa" in output
    return target


@pytest.fixture(scope="module")
def spanish(built: Path) -> WordNet:
    return open_wordnet(built)


@pytest.mark.parametrize(
    ("phrase", "concepts"),
    [
        ("melanoma", ["wn:melanoma.n.01"]),
        ("cáncer de piel", ["wn:skin_cancer.n.01"]),
        ("cancer de piel", ["wn:skin_cancer.n.01"]),  # without its accent
        ("CIRUJANO", ["wn:surgeon.n.01"]),
        ("perros", ["wn:dog.n.01"]),
        # no tagged counts of its own: the English counts of the synsets order the senses
        ("banco", ["wn:depository_financial_institution.n.01", "wn:bench.n.01"]),
        ("bank", []),
    ],
)
def test_spanish_words_mean_the_english_synsets(spanish: WordNet, phrase: str, concepts: list[str]) -> None:
    assert [sense.concept.id for sense in spanish.senses(phrase)] == concepts


def test_labels_are_spanish_where_there_is_a_word(spanish: WordNet) -> None:
    (melanoma,) = spanish.senses("melanoma")
    (above,) = spanish.hypernyms(melanoma.concept)
    assert above == Concept("wn:skin_cancer.n.01", "cáncer de piel")
    (doctor,) = spanish.senses("doctor")
    assert set(spanish.lemmas(doctor.concept)) == {"médico", "doctor"}
    assert spanish.hypernyms(doctor.concept)[0].label == "medical practitioner"  # the list has no word for it


def test_named_individuals_and_classes_are_those_of_the_synsets(spanish: WordNet) -> None:
    (city,) = spanish.senses("Barcelona")
    assert (city.instance, city.entity_class) == (True, "LOC")
    (surgeon,) = spanish.senses("cirujano")
    assert (surgeon.instance, surgeon.entity_class) == (False, "DEM")


def test_a_spanish_text_is_sanitized_with_it(built: Path, tmp_path: Path) -> None:
    (tmp_path / "seen").mkdir()
    for number, sentence in enumerate(SEEN):
        (tmp_path / "seen" / f"{number}.txt").write_text(sentence, encoding="utf-8")
    index, words, text = tmp_path / "index", tmp_path / "words.csv", tmp_path / "text.txt"
    _run(corpus_command, "build", tmp_path / "seen", "-o", index, "--quiet")
    words.write_text("melanoma,DISEASE\n", encoding="utf-8")
    text.write_text(TEXT, encoding="utf-8")
    out, report = tmp_path / "clean.txt", tmp_path / "report.jsonl"
    known = ("--kb", built, "--counts", index, "--recognizer", f"list:{words}")
    chosen = ("--strategy", "S2", "--threshold", "bits:3", "--any-language", "--quiet")
    status, _ = _run(sanitize_command, text, *known, *chosen, "-o", out, "--report", report)
    assert status == 0
    rows = map(json.loads, report.read_text(encoding="utf-8").splitlines())
    found = next(row for row in rows if isinstance(row.get("sensitive"), list))
    concepts = {row["term"]: row["concept"] for row in found["sensitive"]}
    assert concepts["melanoma"] == "wn:disease.n.01"
    # "an enfermedad" would be English
    assert out.read_text(encoding="utf-8") == TEXT.replace("melanoma", "enfermedad")
