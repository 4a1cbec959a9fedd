"""Text round trips against mlir-opt, generated over the tables of ops.

Every op of upstream's dialects that a table here has is taken with its example, and with each optional attribute of its row
added and taken away; to these come the inputs of the dialects' own tests, with their types and attributes, and the files of
Inputs/malformed: examples with one token dropped, doubled, exchanged or cut off behind it. Each chunk is printed by both
tools, pretty and generic, with debug information: accepted by both, the texts are equal; else both refuse it.

`--list` prints the chunks on which the tools do not agree, with what each says.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
DIALECTS = (
    "builtin affine arith async bufferization cf complex dlti func gpu index linalg math memref ml_program nvgpu quant scf "
    "tensor ub vector"
).split()
MARKER = "//==next=="  # no text has it
CHUNKS_PER_RUN = 400

# What the tools differ in, by name and form, with the reason.
JUSTIFIED = {
    ("cf.cond_br", None): "as many branch weights as successors are asked for here, also if there are none",
    ("cf/canonicalize.mlir", "pretty"): "upstream prints the case -1 as an unsigned number",
    ("gpu.binary", None): "mlir-opt crashes on objects without targets",
    ("gpu.func", None): "attributes of results that the function does not have",
    ("gpu/invalid.mlir", None): "mlir-opt takes launches whose ids and sizes do not pair",
    ("linalg.broadcast", "generic"): "where the arguments of a region stand that is not written",
    ("linalg.transpose", "generic"): "where the arguments of a region stand that is not written",
    ("linalg/canonicalize.mlir", "generic"): "where the arguments of a region stand that is not written",
    ("linalg/ops.mlir", "generic"): "where the arguments of a region stand that is not written",
    ("linalg.elementwise", None): "an empty list of maps stands for the maps that nobody gave",
    ("linalg.pack", "pretty"): "an empty permutation is written, not left out",
    ("linalg.unpack", "pretty"): "an empty permutation is written, not left out",
    ("memref/ops.mlir", "generic"): "a flag that says what holds anyway is not kept",
    ("quant/invalid.mlir", None): "scales nest to a bounded depth, and block sizes are looked at",
}
# A cache that upstream's verifier leaves on ops.
CACHE = "linalg.memoized_indexing_maps"

# A value of an attribute's kind, as text.
SAMPLES = {
    "UnitAttr": ["unit"],
    "UnitProp": ["unit"],
    "BoolAttr": ["true", "false"],
    "I1Attr": ["true"],
    "I8Attr": ["7 : i8"],
    "I16Attr": ["7 : i16"],
    "I32Attr": ["4 : i32"],
    "I64Attr": ["8"],
    "SI32Attr": ["4 : si32"],
    "UI32Attr": ["4 : ui32"],
    "IndexAttr": ["4 : index"],
    "F32Attr": ["2.5 : f32"],
    "F64Attr": ["2.5"],
    "StrAttr": ['"a word"'],
    "SymbolNameAttr": ['"name"'],
    "FlatSymbolRefAttr": ["@f"],
    "SymbolRefAttr": ["@f::@g"],
    "TypeAttr": ["vector<4xf32>"],
    "ArrayAttr": ["[]", "[1, unit]"],
    "StrArrayAttr": ['["a", "b"]'],
    "I32ArrayAttr": ["[1 : i32, 2 : i32]"],
    "I64ArrayAttr": ["[1, 2]"],
    "BoolArrayAttr": ["[true, false]"],
    "TypeArrayAttr": ["[i32, f32]"],
    "AffineMapArrayAttr": ["[affine_map<(d0) -> (d0)>]"],
    "DictArrayAttr": ["[{}]", "[{test.a}]"],
    "DictionaryAttr": ["{test.a = 1}"],
    "AffineMapAttr": ["affine_map<(d0, d1) -> (d1, d0)>"],
    "DenseBoolArrayAttr": ["array<i1: true, false>"],
    "DenseI8ArrayAttr": ["array<i8: 1, 2>"],
    "DenseI16ArrayAttr": ["array<i16: 1, 2>"],
    "DenseI32ArrayAttr": ["array<i32: 1, 2>", "array<i32>"],
    "DenseI64ArrayAttr": ["array<i64: 1, 2>", "array<i64>"],
    "AnyAttr": ['"anything"', "3 : i8"],
    "ElementsAttr": ["dense<[1, 2]> : tensor<2xi32>"],
    "AnyIntegerAttr": ["5 : i16"],
    "APIntAttr": ["5 : i16"],
}


# --- the tables ---


def split_top(text, separator=","):
    """The parts of `text` between separators that no bracket or string encloses."""
    parts, depth, start, in_string = [], 0, 0, False
    for i, c in enumerate(text):
        if c == '"' and (i == 0 or text[i - 1] != "\\"):
            in_string = not in_string
        elif in_string:
            continue
        elif c in "<([{" and not (c == "<" and text[i - 1 : i] == "-"):
            depth += 1
        elif c in ">)]}" and not (c == ">" and text[i - 1 : i] == "-"):
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


class Row:
    """What `tern-opt --show-op` says of one op."""

    def __init__(self, text):
        self.name = text.split(" - ", 1)[0].strip()
        self.example = text.split("\nexample:\n", 1)[1].rstrip() + "\n" if "\nexample:\n" in text else ""
        line = re.search(r"^attributes: (.*)$", text, re.M)
        self.attrs = [part.split(": ", 1) for part in split_top(line.group(1))] if line else []
        self.cases = {
            name: cases.split(", ") for name, cases in re.findall(r"^cases of ([\w.]+): (.*)$", text, re.M)
        }

    def samples(self, constraint, enums_seen):
        """Values for an attribute that may be left out; none for one that may not. Enums give all cases once."""
        inside = re.fullmatch(r"(?:Optional|Default)<(.*)>", constraint)
        kind = split_top(inside.group(1))[0] if inside else constraint
        if not inside and kind not in ("UnitAttr", "UnitProp"):
            return []
        enum = re.fullmatch(r"Enum<([\w.]+)>", kind)
        if enum:
            dialect, _, mnemonic = enum.group(1).partition(".")
            cases = self.cases.get(enum.group(1), [])
            cases = cases[-1:] if enum.group(1) in enums_seen else cases
            enums_seen.add(enum.group(1))
            return [f"#{dialect}.{mnemonic}<{case}>" for case in cases]
        return SAMPLES.get(kind, [])


def rows():
    for dialect in DIALECTS:
        result = subprocess.run([TERN_OPT, f"--show-op={dialect}"], capture_output=True, text=True)
        if result.returncode == 0 and result.stdout:
            yield from (Row(text) for text in result.stdout.split("\n----\n"))


# --- chunks ---


def properties(line):
    """What stands in `<{...}>` of the line's op: (start, end, entries), or None."""
    start = line.find("<{")
    if start < 0:
        return None
    depth, in_string = 0, False
    for i in range(start + 1, len(line)):
        c = line[i]
        if c == '"' and line[i - 1] != "\\":
            in_string = not in_string
        elif not in_string and c in "{":
            depth += 1
        elif not in_string and c == "}":
            depth -= 1
            if depth == 0:
                return start, i + 2, split_top(line[start + 2 : i])
    return None


def with_properties(line, name, found, entries):
    text = "<{" + ", ".join(entries) + "}>" if entries else ""
    if found:
        return line[: found[0]] + text + line[found[1] :].lstrip(" " if not entries else "")
    # Behind the operands, which have no brackets inside.
    close = line.index(")", line.index(f'"{name}"('))
    successors = re.match(r"\[[^\]]*\]", line[close + 1 :])
    close += successors.end() if successors else 0
    return line[: close + 1] + " " + text + line[close + 1 :]


def variants(row, generic, enums_seen):
    """The generic form of the row's example with each optional attribute added or taken away."""
    lines = generic.splitlines(keepends=True)
    at = next((i for i, line in enumerate(lines) if f'"{row.name}"(' in line), None)
    if at is None:
        return
    found = properties(lines[at])
    entries = found[2] if found else []
    given = {re.split(r"\s*=\s*", entry, maxsplit=1)[0]: entry for entry in entries}
    for name, constraint in row.attrs:
        rest = [entry for key, entry in given.items() if key != name]
        lists = [rest] if name in given and re.match(r"Optional|Default|Unit", constraint) else []
        for sample in row.samples(constraint, enums_seen):
            lists.append(rest + [name if sample == "unit" else f"{name} = {sample}"])
        for entries in lists:
            changed = with_properties(lines[at], row.name, found, entries)
            if changed != lines[at]:
                yield "".join(lines[:at] + [changed] + lines[at + 1 :])


def inputs():
    """Chunks of the dialects' own tests."""
    for dialect in [*DIALECTS, "test"]:
        for path in sorted((ROOT / "dialect" / dialect).glob("*.mlir")):
            if path.stem.endswith("_own"):
                continue
            text = re.sub(r"^ *// ?(CHECK|RUN|expected|[A-Z]+:).*\n", "", path.read_text(), flags=re.M)
            for chunk in re.split(r"^// -----.*\n", text, flags=re.M):
                if chunk.strip():
                    yield f"{dialect}/{path.name}", chunk


# --- the tools ---


class Outcome:
    """Of one chunk and one tool: the text that was printed, or None and the first error."""

    def __init__(self):
        self.text, self.error = None, ""


def relocated(text, file, start):
    """Lines of locations from the chunk's start on, so that it does not matter what stands before it."""
    return re.sub(rf'"{re.escape(file)}":(\d+)', lambda m: f'"FILE":{int(m.group(1)) - start}', text).strip("\n")


def malformed():
    for path in sorted((ROOT / "e2e" / "Inputs" / "malformed").glob("*.mlir")):
        for chunk in re.split(r"^// -----\n", path.read_text(), flags=re.M)[1:]:
            yield f"malformed/{path.name}", chunk


def run_tool(tool, chunks, flags):
    """Runs a tool over chunks at once; gives an Outcome for each."""
    outcomes = run_batch(tool, ["", *chunks], flags)  # the place of the first chunk's module is another than others'
    if outcomes:
        return outcomes[1:]
    if len(chunks) == 1:
        crashed = Outcome()
        crashed.error = "the tool crashes"
        return [crashed]
    middle = len(chunks) // 2
    return run_tool(tool, chunks[:middle], flags) + run_tool(tool, chunks[middle:], flags)


def run_batch(tool, chunks, flags):
    """An Outcome for each chunk, or None if the tool did not get through them."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", prefix="round_trip") as file:
        lines, starts = 1, []
        for chunk in chunks:
            starts.append(lines)
            text = chunk + ("" if chunk.endswith("\n") else "\n") + MARKER + "\n"
            file.write(text)
            lines += text.count("\n")
        file.flush()
        command = [tool, "--allow-unregistered-dialect", f"--split-input-file={MARKER}"]
        command += [f"--output-split-marker={MARKER}", *flags]
        result = subprocess.run([*command, file.name], capture_output=True, text=True, timeout=120, errors="replace")
        outcomes = [Outcome() for _ in chunks]
        owner = {}
        for i, start in enumerate(starts):
            for line in range(start, starts[i + 1] if i + 1 < len(starts) else lines):
                owner[line] = i
        refused = set()
        for line, message in re.findall(re.escape(file.name) + r":(\d+):\d+: error: (.*)", result.stderr):
            i = owner.get(int(line))
            if i is not None and i not in refused:
                refused.add(i)
                outcomes[i].error = message
        texts = result.stdout.split(MARKER + "\n")
        if len(texts) != len(chunks) + 1:  # behind the last marker is one more
            return None
        for i, text in enumerate(texts[:-1]):
            outcomes[i].text = relocated(text, file.name, starts[i]) or None  # refused at no place of the file
        return outcomes


def compare(job):
    """Disagreements of a list of (name, chunk), and how many chunks both accept and both refuse."""
    found, both_accept, both_refuse = [], set(), set()
    chunks = [chunk for _, chunk in job]
    for form, flags in (("pretty", []), ("generic", ["--mlir-print-op-generic"])):
        flags = [*flags, "--mlir-print-debuginfo"]
        ours, theirs = run_tool(TERN_OPT, chunks, flags), run_tool(MLIR_OPT, chunks, flags)
        for i, (name, chunk) in enumerate(job):
            mine, other = ours[i], theirs[i]
            if (mine.text is None) != (other.text is None):
                what = f"tern-opt: {mine.error or 'accepted'}\n  mlir-opt: {other.error or 'accepted'}"
                found.append((name, form, what, chunk))
            elif mine.text is None:
                both_refuse.add(i)
            elif mine.text != other.text and CACHE not in other.text:
                pairs = zip(mine.text.splitlines() + [""], other.text.splitlines() + [""])
                first = next(((a, b) for a, b in pairs if a != b), ("", "a longer text"))
                found.append((name, form, f"tern-opt: {first[0]}\n  mlir-opt: {first[1]}", chunk))
            else:
                both_accept.add(i)
    return found, len(both_accept), len(both_refuse)


# --- all of it ---


def corpus():
    table = [row for row in rows() if row.example]
    chunks = [(row.name, row.example) for row in table]
    generic = run_tool(TERN_OPT, [row.example for row in table], ["--mlir-print-op-generic"])
    enums_seen = set()
    for row, outcome in zip(table, generic):
        if outcome.text:
            chunks += [(row.name, chunk) for chunk in dict.fromkeys(variants(row, outcome.text, enums_seen))]
    return chunks + list(inputs()) + list(malformed())


def main():
    chunks = corpus()
    jobs = [chunks[i : i + CHUNKS_PER_RUN] for i in range(0, len(chunks), CHUNKS_PER_RUN)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(compare, jobs))
    accepted, refused = sum(r[1] for r in results), sum(r[2] for r in results)
    wrong = [e for r in results for e in r[0] if (e[0], None) not in JUSTIFIED and (e[0], e[1]) not in JUSTIFIED]
    print(f"{len(chunks)} chunks: {accepted} accepted by both, {refused} refused by both, {len(wrong)} disagreements")
    for name, form, what, chunk in wrong if "--list" in sys.argv else wrong[:10]:
        print(f"{name} ({form}):\n  {what}\n{chunk}" if "--list" in sys.argv else f"{name} ({form}):\n  {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
