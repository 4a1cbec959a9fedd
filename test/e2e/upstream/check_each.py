"""Every RUN line of our own tests of dialects, transforms and conversions once more, with --check-each: no pass changes what
a function computes, but where that is known and has a reason."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
FOLDERS = ["dialect", "transform", "convert", "interpreter/reference"]
TIMEOUT = 60
# Functions of files whose results may change.
KNOWN = {
    ("convert/linalg/linalg_to_vector_loops.mlir", "keeps_fill_of_own_input"):
        "a product that is written over its own factors: what it reads depends on the order of its loops",
    ("transform/script/interpreter_structured_invalid.mlir", "f"):
        "parallel iterations over a reduction, which the pass warns about",
    ("transform/flow/convert_1x1_filter_conv2d_to_matmul.mlir", "nhwc_hwcf"):
        "sizes that only the host knows: the pass takes those of input and output for the same",
    ("transform/vector/lower_vector_mask.mlir", "gather"):
        "upstream's rule too puts the mask of vector.mask in the place of the op's own",
    ("transform/tt/combine.mlir", "multiplies"):
        "a sum of products becomes a product in tf32, as upstream has it",
    ("transform/test_greedy_patterns.mlir", "at_start"):
        "patterns that change what is computed, to show what the driver does",
}
CHANGE = re.compile(r"pass '([^']*)' changes what @(\S+) computes: (.*)")


def commands(path):
    """The tern-opt commands of a file's RUN lines that read the file itself."""
    text = re.sub(r"\\\n[^\n]*?RUN:", " ", path.read_text(encoding="utf-8"))
    found = set()
    for line in re.findall(r"RUN:(.*)", text):
        for part in re.split(r"\||&&|;|2>", line):
            match = re.match(r"\s*tern-opt\b(.*%s.*)", part)
            if match and not re.search(r">|-o |--check-each|--interpret|%t", match[1]):
                found.add(match[1].replace("%S", str(path.parent)).replace("%s", str(path)).strip())
    return sorted(found)


def check(job):
    path, arguments = job
    name = path.relative_to(ROOT).as_posix()
    try:
        result = subprocess.run(f"{TERN_OPT} {arguments} --check-each", shell=True, capture_output=True, text=True,
                                timeout=TIMEOUT, errors="replace")
    except subprocess.TimeoutExpired:
        return 0, [f"{name}: takes longer than {TIMEOUT} s: {arguments}"]
    problems = []
    if result.returncode < 0 or result.returncode > 127:
        problems.append(f"{name}: ends with status {result.returncode}: {arguments}")
    for flag, function, what in CHANGE.findall(result.stderr):
        if (name, function) not in KNOWN:
            problems.append(f"{name}: {flag} changes @{function}: {what}")
    return result.stderr.count("--check-each does not compare"), problems


def main():
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.mlir")) if "Inputs" not in path.parts]
    jobs = [(path, arguments) for path in files for arguments in commands(path)]
    with ThreadPoolExecutor(2) as executor:
        results = list(executor.map(check, jobs))
    problems = [problem for _, found in results for problem in found]
    for problem in problems:
        print(problem)
    print(f"{len(jobs)} runs, {sum(count for count, _ in results)} functions that were not compared, "
          f"{len(problems)} problems")
    return 1 if problems or len(jobs) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
