"""Options of commands that choose what becomes of parts of files: changes that are tracked, comments, PDF."""

import shutil
from collections.abc import Callable
from typing import Any, TypeVar

import click

from sanitizer.documents.formats import Choices
from sanitizer.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])


def with_formats(command: Command) -> Command:
    """Let a command take the choices that formats leave."""
    for option in (
        click.option(
            "--pdf",
            type=click.Choice(["text", "md", "html", "pdf"]),
            default="text",
            show_default=True,
            help="As what a PDF is written: its text, or a PDF made anew with new words in their places.",
        ),
        click.option(
            "--ocr",
            is_flag=True,
            help="Read scanned pages of PDFs with Tesseract; without it they are refused.",
        ),
        click.option(
            "--comments",
            type=click.Choice(["drop", "read", "refuse"]),
            default="drop",
            show_default=True,
            help="Comments in files of Office: left out, sanitized like the text, or a reason to refuse the file.",
        ),
        click.option(
            "--tracked-changes",
            "tracked",
            type=click.Choice(["accept", "reject", "refuse"]),
            default="accept",
            show_default=True,
            help="Changes that are tracked in files of Office: made, undone, or a reason to refuse the file.",
        ),
    ):
        command = option(command)
    return command


def read_choices(options: dict[str, Any]) -> Choices:
    """The choices among the options. Raises UsageError where OCR is asked for and not installed."""
    if options["ocr"] and shutil.which("tesseract") is None:
        raise UsageError("--ocr needs tesseract: apt-get install tesseract-ocr")
    return Choices(options["tracked"], options["comments"], options["pdf"], options["ocr"])
