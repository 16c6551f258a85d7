#!/usr/bin/env bash
# The short benches, one after the other: `make bench DATA=FOLDER`, FOLDER being the project's data folder.
set -euo pipefail
cd "$(dirname "$0")/.."
data="${DATA:-}"
if [ ! -d "$data/benchmarks" ]; then
    echo "make bench DATA=FOLDER: FOLDER/benchmarks is missing" >&2
    exit 2
fi
export PYTHONPATH=.
run() {
    echo
    echo "== $*"
    .venv/bin/python "$@"
}
run bench/dev_halves.py "$data/benchmarks" --threshold quantile:0.5
run bench/pipeline_speed.py "$data/benchmarks"
run bench/detection.py "$data/benchmarks" --sets wikiactors
run bench/seed_articles.py "$data/benchmarks/seed_articles.json"
run bench/recognition.py "$data/benchmarks"
run bench/recognition_missed.py "$data/benchmarks"
run bench/model.py "$data"
run bench/kb_wordnet.py
run bench/kb_coverage.py "$data"/benchmarks/{tab,wikibios,wikiactors}.dev.json.gz
run bench/peers_masks.py "$data/benchmarks"
run bench/evaluate_speed.py "$data/benchmarks"
run bench/papers_tables.py "$data"
run bench/relational_lattice.py "$data/tables/adult"
run bench/relational_mondrian.py "$data/tables/adult" 1000000
