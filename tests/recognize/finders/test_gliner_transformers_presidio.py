"""Recognizers of other projects, their libraries replaced by small ones of the same calls."""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import spacy

from sanitizer.build_recognizers import open_recognizer
from sanitizer.errors import ResourceError, UsageError
from sanitizer.recognize.base import Recognizer
from tests.contracts.recognizer import RecognizerContract


def names_in(text: str) -> list[dict[str, Any]]:
    return [
        {"start": m.start(), "end": m.end(), "label": "person", "entity_group": "PER", "score": 0.9}
        for m in re.finditer(r"\bHuber\b", text)
    ]


class Gliner:
    @classmethod
    def from_pretrained(cls, folder: str, local_files_only: bool) -> "Gliner":
        assert local_files_only
        return cls()

    def predict_entities(self, text: str, labels: Sequence[str]) -> list[dict[str, Any]]:
        assert "person" in labels
        assert len(text.split()) < 384
        return names_in(text)


class FromFolder:
    @classmethod
    def from_pretrained(cls, folder: str, local_files_only: bool) -> str:
        assert local_files_only
        return folder


def pipeline(task: str, **options: Any) -> Any:
    assert (task, options["aggregation_strategy"]) == ("token-classification", "simple")
    return names_in


class Engine:
    supported_entities = ("PHONE_NUMBER",)

    def analyze(self, text: str, entities: Sequence[str], artifacts: None) -> list[Any]:
        return [
            SimpleNamespace(entity_type="PHONE_NUMBER", start=m.start(), end=m.end(), score=0.5)
            for m in re.finditer(r"\d{6,}", text)
        ]


class Registry:
    def load_predefined_recognizers(self, languages: Sequence[str]) -> None:
        self.recognizers = [Engine()]


MODULES: Mapping[str, Mapping[str, Any]] = {
    "gliner": {"GLiNER": Gliner},
    "transformers": {
        "AutoModelForTokenClassification": FromFolder,
        "AutoTokenizer": FromFolder,
        "pipeline": pipeline,
    },
    "presidio_analyzer": {"RecognizerRegistry": Registry},
    "tldextract": {"TLDExtract": lambda **options: options, "extract": None},
}


@pytest.fixture(autouse=True)
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, members in MODULES.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)


class TestGliner(RecognizerContract):
    def make(self) -> Recognizer:
        return open_recognizer(f"gliner:{Path(__file__).parent}", ())


class TestTransformers(RecognizerContract):
    def make(self) -> Recognizer:
        return open_recognizer(f"transformers:{Path(__file__).parent}", ())


class TestPresidio(RecognizerContract):
    def make(self) -> Recognizer:
        return open_recognizer("presidio", ())


def test_nothing_of_a_long_text_is_cut_off() -> None:
    recognizer = open_recognizer(f"gliner:{Path(__file__).parent}", ())
    text = "The day went by as days do. " * 300 + "Then Huber came."
    (mention,) = recognizer.find(spacy.blank("en")(text))
    assert mention.span.of(text) == "Huber"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ResourceError, match="is no folder of this machine"):
        open_recognizer("gliner:some/model", ())
    monkeypatch.setitem(sys.modules, "gliner", None)
    with pytest.raises(ResourceError, match=r"pip install 'semantic-sanitizer\[gliner\]'"):
        open_recognizer(f"gliner:{Path(__file__).parent}", ())
    with pytest.raises(UsageError):
        open_recognizer("presidio:value", ())
