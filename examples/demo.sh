#!/usr/bin/env bash
# Sanitizes examples/reports and shows what became of it. Called by `make demo`.
set -euo pipefail
cd "$(dirname "$0")/.."
out=demo-output
rm -rf "$out"
mkdir -p "$out/private"
.venv/bin/sanitizer sanitize examples/reports -o "$out/clean" --report "$out/private/report.jsonl" --quiet
for name in $(ls examples/reports); do
    echo "--- $name, before"
    fold -s -w 110 "examples/reports/$name" | sed -n 1,8p
    echo "--- $name, after"
    fold -s -w 110 "$out/clean/$name" | sed -n 1,8p
    echo
done
echo "Why, for the first document (sanitizer explain $out/private/report.jsonl):"
.venv/bin/sanitizer explain "$out/private/report.jsonl" --document discharge-letter.txt | cut -c1-150 | sed -n 1,12p
echo "..."
echo "Sanitized documents: $out/clean   Report of every decision (holds the secrets): $out/private/report.jsonl"
