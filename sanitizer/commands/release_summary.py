"""The result of a table's release in about ten lines, for a person to read."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sanitizer.commands.project_settings import near

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.relational.definition.definition import Definition
    from sanitizer.relational.from_file import Done
    from sanitizer.relational.scale.database_release import Whole

_MOST: Final = 3
"""Columns that are named with what they lost."""
_IN_WORDS: Final = (
    (0.0, "nothing"), (0.15, "little"), (0.4, "some"), (0.6, "about half"), (0.85, "much"), (1.0, "nearly all"),
)  # fmt: skip
"""Up to which loss (0: as it was, 1: all lost) which word says it."""
_SAME: Final = 5e-7


def result_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a release came to: protection, what was lost, what is left out, what stands in the texts."""
    classes, dropped = report["classes"], sum(report.get("dropped", {}).values())
    least = classes["least"]
    yield (
        f"persons: {report['persons']} in {report['rows']} rows, in {classes['number']} groups who look alike: each "
        f"like at least {least - 1} {'other' if least == 2 else 'others'} (wanted: k = {report['k']})"
    )
    if models := report.get("models"):
        yield f"also holds: {', '.join(str(model) for model in models)}"
    yield from _lost(report["loss"])
    yield f"rows left out: {dropped}; cells emptied: {_emptied(report)}"
    yield from _texts(report)
    if merged := report.get("spellings_merged"):
        yield f"spellings of the same person joined: {merged}"
    if unsure := report.get("spellings_possibly_of_others"):
        yield f"spellings that may be of other persons: {unsure}"
    highest = report.get("risk", {}).get("prosecutor_highest")
    if highest is not None:
        yield f"chance of finding one person by the columns: at most {highest:.0%}"


def _lost(loss: Mapping[str, Any]) -> Iterator[str]:
    """Yield how much the columns and texts lost, in words, and the columns that lost most."""
    line = f"lost in the columns: {in_words(loss['attributes'])} ({loss['attributes']:.0%})"
    most = sorted(loss.get("by_attribute", {}).items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST]
    if named := ", ".join(f"{name} {share:.0%}" for name, share in most if share > _SAME):
        line += f"; most: {named}"
    yield line
    if "terms" in loss:
        yield f"lost in the texts: {in_words(loss['terms'])} ({loss['terms']:.0%})"


def in_words(share: float) -> str:
    """Return a loss from 0 to 1 as a word."""
    return next(word for most, word in _IN_WORDS if share <= most + _SAME)


def _emptied(report: Mapping[str, Any]) -> int:
    cells = report.get("cells_suppressed", 0)
    return int(cells if isinstance(cells, int) else sum(cells.values())) + int(
        report.get("texts_replaced", {}).get("cells", 0)
    )


def _texts(report: Mapping[str, Any]) -> Iterator[str]:
    mentions = report.get("mentions")
    if mentions:
        yield (
            f"words in the texts: {mentions['direct']} that identify directly removed, {mentions['generalized']} "
            f"said more generally, {mentions['suppressed']} removed, {mentions['kept']} kept"
        )


def written(definition: "Definition", done: "Done | Whole", figures: bool) -> Iterator[str]:
    """Yield where the release, its report and its sidecar lie, and what to do next; with ``figures`` how it was
    made, and the seconds of each step."""
    output = definition.output
    assert output is not None
    how = ""
    if figures:
        if tried := done.report.tried:
            others = ", ".join(f"{name} {loss:.3f}" for name, loss in tried.items())
            how = f"; partitioner {done.report.partitioner}, which loses least ({others})"
        how += " (" + ", ".join(f"{step} {seconds:.1f} s" for step, seconds in done.seconds.items()) + ")"
    label = near(output.label)
    if not (figures or output.report):
        how = " (--figures prints all figures, --report FILE keeps them)"
    yield f"{label}: {done.rows} rows, verified{how}"
    if output.report:
        yield f"figures: {near(str(definition.resolve(output.report)))}"
    if output.sidecar:
        yield f"who is who: {near(str(definition.resolve(output.sidecar)))} (keep it to yourself)"
    if definition.file and not output.url:
        paths = [near(str(definition.resolve(path))) for path in (output.path, definition.file)]
        check = f"sanitizer verify {paths[0]} --definition {paths[1]}"
        own = f" --sidecar {near(str(definition.resolve(output.sidecar)))}" if output.sidecar else ""
        yield f"next: read twenty rows and each warning, then: {check}{own}"
