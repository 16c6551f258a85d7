"""Plots as inline SVG: drawn here, coloured by the page's style sheet, each with a text for those who
cannot see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from markupsafe import Markup, escape

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 54, 14, 14, 44
LEGEND = 34
"""Where a plot begins that has a line of words above it."""


def frame(body: str, title: str, description: str, height: int = HEIGHT) -> Markup:
    """Return a plot as one picture with a name and a description for those who cannot see it; ``body`` is escaped
    already."""
    # every text in `body` was escaped where it was put in
    return Markup(
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}. {escape(description)}" '
        f'class="plot"><title>{escape(title)}</title>{body}</svg>'
    )


def ticks(low: float, high: float, about: int = 5, whole: bool = False) -> list[float]:
    """Round numbers (``whole``: without fractions) from ``low`` to ``high``, about as many as asked for."""
    if high <= low:
        return [low]
    step = 10.0 ** floor(log10((high - low) / about))
    step = max(step, 1.0) if whole else step
    step = next(s * step for s in (1, 2, 5, 10) if (high - low) / (s * step) <= about)
    first = ceil(low / step - 1e-9)
    return [i * step for i in range(first, floor(high / step + 1e-9) + 1)]


def above(high: float) -> float:
    """Return the first tick from 0 that is not below ``high``: where an axis ends."""
    marks = ticks(0.0, high)
    step = marks[1] - marks[0] if len(marks) > 1 else high or 1.0
    return ceil(high / step - 1e-9) * step


def text_at(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a text in the middle of ``x``, in pixels of the picture; ``kind`` is its class in the style sheet."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


class Axes:
    """Two axes from value to pixel: ``x`` and ``y`` are lowest and highest values, ``whole`` keeps fractions off the
    second axis, ``top`` is the pixel where the plot begins."""

    def __init__(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        labels: tuple[str, str],
        whole: bool = False,
        top: int = TOP,
    ):
        self.x, self.y, self.labels, self.height, self.whole, self.top = x, y, labels, HEIGHT, whole, top

    def px(self, value: float) -> float:
        """Return the pixel of a value of the first axis."""
        low, high = self.x
        return LEFT + (value - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT)

    def py(self, value: float) -> float:
        """Return the pixel of a value of the second axis."""
        low, high = self.y
        return self.height - BOTTOM - (value - low) / ((high - low) or 1) * (self.height - self.top - BOTTOM)

    def draw(self, x_ticks: bool = True, whole_x: bool = False) -> str:
        """Grid, numbers and labels; ``x_ticks`` puts numbers on the first axis, ``whole_x`` without fractions."""
        parts = []
        for value in ticks(*self.y, whole=self.whole):
            y = self.py(value)
            parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        if x_ticks:
            for value in ticks(*self.x, about=8, whole=whole_x):
                x, y = self.px(value), self.height - BOTTOM + 16
                parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{value:g}</text>')
        base = self.height - BOTTOM
        parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{base}" y2="{base}"/>')
        middle = (LEFT + WIDTH - RIGHT) / 2
        parts.append(text_at(middle, self.height - 6, self.labels[0], "label"))
        up = (self.top + base) / 2
        parts.append(
            f'<text class="label" x="12" y="{up}" text-anchor="middle" transform="rotate(-90 12 {up})">'
            f"{escape(self.labels[1])}</text>"
        )
        return "".join(parts)


def written(value: float) -> str:
    """Return a number as it stands beside a bar: two decimals, counts without any."""
    if 0 < value < 0.005:
        return "<0.01"
    return f"{value:.0f}" if value > 1 and value == round(value) else f"{value:.2f}"


def empty(title: str) -> Markup:
    """Return what stands where there is nothing to plot."""
    return Markup('<p class="nothing">{}: nothing to show.</p>').format(title)


def histogram(
    values: Sequence[float], title: str, label: str, bins: int = 24, mark: float | None = None, unit: str = ""
) -> Markup:
    """Return how often values fall into equal bins; ``mark`` draws an upright line there, bins at or above
    it stand out.
    """
    if not values:
        return empty(title)
    low, high = min(values), max(values)
    if mark is not None:
        low, high = min(low, mark), max(high, mark)
    width = ((high - low) or 1.0) / bins
    if mark is not None:  # a bin starts at the mark, so that colours do not mix
        low = mark - ceil((mark - low) / width - 1e-9) * width
    count = [0] * (floor((high - low) / width + 1e-9) + 1)
    for value in values:
        count[min(len(count) - 1, int((value - low) / width + 1e-9))] += 1
    axes = Axes((low, low + width * len(count)), (0, max(count)), (label, "how many"), whole=True)
    body = [axes.draw()]
    for i, n in enumerate(count):
        if n:
            start = low + i * width
            over = mark is not None and start >= mark - 1e-9
            x, y = axes.px(start), axes.py(n)
            body.append(
                f'<rect class="bar{" over" if over else ""}" x="{x + 0.5:.1f}" y="{y:.1f}" '
                f'width="{max(1.0, axes.px(start + width) - x - 1):.1f}" height="{axes.py(0) - y:.1f}">'
                f"<title>{start:.2f} to {start + width:.2f}{escape(unit)}: {n}</title></rect>"
            )
    if mark is not None:
        x = axes.px(mark)
        body.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{axes.py(0):.1f}"/>')
    ordered = sorted(values)
    middle = ordered[len(values) // 2]
    described = f"{len(values)} values from {ordered[0]:.2f} to {ordered[-1]:.2f}, middle {middle:.2f}"
    return frame("".join(body), title, described)


def class_sizes(sizes: Sequence[int], k: int, title: str) -> Markup:
    """Return how many classes have how many persons; an upright line at ``k``, classes below it stand out."""
    if not sizes:
        return empty(title)
    low, high = min(k, *sizes), max(k, *sizes)
    step = ceil((high - low + 1) / 40)
    low = k - ceil((k - low) / step) * step  # a bar starts at k, so that colours do not mix
    count = [0] * ((high - low) // step + 1)
    for size in sizes:
        count[(size - low) // step] += 1
    axes = Axes(
        (low - 0.5, low + step * len(count) - 0.5),
        (0, max(count)),
        ("persons in a group", "groups"),
        whole=True,
        top=LEGEND,
    )
    body, told = [axes.draw(whole_x=True)], []
    wide = min(72.0, max(1.0, axes.px(step) - axes.px(0) - 1))  # of a bar, in pixels
    for i, n in enumerate(count):
        if n:
            first = low + i * step
            name = str(first) if step == 1 else f"{first} to {first + step - 1}"
            x, y = axes.px(first - 0.5), axes.py(n)
            x = (x + axes.px(first + step - 0.5) - wide) / 2
            body.append(
                f'<rect class="bar{" over" if first < k else ""}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" '
                f'height="{axes.py(0) - y:.1f}"><title>{name} persons: {n} groups</title></rect>'
            )
            told.append(f"{n} of {name}")
    x = (axes.px(k - 0.5) + axes.px(k + step - 0.5) - wide) / 2  # where the bar of k begins
    body.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{axes.py(0):.1f}"/>')
    body.append(f'<text class="label" x="{x + 6:.1f}" y="{TOP}" text-anchor="start">k = {k}</text>')
    below = sum(size < k for size in sizes)
    more = f", and {len(told) - 30} further sizes" if len(told) > 30 else ""
    return frame(
        "".join(body),
        title,
        f"{len(sizes)} groups, {below} of them below k = {k}; by persons: {', '.join(told[:30])}{more}",
    )


def scatter(points: Sequence[tuple[float, float, str]], title: str, labels: tuple[str, str]) -> Markup:
    """Points with a name each (shown on hover); the second axis starts at 0."""
    if not points:
        return empty(title)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    pad = ((max(xs) - min(xs)) or 1) * 0.05
    axes = Axes((min(xs) - pad, max(xs) + pad), (0, above(max(*ys, 1))), labels)
    body = [axes.draw()]
    body += [
        f'<circle class="dot" cx="{axes.px(x):.1f}" cy="{axes.py(y):.1f}" r="4"><title>{escape(name)}: {x:.2f}, {y:.1f}'
        "</title></circle>"
        for x, y, name in points
    ]
    return frame(
        "".join(body), title, f"{len(points)} points, {labels[1]} from {min(ys):.1f} to {max(ys):.1f}"
    )


def ranked(values: Sequence[tuple[str, float]], title: str, label: str) -> Markup:
    """Return one thin bar for each value, smallest first; meant for up to thousands."""
    if not values:
        return empty(title)
    ordered = sorted(values, key=lambda v: (v[1], v[0]))
    axes = Axes((0, len(ordered)), (0, above(max(1.0, ordered[-1][1]))), ("documents, least first", label))
    body = [axes.draw(x_ticks=False)]
    gap = 1.0 if len(ordered) < 200 else -0.4  # many bars overlap a little: no stripes where pixels are few
    for i, (name, value) in enumerate(ordered):
        x, y = axes.px(i), axes.py(value)
        body.append(
            f'<rect class="bar" x="{x:.2f}" y="{y:.1f}" width="{max(0.4, axes.px(i + 1) - x - gap):.2f}" '
            f'height="{axes.py(0) - y:.1f}"><title>{escape(name)}: {value:.1f}</title></rect>'
        )
    middle = ordered[len(ordered) // 2][1]
    described = (
        f"{len(ordered)} documents, from {ordered[0][1]:.1f} to {ordered[-1][1]:.1f}, middle {middle:.1f}"
    )
    return frame("".join(body), title, described)


def bars(
    groups: Sequence[tuple[str, Sequence[tuple[str, float]]]], title: str, label: str, top: float = 1.0
) -> Markup:
    """Return groups of named bars from 0 to ``top``; the same name has the same colour in each group."""
    if not groups:
        return empty(title)
    axes = Axes((0, len(groups)), (0, top), ("", label))
    body = [axes.draw(x_ticks=False)]
    told = []
    for i, (group, members) in enumerate(groups):
        width = 0.8 / max(1, len(members))
        for j, (name, value) in enumerate(members):
            x, y = axes.px(i + 0.1 + j * width), axes.py(value)
            wide = axes.px(i + 0.1 + (j + 1) * width) - x - 3
            tall = max(0.5, axes.py(0) - y)
            body.append(
                f'<rect class="bar s{j}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}">'
                f"<title>{escape(group)}, {escape(name)}: {value:.3g}</title></rect>"
            )
            body.append(text_at(x + wide / 2, y - 4, written(value)))
            if len(members) > 1:
                body.append(text_at(x + wide / 2, HEIGHT - BOTTOM + 14, name, "small"))
            told.append(f"{group} {name} {value:.2f}")
        body.append(text_at(axes.px(i + 0.5), HEIGHT - 8, group, "label"))
    return frame("".join(body), title, "; ".join(told))


def rows(values: Sequence[tuple[str, float]], title: str, top: float = 1.0) -> Markup:
    """Return one bar for each name, from 0 to ``top``, under each other: names of any number and length can be read."""
    if not values:
        return empty(title)
    left, right, step = 170, 60, 28
    height = step * len(values) + 12
    body = []
    for i, (name, value) in enumerate(values):
        y = 6 + i * step
        wide = max(1.0, value / top * (WIDTH - left - right))
        short = name if len(name) <= 20 else name[:19] + "…"
        body.append(
            f'<text class="label" x="{left - 8}" y="{y + 18}" text-anchor="end">{escape(short)}</text>'
            f'<line class="grid" x1="{left}" x2="{WIDTH - right}" y1="{y + 13}" y2="{y + 13}"/>'
            f'<rect class="bar" x="{left}" y="{y + 3}" width="{wide:.1f}" height="20">'
            f"<title>{escape(name)}: {value:.3g}</title></rect>"
            f'<text x="{left + wide + 6:.1f}" y="{y + 18}" text-anchor="start">{escape(written(value))}</text>'
        )
    body.append(f'<line class="axis" x1="{left}" x2="{left}" y1="4" y2="{height - 8}"/>')
    told = "; ".join(f"{name} {value:.2f}" for name, value in values)
    return frame("".join(body), title, told, height)


@dataclass(frozen=True, slots=True)
class Style:
    """How series are drawn: ``joined`` by a line in the order given; ``named``: with the names of the points, if they
    are few enough to be read; the second axis ends at ``top``, else a little above all points; ``whole_x``: the first
    axis counts things."""

    named: bool = True
    joined: bool = True
    top: float | None = None
    whole_x: bool = False


PLAIN: Final = Style()


def lines(
    series: Sequence[tuple[str, Sequence[tuple[float, float, str]]]],
    title: str,
    labels: tuple[str, str],
    style: Style = PLAIN,
) -> Markup:
    """Draw named series of points (x, y, name of the point), with the labels of both axes."""
    points = [p for _, members in series for p in members]
    if not points:
        return empty(title)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    pad = max(0.5 if style.whole_x else 0.0, ((max(xs) - min(xs)) or 1) * 0.05)
    high = above(1.15 * max(*ys, 1e-9)) if style.top is None else style.top
    several = len(series) > 1
    axes = Axes((min(xs) - pad, max(xs) + pad), (min(0.0, *ys), high), labels, top=LEGEND if several else TOP)
    body = [axes.draw(whole_x=style.whole_x)]
    if several:
        body += _legend([name for name, _ in series])
    for j, (name, members) in enumerate(series):
        path = " ".join(f"{axes.px(x):.1f},{axes.py(y):.1f}" for x, y, _ in members)
        if style.joined:
            body.append(f'<polyline class="line s{j % 4}" points="{path}"/>')
        body += [
            f'<circle class="dot s{j % 4}" cx="{axes.px(x):.1f}" cy="{axes.py(y):.1f}" r="5">'
            f"<title>{escape(name)}, {escape(point)}: {x:.3g}, {y:.3g}</title></circle>"
            for x, y, point in members
        ]
        if style.named and len(points) <= 24:
            body += _names([(axes.px(x), axes.py(y), point) for x, y, point in members])
    return frame("".join(body), title, "; ".join(f"{p[2]}: {p[0]:.3g}, {p[1]:.3g}" for p in points[:40]))


def _legend(names: Sequence[str]) -> list[str]:
    """Return the names of series in a line above a plot, each behind a dot of its colour."""
    found, x = [], LEFT + 6.0
    for j, name in enumerate(names):
        found.append(f'<circle class="dot s{j % 4}" cx="{x:.1f}" cy="12" r="5"/>')
        found.append(f'<text class="label" x="{x + 9:.1f}" y="16" text-anchor="start">{escape(name)}</text>')
        x += 40 + 10 * len(name)
    return found


_LINE = 15
"""Pixels from one line of small words to the next."""


def _names(places: Sequence[tuple[float, float, str]]) -> list[str]:
    """Return names above their points, one above the other where points are near each other."""
    taken: list[tuple[float, float, float]] = []
    found = []
    for x, y, name in places:
        wide, up = 3.6 * len(name), y - 9
        while any(abs(x - a) < wide + w and abs(up - b) < _LINE for a, b, w in taken):
            up -= _LINE
        taken.append((x, up, wide))
        middle = min(max(x, LEFT + wide), WIDTH - RIGHT - wide)
        found.append(text_at(middle, up, name, "small"))
    return found
