"""Bytecode over every input of the suite, in every version of the format, both ways with upstream's tool.

Inputs are the chunks of all .mlir files of the project and the corpus of round_trip.py. What both tools accept as text, each
reads from what the other writes: mlir-opt prints of our bytecode what it prints of the text, tern-opt of theirs what it prints
of the text. What only tern-opt accepts it reads back itself. Many chunks share a file, each in a module of its own and with
all its locations; where something fails, the file is halved until the chunk is found.

`--list` prints the chunks that fail.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import round_trip_rows as tables
from round_trip import DIALECTS, MLIR_OPT, ROOT, TERN_OPT, corpus, run_tool

VERSIONS = (6, 5, 4, 3, 2, 1, 0)
CHUNKS_PER_FILE = 150
PRINT = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]
GENERIC = "--mlir-print-op-generic"
# Properties of ops that a reader does not know cannot be read: what is registered here and not there goes one way only.
OURS = re.compile(r"\b(hal|iree|iree_\w+|util|flow|stream|vm|check|io_parameters|sdy|mhlo|stablehlo|chlo|vhlo|interpreter|tm_tensor|tt|ttg|ttng|amdg|nvg|nvws)\.[a-z]")
# What upstream itself does not write in any version, and globals for which it writes an address space that nobody gave.
UNWRITTEN = re.compile(r'splitDebugFilename|"llvm\.mlir\.global"\(\) <\{(?![^\n]*addr_space)')
# Plain values among properties, which upstream does not write before version 5.
LOST = re.compile(r"<\{[^\n]*\b(overflowFlags|noWrapFlags) = [1-9]|<\{disjoint,")


class Input:
    """A chunk: where it is from, what it says, and whether upstream's tool has to do with it."""

    def __init__(self, name, text, is_shared):
        self.name, self.text, self.is_shared = name, text, is_shared


def chunks():
    """All chunks of the project, each once."""
    found = {}
    for folder in ("test", "examples"):
        for path in sorted((ROOT.parent / folder).rglob("*.mlir")):
            text = re.sub(r"^ *// ?(CHECK|RUN|expected|[A-Z]+:).*\n", "", path.read_text(errors="replace"), flags=re.M)
            for number, chunk in enumerate(re.split(r"^// -----.*\n", text, flags=re.M)):
                found.setdefault(chunk, f"{path.relative_to(ROOT.parent)}#{number}")
    for name, chunk in corpus(list(tables.rows(DIALECTS)), 1):
        found.setdefault(chunk, name)
    return [(name, chunk) for chunk, name in found.items()]


def read_inputs(job):
    """What tern-opt accepts, as printed with locations, by upstream's tool where that accepts it too."""
    texts = [chunk for _, chunk in job]
    ours = run_tool(TERN_OPT, texts, [*PRINT, GENERIC])
    # Lines are relative to the chunk; those of locations are not below 0.
    kept = [(name, mine.text.replace('"FILE":-', '"FILE":')) for (name, _), mine in zip(job, ours) if mine.text]
    theirs = run_tool(MLIR_OPT, [text for _, text in kept], PRINT) if kept else []
    return [
        Input(name, text, bool(other.text) and not OURS.search(other.text) and not UNWRITTEN.search(text))
        for (name, text), other in zip(kept, theirs)
    ]


class Refused(Exception):
    pass


def run(tool, flags, data):
    result = subprocess.run([tool, "--allow-unregistered-dialect", *flags], input=data, capture_output=True, timeout=120)
    if result.returncode != 0:
        message = result.stderr.decode("utf-8", "replace").splitlines()
        raise Refused(message[0] if message else f"exit status {result.returncode}")
    return result.stdout


def compare(what, tool, data, expected):
    try:
        return None if run(tool, PRINT, data) == expected else f"{what}: something else"
    except Refused as refused:
        return f"{what}: refused: {refused}"


class File:
    """Inputs that share a file: its text, and what each tool prints of that."""

    def __init__(self, inputs):
        self.inputs, self.is_shared = inputs, inputs[0].is_shared
        text = inputs[0].text if len(inputs) == 1 else "".join(f"module {{\n{i.text}\n}}\n" for i in inputs)
        self.text = text.encode()
        self.ours = run(TERN_OPT, PRINT, self.text)
        self.theirs = run(MLIR_OPT, PRINT, self.text) if self.is_shared else b""

    def find_failure(self, version):
        """What goes wrong with the file in one version of the format, or None."""
        write = ["--emit-bytecode", f"--emit-bytecode-version={version}"]
        written = run(TERN_OPT, write, self.text)
        failure = compare("our bytecode read by tern-opt", TERN_OPT, written, self.ours)
        if failure or not self.is_shared:
            return failure
        upstream = run(MLIR_OPT, write, self.text)
        failure = compare("our bytecode read by mlir-opt", MLIR_OPT, written, self.theirs) or compare(
            "bytecode of mlir-opt", TERN_OPT, upstream, self.ours
        )
        # Nobody can make anything of what upstream loses.
        loses = failure and len(self.inputs) == 1 and version < 5 and compare("", MLIR_OPT, upstream, self.theirs)
        return None if loses else failure


def check(inputs, versions=VERSIONS):
    """(name, version, failure, text) of the inputs that do not come back."""
    found = []
    try:
        file = File(inputs)
        found = [(v, failure) for v in versions if (failure := file.find_failure(v))]
    except Refused as refused:
        found = [(v, f"text that was printed: {refused}") for v in versions]
    if not found or len(inputs) == 1:
        return [(inputs[0].name, version, failure, inputs[0].text) for version, failure in found]
    middle, wrong = len(inputs) // 2, [version for version, _ in found]
    return check(inputs[:middle], wrong) + check(inputs[middle:], wrong)


def pack(inputs):
    """Lists of inputs that go into one file. Alone stays what has resources, which stand at the end of a file, and of which
    upstream loses something."""
    for is_shared in (True, False):
        together = []
        for i in inputs:
            if i.is_shared != is_shared:
                continue
            if "{-#" in i.text or (is_shared and LOST.search(i.text)):
                yield [i]
            else:
                together.append(i)
        yield from (together[i : i + CHUNKS_PER_FILE] for i in range(0, len(together), CHUNKS_PER_FILE))


def main():
    found = chunks()
    with ThreadPoolExecutor(2) as pool:
        lists = pool.map(read_inputs, (found[i : i + 400] for i in range(0, len(found), 400)))
        inputs = [i for some in lists for i in some]
        failures = [f for some in pool.map(check, pack(inputs)) for f in some]
    shared = sum(i.is_shared for i in inputs)
    for name, version, failure, text in failures:
        print(f"{name}: version {version}: {failure}" + (f"\n{text}" if "--list" in sys.argv else ""))
    print(f"{len(inputs)} inputs, {shared} of them shared with mlir-opt, {len(VERSIONS)} versions: {len(failures)} failures")
    return 1 if failures or not shared else 0


if __name__ == "__main__":
    sys.exit(main())
