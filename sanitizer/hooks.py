"""Describe the six hooks of plug-ins and what each returns (docs/plugins.md); :mod:`sanitizer.plugins` loads them."""

from collections.abc import Callable, Mapping
from typing import Protocol

import click

from corpora_stats import CountProvider
from kb import KnowledgeBase
from sanitizer.documents.formats import DocumentFormat
from sanitizer.operators.base import Operator
from sanitizer.recognize.base import Recognizer
from sanitizer.risk.count_sources import Access


class Hooks(Protocol):
    """What a plug-in may add. Each hook is called once in a process, before the first part is looked up by name."""

    def recognizers(self) -> Mapping[str, Callable[[str], Recognizer]]:
        """Return recognizers for ``--recognizer``: each is made with the VALUE of ``NAME:VALUE`` ("" without)."""

    def operators(self) -> Mapping[str, Callable[..., Operator]]:
        """Operators for ``--operator WHAT=NAME:OPTION=VALUE``: each is made with the options as keyword arguments."""

    def knowledge_bases(self) -> Mapping[str, Callable[[str], KnowledgeBase]]:
        """Return knowledge bases for ``--kb``: each is made with the VALUE."""

    def count_sources(self) -> Mapping[str, Callable[[str, Access], CountProvider]]:
        """Return sources of counts for ``--counts``: each is made with the VALUE and with what it may do. A source
        that asks beyond the machine must send nothing when ``offline`` is set."""

    def document_formats(self) -> Mapping[str, DocumentFormat]:
        """Return formats of files, by the name that ``--format`` takes; each says the endings of its files."""

    def commands(self) -> Mapping[str, click.Command]:
        """Commands below ``sanitizer``; each returns an exit status."""
