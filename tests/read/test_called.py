"""What a text calls an organization or a thing."""

import pytest

from sanitizer.build import open_knowledge
from sanitizer.read.organizations import KINDS, called
from sanitizer.types import EntityClass, Span

ORG, MISC, PERSON = EntityClass.ORG, EntityClass.MISC, EntityClass.PERSON


@pytest.mark.parametrize(
    ("text", "entity_class", "kind"),
    [
        ("{Xanth} is a British maker of anvils.", ORG, "company"),
        ("{Xanth} (founded 1913), an independent manufacturer of luxury cars,", ORG, "company"),
        ("the airline {Xanth}", ORG, "airline"),
        pytest.param(
            "a 12% stake in {Xanth}",
            ORG,
            "company",
            marks=pytest.mark.xfail(strict=True, reason="business alone does not tell a company"),
        ),
        pytest.param(
            "{Xanth}'s former chief executive",
            ORG,
            "company",
            marks=pytest.mark.xfail(strict=True, reason="business alone does not tell a company"),
        ),
        pytest.param(
            "{Xanth} Ltd. was founded",
            ORG,
            "company",
            marks=pytest.mark.xfail(strict=True, reason="business alone does not tell a company"),
        ),
        ("{Xanth} is a member of the company", ORG, ""),  # not what it is, but what it belongs to
        ("{Xanth} is a company lawyers' club", ORG, ""),
        ("They left {Xanth}.", ORG, ""),
        ("the {Xanth} smartphone", MISC, "smartphone"),
        ("the programming language {Xanth}", MISC, "programming language"),
        ("{Xanth}, a free operating system", MISC, "operating system"),
        ("shares of {Xanth}", MISC, ""),  # companies are organizations
        ("{Xanth} is a company", PERSON, ""),
    ],
)
def test_called(text: str, entity_class: EntityClass, kind: str) -> None:
    start, end = text.index("{"), text.index("}") - 1
    assert called(text.replace("{", "").replace("}", ""), [Span(start, end)], entity_class) == kind


def test_the_kind_said_most_often_counts() -> None:
    text = "the bank Xanth; the airline Xanth; Xanth, an airline,"
    spans = [Span(i, i + 5) for i in range(len(text)) if text.startswith("Xanth", i)]
    assert called(text, spans, ORG) == "airline"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_known_to_the_knowledge_bases(kind: str) -> None:
    assert any(not sense.instance for sense in open_knowledge(["default"]).senses(kind)), kind
