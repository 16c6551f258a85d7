"""Plots as inline SVG: drawn here, coloured by the page's style sheet, each with a text for those who
cannot see it.
"""

from collections.abc import Sequence
from math import ceil, floor, log10

from markupsafe import Markup, escape

WIDTH, HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 54, 14, 14, 44


def _frame(body: str, title: str, description: str, height: int = HEIGHT) -> Markup:
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
    """The first tick from 0 that is not below ``high``: where an axis ends."""
    marks = ticks(0.0, high)
    step = marks[1] - marks[0] if len(marks) > 1 else high or 1.0
    return ceil(high / step - 1e-9) * step


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


class _Axes:
    def __init__(
        self, x: tuple[float, float], y: tuple[float, float], labels: tuple[str, str], whole: bool = False
    ):
        self.x, self.y, self.labels, self.height, self.whole = x, y, labels, HEIGHT, whole

    def px(self, value: float) -> float:
        low, high = self.x
        return _LEFT + (value - low) / ((high - low) or 1) * (WIDTH - _LEFT - _RIGHT)

    def py(self, value: float) -> float:
        low, high = self.y
        return self.height - _BOTTOM - (value - low) / ((high - low) or 1) * (self.height - _TOP - _BOTTOM)

    def draw(self, x_ticks: bool = True) -> str:
        parts = []
        for value in ticks(*self.y, whole=self.whole):
            y = self.py(value)
            parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        if x_ticks:
            for value in ticks(*self.x, about=8):
                x, y = self.px(value), self.height - _BOTTOM + 16
                parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{value:g}</text>')
        base = self.height - _BOTTOM
        parts.append(f'<line class="axis" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{base}" y2="{base}"/>')
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        parts.append(_text(middle, self.height - 6, self.labels[0], "label"))
        up = (_TOP + base) / 2
        parts.append(
            f'<text class="label" x="12" y="{up}" text-anchor="middle" transform="rotate(-90 12 {up})">'
            f"{escape(self.labels[1])}</text>"
        )
        return "".join(parts)


def histogram(
    values: Sequence[float], title: str, label: str, bins: int = 24, mark: float | None = None, unit: str = ""
) -> Markup:
    """How often values fall into equal bins; ``mark`` draws an upright line there, bins at or above
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
    axes = _Axes((low, low + width * len(count)), (0, max(count)), (label, "how many"), whole=True)
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
        body.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{axes.py(0):.1f}"/>')
    ordered = sorted(values)
    middle = ordered[len(values) // 2]
    described = f"{len(values)} values from {ordered[0]:.2f} to {ordered[-1]:.2f}, middle {middle:.2f}"
    return _frame("".join(body), title, described)


def scatter(points: Sequence[tuple[float, float, str]], title: str, labels: tuple[str, str]) -> Markup:
    """Points with a name each (shown on hover); the second axis starts at 0."""
    if not points:
        return empty(title)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    pad = ((max(xs) - min(xs)) or 1) * 0.05
    axes = _Axes((min(xs) - pad, max(xs) + pad), (0, above(max(*ys, 1))), labels)
    body = [axes.draw()]
    body += [
        f'<circle class="dot" cx="{axes.px(x):.1f}" cy="{axes.py(y):.1f}" r="4"><title>{escape(name)}: {x:.2f}, {y:.1f}'
        "</title></circle>"
        for x, y, name in points
    ]
    return _frame(
        "".join(body), title, f"{len(points)} points, {labels[1]} from {min(ys):.1f} to {max(ys):.1f}"
    )


def ranked(values: Sequence[tuple[str, float]], title: str, label: str) -> Markup:
    """One thin bar for each value, smallest first; meant for up to thousands."""
    if not values:
        return empty(title)
    ordered = sorted(values, key=lambda v: (v[1], v[0]))
    axes = _Axes((0, len(ordered)), (0, above(max(1.0, ordered[-1][1]))), ("documents, least first", label))
    body = [axes.draw(x_ticks=False)]
    gap = 1 if len(ordered) < 200 else 0
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
    return _frame("".join(body), title, described)


def bars(
    groups: Sequence[tuple[str, Sequence[tuple[str, float]]]], title: str, label: str, top: float = 1.0
) -> Markup:
    """Groups of named bars from 0 to ``top``; the same name has the same colour in each group."""
    if not groups:
        return empty(title)
    axes = _Axes((0, len(groups)), (0, top), ("", label))
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
            body.append(_text(x + wide / 2, y - 4, f"{value:.2f}"))
            if len(members) > 1:
                body.append(_text(x + wide / 2, HEIGHT - _BOTTOM + 14, name, "small"))
            told.append(f"{group} {name} {value:.2f}")
        body.append(_text(axes.px(i + 0.5), HEIGHT - 8, group, "label"))
    return _frame("".join(body), title, "; ".join(told))


def lines(
    series: Sequence[tuple[str, Sequence[tuple[float, float, str]]]],
    title: str,
    labels: tuple[str, str],
    named: bool = True,
) -> Markup:
    """Named series of points (x, y, name of the point), joined in the order given; ``named`` shows the names of points,
    if they are few enough to be read."""
    points = [p for _, members in series for p in members]
    if not points:
        return empty(title)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    pad = ((max(xs) - min(xs)) or 1) * 0.05
    axes = _Axes((min(xs) - pad, max(xs) + pad), (min(0.0, *ys), above(1.15 * max(*ys, 1e-9))), labels)
    body = [axes.draw()]
    for j, (name, members) in enumerate(series):
        path = " ".join(f"{axes.px(x):.1f},{axes.py(y):.1f}" for x, y, _ in members)
        body.append(f'<polyline class="line s{j % 4}" points="{path}"/>')
        body += [
            f'<circle class="dot s{j % 4}" cx="{axes.px(x):.1f}" cy="{axes.py(y):.1f}" r="5">'
            f"<title>{escape(name)}, {escape(point)}: {x:.3g}, {y:.3g}</title></circle>"
            for x, y, point in members
        ]
        if named and len(points) <= 24:
            body += _names([(axes.px(x), axes.py(y), point) for x, y, point in members])
        if len(series) > 1 and members:
            x, y = axes.px(members[-1][0]), axes.py(members[-1][1])
            body.append(
                f'<text class="s{j % 4}" x="{x:.1f}" y="{y + 18:.1f}" text-anchor="end">{escape(name)}</text>'
            )
    return _frame("".join(body), title, "; ".join(f"{p[2]}: {p[0]:.3g}, {p[1]:.3g}" for p in points[:40]))


def _names(places: Sequence[tuple[float, float, str]]) -> list[str]:
    """Names above their points, one above the other where points are near each other."""
    taken: list[tuple[float, float, float]] = []
    found = []
    for x, y, name in places:
        wide, up = 3.6 * len(name), y - 9
        while any(abs(x - a) < wide + w and abs(up - b) < 12 for a, b, w in taken):
            up -= 12
        taken.append((x, up, wide))
        middle = min(max(x, _LEFT + wide), WIDTH - _RIGHT - wide)
        found.append(_text(middle, up, name, "small"))
    return found


def empty(title: str) -> Markup:
    """What stands where there is nothing to plot."""
    return Markup('<p class="nothing">{}: nothing to show.</p>').format(title)
