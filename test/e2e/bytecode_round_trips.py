"""Bytecode over the suite's own inputs, in every version of the format.

What tern-opt writes it reads back to the same text. Where upstream's tool takes the input too, each reads what the other
writes: mlir-opt prints of our bytecode what it prints of the text, tern-opt of theirs what it prints of the text.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
UNREGISTERED = "--allow-unregistered-dialect"
# Properties of ops that a reader does not know cannot be read: what is registered here and not there goes one way only.
OURS = re.compile(rb"\b(hal|iree|iree_\w+|util|flow|stream|vm|check|io_parameters|sdy|mhlo|stablehlo|chlo|vhlo)\.[a-z]")
# Files that cannot go both ways, for a reason of their own.
REFUSED = {
    "dialect/llvm/metadata.mlir": "debug information, whose encoding is not read here",
}
VERSIONS = (6, 6, 5, 4, 3, 2, 1, 0)
STEP = 3  # one file of so many


def run(command, data):
    return subprocess.run(command, input=data, capture_output=True, timeout=120)


def difference(what, result, expected):
    if result.returncode != 0:
        message = result.stderr.decode("utf-8", "replace").splitlines()
        return f"{what}: refused: {message[0] if message else ''}"
    return None if result.stdout == expected else f"{what}: something else"


def check(job):
    name, text, version = job
    ours = run([TERN_OPT, UNREGISTERED], text)
    if ours.returncode != 0:
        return None  # an input for error tests
    flags = ["--emit-bytecode", f"--emit-bytecode-version={version}"]
    written = run([TERN_OPT, UNREGISTERED, *flags], text)
    if written.returncode != 0:
        return f"{name}: version {version} is not written"
    found = [difference("our bytecode read by tern-opt", run([TERN_OPT, UNREGISTERED], written.stdout), ours.stdout)]
    # Before version 5 upstream loses properties that are plain values.
    loses = version < 5 and re.search(rb"llvm\.|affine.linearize_index disjoint", ours.stdout)
    theirs = None if loses or OURS.search(ours.stdout) else run([MLIR_OPT, UNREGISTERED], text)
    if theirs and theirs.returncode == 0:
        found.append(difference("our bytecode read by mlir-opt", run([MLIR_OPT, UNREGISTERED], written.stdout), theirs.stdout))
        upstream = run([MLIR_OPT, UNREGISTERED, *flags], text)
        found.append(difference("bytecode of mlir-opt", run([TERN_OPT, UNREGISTERED], upstream.stdout), ours.stdout))
    found = [f for f in found if f]
    return f"{name}: version {version}: {found[0]}" if found else ""


def jobs():
    files = sorted(p for p in ROOT.rglob("*.mlir")
                   if "fuzz" not in p.parts and "invalid" not in p.stem and not p.stem.endswith("_own")
                   and str(p.relative_to(ROOT)) not in REFUSED)
    for index, path in enumerate(files):
        if index % STEP and "bytecode" not in path.parts:
            continue
        chunks = re.split(rb"^// -----.*\n", path.read_bytes(), flags=re.MULTILINE)
        for number, text in enumerate(chunks):
            yield f"{path.relative_to(ROOT)}#{number}", text, VERSIONS[(index + number) % len(VERSIONS)]


def main():
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(check, jobs()))
    failures = [r for r in results if r]
    print("\n".join(failures))
    print(f"{results.count('')} passed, {len(failures)} failed")
    sys.exit(1 if failures or not results.count("") else 0)


main()
