#!/usr/bin/env python3
"""Makes the tables of src/dialect/spirv/grammar.h from the JSON grammar of the SPIR-V headers and our supplement.

  generate_spirv_grammar.py --core FILE --glsl FILE --opencl FILE --supplement FILE --output-dir DIR

writes grammar_ids.h (numbers), grammar_tables.inc (included by grammar.c) and grammar_cases.inc (the cases of enum
attributes, included by enums.c) into DIR. A file whose text would not change is left alone.

The supplement has the format of the core grammar: its instructions take the place of those of the same name, its
enumerants are added to their operand kinds. Further members say what MLIR's text makes of the grammar:
  preferred   kind -> names to print where several stand for one value (else the first)
  hidden      kind -> names that MLIR's text does not know
  extensions  the extensions that a target may have, in the order of their numbers
  core_since  extension -> the version that it became a part of
"""

import argparse
import json
import os
import re
import sys

NO_VERSION = 255
QUANTIFIERS = {None: "TERN_SPIRV_ONE", "?": "TERN_SPIRV_OPTIONAL", "*": "TERN_SPIRV_MANY"}
CATEGORIES = {
    "BitEnum": "TERN_SPIRV_BIT_ENUM",
    "ValueEnum": "TERN_SPIRV_VALUE_ENUM",
    "Id": "TERN_SPIRV_ID",
    "Literal": "TERN_SPIRV_LITERAL",
    "Composite": "TERN_SPIRV_COMPOSITE",
}


def fail(message):
    sys.exit(f"generate_spirv_grammar.py: {message}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def identifier(text):
    return re.sub(r"\W", "_", text).upper()


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def minor_version(text, default):
    if text is None:
        return default
    if text == "None":
        return NO_VERSION
    major, minor = text.split(".")
    if major != "1":
        fail(f"unexpected version {text}")
    return int(minor)


class Grammar:
    """The core grammar with the supplement worked in."""

    def __init__(self, core, supplement):
        replaced = {instruction["opname"] for instruction in supplement["instructions"]}
        instructions = [i for i in core["instructions"] if i["opname"] not in replaced] + supplement["instructions"]
        self.instructions = sorted(instructions, key=lambda i: i["opcode"])
        self.kinds = {kind["kind"]: dict(kind) for kind in core["operand_kinds"]}
        for kind in supplement["operand_kinds"]:
            known = self.kinds.setdefault(kind["kind"], {"kind": kind["kind"], "category": kind["category"]})
            added = kind.get("enumerants", [])
            names = {enumerant["enumerant"] for enumerant in added}
            known["enumerants"] = [e for e in known.get("enumerants", []) if e["enumerant"] not in names] + added
        self.kind_numbers = {name: index for index, name in enumerate(self.kinds)}
        for name, kind in self.kinds.items():
            preferred = set(supplement["preferred"].get(name, []))
            hidden = set(supplement["hidden"].get(name, []))
            kind["enumerants"] = merge_aliases(name, kind.get("enumerants", []), preferred, hidden)
        self.capabilities = {e["enumerant"]: e["value"] for e in self.kinds["Capability"]["enumerants"]}
        self.core_since = supplement["core_since"]
        self.extensions = list(supplement["extensions"])
        self.target_extension_count = len(self.extensions)
        owners = self.instructions + [e for kind in self.kinds.values() for e in kind["enumerants"]]
        others = {extension for owner in owners for extension in owner.get("extensions", [])}
        self.extensions += sorted(others - set(self.extensions))


def merge_aliases(kind_name, enumerants, preferred, hidden):
    """Sorts by value, the enumerant to print first. What one name of a value needs, the others need as well."""
    for name in (preferred | hidden) - {e["enumerant"] for e in enumerants}:
        fail(f"{kind_name} has no enumerant {name}")
    values = {}
    for enumerant in enumerants:
        values.setdefault(number(enumerant["value"]), []).append(enumerant)
    result = []
    for value in sorted(values):
        names = sorted(values[value], key=lambda e: e["enumerant"] not in preferred)
        for position, enumerant in enumerate(names):
            merged = dict(enumerant, value=value, is_alias=position > 0, is_hidden=enumerant["enumerant"] in hidden)
            for member in ("capabilities", "extensions"):
                every = [item for e in names for item in e.get(member, [])]
                merged[member] = list(dict.fromkeys(every))
            versions = [minor_version(e.get("version"), 0) for e in names if e.get("version") != "None"]
            merged["min_version"] = min(versions) if versions else NO_VERSION
            if not any(e.get("parameters") for e in names) or enumerant.get("parameters"):
                pass
            else:
                merged["parameters"] = next(e["parameters"] for e in names if e.get("parameters"))
            result.append(merged)
    return result


class Writer:
    """Collects arrays, each once."""

    def __init__(self, grammar):
        self.grammar = grammar
        self.lines = []
        self.arrays = {}

    def array(self, element_type, stem, items):
        """The name of a constant array of these initializers, and how many they are."""
        if not items:
            return "NULL", 0
        key = (element_type, tuple(items))
        if key not in self.arrays:
            self.arrays[key] = f"{stem}_{len(self.arrays)}"
            self.lines.append(f"static const {element_type} {self.arrays[key]}[] = {{{', '.join(items)}}};")
        return self.arrays[key], len(items)

    def needs(self, owner, min_version=None):
        for name in owner.get("capabilities", []):
            if name not in self.grammar.capabilities:
                fail(f"unknown capability {name}")
        capabilities, capability_count = self.array(
            "uint16_t", "capabilities", [str(self.grammar.capabilities[c]) for c in owner.get("capabilities", [])])
        extensions, extension_count = self.array(
            "char *const", "extensions", [quoted(e) for e in owner.get("extensions", [])])
        if min_version is None:
            min_version = minor_version(owner.get("version"), 0)
        last_version = minor_version(owner.get("lastVersion"), NO_VERSION)
        return f"{{{capabilities}, {extensions}, {capability_count}, {extension_count}, {min_version}, {last_version}}}"

    def operands(self, operands):
        items = []
        for operand in operands:
            name = operand.get("name", "")
            # Names of lists read "'Operand 1', +\n'Operand 2', +\n...".
            name = name.split(",")[0].strip().strip("'") if name else ""
            quantifier = QUANTIFIERS[operand.get("quantifier")]
            items.append(f"{{{quoted(name)}, {self.grammar.kind_numbers[operand['kind']]}, {quantifier}}}")
        return self.array("tern_spirv_operand_def_t", "operands", items)

    def instruction(self, instruction):
        operands = instruction.get("operands", [])
        kinds = [operand["kind"] for operand in operands]
        rest = [operand for operand in operands if operand["kind"] not in ("IdResultType", "IdResult")]
        array, count = self.operands(rest)
        has_type = "true" if "IdResultType" in kinds else "false"
        has_result = "true" if "IdResult" in kinds else "false"
        return (f"{{{quoted(instruction['opname'])}, {instruction['opcode']}, {has_type}, {has_result}, {count}, {array}, "
                f"{self.needs(instruction)}}}")

    def enumerant(self, enumerant):
        numbers = [str(self.grammar.kind_numbers[p["kind"]]) for p in enumerant.get("parameters", [])]
        parameters, count = self.array("tern_spirv_kind_t", "kinds", numbers)
        flags = f"{str(enumerant['is_alias']).lower()}, {str(enumerant['is_hidden']).lower()}"
        return (f"{{{quoted(enumerant['enumerant'])}, {enumerant['value']}u, {flags}, {count}, {parameters}, "
                f"{self.needs(enumerant, enumerant['min_version'])}}}")

    def kind(self, kind):
        stem = identifier(kind["kind"]).lower()
        enumerants = kind["enumerants"]
        rows = [self.enumerant(enumerant) for enumerant in enumerants]
        by_name = sorted(range(len(rows)), key=lambda index: enumerants[index]["enumerant"])
        table, count = self.table("tern_spirv_enumerant_t", f"{stem}_enumerants", rows)
        order, _ = self.array("uint16_t", "order", [str(index) for index in by_name])
        parts = [str(self.grammar.kind_numbers[base]) for base in kind.get("bases", [])]
        part_array, part_count = self.array("tern_spirv_kind_t", "kinds", parts)
        return (f"{{{quoted(kind['kind'])}, {CATEGORIES[kind['category']]}, {count}, {table}, {order}, {part_count}, "
                f"{part_array}}}")

    def table(self, element_type, name, rows):
        if not rows:
            return "NULL", 0
        self.lines.append(f"static const {element_type} {name}[] = {{")
        self.lines += [f"    {row}," for row in rows]
        self.lines.append("};")
        return name, len(rows)

    def sorted_by_name(self, name, names):
        order = sorted(range(len(names)), key=lambda index: names[index])
        self.table("uint16_t", name, [str(index) for index in order])


def make_tables(grammar, ext_sets):
    writer = Writer(grammar)
    writer.table("tern_spirv_instruction_t", "instructions", [writer.instruction(i) for i in grammar.instructions])
    writer.sorted_by_name("instructions_by_name", [i["opname"] for i in grammar.instructions])
    writer.table("tern_spirv_kind_def_t", "kinds", [writer.kind(kind) for kind in grammar.kinds.values()])
    writer.sorted_by_name("kinds_by_name", list(grammar.kinds))
    for stem, instructions in ext_sets.items():
        rows = []
        for instruction in instructions:
            array, count = writer.operands(instruction.get("operands", []))
            rows.append(f"{{{quoted(instruction['opname'])}, {instruction['opcode']}, {count}, {array}, "
                        f"{writer.needs(instruction)}}}")
        writer.table("tern_spirv_ext_instruction_t", f"{stem}_instructions", rows)
        writer.sorted_by_name(f"{stem}_by_name", [i["opname"] for i in instructions])
    writer.table("extension_row_t", "extensions", [
        f"{{{quoted(name)}, {minor_version(grammar.core_since.get(name), NO_VERSION)}}}" for name in grammar.extensions])
    writer.sorted_by_name("extensions_by_name", grammar.extensions)
    return ["// Generated by scripts/generate_spirv_grammar.py.", ""] + writer.lines


def make_ids(grammar, ext_sets):
    lines = ["// Generated by scripts/generate_spirv_grammar.py.", "", "#ifndef TERN_DIALECT_SPIRV_GRAMMAR_IDS_H_",
             "#define TERN_DIALECT_SPIRV_GRAMMAR_IDS_H_", "", "enum {"]
    lines += [f"  TERN_SPIRV_OPCODE_{identifier(i['opname'][2:])} = {i['opcode']}," for i in grammar.instructions]
    lines += ["};", "", "enum {"]
    lines += [f"  TERN_SPIRV_KIND_{identifier(name)}," for name in grammar.kinds]
    lines += ["  TERN_SPIRV_KIND_COUNT", "};"]
    for name, kind in grammar.kinds.items():
        if not kind["enumerants"]:
            continue
        lines += ["", "enum {"]
        lines += [f"  TERN_SPIRV_{identifier(name)}_{identifier(e['enumerant'])} = {e['value']},"
                  for e in kind["enumerants"]]
        lines.append("};")
    for stem, instructions in ext_sets.items():
        lines += ["", "enum {"]
        lines += [f"  TERN_SPIRV_{stem.upper()}_{identifier(i['opname'])} = {i['opcode']}," for i in instructions]
        lines.append("};")
    return lines + ["", "#endif  // TERN_DIALECT_SPIRV_GRAMMAR_IDS_H_"]


def make_cases(grammar):
    lines = ["// Generated by scripts/generate_spirv_grammar.py.", ""]
    for name, kind in grammar.kinds.items():
        shown = [e for e in kind["enumerants"] if not e["is_alias"] and not e["is_hidden"]]
        if shown:
            cases = " ".join(f"{{{quoted(e['enumerant'])}, {e['value']}u}}," for e in shown)
            lines.append(f"#define {identifier(name)}_CASES {cases}")
    targets = grammar.extensions[:grammar.target_extension_count]
    cases = " ".join(f"{{{quoted(name)}, {index}}}," for index, name in enumerate(targets))
    return lines + [f"#define EXTENSION_CASES {cases}"]


def write(directory, name, lines):
    path = os.path.join(directory, name)
    text = "\n".join(lines) + "\n"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("core", "glsl", "opencl", "supplement", "output-dir"):
        parser.add_argument(f"--{option}", required=True)
    options = parser.parse_args()
    grammar = Grammar(read(options.core), read(options.supplement))
    ext_sets = {}
    for stem in ("glsl", "opencl"):
        ext_sets[stem] = sorted(read(getattr(options, stem))["instructions"], key=lambda i: i["opcode"])
    os.makedirs(options.output_dir, exist_ok=True)
    write(options.output_dir, "grammar_ids.h", make_ids(grammar, ext_sets))
    write(options.output_dir, "grammar_tables.inc", make_tables(grammar, ext_sets))
    write(options.output_dir, "grammar_cases.inc", make_cases(grammar))


main()
