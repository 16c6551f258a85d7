"""Let the network learn to fill gaps in articles: python training/model/reader/pretrain.py WORDS OUT [--seconds N].

WORDS is the folder that ``tokenize_articles.py`` wrote, OUT the file that gets the weights (of torch). Of every hundred
words fifteen are asked for: twelve are gaps, one and a half another word, the others as they are. The network names the
word, if it is frequent, and its shape. Some passages are read in small letters, some in capitals.
"""

import argparse
import dataclasses
import lzma
import math
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent))

from network import MASK, Forms, Network, Sizes, stacked

from sanitizer.text import attention

LINE_END = "⏎"
LENGTH, BATCH = 128, 640
ASKED, WORDLESS = 0.15, 0.05
LOWER, UPPER = 0.08, 0.05
RATE, WARM = 2e-3, 0.04
SHAPE_WEIGHT = 0.3


def read_part(path: Path, most: int) -> tuple[list[str], npt.NDArray[np.int32]]:
    """Return the forms of a part, and its words as numbers of them."""
    forms: dict[str, int] = {}
    found: list[npt.NDArray[np.int32]] = []
    size = 0
    with lzma.open(path, "rt", encoding="utf8") as file:
        for line in file:
            words = ["\n" if word == LINE_END else word for word in line.rstrip("\n").split(" ")] + ["\n"]
            found.append(np.array([forms.setdefault(word, len(forms)) for word in words], dtype=np.int32))
            size += len(words)
            if size > most:
                break
    return list(forms), np.concatenate(found)


def read(paths: list[Path], most: int) -> tuple[list[str], npt.NDArray[np.int32]]:
    """Return the forms of all parts, and all words as numbers of them."""
    with ProcessPoolExecutor() as pool:
        parts = list(pool.map(partial(read_part, most=most // len(paths)), paths))
    forms: dict[str, int] = {}
    words = []
    for own, numbers in parts:
        words.append(np.array([forms.setdefault(form, len(forms)) for form in own], dtype=np.int32)[numbers])
    return list(forms), np.concatenate(words)


def frequent(forms: list[str], counts: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]:
    """Return the sorted codes of the most frequent normed forms."""
    total: Counter[int] = Counter()
    for form, count in zip(forms, counts.tolist(), strict=True):
        total[attention.code(attention.norm(form))] += count
    chosen = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:size]
    return np.array(sorted(code for code, _ in chosen), dtype=np.int64)


def variants(forms: list[str], counts: npt.NDArray[np.int64]) -> tuple[list[str], Tensor, Tensor]:
    """Return the forms and their variants, and for each form the number of it in small letters and in capitals
    (from 2)."""
    numbers = {form: i for i, form in enumerate(forms)}
    lower = [numbers.setdefault(form.lower(), len(numbers)) for form in forms]
    upper = [
        numbers.setdefault(form.upper(), len(numbers)) if count > 2 else i
        for i, (form, count) in enumerate(zip(forms, counts.tolist(), strict=True))
    ]
    return list(numbers), torch.tensor(lower) + 2, torch.tensor(upper) + 2


def form_arrays(forms: list[str], known: npt.NDArray[np.int64], rows: int) -> list[Tensor]:
    """Word row, runs, scale and shape of each form, made by all processors."""
    cut = max(1, len(forms) // 16)
    pieces = [forms[i : i + cut] for i in range(0, len(forms), cut)]
    with ProcessPoolExecutor() as pool:
        made = list(pool.map(partial(Forms, known=known, rows=rows), pieces))
    found = []
    for name in ("words", "grams", "scale", "shapes"):
        first = getattr(made[0], name)[:2]
        found.append(torch.from_numpy(np.concatenate([first, *(getattr(part, name)[2:] for part in made)])))
    return found


def ask(words: Tensor, lower: Tensor, upper: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return what is read, what was there (in the same case), and the places that are asked for."""
    device = words.device
    draw = torch.rand(len(words), 1, device=device)
    there = torch.where(
        draw < LOWER, lower[words - 2], torch.where(draw > 1 - UPPER, upper[words - 2], words)
    )
    asked = torch.rand(words.shape, device=device) < ASKED
    how = torch.rand(words.shape, device=device)
    other = there.flatten()[torch.randint(there.numel(), there.shape, device=device)]
    read_ = torch.where(asked & (how < 0.8), MASK, torch.where(asked & (how > 0.9), other, there))
    return read_, there, asked


def save(network: Network, known: npt.NDArray[np.int64], out: Path) -> None:
    """Write the weights without the heads, the table of runs into a file of its own."""
    kept = {
        name: value.half() for name, value in network.state_dict().items() if not name.startswith("tasks.")
    }
    torch.save({"grams.weight": kept.pop("grams.weight")}, out.with_suffix(".grams"))
    torch.save({"network": kept, "known": torch.from_numpy(known)}, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=300, help="how long it learns")
    parser.add_argument("--most", type=int, default=10**9, help="words that are read")
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--depth", type=int, default=Sizes.depth, help="layers")
    parser.add_argument("--plain", action="store_true", help="do not compile the layers")
    parser.add_argument(
        "--start", type=Path, help="weights to go on with; their layers are stacked to the depth"
    )
    options = parser.parse_args()
    begun = time.time()
    torch.manual_seed(7)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sizes = dataclasses.replace(Sizes(), depth=options.depth)
    forms, stream = read(sorted(options.words.glob("words-*.txt.xz")), options.most)
    counts = np.bincount(stream, minlength=len(forms))
    saved = torch.load(options.start, map_location="cpu") if options.start else None
    known = frequent(forms, counts, sizes.words) if saved is None else saved["known"].numpy()
    forms, lower, upper = variants(forms, counts)
    print(f"{time.time() - begun:.0f} s: {len(stream):,} words, {len(forms):,} forms", flush=True)
    tables = [table.to(device) for table in form_arrays(forms, known, sizes.rows)]
    words, grams, scale, shapes = tables
    text = torch.from_numpy(stream).to(device) + 2
    lower, upper = lower.to(device), upper.to(device)
    network = Network(sizes, {"fill": sizes.words + 1, "shape": attention.SHAPES})
    if saved is not None:
        weights = saved["network"] | torch.load(options.start.with_suffix(".grams"), map_location="cpu")
        missing = network.load_state_dict(
            {name: value.float() for name, value in stacked(weights, sizes.depth).items()}, strict=False
        )
        print(f"not in the weights: {missing.missing_keys}", flush=True)
    network = network.to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    if not options.plain:
        for layer in network.layers:
            layer.compile()
    filled = torch.ones(options.batch, LENGTH, dtype=torch.bool, device=device)
    print(f"{time.time() - begun:.0f} s: features made", flush=True)
    start, step, told = time.time(), 0, torch.zeros(2, device=device)
    while (spent := (time.time() - start) / options.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1.0, spent / WARM + 1e-3) * (1 - spent) ** 1.0
        first = torch.randint(len(text) - LENGTH, (options.batch,), device=device)
        passage = text[first[:, None] + torch.arange(LENGTH, device=device)].long()
        given, there, asked = ask(passage, lower, upper)
        unique, places = torch.unique(given, return_inverse=True)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            own = words[unique].long()
            own = torch.where(torch.rand(len(unique), device=device) < WORDLESS, 0, own)
            x = network.inputs(
                own, grams[unique].long(), scale[unique], shapes[unique].long(), unique == MASK
            )
            states = network(functional.embedding(places, x), filled)[asked]
            target = there[asked]
            wanted = words[target].long()
            fill = functional.cross_entropy(
                network.tasks["fill"](states).float(), torch.where(wanted == 0, -100, wanted)
            )
            look = functional.cross_entropy(network.tasks["shape"](states).float(), shapes[target].long())
            loss = fill + SHAPE_WEIGHT * look
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        told = 0.98 * told + 0.02 * torch.stack([fill.detach(), look.detach()])
        step += 1
        if step % 200 == 0 or step == 20:
            share = told / (1 - 0.98**step)
            print(
                f"{time.time() - start:.0f} s, {step}: fill {share[0]:.3f} shape {share[1]:.3f}", flush=True
            )
            if not math.isfinite(loss.item()):
                raise SystemExit("the loss is no number")
        if step % 1000 == 0:
            save(network, known, options.out)
    save(network, known, options.out)
    print(f"{step} steps of {options.batch * LENGTH:,} words; {options.out}")


if __name__ == "__main__":
    main()
