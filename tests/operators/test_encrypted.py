"""Keys are read and never shown; what is sealed opens, and restoring gives the text back."""

import logging
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.operators import (
    Encrypt,
    Hash,
    Key,
    Operator,
    Policy,
    ShiftDates,
    Surrogate,
    operate,
    restore,
)
from sanitizer.recognize.finders.span_files import mention_of
from tests.operators.test_operators import KEY, OTHER, term


def test_keys_are_read_from_file_or_environment(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.touch(0o600)
    file.write_text("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n")
    assert Key.read(file).derive("x") == KEY.derive("x")
    assert Key.read(None, {"SANITIZER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}).derive(
        "x"
    ) == KEY.derive("x")
    file.write_bytes(bytes(range(32)))
    assert Key.read(file).derive("x") == KEY.derive("x")
    file.write_text("AAECAwQFBgcICQoLDA0O\nDxAREhMUFRYXGBkaGxwdHh8=\n")
    assert Key.read(file).derive("x") == KEY.derive("x")


@pytest.mark.parametrize(
    ("environment", "message"), [({}, "no key"), ({"SANITIZER_KEY": "short"}, "at least 16")]
)
def test_missing_or_short_keys(environment: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Key.read(None, environment)


def test_keys_are_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        operators: list[Operator] = [Hash(KEY), Encrypt(KEY), Surrogate(KEY), ShiftDates(KEY)]
        shown = repr(KEY) + str(KEY) + repr(operators)
        for operator in operators:
            operator.replace(term("Thomas Huber"))
    assert "\\x01\\x02" not in shown + caplog.text
    assert "0102" not in shown + caplog.text
    with pytest.raises(TypeError):
        pickle.dumps(KEY)


@given(st.text(max_size=60))
def test_a_sealed_value_opens(value: str) -> None:
    for deterministic in (True, False):
        cipher = Encrypt(KEY, deterministic)
        assert cipher.open(cipher.seal(value, "PERSON")) == value
        assert Encrypt(OTHER).open(cipher.seal(value, "PERSON")) is None


def test_a_changed_token_does_not_open() -> None:
    token: str = Encrypt(KEY).seal("Thomas", "PERSON")
    assert Encrypt(KEY).open(token.replace("PERSON", "ORG")) is None
    changed = token[:-3] + ("A" if token[-3] != "A" else "B") + token[-2:]
    assert Encrypt(KEY).open(changed) is None


def test_lengths_are_padded() -> None:
    assert len(Encrypt(KEY).seal("Al", "PERSON")) == len(Encrypt(KEY).seal("Alexander", "PERSON"))


PIECES = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            ["Thomas Huber", "{enc:s:PERSON:", "}", "{enc:", Encrypt(KEY).seal("old", "ORG"), "\ud800"[:0]]
        ),
        st.text(max_size=40).map(lambda v: Encrypt(KEY).seal(v, "PERSON")),
    ),
    max_size=8,
)


@settings(deadline=None)
@given(PIECES, st.lists(st.tuples(st.integers(0, 200), st.integers(1, 30)), max_size=6), st.booleans())
def test_restoring_undoes_sanitizing(
    pieces: list[str], spans: list[tuple[int, int]], deterministic: bool
) -> None:
    """restore(sanitize(x)) == x, whatever the text and the spans, also when the text holds tokens already."""
    text = "".join(pieces)
    mentions = [mention_of(a, min(a + n, len(text)), "PERSON") for a, n in spans if a < len(text)]
    policy = Policy({"default": Encrypt(KEY, deterministic)})
    sanitized, changes = operate(text, mentions, policy)
    assert restore(sanitized, KEY).text == text
    assert all(c.span.end <= len(text) for c in changes)


def test_restoring_with_another_key_leaves_the_tokens_and_counts_them() -> None:
    sanitized, _ = operate("Ann ran", [mention_of(0, 3, "PERSON")], Policy({"default": Encrypt(KEY)}))
    restored = restore(sanitized, OTHER)
    assert (restored.text, restored.opened, restored.failed) == (sanitized, 0, 1)
