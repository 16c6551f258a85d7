#!/usr/bin/env bash
# Puts axe-core, which looks for what hinders people at pages, into the virtual environment, from npm's registry: for the
# heavy tests alone, and never into the repository. Run by `make heavy`; running it again does nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
target="$(.venv/bin/python -c 'import sys; print(sys.prefix)')/share/axe-core"
test -f "$target/axe.min.js" && exit 0
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent axe-core@4 >/dev/null && tar -xzf axe-core-4*.tgz)
mkdir -p "$target"
cp "$work/package/axe.min.js" "$target/axe.new"
mv "$target/axe.new" "$target/axe.min.js"
