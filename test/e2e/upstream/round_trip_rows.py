"""The tables of ops as round_trip.py reads them: what the parts of an op are, its optional ones with their variants."""

import os
import re
import subprocess

TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
REFUSED_PER_PART = 1  # variants of one part that are refused here and go to mlir-opt all the same
ACCEPTED_PER_PART = 3
LEARNT_PER_ATTRIBUTE = 4
# Attributes that no row has.
OTHERS = ['"a name" = [unit, @f::@g]', "test.note", 'test.value = 1.5 : f16']

# A value of an attribute's kind, as text.
SAMPLES = {
    "UnitAttr": ["unit"],
    "UnitProp": ["unit"],
    "BoolAttr": ["true", "false"],
    "I1Attr": ["true", "false"],
    "I8Attr": ["7 : i8", "0 : i8"],
    "I16Attr": ["7 : i16", "-1 : i16"],
    "I32Attr": ["4 : i32", "0 : i32", "1 : i32", "-1 : i32"],
    "I64Attr": ["8", "0", "1", "-1"],
    "SI32Attr": ["4 : si32", "-1 : si32"],
    "UI32Attr": ["4 : ui32", "0 : ui32"],
    "IndexAttr": ["4 : index", "0 : index"],
    "F32Attr": ["2.5 : f32", "-0.0 : f32", "0xFF800000 : f32"],
    "F64Attr": ["2.5", "0x7FF8000000000001 : f64"],
    "StrAttr": ['"a word"', '""', r'"\22\5C\0A\C3"'],
    "SymbolNameAttr": ['"name"', '"a name"', '"1"'],
    "FlatSymbolRefAttr": ["@f", '@"a name"'],
    "SymbolRefAttr": ["@f::@g", "@f"],
    "TypeAttr": ["vector<4xf32>", "() -> ()", "none"],
    "ArrayAttr": ["[]", "[1, unit]"],
    "StrArrayAttr": ['["a", "b"]'],
    "I32ArrayAttr": ["[1 : i32, 2 : i32]"],
    "I64ArrayAttr": ["[1, 2]"],
    "BoolArrayAttr": ["[true, false]"],
    "TypeArrayAttr": ["[i32, f32]"],
    "AffineMapArrayAttr": ["[affine_map<(d0) -> (d0)>]"],
    "DictArrayAttr": ["[{}]", "[{test.a}]"],
    "DictionaryAttr": ["{test.a = 1}"],
    "AffineMapAttr": ["affine_map<(d0, d1) -> (d1, d0)>", "affine_map<() -> (0)>", "affine_map<(d0) -> (0)>"],
    "DenseBoolArrayAttr": ["array<i1: true, false>"],
    "DenseI8ArrayAttr": ["array<i8: 1, 2>"],
    "DenseI16ArrayAttr": ["array<i16: 1, 2>"],
    "DenseI32ArrayAttr": ["array<i32: 1, 2>", "array<i32>"],
    "DenseI64ArrayAttr": ["array<i64: 1, 2>", "array<i64>"],
    "AnyAttr": ['"anything"', "3 : i8"],
    **{f"RankedI64ElementsAttr<[{n}]>": [f"dense<{value}> : tensor<{n}xi64>" for value in (1, 2)] for n in (1, 2, 3)},
    "ElementsAttr": ["dense<[1, 2]> : tensor<2xi32>"],
    "AnyIntegerAttr": ["5 : i16"],
    "APIntAttr": ["5 : i16"],
    "IntValidAlignment<I64Attr>": ["16", "1"],
    "IntValidAlignment<I32Attr>": ["16 : i32", "1 : i32"],
    "IntPositivePowerOf2<I32Attr>": ["64 : i32"],
    "GPU_OptionalDimSizeHintAttr": ["array<i32: 2, 4, 8>"],
    "llvm.constant_range": ["#llvm.constant_range<i32, 0, 12>"],
    "LLVM_AliasScopeArrayAttr": [
        "[#llvm.alias_scope<id = distinct[7]<>, domain = <id = distinct[8]<>, description = \"of all\">>]"
    ],
    "LLVM_TBAATagArrayAttr": [
        "[#llvm.tbaa_tag<base_type = <id = \"int\", members = {<#llvm.tbaa_root<id = \"root\">, 0>}>, access_type = "
        "<id = \"int\", members = {<#llvm.tbaa_root<id = \"root\">, 0>}>, offset = 4>]"
    ],
    "LLVM_AccessGroupArrayAttr": ["[#llvm.access_group<id = distinct[9]<>>]"],
}


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


def bracket_end(text, start):
    """The index behind the bracket that closes the one at `start`."""
    depth, in_string = 0, False
    for i in range(start, len(text)):
        c = text[i]
        if c == '"' and text[i - 1] != "\\":
            in_string = not in_string
        elif in_string or (c == ">" and text[i - 1] == "-"):
            continue
        elif c in "<([{":
            depth += 1
        elif c in ">)]}":
            depth -= 1
            if depth == 0:
                return i + 1
    return len(text)


# --- ops in their generic form ---

OP = re.compile(r'^( *)((?:%[\w.$#-]+(?::\d+)?(?:, )?)+ = )?"([\w.$-]+)"\(([^)]*)\)((?:\[[^\]]*\])?)')


class Op:
    """One op of a generic text: the line that it starts with and the line that closes its regions, in their parts."""

    def __init__(self, lines, at):
        """`at` is the index of a line that OP matches."""
        found = OP.match(lines[at])
        self.indent, self.results, self.name, operands, self.successors = found.groups("")
        self.operands = [operand for operand in operands.split(", ") if operand]
        rest, self.first, self.last = lines[at][found.end() :].rstrip("\n"), at, at
        self.properties = []
        if rest.startswith(" <{"):
            end = bracket_end(rest, 1)
            self.properties = split_top(rest[3 : end - 2])
            rest = rest[end:]
        self.has_regions = rest.startswith(" ({")
        self.regions = []  # of each, whether it has anything in it
        if self.has_regions:
            self.opening, begin = rest, at
            for i in range(at + 1, len(lines)):
                if lines[i].startswith((self.indent + "}, {", self.indent + "})")):
                    self.regions.append(i > begin + 1)
                    begin = i
                if lines[i].startswith(self.indent + "})"):
                    self.last = i
                    break
            rest = lines[self.last][len(self.indent) + 2 :].rstrip("\n")
        self.attrs = ""
        if rest.startswith(" {"):
            end = bracket_end(rest, 1)
            self.attrs, rest = rest[:end], rest[end:]
        end = bracket_end(rest, 3)
        self.operand_types = split_top(rest[4 : end - 1])
        results = re.sub(r" loc\(.*\)$", "", rest[end:].removeprefix(" -> "))
        is_list = results.startswith("(") and bracket_end(results, 0) == len(results)
        self.result_types = split_top(results[1:-1]) if is_list else [results]

    def property(self, name):
        """What stands behind `name =` in the properties ("" for a unit), or None."""
        for entry in self.properties:
            key, _, value = entry.partition(" = ")
            if key == name:
                return value
        return None

    def sizes(self, name, specs, total, is_same):
        """How many values each of `specs` has of `total`, by the property `name` or by what remains."""
        given = self.property(name)
        if given is not None and given.startswith("array<i32"):
            return [int(n) for n in re.findall(r"-?\d+", given[len("array<i32") :])]
        variable = [i for i, (_, kind) in enumerate(specs) if is_variable(kind)]
        share = (total - (len(specs) - len(variable))) // max(len(variable), 1) if is_same or len(variable) == 1 else 0
        return [share if i in variable else 1 for i in range(len(specs))]

    def text(self, lines, name, **changed):
        """The lines with this op's `changed` parts, and with more lines before it if `before` is given."""
        part = {**self.__dict__, **changed}
        head = f'{self.indent}{part["results"]}"{name}"({", ".join(part["operands"])}){self.successors}'
        if part["properties"]:
            head += " <{" + ", ".join(part["properties"]) + "}>"
        results = ", ".join(part["result_types"])
        if len(part["result_types"]) != 1 or part["result_types"][0].startswith("("):
            results = f"({results})"
        tail = f'{self.attrs} : ({", ".join(part["operand_types"])}) -> {results}\n'
        middle = [head + tail]
        if self.has_regions:
            middle = [head + self.opening + "\n", *lines[self.first + 1 : self.last], f"{self.indent}}}){tail}"]
        return "".join([*lines[: self.first], *part.get("before", []), *middle, *lines[self.last + 1 :]])


def is_variable(kind):
    return re.match(r"(Optional|Variadic|VariadicOfVariadic|MinSizedRegion|VariadicRegion|VariadicSuccessor)\b", kind)


def without_defaults(rows, text):
    """The generic text without properties that say what is so anyway; `rows` are by name."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        found = OP.match(line)
        row = rows.get(found.group(3)) if found else None
        if not row or not line[found.end() :].startswith(" <{"):
            continue
        end = bracket_end(line, found.end() + 1)
        kept = [entry for entry in split_top(line[found.end() + 3 : end - 2]) if not row.is_default(entry)]
        lines[at] = line[: found.end()] + (f" <{{{', '.join(kept)}}}>" if kept else "") + line[end:]
    return "".join(lines)


def ops_of(text):
    """The ops of a generic text, with their lines; lines that no op of a table makes are passed over."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        if OP.match(line):
            yield Op(lines, at), lines


# --- rows ---


class Row:
    """What `tern-opt --show-op` says of one op."""

    def __init__(self, text):
        self.name = text.split(" - ", 1)[0].strip()
        self.example = text.split("\nexample:\n", 1)[1].rstrip() + "\n" if "\nexample:\n" in text else ""
        self.attrs, self.operands, self.results = (self.specs(text, w) for w in ("attributes", "operands", "results"))
        self.regions, self.successors = self.specs(text, "regions"), self.specs(text, "successors")
        self.traits = (re.search(r"^traits: +(.*)$", text, re.M) or [0, ""])[1].split(", ")
        self.syntax = (re.search(r"^syntax: +(.*)$", text, re.M) or [0, ""])[1]
        self.cases = {
            name: cases.split(", ") for name, cases in re.findall(r"^cases of ([\w.]+): (.*)$", text, re.M)
        }

    @staticmethod
    def specs(text, what):
        line = re.search(rf"^{what}: +(.*)$", text, re.M)
        return [tuple(part.split(": ", 1)) for part in split_top(line.group(1))] if line else []

    def is_default(self, entry):
        """Whether a property says what it says, too, when it is not there."""
        name, _, value = entry.partition(" = ")
        kind = dict(self.attrs).get(name, "")
        if "DictArrayAttr" in kind:
            return re.fullmatch(r"\[(\{\}(, )?)*\]", value)
        if not kind.startswith("Default"):
            return False
        default = split_top(kind[kind.index("<") + 1 : -1])[1]
        bare = re.sub(r"^#[\w.]+<(.*)>$|^(.*?) : \w+$|^array<\w+:? ?(.*)>$", lambda m: m[1] or m[2] or f"[{m[3]}]", value)
        return bare == default

    def parts(self):
        """(name, how many states it has to be seen in) of attributes, operands and results that may be there or not.

        Of many values, some are to be seen: whether there may be none, the op's verifier knows.
        """
        yield from ((name, 2) for name, kind in self.attrs if re.match(r"Optional|Default|Unit", kind))
        for what, specs in (("operand", self.operands), ("result", self.results)):
            yield from ((f"{what} {name}", 2) for name, kind in specs if kind.startswith("Optional"))
            yield from ((f"{what} {name}", 1) for name, kind in specs if kind.startswith("Variadic"))

    def groups(self):
        """The names of the elements that the optional groups and the clauses of the format hang on."""
        found = []
        for element in re.findall(r"([\w$()<>, ]+)\^", re.sub(r"`[^`]*`", "` `", self.syntax)):
            names = re.findall(r"\$(\w+)", element)
            found += names[-1:]
        for list_of in re.finditer(r"oilist\(", self.syntax):
            clauses = self.syntax[list_of.end() : bracket_end(self.syntax, list_of.end() - 1) - 1]
            found += [m[1] for m in (re.search(r"\$(\w+)", clause) for clause in clauses.split("|")) if m]
        return list(dict.fromkeys(found))

    def states(self, op):
        """(part, what is there) of an op of this row: for an attribute its text or None, else whether it is there."""
        for name, kind in self.attrs:
            if re.match(r"Optional|Unit", kind):
                yield name, op.property(name) not in (None, "false" if "UnitProp" in kind else None)
            elif kind.startswith("Default"):
                yield name, op.property(name)
        for what, specs, segments, total, same in (
            ("operand", self.operands, "operandSegmentSizes", len(op.operands), "SameVariadicOperandSize"),
            ("result", self.results, "resultSegmentSizes", len(op.result_types), "SameVariadicResultSize"),
        ):
            for (name, kind), size in zip(specs, op.sizes(segments, specs, total, same in self.traits)):
                if is_variable(kind):
                    yield f"{what} {name}", size > 0
        fixed = len(self.successors) - 1
        for i, (name, kind) in enumerate(self.successors):
            if is_variable(kind):
                yield f"successor {name}", op.successors.count("^") > fixed
        for i, (name, kind) in enumerate(self.regions):
            if is_variable(kind):
                yield f"region {name}", len(op.regions) > i
            elif kind == "AnyRegion":
                yield f"region {name}", any(op.regions[i : i + 1])

    def samples(self, constraint):
        """Values for an attribute: of an enum all cases, and several at once in case it has flags."""
        kind = without_default(constraint)
        enum = re.fullmatch(r"Enum<([\w.]+)>", kind)
        if not enum:
            return SAMPLES.get(kind, [])
        dialect, _, mnemonic = enum.group(1).partition(".")
        cases = list(self.cases.get(enum.group(1), []))
        if len(cases) > 2:
            cases += [sign.join(cases[1:3]) for sign in ("|", ", ")]
        return [f"#{dialect}.{mnemonic}<{case}>" for case in cases]


def without_default(constraint):
    """The kind of an attribute that may be left out, or must not."""
    inside = re.fullmatch(r"(?:Optional|Default|DefaultOptional)<(.*)>", constraint)
    return split_top(inside.group(1))[0] if inside else constraint


def rows(dialects):
    for dialect in dialects:
        result = subprocess.run([TERN_OPT, f"--show-op={dialect}"], capture_output=True, text=True, check=False)
        if result.returncode == 0 and result.stdout:
            yield from (Row(text) for text in result.stdout.split("\n----\n"))


def names(sign, dialect):
    """The names of a dialect's types ("!") or attributes ("#")."""
    result = subprocess.run([TERN_OPT, f"--show-op={sign}{dialect}"], capture_output=True, text=True, check=False)
    return re.findall(r"^([\w.]+) - ", result.stdout, re.M)


def of_enums(dialects):
    """(name, chunk) of each enum that is an attribute, with all its cases."""
    for dialect in dialects:
        result = subprocess.run([TERN_OPT, f"--show-op=#{dialect}"], capture_output=True, text=True, check=False)
        for name, cases in re.findall(r"^([\w.]+) - one of (.*)$", result.stdout, re.M):
            values = [f"a{i} = #{name}<{case}>" for i, case in enumerate(cases.split(", "))]
            yield f"#{name}", f'"test.enum"() {{{", ".join(values)}}} : () -> ()\n'


# --- variants ---

ANY_TYPES = ["i32", "i64", "i1", "index", "f32", "vector<4xf32>", "tensor<4xf32>", "memref<4xf32>", "!llvm.ptr"]


class Variants:
    """Chunks made from the generic forms of the rows' examples."""

    def __init__(self, table, texts):
        """`texts`: what there is in generic form; values of attributes and types of values are taken from there."""
        self.rows = {row.name: row for row in table}
        self.values, self.types = {}, {}
        for text in filter(None, texts):
            aliases = dict(re.findall(r"^([#!][\w.-]+) = (.*)$", text, re.M))
            for op, _ in ops_of(text):
                row = self.rows.get(op.name)
                if row:
                    self.learn(row, op, aliases)

    def learn(self, row, op, aliases):
        for name, kind in row.attrs:
            value = op.property(name)
            if value and len(value) < 200:
                self.values.setdefault((name, without_default(kind)), {})[spelt_out(value, aliases)] = None
        for specs, types, segments, same in (
            (row.operands, op.operand_types, "operandSegmentSizes", "SameVariadicOperandSize"),
            (row.results, op.result_types, "resultSegmentSizes", "SameVariadicResultSize"),
        ):
            sizes, at = op.sizes(segments, specs, len(types), same in row.traits), 0
            for (_, kind), size in zip(specs, sizes):
                for written in types[at : at + size]:
                    self.types.setdefault(base_kind(kind), {})[spelt_out(written, aliases)] = None
                at += size

    def find(self, row, text):
        return next(((op, lines) for op, lines in ops_of(text) if op.name == row.name), (None, None))

    def of_attributes(self, row, text):
        """(attribute, entry, chunk): the row's example in generic form with each attribute changed, added or taken away.

        The entry is what stands for the attribute in the chunk, or "".
        """
        op, lines = self.find(row, text)
        if not op:
            return
        for name, kind in row.attrs:
            at = next((i for i, entry in enumerate(op.properties) if entry.partition(" = ")[0] == name), None)
            before, behind = op.properties[:at], op.properties[at + 1 :] if at is not None else []
            if at is not None and re.match(r"Optional|Default|Unit", kind):
                yield name, "", op.text(lines, row.name, properties=[*before, *behind])
            learnt = list(self.values.get((name, without_default(kind)), {}))[:LEARNT_PER_ATTRIBUTE]
            for sample in dict.fromkeys([*row.samples(kind), *learnt]):
                entry = name if sample == "unit" else f"{name} = {sample}"
                if at is None or entry != op.properties[at]:
                    yield name, entry, op.text(lines, row.name, properties=[*before, entry, *behind])

    def of_all_attributes(self, row, text, entries):
        """The example with all of `entries` at once, which are by the names of attributes, and with others than the row's."""
        op, lines = self.find(row, text)
        if not op:
            return
        kept = [entry for entry in op.properties if entry.partition(" = ")[0] not in entries]
        if entries:
            yield op.text(lines, row.name, properties=[*kept, *entries.values()])
        others = "{" + ", ".join(filter(None, [op.attrs.strip(" {}"), *OTHERS])) + "}"
        yield op.text(lines, row.name, attrs=f" {others}", properties=[*kept, *entries.values()])

    def with_attributes(self, examples, accepts, per_attribute=None):
        """(name, chunk): the variants of `examples`, (row, generic text), with each attribute alone and many at once.

        `accepts` says of texts which ones are read here. Of each attribute all variants, or so many that are read.
        """
        made, entries, chunks, count = [], {}, {}, {}
        for row, text in examples:
            for name, entry, chunk in self.of_attributes(row, text):
                made.append((row.name, name, entry, chunk))
        for (op, name, entry, chunk), is_accepted in zip(made, accepts([chunk for *_, chunk in made])):
            if is_accepted and entry:
                entries.setdefault(op, {})[name] = entry
            count[op, name] = count.get((op, name), 0) + is_accepted
            if per_attribute is None or (is_accepted and count[op, name] <= per_attribute):
                chunks[chunk] = op
        # One after the other, as long as they go together.
        together = {row.name: {} for row, _ in examples}
        for k in range(max(map(len, entries.values()))):
            tried = [(row, text, {**together[row.name], name: entry}) for row, text in examples
                     for name, entry in list(entries.get(row.name, {}).items())[k : k + 1]]
            texts = [list(self.of_all_attributes(*one)) for one in tried]
            for (row, _, tried_entries), is_accepted in zip(tried, accepts([variants[0] for variants in texts])):
                if is_accepted:
                    together[row.name] = tried_entries
        for row, text in examples:
            alone = [] if per_attribute else self.of_all_attributes(row, text, {})
            for chunk in [*alone, *self.of_all_attributes(row, text, together[row.name])][-1 if per_attribute else 0 :]:
                chunks[chunk] = row.name
        return [(op, chunk) for chunk, op in chunks.items() if chunk]

    def of_values(self, row, text):
        """(op, part, chunk): the example with each optional operand and result added or taken away, of several types."""
        op, lines = self.find(row, text)
        if not op:
            return
        sizes = op.sizes("operandSegmentSizes", row.operands, len(op.operands), "SameVariadicOperandSize" in row.traits)
        for k, (name, kind) in enumerate(row.operands):
            if is_variable(kind):
                for operands, types, count, before in self.with_values(op, kind, sizes, k):
                    properties = segments(op, "operandSegmentSizes", row.operands, k, count)
                    yield row.name, name, op.text(lines, row.name, operands=operands, operand_types=types,
                                                  properties=properties, before=before)
        sizes = op.sizes("resultSegmentSizes", row.results, len(op.result_types), "SameVariadicResultSize" in row.traits)
        for k, (name, kind) in enumerate(row.results):
            if is_variable(kind):
                start = sum(sizes[:k])
                for types in [[], *([t] for t in self.candidates(op, kind))]:
                    types = op.result_types[:start] + types + op.result_types[start + sizes[k] :]
                    results = f"%new:{len(types)} = " if types else ""
                    properties = segments(op, "resultSegmentSizes", row.results, k, len(types) - len(op.result_types))
                    yield row.name, name, op.text(lines, row.name, results=results, result_types=types,
                                                  properties=properties)

    def candidates(self, op, kind):
        learnt = [*self.types.get(base_kind(kind), {})][:8]
        return dict.fromkeys([*learnt, *op.operand_types, *op.result_types, *ANY_TYPES])

    def with_values(self, op, kind, sizes, k):
        """(operands, types, growth, lines before): fewer, none and more values at place `k`."""
        start, size = sum(sizes[:k]), sizes[k]
        for keep in {0, 1} & set(range(size)):
            cut = slice(start + keep, start + size)
            operands, types = list(op.operands), list(op.operand_types)
            del operands[cut], types[cut]
            yield operands, types, keep - size, []
        if size and kind.startswith("Optional"):
            return
        end = start + size
        for written in self.candidates(op, kind):
            before = [f'{op.indent}%more = "test.value"() : () -> {written}\n']
            yield [*op.operands[:end], "%more", *op.operands[end:]], [
                *op.operand_types[:end], written, *op.operand_types[end:]], 1, before

    @staticmethod
    def chosen(candidates, accepted):
        """(name, chunk) of some of the candidates: of each part few that are accepted, fewer that are not."""
        count, chunks = {}, {}
        for (name, part, chunk), is_accepted in zip(candidates, accepted):
            key = (name, part, is_accepted)
            count[key] = count.get(key, 0) + 1
            if count[key] <= (ACCEPTED_PER_PART if is_accepted else REFUSED_PER_PART):
                chunks[chunk] = name
        return [(name, chunk) for chunk, name in chunks.items()]


def spelt_out(text, aliases):
    """`text` with what its aliases stand for."""
    for _ in range(8):
        changed = re.sub(r"[#!][\w.-]+", lambda m: aliases.get(m.group(), m.group()), text)
        if changed == text:
            break
        text = changed
    return text


def base_kind(kind):
    """What a value is, without how many there may be of it."""
    inside = re.fullmatch(r"(?:Optional|Variadic|VariadicOfVariadic)<(.*)>", kind)
    return split_top(inside.group(1))[0] if inside else kind


def segments(op, name, specs, k, growth):
    """The op's properties with the `k`th number of `name` grown."""
    given = op.property(name)
    if given is None:
        return op.properties
    sizes = [int(n) for n in re.findall(r"-?\d+", given[len("array<i32") :])] or [0] * len(specs)
    sizes[k] += growth
    entry = f"{name} = array<i32: {', '.join(map(str, sizes))}>"
    return [entry if e.startswith(f"{name} = ") else e for e in op.properties]
