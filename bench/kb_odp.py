"""Speed and memory of the ODP importer on a generated dump: `python bench/kb_odp.py [MEGABYTES=300] [--gz]`.

The dump has the form of DMOZ's structure.rdf.u8 with made-up names, a hundredth of it malformed as in the
real ones.
"""

import gzip
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, cast

from kb.odp import open_odp
from kb.odp_build import build_odp

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/"
xmlns="http://dmoz.org/rdf/"> <!-- Generated at 2017-03-10 00:03:39 EST from DMOZ 2.0 -->
"""
TOPS = [
    "Arts",
    "Business",
    "Computers",
    "Games",
    "Health",
    "Home",
    "News",
    "Recreation",
    "Reference",
    "Regional",
]
SYLLABLES = [
    "ba",
    "cor",
    "den",
    "fil",
    "gan",
    "hol",
    "lis",
    "mar",
    "nor",
    "pel",
    "quin",
    "ros",
    "sal",
    "tor",
    "ver",
]


def write_dump(file: IO[bytes], megabytes: int, seed: int = 1) -> int:
    """Write a dump of about that size; returns the number of topics."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(SYLLABLES, k=3)).title() for _ in range(60_000)]
    names = [w if i % 3 else f"{w}_{words[i - 1]}" for i, w in enumerate(words)]
    file.write(HEAD.encode())
    written, topics, paths = len(HEAD), 0, [f"Top/{t}" for t in TOPS] + ["Top/World/Deutsch"]
    while written < megabytes << 20:
        above = paths[rng.randrange(max(0, len(paths) - 20_000), len(paths))]
        if above.count("/") > 9:
            above = rng.choice(paths[:10])
        path = f"{above}/{rng.choice(names)}"
        paths.append(path)
        topics += 1
        lines = [
            f'  <Topic r:id="{path}">',
            f"    <catid>{topics + 100}</catid>",
            f"    <d:Title>{path.rpartition('/')[2]}</d:Title>",
            "    <lastUpdate>2013-11-04 20:26:00</lastUpdate>",
            f"    <d:Description>{' '.join(rng.choices(names, k=25))} &lt;b&gt;sites&lt;/b&gt;</d:Description>",
            *(f'    <narrow r:resource="{path}/{rng.choice(names)}"/>' for _ in range(3)),
            f'    <symbolic r:resource="{rng.choice(names)}:{rng.choice(paths)}"/>',
            f'    <related r:resource="{rng.choice(paths)}"/>',
            f'    <altlang r:resource="German:Top/World/Deutsch/{rng.choice(names)}"/>',
            f'    <editor r:resource="{rng.choice(names).lower()}"/>',
            "  </Topic>",
        ]
        block = ("\n".join(lines) + "\n").encode()
        if topics % 100 == 0:
            block = block.replace(b"</d:Description>", b"AT&T \x0b\xff</d:Descr")
        file.write(block)
        written += len(block)
    file.write(b"</RDF>\n")
    return topics


def main() -> None:
    megabytes = next((int(a) for a in sys.argv[1:] if a.isdigit()), 300)
    packed = "--gz" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / ("structure.rdf.u8.gz" if packed else "structure.rdf.u8")
        with cast(IO[bytes], gzip.open(dump, "wb", compresslevel=1) if packed else dump.open("wb")) as file:
            topics = write_dump(file, megabytes)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        start, clock = time.process_time(), time.perf_counter()
        counts = build_odp(dump, Path(folder) / "odp.kb")
        cpu, wall = time.process_time() - start, time.perf_counter() - clock
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = (Path(folder) / "odp.kb").stat().st_size / 1e6
        start = time.process_time()
        directory = open_odp(Path(folder) / "odp.kb")
        opened = time.process_time() - start
        print(f"dump           {megabytes} MB{' (gz)' if packed else ''}, {topics:,} topics")
        print(f"result         {counts}, {size:.0f} MB, {len(directory):,} nodes")
        print(
            f"speed          {megabytes / cpu:.0f} MB/s of processor time, {megabytes / wall:.0f} MB/s by the clock"
        )
        print(f"memory         {peak:.0f} MB at the peak ({before:.0f} MB before the import)")
        print(f"open           {1000 * opened:.0f} ms")


if __name__ == "__main__":
    main()
