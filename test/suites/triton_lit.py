"""Triton's own lit tests, with tern-opt in the place of triton-opt: how many RUN lines pass, by folder.

usage: triton_lit.py [--files] [--chunks] FOLDER [TEXT...]    environment: TERN_OPT, LLVM_BIN, TERN_JOBS (lines at a time, default 2)
FOLDER is test/ of github.com/triton-lang/triton; with TEXT only files whose path has one of these in it. --files names each file with
its count, and the first error of each line that fails. --chunks runs the pieces of files that are split one by one, and counts those
that tern-opt refuses, apart from those that do not even parse.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TERN_OPT = os.path.abspath(os.environ.get("TERN_OPT", os.path.join(ROOT, "build/bin/tern-opt")))
LLVM_BIN = os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin")
SECONDS = 60
# Tools of Triton that are not triton-opt: nothing of ours stands for them.
OTHER_TOOLS = re.compile(r"\b(triton-llvm-opt|triton-tensor-layout|triton-reduce)\b")


def run_lines(text):
    """The commands of a test: a line that ends in a backslash goes on in the next RUN line."""
    lines, tail = [], ""
    for line in re.findall(r"(?://|;|#)\s*RUN:[ \t]*(.*?)[ \t]*$", text, re.M):
        tail += line
        if tail.endswith("\\"):
            tail = tail[:-1]
        else:
            lines.append(tail)
            tail = ""
    return lines


def run(command, path):
    folder = os.path.join(TEMPORARY, os.path.relpath(path, FOLDER).replace(os.sep, "_"))
    command = command.replace("%s", path).replace("%t", folder)
    command = re.sub(r"(?<![\w.-])triton-opt(?![\w.-])", TERN_OPT, command)
    environment = dict(os.environ, PATH=LLVM_BIN + os.pathsep + os.environ["PATH"], FILECHECK_OPTS="--enable-var-scope --dump-input=never")
    try:
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, errors="replace",
                              timeout=SECONDS, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return False, f"took longer than {SECONDS} seconds"
    return done.returncode == 0, done.stderr + done.stdout


def first_error(output):
    """What the tool said, else what FileCheck said of its output."""
    lines = [line for line in output.splitlines() if not line.startswith("FileCheck error:")]
    said = [line for line in lines if re.match(r"tern-opt: |.*error: ", line)]
    return (sorted(said, key=lambda line: ": CHECK" in line or "CHECK" in line.split("error: ")[-1]) or lines or ["no message"])[0]


def count_chunks(command, path, text):
    """How many pieces of a split file there are, how many of them do not parse, and how many the passes refuse."""
    words = shlex.split(command.replace("%s", path).split("|")[0].split("2>")[0])
    if "triton-opt" not in words:
        return None
    flags = [word for word in words[words.index("triton-opt") + 1:] if word != path and "split-input-file" not in word
             and "verify-diagnostics" not in word]
    pieces, unread, refused = re.split(r"^// -----.*$", text, flags=re.M), 0, 0
    for piece in pieces:
        def fails(extra, piece=piece):
            return subprocess.run([TERN_OPT, "-"] + extra, input=piece, capture_output=True, text=True, errors="replace",
                                  timeout=SECONDS, check=False).returncode != 0
        if fails(["--allow-unregistered-dialect"]):
            unread += 1
        elif fails(flags):
            refused += 1
    return len(pieces), unread, refused


def judge(path):
    """(passed, all, report) of a file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    report, passed, lines = [], 0, [line for line in run_lines(text) if not OTHER_TOOLS.search(line)]
    for line in lines:
        works, output = run(line, path)
        passed += works
        if works:
            continue
        report.append(f"    {line}\n      {first_error(output)}")
        if "--chunks" in FLAGS and "split-input-file" in line and not re.search(r"verify-diagnostics(?!=only)", line):
            counts = count_chunks(line, path, text)
            if counts:
                report.append("      {} pieces: {} do not parse, {} are refused".format(*counts))
    return passed, len(lines), report


def main():
    passed, total, files = Counter(), Counter(), Counter()
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(FOLDER) for name in names
                   if name.endswith((".mlir", ".ll")))
    paths = [path for path in paths if not TEXTS or any(text in path for text in TEXTS)]
    with ThreadPoolExecutor(int(os.environ.get("TERN_JOBS", "2"))) as pool:
        for path, (good, lines, report) in zip(paths, pool.map(judge, paths)):
            if not lines:
                continue
            folder = os.path.relpath(os.path.dirname(path), FOLDER)
            passed[folder] += good
            total[folder] += lines
            files[folder] += 1
            if "--files" in FLAGS:
                print(f"{good}/{lines} {os.path.relpath(path, FOLDER)}", *report, sep="\n", flush=True)
    print(f"{'folder':32} {'files':>5} {'lines':>5} {'pass':>5}")
    for folder in sorted(total):
        print(f"{folder:32} {files[folder]:5} {total[folder]:5} {passed[folder]:5}")
    print(f"{'all':32} {files.total():5} {total.total():5} {passed.total():5}")


if __name__ == "__main__":
    FLAGS = [word for word in sys.argv[1:] if word.startswith("--")]
    WORDS = [word for word in sys.argv[1:] if not word.startswith("--")]
    if not WORDS or set(FLAGS) - {"--files", "--chunks"}:
        sys.exit(__doc__)
    FOLDER, TEXTS = os.path.abspath(WORDS[0]), WORDS[1:]
    with tempfile.TemporaryDirectory() as TEMPORARY:
        main()
