"""First paragraphs of all articles: `python training/entities/leads.py WIKIPEDIA LEADS.jsonl`.

WIKIPEDIA is the folder with articles-*.jsonl.xz. A minute of one core; the output (90 MB) is read by build.py.
"""

import json
import lzma
import sys
from pathlib import Path

LEAD = 900


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    paths = sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz"))
    if not paths:
        sys.exit(f"no articles-*.jsonl.xz in {sys.argv[1]}")
    with Path(sys.argv[2]).open("w", encoding="utf-8") as out:
        for path in paths:
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    article = json.loads(line)
                    record = {
                        "title": article["title"],
                        "type": article["type"],
                        "lead": article["text"][:LEAD],
                        "cats": article["categories"],
                    }
                    out.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
