"""Teach the network tags, trees, names, kinds and facts: python training/model/reader/tune.py PRETRAINED EXAMPLES OUT.

PRETRAINED is what ``pretrain.py`` wrote, or the weights of earlier lessons (.npz) with which to go on, from their mean
where there are several; EXAMPLES the archive of ``examples.py``, OUT the file of weights that
``sanitizer/text/attention.py`` reads.
"""

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent))

from network import Forms, Network, Sizes, depth_of, exported, imported
from pretrain import variants

from sanitizer.text.facts import FACT_KINDS, FACTS

LENGTH = 128
KEYS = ("words", "marks", "tags", "sentences", "heads", "relations", "facts", "kinds")
RATE, WARM, DROP, WORDLESS, DECAY = 1e-3, 0.06, 0.12, 0.1, 0.999
LOWER, UPPER = 0.06, 0.06
WEIGHTS = {
    "ewt": 1.0, "gum": 1.0, "pud": 1.0, "crossner": 1.0, "wikigold": 1.0, "re3d": 1.0, "sec": 1.0, "wnut": 0.7,
    "btc": 0.3, "litbank": 1.0, "gmb": 0.25, "templates": 0.25, "papers": 0.25, "written": 2.0, "swapped": 0.5,
    "trees": 1.0, "articles": 0.6,
}  # fmt: skip
"""Copies of each source in an epoch, or the share of its passages."""
HELD_OUT = (
    "ewt_dev", "ewt_test", "gum_dev", "papers_dev", "held", "trees_dev", "trees_test", "trees_gum",
    "articles_held",
)  # fmt: skip
TAG_WEIGHT, TREE_WEIGHT, TREE_DROP, FACT_WEIGHT, KIND_WEIGHT = 0.25, 0.3, 0.25, 0.7, 0.4
PERSONS = 0.15
"""Weight of names of persons among those whose kinds are learned: they are the most."""


@dataclass(frozen=True)
class Source:
    """Passages as padded arrays: forms (0: filled up), marks, tags, numbers of sentences, heads (0: root, else place
    and one), relations, facts and kinds (-1: nothing is said)."""

    words: Tensor
    marks: Tensor
    tags: Tensor
    sentences: Tensor
    heads: Tensor
    relations: Tensor
    facts: Tensor
    kinds: Tensor


def read(archive: dict[str, npt.NDArray[np.generic]], name: str) -> Source:
    """Return a source of the archive."""
    starts = archive[f"{name}.starts"].astype(np.int64)
    lengths = np.diff([*starts, len(archive[f"{name}.words"])])
    rows = np.repeat(np.arange(len(starts)), lengths)
    places = np.arange(len(rows)) - np.repeat(starts, lengths)
    found = []
    for key in KEYS:
        array = np.full((len(starts), LENGTH), -2 if key == "words" else -1, np.int64)
        if f"{name}.{key}" in archive:
            array[rows, places] = archive[f"{name}.{key}"]
        found.append(torch.from_numpy(array))
    return Source(found[0] + 2, *found[1:])


def epoch(sources: dict[str, Source], draw: torch.Generator, part: float = 1.0) -> Source:
    """Return the passages of an epoch, or of a part of one, shuffled."""
    parts: list[tuple[Source, Tensor]] = []
    for name, source in sources.items():
        share = WEIGHTS[name.split("_")[0]] * part
        size = len(source.words)
        order = torch.cat([torch.randperm(size, generator=draw) for _ in range(int(share) + 1)])
        parts.append((source, order[: int(size * share)]))
    order = torch.randperm(sum(len(own) for _, own in parts), generator=draw)
    return Source(*(torch.cat([getattr(s, key)[own] for s, own in parts])[order] for key in KEYS))


def spans(marks: list[int]) -> set[tuple[int, int, int]]:
    """Return the names that ``marks`` tell: first word, end, label."""
    found, start, label = set(), None, 0
    for i, mark in enumerate([*marks, 0]):
        if start is not None and not (mark > 0 and mark % 2 == 0 and (mark - 1) // 2 == label):
            found.add((start, i, label))
            start = None
        if mark > 0 and (mark % 2 or start is None):
            start, label = i, (mark - 1) // 2
    return found


def begun(paths: Sequence[Path]) -> tuple[npt.NDArray[np.int64], dict[str, Tensor]]:
    """Return the codes of frequent words, and the weights with which the lesson begins."""
    if paths[0].suffix != ".npz":
        saved = torch.load(paths[0], map_location="cpu")
        grams = torch.load(paths[0].with_suffix(".grams"), map_location="cpu")
        return saved["known"].numpy(), saved["network"] | grams
    found = []
    for path in paths:
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        found.append(imported(arrays))
    mean = {name: torch.stack([own[name] for own in found]).mean(0) for name in found[0]}
    return arrays["known"].astype(np.int64), mean


def _with_kinds_of_facts(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights, where they tell facts of no kind with a row for each kind, all with the same chance at
    first."""
    found = {name: weight.float() for name, weight in weights.items()}
    bias = found.get("tasks.facts.bias")
    if bias is not None and len(bias) == 1 + len(FACTS):
        rows = torch.tensor([0, *(1 + FACTS.index(fact) for fact, _ in FACT_KINDS)])
        found["tasks.facts.weight"] = found["tasks.facts.weight"][rows]
        found["tasks.facts.bias"] = bias[rows] - torch.bincount(rows).float()[rows].log()
    return found


class Lesson:
    """The network with the features of all forms."""

    def __init__(
        self,
        pretrained: Sequence[Path],
        forms: list[str],
        tasks: Mapping[str, int],
        relations: int,
        device: str,
    ) -> None:
        self.known, weights = begun(pretrained)
        sizes = dataclasses.replace(Sizes(), depth=depth_of(weights))
        all_forms, lower, upper = variants(forms, np.full(len(forms), 9))
        arrays = Forms(all_forms, self.known, sizes.rows)
        self.tables = [
            torch.from_numpy(table).to(device)
            for table in (arrays.words, arrays.grams, arrays.scale, arrays.shapes)
        ]
        first = torch.arange(2)
        self.lower, self.upper = (torch.cat([first, x]).to(device) for x in (lower, upper))
        self.network = Network(sizes, tasks, relations).to(device)
        self.network.load_state_dict(_with_kinds_of_facts(weights), strict=False)
        self.device = device

    def states(self, words: Tensor, drop: float = 0.0, wordless: float = 0.0) -> Tensor:
        """Return the states of padded passages."""
        own, grams, scale, shapes = self.tables
        unique, places = torch.unique(words, return_inverse=True)
        rows = own[unique].long()
        rows = torch.where(torch.rand(len(unique), device=self.device) < wordless, 0, rows)
        x = self.network.inputs(
            rows,
            grams[unique].long(),
            scale[unique],
            shapes[unique].long(),
            torch.zeros_like(unique, dtype=torch.bool),
        )
        states: Tensor = self.network(functional.embedding(places, x), words > 0, drop)
        return states

    @torch.no_grad()
    def score(self, source: Source) -> str:
        """Precision and recall of names (place and label), of places alone, the shares of right tags and heads; of the
        words of a name or fact the share of right kinds and facts."""
        self.network.eval()
        other = {key: np.zeros(3, np.int64) for key in ("facts", "kinds")}
        right = made = gold = touched = tagged = total = hung = named = 0
        for i in range(0, len(source.words), 64):
            states = self.states(source.words[i : i + 64].to(self.device))
            marks = self.network.tasks["names"](states).argmax(-1).cpu()
            tags = self.network.tasks["tags"](states).argmax(-1).cpu()
            for key, counts in other.items():
                made_, true_ = (
                    self.network.tasks[key](states).argmax(-1).cpu(),
                    getattr(source, key)[i : i + 64],
                )
                some = true_ >= (key == "facts")
                counts += [
                    int((made_ == true_)[some].sum()),
                    int(some.sum()),
                    int(((made_ > 0) & (true_ >= 0)).sum()),
                ]
            wanted = source.tags[i : i + 64]
            tagged += int((tags == wanted)[wanted >= 0].sum())
            total += int((wanted >= 0).sum())
            heads, relations = source.heads[i : i + 64], source.relations[i : i + 64]
            if (heads >= 0).any():
                blind = torch.full_like(heads, -1).to(self.device)
                sentences = source.sentences[i : i + 64].to(self.device)
                arcs, labels = (x.argmax(-1).cpu() for x in self.network.trees(states, sentences, blind, 0.0))
                fits = (arcs == heads) & (heads >= 0)
                hung += int(fits.sum())
                named += int((fits & (labels == relations)).sum())
            for words, own, true in zip(
                source.words[i : i + 64], marks, source.marks[i : i + 64], strict=True
            ):
                size = int((words > 0).sum())
                said = torch.where(true[:size] >= 0, own[:size], 0)
                a, b = spans(said.tolist()), spans([max(0, m) for m in true[:size].tolist()])
                right, made, gold = right + len(a & b), made + len(a), gold + len(b)
                touched += len({x[:2] for x in a} & {x[:2] for x in b})
        self.network.train()
        p, r = right / max(made, 1), right / max(gold, 1)

        def share(task: str, of: int) -> float:
            return float(other[task][0] / max(other[task][of], 1))

        return (
            f"P {p:.3f} R {r:.3f} F {2 * p * r / max(p + r, 1e-9):.3f} "
            f"(places P {touched / max(made, 1):.3f} R {touched / max(gold, 1):.3f}), "
            f"tags {tagged / max(total, 1):.4f} UAS {hung / max(total, 1):.4f} LAS {named / max(total, 1):.4f}, "
            f"facts R {share('facts', 1):.3f} P {share('facts', 2):.3f}, kinds {share('kinds', 1):.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pretrained", type=lambda text: [Path(part) for part in text.split(",")])
    for name in ("examples", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="share of the passages of an epoch")
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=np.inf, help="end before, the rate falling to it")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument(
        "--average", type=float, default=DECAY, help="what each step keeps of the mean before it"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--order", type=int, default=7, help="seed of the order of the passages")
    parser.add_argument("--held-out", default="", help="sources that are only judged, with commas")
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    with np.load(options.examples) as file:
        archive = {name: file[name] for name in file.files}
    forms, tags, relations, kinds = (
        str(archive.pop(key)).split("\0") for key in ("forms", "tags", "relations", "kinds")
    )
    held = {*HELD_OUT, *options.held_out.split(",")}
    names = sorted({name.rsplit(".", 1)[0] for name in archive})
    sources = {n: read(archive, n) for n in names}
    train = {
        n: s for n, s in sources.items() if n not in held and n.replace("swapped", "written") not in held
    }
    tasks = {"names": 15, "tags": len(tags), "facts": 1 + len(FACT_KINDS), "kinds": len(kinds)}
    lesson = Lesson(options.pretrained, forms, tasks, len(relations), device)
    network = lesson.network
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(options.average)
    )
    of_kinds = torch.tensor([PERSONS if kind == "person" else 1.0 for kind in kinds], device=device)
    draw = torch.Generator().manual_seed(options.order)
    start, step = time.time(), 0
    steps = options.epochs * (len(epoch(train, draw, options.share).words) // options.batch)
    for number in range(options.epochs):
        passages = epoch(train, draw, options.share)
        for i in range(0, len(passages.words) - options.batch + 1, options.batch):
            done = max(step / steps, (time.time() - start) / options.seconds)
            if done >= 1:
                break
            rate = options.rate * min(1.0, (done + 1 / steps) / WARM) * max(0.02, 1 - done)
            for group in optimizer.param_groups:
                group["lr"] = rate
            size = int((passages.words[i : i + options.batch] > 0).sum(1).max())
            words, marks, wanted, sentences, heads, labels, facts, of_kind = (
                getattr(passages, key)[i : i + options.batch, :size].to(device) for key in KEYS
            )
            case = torch.rand(len(words), 1, device=device)
            words = torch.where(
                case < LOWER, lesson.lower[words.clamp(max=len(lesson.lower) - 1)],
                torch.where(case > 1 - UPPER, lesson.upper[words.clamp(max=len(lesson.upper) - 1)], words),
            )  # fmt: skip
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                states = lesson.states(words, DROP, WORDLESS)
                scores = network.tasks["names"](states).float()
                tagged = network.tasks["tags"](states).float()
                told, named_ = (network.tasks[key](states).float() for key in ("facts", "kinds"))
            loss = functional.cross_entropy(
                scores.flatten(0, 1), marks.flatten(), ignore_index=-1, label_smoothing=0.02
            )
            if (wanted >= 0).any():
                loss = loss + TAG_WEIGHT * functional.cross_entropy(
                    tagged.flatten(0, 1), wanted.flatten(), ignore_index=-1
                )
            for share, found, gold, weight in (
                (FACT_WEIGHT, told, facts, None), (KIND_WEIGHT, named_, of_kind, of_kinds)
            ):  # fmt: skip
                if (gold >= 0).any():
                    loss = loss + share * functional.cross_entropy(
                        found.flatten(0, 1), gold.flatten(), weight, ignore_index=-1, label_smoothing=0.02
                    )
            hung = (heads >= 0).any(1)
            if hung.any():
                with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                    arcs, named = network.trees(states[hung], sentences[hung], heads[hung], TREE_DROP)
                loss = loss + TREE_WEIGHT * (
                    functional.cross_entropy(arcs.flatten(0, 1), heads[hung].flatten(), ignore_index=-1)
                    + functional.cross_entropy(named.flatten(0, 1), labels[hung].flatten(), ignore_index=-1)
                )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            average.update_parameters(network)
            step += 1
            if step % 200 == 0:
                print(f"{time.time() - start:.0f} s, {step} of {steps}: {loss.item():.4f}", flush=True)
        save(average.module, lesson, {"tags": tags, "relations": relations, "kinds": kinds}, options.out)
        print(f"epoch {number + 1}", flush=True)
    lesson.network = average.module
    for name in sorted(held & set(sources)):
        print(f"average {name}: {lesson.score(sources[name])}", flush=True)
    save(average.module, lesson, {"tags": tags, "relations": relations, "kinds": kinds}, options.out)


def save(network: nn.Module, lesson: Lesson, names: Mapping[str, list[str]], out: Path) -> None:
    """Write the weights, and the names of tags, relations and kinds beside them."""
    assert isinstance(network, Network)
    np.savez_compressed(out, **exported(network, lesson.known, list(network.tasks)))
    out.with_suffix(".json").write_text(json.dumps(names, indent=0), encoding="utf8")


if __name__ == "__main__":
    main()
