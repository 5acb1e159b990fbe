#!/bin/sh
# Rewrites requirements/*.txt from the *.in files: exact versions with hashes, and no index named.
set -eu
cd "$(dirname "$0")/../requirements"
pin() { uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate \
        --custom-compile-command "make pins" "$@"; }
pin dev.in -o dev.txt
pin demo.in -c dev.txt -o demo.txt
pin bench.in -c dev.txt -o bench.txt
