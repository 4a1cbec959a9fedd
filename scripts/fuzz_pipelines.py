#!/usr/bin/env python3
"""Inputs for test/fuzz/fuzz_pass_pipeline.c: chunks of the suite behind the pipelines of their RUN lines.

Usage: fuzz_pipelines.py TERN_OPT FOLDER
"""

import hashlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 6000  # bytes: the fuzzer's inputs are not much larger
# Flags that are none of passes.
OTHERS = re.compile(
    r"--?(allow-unregistered|split-input|verify|mlir-|o$|show|list|dump|emit|help|debug|run-repro|check-each|reduce|interpret|elide|version|no-)"
)


def pipeline_of(tern_opt, command):
    """The text of the passes that a RUN line names, or None."""
    words = [w for w in command if w.startswith("-") and w != "-" and "%" not in w and not OTHERS.match(w)]
    if not words:
        return None
    result = subprocess.run([tern_opt, *words, "--dump-pass-pipeline"], input="", capture_output=True, text=True, timeout=60)
    text = re.sub(r"\s*\n\s*", "", result.stderr)
    found = re.search(r"(builtin\.module|any)\(.*\)", text)
    return found.group(0) if result.returncode == 0 and found else None


def main():
    tern_opt, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    known = {}
    for path in sorted(p for p in (ROOT / "test").rglob("*.mlir") if "fuzz" not in p.parts):
        text = path.read_text(errors="replace")
        pipelines = set()
        for line in re.findall(r"^ *// RUN: .*?\btern-opt ([^|<>]*)", text, re.M):
            try:
                command = tuple(shlex.split(line))
            except ValueError:
                continue
            if command not in known:
                known[command] = pipeline_of(tern_opt, command)
            pipelines.add(known[command])
        body = re.sub(r"^ *// ?(CHECK|RUN|expected|[A-Z]+[-:]).*\n", "", text, flags=re.M)
        for pipeline in sorted(pipelines - {None}):
            for chunk in re.split(r"^// -----.*\n", body, flags=re.M):
                data = f"{pipeline}\n{chunk}".encode()
                if len(data) <= LARGEST:
                    (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


main()
