"""The modules that differential.py gives to both tools: those of the lit tests, and composed ones.

A composed module is drawn from tables of rows. A row is one op: `%r:T = arith.addi %a:T, %b:T : T` takes two values of a type
T of its class and makes one; the composer finds the operands among the values there are, or makes a constant or an argument.
The same seed gives the same modules, on every machine.
"""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEPARATOR = "// -----"
# What the passes of the GPU stack, and of what it is lowered through, work on.
DIALECTS = {"builtin", "func", "arith", "cf", "index", "math", "ub", "complex", "vector", "scf", "memref", "affine", "gpu", "nvgpu",
            "nvvm", "llvm", "async", "dlti", "rocdl"}
FOLDERS = ("convert", "dialect", "transform", "target")
OP = re.compile(r"(?:^|[=({]|\bmodule \{|\")\s*\"?([a-z_]+)\.[A-Za-z_]+(?:\.[A-Za-z_0-9]+)*\b", re.M)
COMMENT = re.compile(r"(^|\s)//.*$", re.M)


def lit_modules():
    """The chunks of the lit tests with nothing but ops of DIALECTS: (name, text)."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.mlir")):
            seen = Counter()
            for chunk in re.split(r"(?m)^// -----.*$", path.read_text(encoding="utf-8")):
                text = "\n".join(line.rstrip() for line in COMMENT.sub("", chunk).splitlines() if line.strip())
                dialects = {name for name in OP.findall(text)}
                if not text or not dialects or dialects - DIALECTS:
                    continue
                symbol = re.search(r"@([\w$.]+)", text)
                name = f"{path.relative_to(ROOT)}:{symbol[1] if symbol else ''}"
                seen[name] += 1
                yield (name if seen[name] == 1 else f"{name}#{seen[name]}"), text


INTEGERS = ["i8", "i16", "i32", "i64"]
FLOATS = ["f16", "bf16", "f32", "f64"]


def vectors_of(types, shapes=("4", "2x3", "[4]")):
    return [f"vector<{shape}x{type}>" for type in types for shape in shapes]


def pairs(types, keep):
    return [(a, b) for a in types for b in types if keep(a, b)]


def width(type):
    return int(re.search(r"\d+$", type)[0])


CLASSES = {
    "int": INTEGERS + ["index", "i1"] + vectors_of(["i32", "i64"]),
    "wide": INTEGERS + ["index"] + vectors_of(["i32"]),
    "sized": INTEGERS + vectors_of(["i32"]),  # what has two halves: upstream's lowering of these ops fails on index
    "float": FLOATS + vectors_of(["f32", "f16"]),
    "f32": ["f32", "f64"],
    "any": INTEGERS + FLOATS + ["index"] + vectors_of(["f32", "i32"]),
    "index": ["index"],
    "i32": ["i32"],
    "lane": ["f32", "i32", "f64", "i8"],
    "complex": ["complex<f32>", "complex<f64>"],
    "iext": pairs(INTEGERS, lambda a, b: width(a) < width(b)) + [("vector<4xi8>", "vector<4xi32>")],
    "itrunc": pairs(INTEGERS, lambda a, b: width(a) > width(b)) + [("vector<4xi64>", "vector<4xi32>")],
    "fext": [("f16", "f32"), ("bf16", "f64"), ("f32", "f64"), ("vector<4xf16>", "vector<4xf32>")],
    "ftrunc": [("f32", "f16"), ("f64", "bf16"), ("f64", "f32"), ("vector<2x3xf32>", "vector<2x3xf16>")],
    "itof": [("i32", "f32"), ("i64", "f16"), ("i8", "f64"), ("vector<4xi32>", "vector<4xf32>")],
    "ftoi": [("f32", "i32"), ("f16", "i8"), ("f64", "i64"), ("vector<4xf32>", "vector<4xi32>")],
    "bits": [("i32", "f32"), ("f32", "i32"), ("f64", "i64"), ("i16", "bf16"), ("vector<4xi32>", "vector<4xf32>")],
    "cast": [("i32", "index"), ("index", "i64"), ("index", "i32"), ("i8", "index"), ("vector<4xi32>", "vector<4xindex>")],
    "1-D": ["vector<4xf32>", "vector<8xi32>", "vector<4xf64>", "vector<4xi64>"],
}

# class | op; %name:T is a value, ~T is i1 in the shape of T, T' the second type of a pair, E the element of a vector. Left out
# are the corners where upstream's folds crash (sums with poison) or answer what C does not (atan2 of zeros).
SCALARS = """
int | %r:T = arith.addi %a:T, %b:T : T
int | %r:T = arith.addi %a:T, %b:T overflow<nsw, nuw> : T
int | %r:T = arith.subi %a:T, %b:T : T
wide | %r:T = arith.muli %a:T, %b:T : T
wide | %r:T = arith.divsi %a:T, %b:T : T
wide | %r:T = arith.divui %a:T, %b:T : T
wide | %r:T = arith.remsi %a:T, %b:T : T
wide | %r:T = arith.remui %a:T, %b:T : T
wide | %r:T = arith.ceildivsi %a:T, %b:T : T
wide | %r:T = arith.floordivsi %a:T, %b:T : T
int | %r:T = arith.andi %a:T, %b:T : T
int | %r:T = arith.ori %a:T, %b:T : T
int | %r:T = arith.xori %a:T, %b:T : T
wide | %r:T = arith.shli %a:T, %b:T : T
wide | %r:T = arith.shrsi %a:T, %b:T : T
wide | %r:T = arith.shrui %a:T, %b:T : T
wide | %r:T = arith.maxsi %a:T, %b:T : T
wide | %r:T = arith.minui %a:T, %b:T : T
sized | %r:T, %o:~T = arith.addui_extended %a:T, %b:T : T, ~T
sized | %r:T, %o:T = arith.mulsi_extended %a:T, %b:T : T
int | %r:~T = arith.cmpi slt, %a:T, %b:T : T
int | %r:~T = arith.cmpi eq, %a:T, %b:T : T
int | %r:~T = arith.cmpi uge, %a:T, %b:T : T
float | %r:T = arith.addf %a:T, %b:T : T
float | %r:T = arith.subf %a:T, %b:T fastmath<contract> : T
float | %r:T = arith.mulf %a:T, %b:T fastmath<fast> : T
float | %r:T = arith.divf %a:T, %b:T : T
float | %r:T = arith.remf %a:T, %b:T : T
float | %r:T = arith.negf %a:T : T
float | %r:T = arith.maximumf %a:T, %b:T : T
float | %r:T = arith.minnumf %a:T, %b:T : T
float | %r:~T = arith.cmpf olt, %a:T, %b:T : T
float | %r:~T = arith.cmpf une, %a:T, %b:T : T
any | %r:T = arith.select %c:i1, %a:T, %b:T : T
any | %r:T = arith.select %c:~T, %a:T, %b:T : ~T, T
iext | %r:T' = arith.extsi %a:T : T to T'
iext | %r:T' = arith.extui %a:T : T to T'
itrunc | %r:T' = arith.trunci %a:T : T to T'
fext | %r:T' = arith.extf %a:T : T to T'
ftrunc | %r:T' = arith.truncf %a:T : T to T'
itof | %r:T' = arith.sitofp %a:T : T to T'
itof | %r:T' = arith.uitofp %a:T : T to T'
ftoi | %r:T' = arith.fptosi %a:T : T to T'
ftoi | %r:T' = arith.fptoui %a:T : T to T'
bits | %r:T' = arith.bitcast %a:T : T to T'
cast | %r:T' = arith.index_cast %a:T : T to T'
cast | %r:T' = arith.index_castui %a:T : T to T'
index | %r:T = index.add %a:T, %b:T
index | %r:T = index.mul %a:T, %b:T
index | %r:T = index.ceildivs %a:T, %b:T
index | %r:T = index.floordivs %a:T, %b:T
index | %r:T = index.ceildivu %a:T, %b:T
index | %r:T = index.remu %a:T, %b:T
index | %r:T = index.maxs %a:T, %b:T
index | %r:T = index.shrs %a:T, %b:T
index | %r:T = index.sizeof
index | %r:i1 = index.cmp ult(%a:T, %b:T)
index | %r:i32 = index.casts %a:T : T to i32
index | %r:index = index.castu %a:i32 : i32 to index
float | %r:T = ub.poison : T
"""
MATH = """
float | %r:T = math.exp %a:T : T
float | %r:T = math.log1p %a:T : T
float | %r:T = math.expm1 %a:T : T
float | %r:T = math.sqrt %a:T : T
float | %r:T = math.rsqrt %a:T fastmath<afn> : T
float | %r:T = math.tanh %a:T : T
float | %r:T = math.sin %a:T : T
float | %r:T = math.absf %a:T : T
float | %r:T = math.copysign %a:T, %b:T : T
float | %r:T = math.powf %a:T, %b:T : T
float | %r:T = math.fma %a:T, %b:T, %c:T : T
float | %r:T = math.floor %a:T : T
float | %r:T = math.roundeven %a:T : T
float | %r:T = math.exp2 %a:T : T
float | %r:T = math.log %a:T : T
float | %r:T = math.erf %a:T : T
f32 | %r:T = math.cbrt %a:T : T
wide | %r:T = math.ctlz %a:T : T
wide | %r:T = math.ctpop %a:T : T
wide | %r:T = math.absi %a:T : T
f32 | %r:T = math.fpowi %a:T, %b:i32 : T, i32
f32 | %r:i1 = math.isnan %a:T : T
"""
COMPLEX = """
complex | %r:T = complex.add %a:T, %b:T : T
complex | %r:T = complex.sub %a:T, %b:T : T
complex | %r:T = complex.mul %a:T, %b:T : T
complex | %r:T = complex.div %a:T, %b:T : T
complex | %r:T = complex.neg %a:T : T
complex | %r:T = complex.conj %a:T : T
complex | %r:i1 = complex.eq %a:T, %b:T : T
complex | %r:i1 = complex.neq %a:T, %b:T : T
complex | %r:E = complex.abs %a:T : T
complex | %r:E = complex.re %a:T : T
complex | %r:E = complex.im %a:T : T
complex | %r:T = complex.create %a:E, %b:E : T
complex | %r:T = complex.exp %a:T : T
complex | %r:T = complex.log %a:T : T
complex | %r:T = complex.sqrt %a:T : T
complex | %r:T = complex.tanh %a:T : T
complex | %r:T = complex.sin %a:T : T
complex | %r:T = complex.pow %a:T, %b:T : T
complex | %r:E = complex.angle %a:T : T
complex | %r:T = complex.sign %a:T : T
"""
VECTORS = """
1-D | %r:E = vector.extract %a:T[1] : E from T
1-D | %r:E = vector.extract %a:T[%i:place] : E from T
1-D | %r:T = vector.broadcast %e:E : E to T
1-D | %r:E = vector.reduction <add>, %a:T : T into E
index | %r:vector<2xf32> = vector.shuffle %a:vector<4xf32>, %b:vector<4xf32> [0, 5] : vector<4xf32>, vector<4xf32>
1-D | %r:vector<4xi1> = vector.create_mask %i:index : vector<4xi1>
index | %r:vector<4xi1> = vector.constant_mask [3] : vector<4xi1>
index | %r:vector<4xf32> = vector.fma %a:vector<4xf32>, %b:vector<4xf32>, %c:vector<4xf32> : vector<4xf32>
index | %r:vector<2x3xf32> = vector.fma %a:vector<2x3xf32>, %b:vector<2x3xf32>, %c:vector<2x3xf32> : vector<2x3xf32>
index | %r:vector<3xf32> = vector.extract %a:vector<2x3xf32>[1] : vector<3xf32> from vector<2x3xf32>
index | %r:vector<2x3xf32> = vector.broadcast %a:vector<3xf32> : vector<3xf32> to vector<2x3xf32>
index | %r:vector<4xindex> = vector.step : vector<4xindex>
index | %r:vector<16xi8> = vector.bitcast %a:vector<4xi32> : vector<4xi32> to vector<16xi8>
index | %r:vector<4xf32> = vector.from_elements %a:f32, %b:f32, %c:f32, %d:f32 : vector<4xf32>
index | %r:vector<2xf32> = vector.extract_strided_slice %a:vector<4xf32> {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
index | %r:vector<6xf32> = vector.shape_cast %a:vector<2x3xf32> : vector<2x3xf32> to vector<6xf32>
index | %r:vector<4xf32> = vector.interleave %a:vector<2xf32>, %b:vector<2xf32> : vector<2xf32> -> vector<4xf32>
index | %r:f32 = vector.reduction <mul>, %a:vector<4xf32>, %b:f32 fastmath<reassoc> : vector<4xf32> into f32
"""
DEVICE = """
index | %r:T = gpu.thread_id x
index | %r:T = gpu.block_id y
index | %r:T = gpu.block_dim z upper_bound 64
index | %r:T = gpu.grid_dim x
index | %r:T = gpu.global_id x
index | %r:T = gpu.lane_id
index | %r:T = gpu.lane_id upper_bound 32
index | gpu.barrier
lane | %r:T, %v:i1 = gpu.shuffle xor %a:T, %b:i32, %w:i32 : T
i32 | %r:T, %v:i1 = gpu.shuffle up %a:T, %b:T, %w:T : T
f32 | %r:T = gpu.all_reduce add %a:T uniform {} : (T) -> (T)
i32 | %r:T = gpu.subgroup_reduce maxsi %a:T uniform : (T) -> (T)
i32 | %r:T = gpu.subgroup_reduce add %a:T cluster(size = 4) : (T) -> (T)
f32 | gpu.printf "%f\\\\n", %a:T : T
"""


def element(type):
    match = re.search(r"<(?:[\[\]\d]+x)*([^<>]+)>$", type)
    return match[1] if match else type


def truth(type):
    return re.sub(r"(x?)(index|[a-z]+\d+)(>?)$", r"\1i1\3", type) if "<" in type else "i1"


class Body:
    """Ops of one block, and the values that they may use."""

    def __init__(self, rng, indent="  ", values=None):
        self.rng, self.indent, self.lines = rng, indent, []
        self.values = values or {}
        self.count = [0]

    def fresh(self, type):
        name = f"%v{self.count[0]}"
        self.count[0] += 1
        self.values.setdefault(type, []).append(name)
        return name

    def add(self, text):
        self.lines.append(self.indent + text)

    def nested(self):
        inner = Body(self.rng, self.indent + "  ", {type: list(names) for type, names in self.values.items()})
        inner.count, inner.lines = self.count, self.lines
        return inner

    def constant(self, type):
        rng = self.rng
        if type.startswith("complex"):
            real, imaginary = self.value(element(type)), self.value(element(type))
            name = self.fresh(type)
            self.add(f"{name} = complex.create {real}, {imaginary} : {type}")
            return name
        of = element(type)
        number = (rng.choice(["0.0", "1.0", "-2.5"]) if of[0] in "fb" else rng.choice(["true", "false"]) if of == "i1"
                  else rng.choice(["0", "1", "-1", "7"]))
        name = self.fresh(type)
        text = f"dense<{number}> : {type}" if "<" in type else number if of == "i1" else f"{number} : {type}"
        self.add(f"{name} = arith.constant {text}")
        return name

    def value(self, type):
        known = self.values.get(type)
        if known and self.rng.random() < 0.9:
            return self.rng.choice(known)
        return self.constant(type)

    def place(self):
        """A position in a vector."""
        name = self.fresh("index")
        self.add(f"{name} = arith.constant {self.rng.randrange(4)} : index")
        return name

    def row(self, row):
        """Adds the op of one row."""
        kind, text = [part.strip() for part in row.split("|", 1)]
        chosen = self.rng.choice(CLASSES[kind])
        first, second = chosen if isinstance(chosen, tuple) else (chosen, chosen)
        def expand(piece):
            return {"T": first, "T'": second, "E": element(first), "~T": truth(first)}.get(piece, piece)

        left, equals, right = text.partition(" = ")
        if not left.startswith("%"):
            left, equals, right = "", "", text
        operands = {}

        def operand(match):
            key = match[1]
            if key not in operands:
                operands[key] = self.place() if match[2] == "place" else self.value(expand(match[2]))
            return operands[key]

        right = re.sub(r"%(\w+):(~?[A-Za-z]\w*(?:<[^>]*>)?'?)", operand, right)
        right = re.sub(r"(?<![\w%@\"])(~T|T'|T|E)(?!\w)", lambda match: expand(match[1]), right)
        results = [self.fresh(expand(piece.strip().split(":", 1)[1])) for piece in left.split(", ")] if left else []
        self.add(", ".join(results) + equals + right)

    def rows(self, tables, count):
        for _ in range(count):
            self.row(self.rng.choice(tables))


def table(text):
    return [line for line in text.splitlines() if line]
