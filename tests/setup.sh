#!/usr/bin/env bash
# Puts WordNet where nltk finds it (nltk_data of the virtual environment), from Debian's packages. Run by `make unit`;
# running it again does nothing. The reader of nltk wants plain files inside its root, so they are copied, and a file
# `lexnames` (names of the 45 lexicographer files), which Debian leaves out; its lines are fixed since WordNet 1.6.
set -euo pipefail
cd "$(dirname "$0")/.."

source_dir="${WORDNET_DIR:-/usr/share/wordnet}"
# PYTHON may name the one that made the environment (`make`): WordNet belongs into the environment itself
target="$(.venv/bin/python -c 'import sys; print(sys.prefix)')/nltk_data/corpora/wordnet"
files="cntlist.rev index.sense index.adj index.adv index.noun index.verb data.adj data.adv data.noun data.verb
adj.exc adv.exc noun.exc verb.exc"

test -f "$target/lexnames" && exit 0

for file in $files; do
    if ! test -f "$source_dir/$file"; then
        echo "tests/setup.sh: $source_dir/$file is missing: .ci/packages wordnet" >&2
        exit 3
    fi
done

mkdir -p "$target"
for file in $files; do
    cp -L "$source_dir/$file" "$target/$file"
done

# Written last and renamed into place: its presence says that the rest is complete.
names="adj.all:3 adj.pert:3 adv.all:4 noun.Tops:1 noun.act:1 noun.animal:1 noun.artifact:1 noun.attribute:1
noun.body:1 noun.cognition:1 noun.communication:1 noun.event:1 noun.feeling:1 noun.food:1 noun.group:1
noun.location:1 noun.motive:1 noun.object:1 noun.person:1 noun.phenomenon:1 noun.plant:1 noun.possession:1
noun.process:1 noun.quantity:1 noun.relation:1 noun.shape:1 noun.state:1 noun.substance:1 noun.time:1 verb.body:2
verb.change:2 verb.cognition:2 verb.communication:2 verb.competition:2 verb.consumption:2 verb.contact:2
verb.creation:2 verb.emotion:2 verb.motion:2 verb.perception:2 verb.possession:2 verb.social:2 verb.stative:2
verb.weather:2 adj.ppl:3"
number=0
: >"$target/lexnames.new"
for entry in $names; do
    printf '%02d\t%s\t%s\n' "$number" "${entry%%:*}" "${entry##*:}" >>"$target/lexnames.new"
    number=$((number + 1))
done
mv "$target/lexnames.new" "$target/lexnames"
