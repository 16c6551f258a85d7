"""The fingerprint of a run covers every file that its settings name."""

from pathlib import Path

from sanitizer.commands.operator_options import Operators
from sanitizer.commands.sanitize import command
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.settings_from_options import fingerprint, read_control
from sanitizer.operators import Policy
from sanitizer.settings import Settings


def test_the_fingerprint_covers_what_settings_name(tmp_path: Path) -> None:
    """Whatever file a run reads its rules from: other rules are another run."""
    for name, words in {
        "staff.csv": "W. Blue\n", "public.csv": "Form A\n", "names.csv": "Ann Lee\n", "words.txt": "iris\n",
        "d.jsonl": '{"form": "Acme", "decision": "keep"}\n', "counts.json": "{}", "kb.csv": "a,b\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(words, encoding="utf-8")
    (tmp_path / "base.toml").write_text("minimum = 0.1\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        'extends = "base.toml"\n[[deny]]\nfile = "staff.csv"\n[[allow]]\nfile = "public.csv"\n'
        '[protect]\nfile = "names.csv"\n',
        encoding="utf-8",
    )
    arguments = [
        f"--profile={tmp_path / 'mine.toml'}", f"--decisions={tmp_path / 'd.jsonl'}",
        f"--recognizer=list:{tmp_path / 'words.txt'}", f"--counts={tmp_path / 'counts.json'}",
        f"--kb={tmp_path / 'kb.csv'}", "-",
    ]  # fmt: skip
    options = SanitizeOptions(**command.make_context("sanitize", arguments).params)

    def made() -> str:
        operators = Operators(Policy(), "{}").digest
        return fingerprint(options, Settings(), read_control(options.profile, options.decisions), operators)

    seen = [made()]
    assert made() == seen[0]
    changes = {
        "staff.csv": "zorblax,ORG\n", "public.csv": "Form B\n", "names.csv": "Tom Huber\n", "words.txt": "rose\n",
        "d.jsonl": '{"form": "Acme", "decision": "mask"}\n', "counts.json": "{ }", "kb.csv": "a,c\n",
        "base.toml": "minimum = 0.2\n",
    }  # fmt: skip
    for name, content in changes.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
        seen.append(made())
    assert len(set(seen)) == len(changes) + 1
