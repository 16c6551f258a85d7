"""The network of ``sanitizer/text/attention.py`` for training, in torch."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent.parent.parent.parent))

from sanitizer.text import attention

DISTANCES = 8
"""Words between a word and its head that the scores of trees tell apart, on each side."""
MASK = 1
"""The number of the gap among the forms; 0 fills up."""


@dataclass(frozen=True)
class Sizes:
    """How large the network is.

    Attributes:
        words: frequent words with a row of their own.
        rows: rows that the runs of letters share.
        part: numbers of a row, of words and of runs.
        width: numbers of a state.
        inner: numbers between the two products behind the attention.
        heads: parts of the attention.
        depth: layers.
    """

    words: int = 20_000
    rows: int = 32_768
    part: int = 128
    width: int = 192
    inner: int = 512
    heads: int = 6
    depth: int = 4


def features(form: str) -> tuple[int, list[int], int]:
    """Code of the normed form, its runs, its shape."""
    normed = attention.norm(form)
    return attention.code(normed), attention.grams(normed), attention.shape(form)


class Forms:
    """Features of word forms as arrays; form 0 fills up, form 1 is the gap.

    Args:
        forms: the forms from number 2 on.
        known: the codes of frequent words, sorted.
    """

    def __init__(self, forms: Sequence[str], known: npt.NDArray[np.int64], rows: int) -> None:
        size = len(forms) + 2
        codes = np.zeros(size, np.int64)
        self.grams = np.zeros((size, attention.MOST), np.int32)
        self.shapes = np.zeros(size, np.int32)
        counts = np.ones(size, np.float32)
        for number, form in enumerate(forms, 2):
            own, found, look = features(form)
            codes[number] = own
            self.grams[number, : len(found)] = np.array(found, dtype=np.int64) % rows + 1
            self.shapes[number] = look
            counts[number] = len(found)
        places = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        self.words = np.where((known[places] == codes) & (codes > 0), places + 1, 0).astype(np.int32)
        self.scale = (1 / np.sqrt(counts)).astype(np.float32)


class Layer(nn.Module):
    """Attention, then two products with a squared ramp between them."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        d = sizes.width
        self.heads = sizes.heads
        self.norm1, self.norm2 = nn.Parameter(torch.ones(d)), nn.Parameter(torch.ones(d))
        self.inward = nn.Linear(d, 3 * d, bias=False)
        self.out = nn.Linear(d, d, bias=False)
        self.up, self.down = nn.Linear(d, sizes.inner), nn.Linear(sizes.inner, d)
        self.distance = nn.Parameter(torch.zeros(sizes.heads, 2 * attention.DISTANCES + 1))
        for part in (self.out, self.down):
            part.weight.data *= 1 / math.sqrt(2 * sizes.depth)

    def forward(self, x: Tensor, near: Tensor, hidden: Tensor, drop: float) -> Tensor:
        """Return the states behind the layer (batch, words, width); ``near`` numbers distances, ``hidden`` bars
        places."""
        batch, count, width = x.shape
        y = self.inward(_scaled(x, self.norm1)).view(batch, count, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        bias = self.distance[:, near][None] + hidden[:, None, None, :]
        mixed = functional.scaled_dot_product_attention(y[0], y[1], y[2], attn_mask=bias.to(y.dtype))
        mixed = self.out(mixed.transpose(1, 2).reshape(batch, count, width))
        x = x + functional.dropout(mixed, drop, self.training)
        inner = torch.relu(self.up(_scaled(x, self.norm2))).square()
        return x + functional.dropout(self.down(inner), drop, self.training)


def _scaled(x: Tensor, weight: Tensor) -> Tensor:
    return x * torch.rsqrt(x.float().square().mean(-1, keepdim=True) + 1e-6).to(x.dtype) * weight


class Trees(nn.Module):
    """Scores of every word as the head of every other, and of the relations (``sanitizer/text/trees.py``).

    Args:
        width: numbers of a state.
        labels: relations.
    """

    ARC, LABEL = 96, 64

    def __init__(self, width: int, labels: int) -> None:
        super().__init__()
        both = self.ARC + self.LABEL
        self.dependent, self.head = nn.Linear(width, both), nn.Linear(width, both)
        self.root = nn.Parameter(torch.randn(both) * 0.1)
        self.arc = nn.Parameter(torch.randn(self.ARC, self.ARC) * 0.5 / self.ARC**0.5)
        self.arc_head = nn.Parameter(torch.zeros(self.ARC))
        self.distance = nn.Parameter(torch.zeros(2 * DISTANCES + 1))
        self.label = nn.Linear(self.LABEL, labels)
        self.label_pair = nn.Linear(self.LABEL, labels, bias=False)

    def forward(self, states: Tensor, sentences: Tensor, heads: Tensor, drop: float) -> tuple[Tensor, Tensor]:
        """Scores of heads (0: root, else place + 1), and of relations to the gold heads, or to the best where none is
        known.

        Args:
            states: (batch, words, width).
            sentences: the number of the sentence of each word, negative outside of any.
            heads: the gold heads, -1 where none is known.
        """
        batch, count, _ = states.shape
        ramp = functional.leaky_relu
        dependent, head = ramp(self.dependent(states), 0.1), ramp(self.head(states), 0.1)
        head = torch.cat([self.root.to(head.dtype).expand(batch, 1, -1), head], 1)
        if self.training:
            keep = torch.ones(batch, 1, dependent.shape[-1], device=states.device)
            dependent = dependent * functional.dropout(keep, drop)
            head = head * functional.dropout(keep, drop)
        arcs = (dependent[..., : self.ARC] @ self.arc) @ head[..., : self.ARC].transpose(1, 2)
        arcs = arcs + (head[..., : self.ARC] @ self.arc_head)[:, None, :]
        places = torch.arange(count, device=states.device)
        between = (places[:, None] - places[None, :]).clamp(-DISTANCES, DISTANCES) + DISTANCES
        arcs = arcs + functional.pad(self.distance[between], (1, 0))[None]
        same = (sentences[:, :, None] == sentences[:, None, :]) & (sentences >= 0)[:, None, :]
        same = same & ~torch.eye(count, dtype=torch.bool, device=states.device)
        arcs = arcs.float().masked_fill(~functional.pad(same, (1, 0), value=True), -1e9)
        chosen = torch.where(heads >= 0, heads, arcs.argmax(-1))
        picked = head[..., self.ARC :].gather(1, chosen[..., None].expand(-1, -1, self.LABEL))
        own = dependent[..., self.ARC :]
        return arcs, self.label(own + picked).float() + self.label_pair(own * picked).float()


class Network(nn.Module):
    """Words to states, and heads for the tasks."""

    def __init__(self, sizes: Sizes, tasks: Mapping[str, int], relations: int = 0) -> None:
        super().__init__()
        self.sizes = sizes
        self.trees = Trees(sizes.width, relations) if relations else None
        self.words = nn.Embedding(sizes.words + 1, sizes.part)
        self.grams = nn.Embedding(sizes.rows + 1, sizes.part, padding_idx=0)
        self.shapes = nn.Embedding(attention.SHAPES, sizes.width)
        self.gap = nn.Parameter(torch.zeros(2 * sizes.part))
        for table in (self.words, self.grams, self.shapes):
            nn.init.normal_(table.weight, std=0.1)
        self.input = nn.Linear(2 * sizes.part, sizes.width, bias=False)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.depth))
        self.norm = nn.Parameter(torch.ones(sizes.width))
        self.tasks = nn.ModuleDict({name: nn.Linear(sizes.width, size) for name, size in tasks.items()})

    def inputs(self, words: Tensor, grams: Tensor, scale: Tensor, shapes: Tensor, gaps: Tensor) -> Tensor:
        """Return what the layers read of each form: (forms, width)."""
        both = torch.cat([self.words(words), self.grams(grams).sum(1) * scale[:, None]], 1)
        both = torch.where(gaps[:, None], self.gap.to(both.dtype), both)
        return self.input(both) + self.shapes(shapes) * (~gaps[:, None])

    def forward(self, x: Tensor, filled: Tensor, drop: float = 0.0) -> Tensor:
        """Return the states of passages (batch, words, width); ``filled`` tells the places that are words."""
        count = x.shape[1]
        places = torch.arange(count, device=x.device)
        near = (places[None, :] - places[:, None]).clamp(-attention.DISTANCES, attention.DISTANCES)
        hidden = torch.zeros_like(filled, dtype=x.dtype).masked_fill(~filled, -1e4)
        x = functional.dropout(x, drop, self.training)
        for layer in self.layers:
            x = layer(x, near + attention.DISTANCES, hidden, drop)
        return _scaled(x, self.norm)


def depth_of(weights: Mapping[str, Tensor]) -> int:
    """Return how many layers there are weights of."""
    return sum(name.endswith(".out.weight") for name in weights)


def stacked(weights: Mapping[str, Tensor], depth: int) -> dict[str, Tensor]:
    """Return the weights of ``depth`` layers, those that ``weights`` holds one time after the other (Gong and others,
    "Efficient training of BERT by progressively stacking", 2019)."""
    own = depth_of(weights)
    found = {name: value for name, value in weights.items() if not name.startswith("layers.")}
    for number in range(depth):
        first = f"layers.{number % own}."
        for name, value in weights.items():
            if name.startswith(first):
                found[f"layers.{number}.{name.removeprefix(first)}"] = value
    return found


def imported(arrays: Mapping[str, npt.NDArray[np.generic]]) -> dict[str, Tensor]:
    """Return the weights that :func:`exported` wrote, as the network takes them."""

    def back(name: str, turned: bool = False) -> Tensor:
        array = arrays[name].astype(np.float32)
        if f"{name}.scale" in arrays:
            array = array * arrays[f"{name}.scale"].astype(np.float32)
        return torch.from_numpy(np.ascontiguousarray(array.T if turned else array))

    grams = back("grams")
    found = {
        "words.weight": back("words"), "grams.weight": torch.cat([torch.zeros(1, grams.shape[1]), grams]),
        "shapes.weight": back("shapes"), "input.weight": back("input", True), "norm": back("norm"),
    }  # fmt: skip
    for number in range(sum(name.endswith(".out") for name in arrays)):
        own, layer = f"{number}.", f"layers.{number}."
        for name in ("up", "down"):
            found[f"{layer}{name}.weight"] = back(own + name, True)
            found[f"{layer}{name}.bias"] = back(f"{own}{name}_bias")
        for name in ("norm1", "norm2", "distance"):
            found[layer + name] = back(own + name)
        found[f"{layer}out.weight"], inward = back(f"{own}out", True), back(f"{own}in", True)
        heads, width = len(found[f"{layer}distance"]), inward.shape[1]
        inward[:width] *= (width // heads) ** 0.5
        found[f"{layer}inward.weight"] = inward
    for name in ("dependent", "head", "label"):
        found[f"trees.{name}.weight"] = back(f"trees.{name}", True)
        found[f"trees.{name}.bias"] = back(f"trees.{name}_bias")
    found["trees.label_pair.weight"] = back("trees.label_pair", True)
    found |= {f"trees.{name}": back(f"trees.{name}") for name in ("root", "arc", "arc_head", "distance")}
    for name in arrays:
        task, _, part = name.partition(".")
        if part == "weight":
            found[f"tasks.{task}.weight"] = back(name, True)
            found[f"tasks.{task}.bias"] = back(f"{task}.bias")
    return found


def exported(
    network: Network, known: npt.NDArray[np.int64], tasks: Sequence[str]
) -> dict[str, npt.NDArray[np.generic]]:
    """Return the weights as ``sanitizer/text/attention.py`` reads them: tables in bytes with a scale a row, others
    in half precision."""

    def half(x: Tensor) -> npt.NDArray[np.generic]:
        return x.detach().float().cpu().numpy().astype(np.float16)

    found: dict[str, npt.NDArray[np.generic]] = {"known": known.astype(np.uint32)}
    for name, table in (("words", network.words.weight), ("grams", network.grams.weight[1:])):
        whole = table.detach().float().cpu().numpy()
        scale = np.abs(whole).max(1, keepdims=True) / 127 + 1e-8
        found[name] = np.round(whole / scale).astype(np.int8)
        found[f"{name}.scale"] = scale.astype(np.float16)
    found |= {
        "shapes": half(network.shapes.weight),
        "input": half(network.input.weight.T),
        "norm": half(network.norm),
    }
    root = (network.sizes.width // network.sizes.heads) ** -0.5
    for number, layer in enumerate(network.layers):
        assert isinstance(layer, Layer)
        inward = layer.inward.weight.detach().clone().T
        inward[:, : network.sizes.width] *= root
        found |= {
            f"{number}.in": half(inward), f"{number}.out": half(layer.out.weight.T),
            f"{number}.up": half(layer.up.weight.T), f"{number}.up_bias": half(layer.up.bias),
            f"{number}.down": half(layer.down.weight.T), f"{number}.down_bias": half(layer.down.bias),
            f"{number}.norm1": half(layer.norm1), f"{number}.norm2": half(layer.norm2),
            f"{number}.distance": half(layer.distance),
        }  # fmt: skip
    if network.trees is not None:
        t = network.trees
        found |= {
            "trees.dependent": half(t.dependent.weight.T), "trees.dependent_bias": half(t.dependent.bias),
            "trees.head": half(t.head.weight.T), "trees.head_bias": half(t.head.bias), "trees.root": half(t.root),
            "trees.arc": half(t.arc), "trees.arc_head": half(t.arc_head), "trees.distance": half(t.distance),
            "trees.label": half(t.label.weight.T), "trees.label_bias": half(t.label.bias),
            "trees.label_pair": half(t.label_pair.weight.T),
        }  # fmt: skip
    for name in tasks:
        found |= {
            f"{name}.weight": half(network.tasks[name].weight.T),
            f"{name}.bias": half(network.tasks[name].bias),
        }
    return found
