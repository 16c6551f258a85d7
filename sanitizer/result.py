"""Hold what comes of a document: the sanitized text, each change, and the proof."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from corpora_stats.chain import Sent
from sanitizer.check.report import DocumentReport
from sanitizer.control.outcomes import LeftName
from sanitizer.text.edits import Change

_STYLES = {
    "sensitive": "background:#ffd9d9;color:#000",
    "risky": "background:#ffefc2;color:#000",
}
"""How a change is marked in a notebook, by its kind."""


@dataclass(frozen=True, slots=True)
class SanitizedDocument:
    """A sanitized text with its proof: applying ``changes`` to the input gives ``text``; ``met`` says whether the
    residual check found nothing; ``utility_percent`` is the share of information kept (eq. 20-21, None for a text
    without terms); ``checked_forms`` are the surface forms that must not stand in it; ``report`` tells every decision,
    and ``report.to_json()`` the same as plain data (docs/report.md). The last two hold the secrets of the input.
    ``repr`` tells figures only; a notebook shows the text with its changes marked, never the originals
    (:meth:`compare` does)."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    changes: tuple[Change, ...] = field(repr=False)
    met: bool
    utility_percent: float | None
    checked_forms: tuple[str, ...] = field(repr=False)
    report: DocumentReport = field(repr=False)

    def __str__(self) -> str:
        return self.text

    @property
    def sent(self) -> tuple[Sent, ...]:
        """What left the machine for this document: each term, and to which source of counts."""
        return self.report.sent

    @property
    def look(self) -> Mapping[str, int]:
        """How many places of the text still look like a name, number or date, by kind; have a person look at them."""
        return {} if self.report.look is None else self.report.look.counts

    @property
    def kept(self) -> tuple[LeftName, ...]:
        """The names that stand in clear by a rule or a decision, each with why. They are words of the input."""
        return self.report.left

    def compare(self) -> Markup:
        """HTML with the input and the text beside each other, the changes marked. It shows the secrets of the input."""
        before, after = self._marked()
        style = 'style="vertical-align:top;text-align:left;white-space:pre-wrap;width:50%"'
        return Markup(
            "<table><tr><th>before</th><th>after</th></tr>"
            f"<tr><td {style}>{before}</td><td {style}>{after}</td></tr></table>"
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows, and keeps in its file: the sanitized text with its changes marked."""
        told = "every promise is kept" if self.met else "<b>a promise is NOT kept</b>"
        figures = f"{len(self.changes)} changes, {told}"
        return f'<div style="white-space:pre-wrap">{self._marked()[1]}</div><small>{figures}</small>'

    def _marked(self) -> tuple[Markup, Markup]:
        """Return the input and the text, escaped, with the changes marked."""
        text = self.report.text
        before, after, position = Markup(), Markup(), 0
        for change in self.changes:
            same = escape(text[position : change.span.start])
            style = _STYLES.get(change.kind, "")
            before += same + Markup('<del style="{}">{}</del>').format(style, change.span.of(text))
            after += same + Markup('<ins style="{}">{}</ins>').format(style, change.replacement)
            position = change.span.end
        rest = escape(text[position:])
        return before + rest, after + rest


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that could not be sanitized: its id and the ``reason``, which holds no private text."""

    id: str = field(repr=False)
    reason: str
