"""Draw what all plots share: the frame with its words, round ticks, axes, numbers as they are written on a plot."""

from math import ceil, floor, log10

from markupsafe import Markup, escape

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 54, 14, 14, 44
LEGEND = 34
"""Where a plot begins that has a line of words above it."""


def frame(body: str, title: str, description: str, height: int = HEIGHT) -> Markup:
    """A plot as one picture with a name and a description for those who cannot see it; ``body`` is escaped already."""
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


def text_at(x: float, y: float, text: str, kind: str = "") -> str:
    """A text in the middle of ``x``, in pixels of the picture; ``kind`` is its class in the style sheet."""
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
        """The pixel of a value of the first axis."""
        low, high = self.x
        return LEFT + (value - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT)

    def py(self, value: float) -> float:
        """The pixel of a value of the second axis."""
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
    """A number as it stands beside a bar: two decimals, counts without any."""
    if 0 < value < 0.005:
        return "<0.01"
    return f"{value:.0f}" if value > 1 and value == round(value) else f"{value:.2f}"


def empty(title: str) -> Markup:
    """What stands where there is nothing to plot."""
    return Markup('<p class="nothing">{}: nothing to show.</p>').format(title)
