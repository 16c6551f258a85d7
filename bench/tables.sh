#!/usr/bin/env bash
# All figures of docs/tables.md and docs/tables-engine.md, one core: DATA=FOLDER bash bench/tables.sh [WORK-FOLDER]
# WORK-FOLDER keeps what the recognizers found (an hour the first time). LARGE=1 adds 10 M rows and all persons.
set -euo pipefail
cd "$(dirname "$0")/.."
data="${DATA:-}"
work="${1:-.}"
if [ ! -d "$data/tables/adult" ]; then
    echo "DATA=FOLDER bash bench/tables.sh: FOLDER/tables/adult is missing" >&2
    exit 2
fi
export PYTHONPATH=. OMP_NUM_THREADS=1
run() {
    echo
    echo "== $*"
    .venv/bin/python "$@"
}
run bench/relational_command.py "$data/tables/adult"
run bench/relational_lattice.py "$data/tables/adult" --rows 1000000 --soft
run bench/relational_anon.py "$data/tables/adult"
run bench/relational_local.py "$data/tables/adult"
run bench/relational_mondrian.py "$data/tables/adult" 1000000 ${LARGE:+10000000}
run bench/relational_joint.py
run bench/relational_bookings.py "$data/tables/bookings"
run bench/relational_auto.py
run bench/relational_releases.py "$data" --cache "$work"
run bench/relational_reviews.py "$data/tables/reviews" --table drugs --cache "$work/drugs.gz" --lambdas 0,.3,.5,.7,.9,1
run bench/relational_km.py "$data/tables/reviews" --cache "$work/drugs.gz"
run bench/relational_reviews.py "$data/tables/reviews" --table clothing --cache "$work/clothing.gz" --lambdas 0,.5,.8
run bench/relational_persons.py "$data/wikipedia" --cache "$work/persons.gz" --lambdas 0,.5,.8
if [ -n "${LARGE:-}" ]; then
    run bench/relational_persons.py "$data/wikipedia" --persons 21556 --cache "$work/persons.gz" --k 10 --lambdas .5
fi
