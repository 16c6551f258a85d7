"""Expressions of users end, and are those of Python."""

import re

import pytest

from sanitizer.control.rules import Control, Rule
from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.finders import user_expressions
from sanitizer.recognize.finders.user_expressions import Expression, expression
from sanitizer.recognize.finders.user_patterns import CustomPattern
from tests.control.masked import masked


def test_an_expression_that_never_ends_fails_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_expressions, "LIMIT_SECONDS", 0.05)
    endless = expression("(?:a|aa)+$", "settings p.toml: keep[1].regex")
    with pytest.raises(DocumentError, match=r"keep\[1\].regex: the regular expression ran for 0.05 seconds"):
        list(endless.finditer("a" * 60 + "!"))
    for control in (
        Control(keep=(endless,)),
        Control(allow=(Rule(regex=endless),)),
        Control(allow=(Rule(types=frozenset({"PERSON"}), after=endless),)),
        Control(patterns=(CustomPattern("CODE", endless),)),
    ):
        with pytest.raises(DocumentError, match="was stopped"):
            masked(control, "x" + "a" * 60 + "!", ("a" * 60 + "!", "PERSON"), ("x", "PERSON"))


def test_expressions_are_those_of_python() -> None:
    assert expression(re.compile("ward", re.IGNORECASE), "x").search("Ward") is not None
    assert expression("(\\d+) beds", "x").search("12 beds").group(1) == "12"
    for wrong in ("(", "a{e<=2}", "\\L<x>", "(?|a)", "x*"):
        with pytest.raises(UsageError, match=r"^here: "):
            expression(wrong, "here")
    assert Expression("a", 2, "x") == Expression("a", 2, "x") != Expression("b", 2, "x")
