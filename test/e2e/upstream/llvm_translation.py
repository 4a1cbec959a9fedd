"""What the llvm, nvvm and rocdl dialects mean in LLVM IR, against mlir-translate.

Every op of these dialects is taken with its example and the variants of round_trip_rows.py; values of the example become
arguments of a function. To these come the dialects' own tests, those of the translation and the files of
Inputs/llvm_translation. Both tools translate each chunk: either both refuse it or the texts are equal, but for the numbers and
the order of metadata, attribute groups and declarations.

`--list` prints the chunks on which the tools do not agree, `--unmet` the ops of which no chunk is translated by both.
"""

import os
import re
import sys
from pathlib import Path

import round_trip
import round_trip_rows as tables
from llvm_translation_exceptions import JUSTIFIED, UNMET

ROOT = Path(__file__).resolve().parents[2]
TERN_TRANSLATE = os.environ.get("TERN_TRANSLATE", "tern-translate")
MLIR_TRANSLATE = "/usr/lib/llvm-22/bin/mlir-translate"
DIALECTS = ("llvm", "nvvm", "rocdl")
# Ops that stand in modules.
GLOBAL = re.compile(r'^  "llvm\.(func|comdat|mlir\.(global|alias|ifunc)|linker_options|module_flags|mlir\.global_[cd]tors)"')


# --- chunks ---


def as_function(text):
    """A module in generic form whose values come from `test.value`, with a function around what is no symbol."""
    lines = text.splitlines()
    aliases = [line for line in lines if re.match(r"[#!]", line)]
    body = [line for line in lines if line not in aliases][1:-1]
    arguments, symbols, code, inside = [], [], [], False
    for line in body:
        value = re.match(r'^  (%[\w.]+)(?::(\d+))? = "test\.value"\(\) : \(\) -> (.*)$', line)
        if value:
            types = tables.split_top(value.group(3)[1:-1] if value.group(2) else value.group(3))
            arguments += [f"{value.group(1)}#{i}: {t}" if value.group(2) else f"{value.group(1)}: {t}"
                          for i, t in enumerate(types)]
            continue
        inside = bool(GLOBAL.match(line)) if line.startswith('  "') or line.startswith("  %") else inside
        (symbols if inside else code).append(line)
    text = "\n".join([f'llvm.func @of_the_test({", ".join(arguments)}) {{', *code, "  llvm.return", "}"])
    text = re.sub(r"(%[\w.]+)#(\d+)", r"\1_\2", text)
    return "\n".join([*aliases, *symbols, text if code else ""]) + "\n"


def inputs():
    """The dialects' own tests with functions of theirs, and those of the translation."""
    for folder in [*(f"dialect/{dialect}" for dialect in DIALECTS), "target/llvm", "e2e/Inputs/llvm_translation"]:
        for path in sorted((ROOT / folder).glob("*.mlir")):
            if path.stem.endswith("_own"):
                continue
            text = re.sub(r"^ *// ?(CHECK|RUN|expected|[A-Z]+:).*\n", "", path.read_text(), flags=re.M)
            text = re.sub(r"\bfunc\.func (private )?@", "llvm.func @", text)
            text = re.sub(r"^( *)return\b", r"\1llvm.return", text, flags=re.M)
            for chunk in re.split(r"^// -----.*\n", text, flags=re.M):
                if chunk.strip():
                    yield f"{folder.split('/')[-1]}/{path.name}", chunk


def corpus(table):
    rows = [row for row in table if row.example]
    generic = [outcome.text for outcome in round_trip.run_all(
        round_trip.TERN_OPT, [row.example for row in rows], round_trip.FORMS["generic"])]
    examples = [(row, text) for row, text in zip(rows, generic) if text]
    chunks = [(row.name, text) for row, text in examples]
    chunks += tables.Variants(table, generic).with_attributes(examples, round_trip.accepts)
    return [(name, as_function(chunk)) for name, chunk in chunks] + list(inputs())


# --- texts of LLVM IR ---


def expanded(text, definitions, seen=()):
    """`text` with what its metadata stands for; a node within itself is how far out it is."""
    def put(match):
        name = match.group()
        if name in seen:
            return f"!outer{len(seen) - seen.index(name)}"
        return f"({expanded(definitions[name], definitions, (*seen, name))})" if name in definitions else name
    return re.sub(r"!\d+\b|#\d+\b", put, text)


def normal(text):
    """The lines of a module without numbers of metadata and attribute groups; what has no order is sorted."""
    definitions = dict(re.findall(r"^(!\d+) = (.*)$", text, re.M))
    definitions |= dict(re.findall(r"^attributes (#\d+) = (.*)$", text, re.M))
    kept, loose = [], []
    for line in text.splitlines():
        if not line.strip() or re.match(r"(; ModuleID|source_filename|; Function Attrs|!\d+ = |attributes #)", line):
            continue
        line = expanded(re.sub(r" *;.*$", "", line) if not re.search(r'"[^"]*;[^"]*"', line) else line, definitions)
        (loose if re.match(r"(declare|!|\$|@)", line) else kept).append(line)
    flag = '!{i32 2, !"Debug Info Version", i32 3}'
    loose = [re.sub(rf"(, )?\({re.escape(flag)}\)", "", line) for line in loose]
    return sorted(line for line in loose if line != "!llvm.module.flags = !{}") + kept


def disagreement(mine, other):
    if (mine.text is None) != (other.text is None):
        return f"tern-translate: {mine.error or 'accepted'}\n  mlir-translate: {other.error or 'accepted'}"
    if mine.text is None:
        return None
    a, b = normal(mine.text), normal(other.text)
    if a == b:
        return None
    only_a, only_b = [line for line in a if line not in b], [line for line in b if line not in a]
    return f"tern-translate: {' | '.join(only_a[:4])}\n  mlir-translate: {' | '.join(only_b[:4])}"


def main():
    table = list(tables.rows(DIALECTS))
    chunks = corpus(table)
    texts = [chunk for _, chunk in chunks]
    results = [round_trip.run_all(tool, texts, ["--mlir-to-llvmir"], 100) for tool in (TERN_TRANSLATE, MLIR_TRANSLATE)]
    wrong, met, used, count = [], set(), set(), 0
    for (name, chunk), mine, other in zip(chunks, *results):
        what = None if other.error == round_trip.CRASH else disagreement(mine, other)
        keys = [key for key in JUSTIFIED if what and re.fullmatch(key[0], name) and re.search(key[1], what)]
        used.update(keys)
        if what and not keys:
            wrong.append((name, what, chunk))
        elif not what and mine.text is not None:
            met |= set(re.findall(r"\b((?:llvm|nvvm|rocdl)\.[\w.]+)", chunk))
            count += 1
    print(f"{len(chunks)} chunks: {count} translated by both, {len(wrong)} disagreements")
    for name, what, chunk in wrong if "--list" in sys.argv else wrong[:10]:
        print(f"{name}:\n  {what}" + (f"\n{chunk}" if "--list" in sys.argv else ""))
    unmet = [row.name for row in table if row.name not in met]
    lost = [name for name in unmet if not any(re.fullmatch(pattern, name) for pattern in UNMET)]
    print(f"{len(table) - len(unmet)} of {len(table)} ops met")
    for name in unmet if "--unmet" in sys.argv else lost:
        print(f"not met: {name}")
    idle = [key for key in JUSTIFIED if key not in used]
    for key in idle:
        print(f"no chunk needs the exception {key}")
    return 1 if wrong or lost or idle else 0


if __name__ == "__main__":
    sys.exit(main())
