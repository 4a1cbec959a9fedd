"""tern-opt against mlir-opt: our own modules through each pass of the GPU stack and of what it is lowered through.

A case is a pipeline; the modules with ops that it is about go through it in one process of each tool, split. Where a module is
accepted by both, the results must be the same text, if need be after mlir-opt has printed both again; where it is refused by
both, the first errors must be the same, at the same place. What differs for a reason is a row of KNOWN; a row that nothing
needs any more is a failure.

    differential.py [REGEX of cases]...      TERN_DIFFERENTIAL_SEED=n composes other modules; -v shows all differences
"""

import difflib
import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

from differential_cases import CASES, KNOWN
from differential_composers import composed_modules
from differential_modules import SEPARATOR, lit_modules

TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
MLIR_OPT = os.environ.get("MLIR_OPT", "/usr/lib/llvm-22/bin/mlir-opt")
FLAGS = ["--allow-unregistered-dialect", "--split-input-file"]
SEED = os.environ.get("TERN_DIFFERENTIAL_SEED", "5")
ERROR = re.compile(r"^(.*?):(\d+):(\d+): error: (.*)$", re.M)
# What a tool says of itself, not of the module.
TIMES = re.compile(r"(LLVMIRToISATimeInMs|ISAToBinaryTimeInMs) = \d+")
# Of PTX the directives: which instructions LLVM picks for the same IR, and in which registers, is not the passes'.
ASSEMBLY = re.compile(r'assembly = "([^"]*)"')
DIRECTIVE = re.compile(r"\.(version|target|address_size|visible|weak|extern|entry|func|maxn|reqn|minn|shared|global)"
                       r"|.*_param_\d+[,\s]*$")
TIMEOUT = 120


def keep_directives(match):
    lines = match[1].replace("\\09", "").split("\\0A")
    return 'assembly = "{}"'.format(";".join(line for line in lines if DIRECTIVE.match(line)))


class Answer:
    """What a tool made of one module: the text, or its first error as (line, column, message)."""

    def __init__(self, text="", error=None, is_crash=False):
        self.text, self.error, self.is_crash = text, error, is_crash


def run(tool, flags, texts):
    """The answers of a tool to modules that it gets in one file."""
    if not texts:
        return []
    starts, line = [], 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 2
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", encoding="utf-8") as file:
        file.write(f"\n{SEPARATOR}\n".join(texts))
        file.flush()
        try:
            done = subprocess.run([tool, *FLAGS, *flags, file.name], capture_output=True, timeout=TIMEOUT)
            status, output, errors = done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            status, output, errors = None, b"", ""
        printed = ASSEMBLY.sub(keep_directives, TIMES.sub(r"\1 = 0", output.decode("utf-8", "replace")))
        parts = printed.split(SEPARATOR + "\n")
        if status not in (0, 1) or len(parts) != len(texts):
            if len(texts) == 1:
                return [Answer(is_crash=True)]
            middle = len(texts) // 2
            return run(tool, flags, texts[:middle]) + run(tool, flags, texts[middle:])
        first = {}
        for path, row, column, message in ERROR.findall(errors):
            if path == file.name:
                index = max(i for i, start in enumerate(starts) if start <= int(row))
                first.setdefault(index, (int(row) - starts[index] + 1, int(column), message))
        return [Answer(part if part.strip() else "", first.get(index)) for index, part in enumerate(parts)]


def canonical(texts):
    return [answer.text for answer in run(MLIR_OPT, ["--mlir-print-local-scope"], texts)]


def describe(answer):
    if answer.is_crash:
        return "crashes"
    if answer.text:
        return "accepts it"
    return "says nothing" if not answer.error else "refuses it at {}:{}: {}".format(*answer.error)


def compare(flags, modules):
    """(name, difference) of each module where the tools differ."""
    texts = [text for _, text in modules]
    theirs, ours = run(MLIR_OPT, flags, texts), run(TERN_OPT, flags, texts)
    unlike = []
    for (name, _), their, our in zip(modules, theirs, ours):
        if their.is_crash or our.is_crash or bool(their.text) != bool(our.text):
            yield name, f"mlir-opt {describe(their)}; tern-opt {describe(our)}"
        elif not their.text and their.error != our.error:
            yield name, f"mlir-opt {describe(their)}; tern-opt {describe(our)}"
        elif their.text != our.text:
            unlike.append((name, their.text, our.text))
    theirs, ours = canonical([row[1] for row in unlike]), canonical([row[2] for row in unlike])
    for (name, _, _), their, our in zip(unlike, theirs, ours):
        if not our:
            yield name, "mlir-opt does not read what tern-opt prints"
        elif their != our:
            yield name, "\n".join(difflib.unified_diff(their.splitlines(), our.splitlines(), "mlir-opt", "tern-opt",
                                                       lineterm="", n=2))


def known_row(case, name):
    for row in KNOWN:
        if fnmatch.fnmatchcase(name, row[1]) and any(fnmatch.fnmatchcase(case, pattern) for pattern in row[0].split(" | ")):
            return row
    return None


def crashes_upstream(case, name):
    row = known_row(case, name)
    return row is not None and row[2].startswith("mlir-opt crashes")


def corpus():
    """The modules that both tools read, for a pass is what is compared here."""
    modules = [*lit_modules(), *composed_modules(SEED)]
    texts = [text for _, text in modules]
    answers = zip(modules, run(MLIR_OPT, [], texts), run(TERN_OPT, [], texts))
    return [module for module, their, our in answers if their.text and our.text]


def main():
    arguments = sys.argv[1:]
    is_verbose = "-v" in arguments
    patterns = [argument for argument in arguments if argument != "-v"]
    modules = corpus()
    cases = [(" ".join(flags), flags, wanted) for flags, wanted in CASES]
    cases = [case for case in cases if not patterns or any(re.search(pattern, case[0]) for pattern in patterns)]

    def work(case):
        name, flags, wanted = case
        chosen = [module for module in modules if re.search(wanted, module[1])]
        skipped = [module for module in chosen if crashes_upstream(name, module[0])]
        return name, len(chosen), skipped, list(compare(flags, [module for module in chosen if module not in skipped]))

    count, failures, needed = Counter(), [], set()
    with ThreadPoolExecutor(max_workers=2) as pool:
        for case, chosen, skipped, differences in pool.map(work, cases):
            count["compared"] += chosen - len(skipped)
            needed.update(known_row(case, name) for name, _ in skipped)
            for name, text in differences:
                row = known_row(case, name)
                if row:
                    needed.add(row)
                    count["known"] += 1
                if not row or is_verbose:
                    failures += [] if row else [name]
                    print(f"== {case}: {name}{': known: ' + row[2] if row else ''}\n{text}")
    # Other modules or fewer cases need fewer rows.
    if not patterns and SEED == "5":
        for row in KNOWN:
            if row not in needed:
                failures.append(row[1])
                print(f"no difference needs the row {row[0]}, {row[1]}")
    print(f"{len(modules)} modules, {len(cases)} cases: {count['compared']} comparisons, {count['known']} known differences, "
          f"{len(failures)} failed")
    sys.exit(1 if failures or not count["compared"] else 0)


main()
