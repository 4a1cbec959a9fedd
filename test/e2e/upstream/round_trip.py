"""Text round trips against mlir-opt, generated over the tables of ops.

Every op of upstream's dialects that a table here has is taken with its example, and with each optional part of its row
(attributes, operands, results) added and taken away; to these come the inputs of the dialects' own tests, with their types
and attributes, the files of Inputs/round_trip, with what those do not have, and of Inputs/malformed: examples with one token
dropped, doubled, exchanged or cut off behind it.
Each chunk is printed by both tools, pretty and generic, with debug information: accepted by both, the texts are equal; else
both refuse it. Chunks that are accepted here go to mlir-opt many in one module, for it takes milliseconds to begin one.

What was met in the chunks that both accept is counted against the tables: ops, optional parts, optional groups of the
formats, types and attributes. What was not met must be in UNMET, with its reason.

`--list` prints the chunks on which the tools do not agree, with what each says, and `--unmet` what was not met.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import round_trip_rows as tables
from round_trip_exceptions import JUSTIFIED, UNMET

ROOT = Path(__file__).resolve().parents[2]
TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
DIALECTS = (
    "builtin affine amx arith async bufferization cf complex dlti func gpu index linalg llvm math memref ml_program nvgpu nvvm "
    "quant rocdl scf spirv tensor tosa transform ub vector xevm"
).split()
MARKER = "//==next=="  # no text has it
CHUNKS_PER_RUN = 400
CHUNKS_PER_MODULE = 40
SECONDS = 60  # for a run of a tool; a crash leaves some in a handler that waits
CRASH = "the tool crashes"
FORMS = {"pretty": [], "generic": ["--mlir-print-op-generic"]}
# A cache that upstream's verifier leaves on ops.
CACHE = "linalg.memoized_indexing_maps"


# --- the tools ---


class Outcome:
    """Of one chunk and one tool: the text that was printed, or None and the first error."""

    def __init__(self):
        self.text, self.error = None, ""


def relocated(text, file, start):
    """Lines of locations from the chunk's start on, so that it does not matter what stands before it."""
    return re.sub(rf'"{re.escape(file)}":(\d+)', lambda m: f'"FILE":{int(m.group(1)) - start}', text).strip("\n")


def run_tool(tool, chunks, flags):
    """Runs a tool over chunks at once; gives an Outcome for each."""
    if not chunks:
        return []
    outcomes = run_batch(tool, ["", *chunks], flags)  # the place of the first chunk's module is another than others'
    if outcomes:
        return outcomes[1:]
    if len(chunks) == 1:
        crashed = Outcome()
        crashed.error = CRASH
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
        try:
            result = subprocess.run([*command, file.name], capture_output=True, text=True, timeout=SECONDS, errors="replace")
        except subprocess.TimeoutExpired:
            return None
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


def run_all(tool, chunks, flags, size=CHUNKS_PER_RUN):
    """`run_tool` over any number of chunks, two runs at a time."""
    with ThreadPoolExecutor(2) as pool:
        runs = pool.map(lambda i: run_tool(tool, chunks[i : i + size], flags), range(0, len(chunks), size))
        return [outcome for run in runs for outcome in run]


# --- comparing ---


USED = set()


def is_justified(name, form=None, what=None):
    """Whether the chunks of this name may differ: in this form and in what is said, or at all if these are not given."""
    keys = [key for key in JUSTIFIED if re.fullmatch(key[0], name) and (not key[1] or not form or key[1] == form)
            and (len(key) == 2 or what is None or re.search(key[2], what))]
    if what is not None:
        USED.update(keys)
    return bool(keys)


def is_groupable(name, chunk):
    """Whether the chunk may stand in a module among others: no aliases, no resources, nothing known to differ."""
    return not re.search(r"^\s*[#!][\w.-]+\s*=|^\{-#", chunk, re.M) and not is_justified(name)


def grouped(chunks, indices):
    """Lists of indices whose chunks go into one module together: those of one source follow each other."""
    lists = []
    for i in indices:
        name, chunk = chunks[i]
        if not is_groupable(name, chunk):
            continue
        dialect = re.split(r"[./]", name)[0]
        if not lists or lists[-1][0] != dialect or len(lists[-1][1]) == CHUNKS_PER_MODULE:
            lists.append((dialect, []))
        lists[-1][1].append(i)
    return [members for _, members in lists]


def equal_in_groups(chunks, accepted):
    """The indices of chunks that both tools print the same, seen many at once."""
    groups = grouped(chunks, accepted)
    modules = ["".join(f"module {{\n{chunks[i][1]}\n}}\n" for i in members) for members in groups]
    same = [True] * len(groups)
    for flags in FORMS.values():
        flags = [*flags, "--mlir-print-debuginfo"]
        both = (run_all(tool, modules, flags, CHUNKS_PER_MODULE // 4) for tool in (TERN_OPT, MLIR_OPT))
        for k, (mine, other) in enumerate(zip(*both)):
            same[k] = same[k] and mine.text is not None and mine.text == other.text
    return {i for k, members in enumerate(groups) if same[k] for i in members}


def disagreement(name, form, chunk, mine, other):
    """(name, form, what each says, chunk), or None if the outcomes agree."""
    if other.error == CRASH:
        return None
    if (mine.text is None) != (other.text is None):
        what = f"tern-opt: {mine.error or 'accepted'}\n  mlir-opt: {other.error or 'accepted'}"
        return name, form, what, chunk
    if mine.text == other.text or CACHE in other.text:
        return None
    return name, form, difference(mine.text, other.text, "tern-opt", "mlir-opt"), chunk


def difference(a, b, name_a, name_b="printed"):
    pairs = zip(a.splitlines() + [""], b.splitlines() + [""])
    first = next((pair for pair in pairs if pair[0] != pair[1]), ("", "a longer text"))
    return f"{name_a}: {first[0]}\n  {name_b}: {first[1]}"


def compare(table, chunks):
    """(disagreements, indices of the chunks that both accept, indices of those that both refuse, generic texts)."""
    run = {
        form: run_all(TERN_OPT, [chunk for _, chunk in chunks], [*flags, "--mlir-print-debuginfo"])
        for form, flags in FORMS.items()
    }
    accepted = [i for i in range(len(chunks)) if run["pretty"][i].text is not None]
    equal = equal_in_groups(chunks, accepted)
    found, refused, wrong = [], set(), set()
    single = [i for i in range(len(chunks)) if i not in equal]
    for form, flags in FORMS.items():
        texts = [chunks[i][1] for i in single]
        for i, other in zip(single, run_all(MLIR_OPT, texts, [*flags, "--mlir-print-debuginfo"], 100)):
            entry = disagreement(chunks[i][0], form, chunks[i][1], run[form][i], other)
            if entry:
                found.append(entry)
            if entry and None in (run[form][i].text, other.text):
                wrong.add(i)
            elif other.text is None:
                refused.add(i)
        single = [i for i in single if i not in refused]  # what is not read is not printed either
    both = [i for i in range(len(chunks)) if i not in wrong | refused]
    return found + losses(chunks, both, {row.name: row for row in table}), both, refused, run["generic"]


def losses(chunks, indices, rows):
    """The chunks whose pretty text, the same from both tools, is not what it was printed from when it is read again."""
    texts = [chunks[i][1] for i in indices]
    pretty, generic = ([outcome.text for outcome in run_all(TERN_OPT, texts, flags)] for flags in FORMS.values())
    found = {}
    for who, tool in (("tern-opt", TERN_OPT), ("mlir-opt", MLIR_OPT)):
        for i, text, expected, again in zip(indices, pretty, generic, run_all(tool, pretty, FORMS["generic"])):
            if i in found or again.error == CRASH or again.text == expected or CACHE in (again.text or ""):
                continue
            if again.text and tables.without_defaults(rows, again.text) == tables.without_defaults(rows, expected):
                continue
            what = again.error if again.text is None else difference(again.text, expected, "read again")
            found[i] = (chunks[i][0], "again", f"by {who}:\n  {what}", text)
    return list(found.values())


# --- chunks ---


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


def given(folder):
    """Chunks of the files in a folder of Inputs, whose first lines say what is in them."""
    for path in sorted((ROOT / "e2e" / "Inputs" / folder).glob("*.mlir")):
        for chunk in re.split(r"^// -----\n", path.read_text().partition("\n")[2], flags=re.M):
            if chunk.strip():
                yield f"{folder}/{path.name}", chunk


def accepts(texts):
    """Which of the texts are read here."""
    return [outcome.text is not None for outcome in run_all(TERN_OPT, texts, FORMS["generic"])]


def corpus(table, per_attribute=None):
    """Chunks over the tables' ops; of each attribute's variants all, or so many of those that are read."""
    read = [(row.name, row.example) for row in table if row.example] + list(inputs()) + list(given("round_trip"))
    generic = [outcome.text for outcome in run_all(TERN_OPT, [chunk for _, chunk in read], FORMS["generic"])]
    variants = tables.Variants(table, generic)
    examples = [(row, text) for row, text in zip((row for row in table if row.example), generic) if text]
    chunks = variants.with_attributes(examples, accepts, per_attribute)
    candidates = [entry for row, text in examples for entry in variants.of_values(row, text)]
    chunks += variants.chosen(candidates, accepts([chunk for _, _, chunk in candidates]))
    return read + chunks + list(tables.of_enums(DIALECTS)) + list(given("malformed"))


# --- coverage ---


def spelt(sign, text):
    """The names of types or attributes in a text: `#gpu.block<x>`, and `#gpu<dim x>` as well."""
    used = set(re.findall(rf"{sign}([a-z_]\w*\.[\w.]+)", text))
    return used | {f"{a}.{b}" for a, b in re.findall(rf"{sign}([a-z_]\w*)<([a-z_]\w*)[ >]", text)}


def is_met(states, count):
    return len(states) >= count and (count > 1 or True in states)


def coverage(table, texts):
    """(what, met, all, names of what was not met) for each kind of thing, by the generic texts that both tools print."""
    rows = {row.name: row for row in table}
    met, seen = set(), {}
    for text in texts:
        for op, _ in tables.ops_of(text):
            row = rows.get(op.name)
            if row:
                met.add(op.name)
                for part, state in row.states(op):
                    seen.setdefault((op.name, part), set()).add(state)
    parts = [(row.name, part, count) for row in table for part, count in row.parts()]
    unmet = [(name, part) for name, part, count in parts if not is_met(seen.get((name, part), ()), count)]
    twice = {(name, part.split()[-1]) for (name, part), states in seen.items() if len(states) > 1}
    groups = [(row.name, group) for row in table for group in row.groups()]
    unmet_groups = [key for key in groups if key not in twice]
    yield "ops", len(met), len(rows), [name for name in rows if name not in met]
    yield "optional parts", len(parts) - len(unmet), len(parts), [f"{name}: {part}" for name, part in unmet]
    yield ("optional groups of formats", len(groups) - len(unmet_groups), len(groups),
           [f"{name}: {group}" for name, group in unmet_groups])
    text = "\n".join(texts)
    for what, sign in (("types", "!"), ("attributes", "#")):
        names = [name for dialect in DIALECTS for name in tables.names(sign, dialect)]
        used = spelt(sign, text)
        unused = [name for name in names if name not in used]
        yield what, len(names) - len(unused), len(names), [sign + name for name in unused]


# --- all of it ---


def main():
    table = list(tables.rows(DIALECTS))
    chunks = corpus(table)
    found, accepted, refused, generic = compare(table, chunks)
    wrong = [entry for entry in found if not is_justified(*entry[:3])]
    print(f"{len(chunks)} chunks: {len(accepted)} accepted by both, {len(refused)} refused by both, "
          f"{len(wrong)} disagreements")
    for name, form, what, chunk in wrong if "--list" in sys.argv else wrong[:10]:
        print(f"{name} ({form}):\n  {what}\n{chunk}" if "--list" in sys.argv else f"{name} ({form}):\n  {what}")
    lost = []
    for what, count, total, names in coverage(table, [generic[i].text for i in accepted]):
        lost += [name for name in names if not any(re.fullmatch(pattern, name) for pattern in UNMET)]
        print(f"{what}: {count} of {total} met, {len(names)} not")
        if "--unmet" in sys.argv:
            print("\n".join(f"  {name}" for name in names))
    for name in lost:
        print(f"not met: {name}")
    idle = [key for key in JUSTIFIED if key not in USED]
    for key in idle:
        print(f"no chunk needs the exception {key}")
    return 1 if wrong or lost or idle else 0


if __name__ == "__main__":
    sys.exit(main())
