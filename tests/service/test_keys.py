"""Keys of callers: shown once, kept as hashes, with scopes."""

from pathlib import Path

import pytest

from sanitizer.errors import UsageError
from sanitizer.service.keys import Keys, add_key, remove_key


def test_a_key_is_kept_as_a_hash_and_known_by_its_scopes(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    token = add_key(file, "ward-3", ["sanitize", "jobs"])
    other = add_key(file, "audit", ["originals"])
    assert file.stat().st_mode & 0o777 == 0o600
    assert token not in file.read_text() and token[10:] not in file.read_text()
    keys = Keys.read(file)
    caller = keys.caller(token)
    assert caller and caller.name == "ward-3" and caller.scopes == {"sanitize", "jobs"}
    wrong = (
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.replace("ward-3", "audit"),
        "",
        "ss_x_",
        token + "é",
    )
    assert not any(map(keys.caller, wrong))
    remove_key(file, "ward-3")
    left = Keys.read(file)
    assert left.caller(token) is None and left.caller(other)


@pytest.mark.parametrize(
    ("name", "scopes", "told"),
    [
        ("Ward 3", ["jobs"], "a name is"),
        ("a", [], "at least one scope"),
        ("a", ["job"], "did you mean 'jobs'"),
        ("taken", ["jobs"], "already"),
    ],
)
def test_what_is_no_key_is_refused(tmp_path: Path, name: str, scopes: list[str], told: str) -> None:
    file = tmp_path / "keys.json"
    add_key(file, "taken", ["jobs"])
    with pytest.raises(UsageError, match=told):
        add_key(file, name, scopes)


@pytest.mark.parametrize(
    ("content", "mode", "told"),
    [
        ("{", 0o600, "no file of keys"),
        ('{"keys": [{"name": "a"}]}', 0o600, "no file of keys"),
        ('{"keys": []}', 0o600, "holds no key"),
        ('{"keys": []}', 0o644, "others may read"),
        ('{"keys": [{"name": "a", "sha256": "%s", "scopes": ["all"]}]}' % ("0" * 64), 0o600, "not known"),
    ],
)
def test_a_file_of_keys_that_cannot_be_used_is_refused(
    tmp_path: Path, content: str, mode: int, told: str
) -> None:
    file = tmp_path / "keys.json"
    file.write_text(content)
    file.chmod(mode)
    with pytest.raises(UsageError, match=told):
        Keys.read(file)
