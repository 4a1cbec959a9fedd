"""Composed modules for differential.py: functions, loops, launches, kernels and host code, drawn from a seed."""

import random

from differential_modules import COMPLEX, DEVICE, FLOATS, INTEGERS, MATH, SCALARS, VECTORS, Body, table

SPACES = ["", "1", "3", "#gpu.address_space<global>", "#gpu.address_space<workgroup>"]
LAYOUTS = ["", "", "", "strided<[{strides}]>", "strided<[{strides}], offset: ?>", "strided<[{strides}], offset: 4>"]


class MemRef:
    """A memref type of random rank, sizes, layout, element and space."""

    def __init__(self, rng, element=None, ranks=(0, 1, 2, 3), plain=False, static=False, space=None):
        self.element = element or rng.choice(["f32", "f32", "i32", "i8", "f16", "i64", "index", "i1"])
        self.sizes = [rng.choice([4, 8, 3] if static else [4, 8, 3, None]) for _ in range(rng.choice(ranks))]
        self.space = rng.choice(SPACES) if space is None else space
        layout = "" if plain or not self.sizes else rng.choice(LAYOUTS)
        strides = [rng.choice(["?", "1", "16", "64"]) if i + 1 < len(self.sizes) else rng.choice(["1", "1", "?", "2"])
                   for i in range(len(self.sizes))]
        self.layout = layout.format(strides=", ".join(strides))

    def __str__(self):
        shape = "".join(f"{'?' if size is None else size}x" for size in self.sizes)
        return "memref<" + ", ".join(part for part in (shape + self.element, self.layout, self.space) if part) + ">"

    def indices(self, body):
        return "[" + ", ".join(body.value("index") for _ in self.sizes) + "]"


def extent(body):
    """What is not known to be negative, which upstream's views would be made of before its verifier refuses them."""
    return body.place() if body.rng.random() < 0.4 else body.values["index"][0]


def access(body, name, type):
    """One op on the memref `name`."""
    rng, rank = body.rng, len(type.sizes)
    kind = rng.choice(["load", "store", "dim", "subview", "metadata", "load", "store", "cast", "reinterpret", "atomic",
                       "prefetch", "rank", "aligned", "pointer"])
    if kind == "load":
        indices = type.indices(body)
        body.add(f"{body.fresh(type.element)} = memref.load {name}{indices} : {type}")
    elif kind == "store":
        value = body.value(type.element)
        body.add(f"memref.store {value}, {name}{type.indices(body)} : {type}")
    elif kind == "dim" and rank:
        index = body.value("index")
        body.add(f"{body.fresh('index')} = memref.dim {name}, {index} : {type}")
    elif kind == "rank":
        body.add(f"{body.fresh('index')} = memref.rank {name} : {type}")
    elif kind == "metadata":
        outs = [body.fresh("base"), body.fresh("base")]
        sizes = [f"%s{body.count[0]}_{i}" for i in range(2 * rank)]
        space = f", {type.space}" if type.space else ""
        names = ", ".join(outs + sizes)
        body.add(f"{names} = memref.extract_strided_metadata {name} : {type} -> memref<{type.element}{space}>, "
                 + ", ".join(["index"] * (1 + 2 * rank)))
        body.values.setdefault("index", []).extend([outs[1], *sizes])
    elif kind == "subview" and rank and (not type.layout or "?" in type.layout):
        offsets = [extent(body) for _ in range(rank)]
        sizes = [rng.choice(["2", extent(body)]) for _ in range(rank)]
        shape = "".join(("2" if size == "2" else "?") + "x" for size in sizes)
        strides = ", ".join(["?"] * rank)
        space = f", {type.space}" if type.space else ""
        result = f"memref<{shape}{type.element}, strided<[{strides}], offset: ?>{space}>"
        steps = ", ".join(extent(body) for _ in range(rank))
        view = body.fresh(result)
        body.add(f"{view} = memref.subview {name}[{', '.join(offsets)}] [{', '.join(sizes)}] [{steps}] : {type} to {result}")
        value = body.value("index")
        body.add(f"{body.fresh(type.element)} = memref.load {view}[{', '.join([value] * rank)}] : {result}")
    elif kind == "cast" and rank:
        space = f", {type.space}" if type.space else ""
        body.add(f"{body.fresh('unranked')} = memref.cast {name} : {type} to memref<*x{type.element}{space}>")
    elif kind == "reinterpret":
        space = f", {type.space}" if type.space else ""
        result = f"memref<?x2x{type.element}, strided<[?, 1], offset: ?>{space}>"
        offset, size, stride = (extent(body) for _ in range(3))
        body.add(f"{body.fresh(result)} = memref.reinterpret_cast {name} to offset: [{offset}], sizes: [{size}, 2], "
                 f"strides: [{stride}, 1] : {type} to {result}")
    elif kind == "atomic" and type.element in ("f32", "i32", "i64"):
        value = body.value(type.element)
        what = rng.choice(["addf", "maximumf", "assign"] if type.element == "f32" else ["addi", "maxs", "ori", "minu"])
        indices = type.indices(body)
        body.add(f"{body.fresh(type.element)} = memref.atomic_rmw {what} {value}, {name}{indices} : "
                 f"({type.element}, {type}) -> {type.element}")
    elif kind == "prefetch" and rank:
        body.add(f"memref.prefetch {name}{type.indices(body)}, {rng.choice(['read', 'write'])}, "
                 f"locality<{rng.randrange(4)}>, data : {type}")
    elif kind == "aligned":
        body.add(f"{body.fresh(str(type))} = memref.assume_alignment {name}, 16 : {type}")
    elif kind == "pointer":
        body.add(f"{body.fresh('index')} = memref.extract_aligned_pointer_as_index {name} : {type} -> index")


def arguments(body, types):
    """Declares values of the types, as a list of parameters."""
    return ", ".join(f"{body.fresh(str(type))}: {type}" for type in types)


def function(rng, name, types, fill, visibility=""):
    body = Body(rng)
    head = arguments(body, types)
    fill(body)
    results = [type for type in body.values if type in INTEGERS + FLOATS + ["index", "i1", "vector<4xf32>"]]
    results = rng.sample(results, min(len(results), 3))
    values = [body.values[type][-1] for type in results]
    tail = f"  return {', '.join(values)} : {', '.join(results)}" if results else "  return"
    arrow = f" -> ({', '.join(results)})" if results else ""
    return "\n".join([f"func.func {visibility}@{name}({head}){arrow} {{", *body.lines, tail, "}"])


def scalars(rng, tables):
    rows = table(tables)
    types = rng.sample(INTEGERS + FLOATS + ["index", "i1", "vector<4xf32>", "vector<4xi32>"], 4)
    return function(rng, "scalars", types, lambda body: body.rows(rows, rng.randrange(4, 14)))


def memory(rng):
    types = [MemRef(rng) for _ in range(2)] + ["index"]

    def fill(body):
        names = [(body.values[str(type)][0], type) for type in types[:2]]
        for _ in range(rng.randrange(1, 3)):
            plain = MemRef(rng, plain=True, space=rng.choice(["", "1"]))
            dims = ", ".join(body.value("index") for size in plain.sizes if size is None)
            aligned = rng.choice(["", " {alignment = 64 : i64}"])
            name = body.fresh(str(plain))
            what = rng.choice(["alloc", "alloca"])
            body.add(f"{name} = memref.{what}({dims}){aligned} : {plain}")
            names.append((name, plain))
        for _ in range(rng.randrange(3, 10)):
            access(body, *rng.choice(names))
        if rng.random() < 0.5 and "alloc(" in " ".join(body.lines):
            name, plain = next((n, t) for n, t in names if f"{n} = memref.alloc(" in "\n".join(body.lines))
            body.add(f"memref.dealloc {name} : {plain}")

    return function(rng, "memory", types, fill)


CONSTRUCTS = ("for", "if", "while", "for_carrying", "parallel", "switch", "execute", "affine")


def step_of(body):
    """A step that is not known to be wrong."""
    name = body.fresh("index")
    body.add(f"{name} = arith.constant {body.rng.choice([1, 2, 4])} : index")
    return name


def nest_carrying(body, inner, kind, depth, leaf, range_):
    """Loops that carry a value, which comes out of them."""
    low, high, step = range_
    if kind == "for_carrying":
        start = body.value("f32")
        counter, carried = inner.fresh("index"), inner.fresh("f32")
        result = f"%r{body.count[0]}"
        body.count[0] += 1
        body.add(f"{result} = scf.for {counter} = {low} to {high} step {step} iter_args({carried} = {start}) -> (f32) {{")
        nest(inner, depth - 1, leaf)
        body.add(f"  scf.yield {inner.values['f32'][-1]} : f32")
        body.add("}")
        body.values.setdefault("f32", []).append(result)
    else:
        start = body.value("i32")
        result, before, after = (f"%w{body.count[0]}_{i}" for i in range(3))
        condition = body.value("i1")
        body.count[0] += 1
        body.add(f"{result} = scf.while ({before} = {start}) : (i32) -> i32 {{")
        body.add(f"  scf.condition({condition}) {before} : i32")
        body.add("} do {")
        body.add(f"^bb0({after}: i32):")
        inner.values.setdefault("i32", []).append(after)
        nest(inner, depth - 1, leaf)
        body.add(f"  scf.yield {after} : i32")
        body.add("}")
        body.values.setdefault("i32", []).append(result)


def nest(body, depth, leaf, kinds=CONSTRUCTS):
    """Structured control flow around a leaf. Loops of affine have only such loops inside, for they have one block."""
    rng = body.rng
    if not depth:
        leaf(body)
        return
    kind = rng.choice(kinds)
    low, high, step = body.value("index"), body.value("index"), step_of(body)
    inner = body.nested()
    if kind == "for":
        body.add(f"scf.for {inner.fresh('index')} = {low} to {high} step {step} {{")
        nest(inner, depth - 1, leaf)
        body.add("}")
    elif kind == "affine":
        counter = inner.fresh("index")
        body.add(f"affine.for {counter} = 0 to {rng.choice(['16', '8 step 2', '5'])} {{")
        nest(inner, depth - 1, leaf, ("affine",))
        body.add("}")
    elif kind == "if":
        condition = body.value("i1")
        body.add(f"scf.if {condition} {{")
        nest(inner, depth - 1, leaf)
        if rng.random() < 0.5:
            body.add("} else {")
            nest(body.nested(), 0, leaf)
        body.add("}")
    elif kind in ("for_carrying", "while"):
        nest_carrying(body, inner, kind, depth, leaf, (low, high, step))
    elif kind == "parallel":
        body.add(f"scf.parallel ({inner.fresh('index')}, {inner.fresh('index')}) = ({low}, {low}) to ({high}, {high}) "
                 f"step ({step}, {step}) {{")
        nest(inner, depth - 1, leaf)
        body.add("}")
    elif kind == "switch":
        body.add(f"scf.index_switch {low}")
        body.add(f"case {rng.randrange(4)} {{")
        nest(inner, depth - 1, leaf)
        body.add("  scf.yield")
        body.add("}")
        body.add("default {")
        body.add("}")
    else:
        body.add("scf.execute_region {")
        nest(inner, depth - 1, leaf)
        body.add("  scf.yield")
        body.add("}")


def loops(rng):
    type = MemRef(rng, element="f32", ranks=(1, 2), plain=True, space="")
    rows = table(SCALARS)

    def leaf(body):
        body.rows(rows, rng.randrange(0, 3))
        value = body.value("f32")
        body.add(f"memref.store {value}, {body.values[str(type)][0]}{type.indices(body)} : {type}")

    return function(rng, "loops", [type, "index", "f32", "i1"], lambda body: nest(body, rng.randrange(1, 4), leaf))


def branches(rng):
    """Blocks that branch to each other with arguments."""
    rows = table(SCALARS)
    body = Body(rng)
    head = arguments(body, ["i32", "f32", "i1", "index"])
    count = rng.randrange(2, 5)
    outer = {type: list(names) for type, names in body.values.items()}
    for block in range(count + 1):
        body.values = {type: list(names) for type, names in outer.items()}
        if block:
            body.add(f"^bb{block}({body.fresh('i32')}: i32, {body.fresh('f32')}: f32):")
        body.rows(rows, rng.randrange(0, 4))
        operands = lambda: f"({body.value('i32')}, {body.value('f32')} : i32, f32)"
        if block == count:
            value = body.value("f32")
            body.add(f"return {value} : f32")
            continue
        target = lambda: f"^bb{rng.randrange(block + 1, count + 1)}"
        kind = rng.choice(["br", "cond", "switch"])
        if kind == "br":
            passed = operands()
            body.add(f"cf.br {target()}{passed}")
        elif kind == "cond":
            condition, left, right = body.value("i1"), operands(), operands()
            body.add(f"cf.cond_br {condition}, {target()}{left}, {target()}{right}")
        else:
            flag, left, right = body.value("i32"), operands(), operands()
            body.add(f"cf.switch {flag} : i32, [default: {target()}{left}, 3: {target()}{right}]")
    return "\n".join([f"func.func @branches({head}) -> f32 {{", *body.lines, "}"])


PROCESSORS = ["block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"]


def parallel(rng):
    """Nested parallel loops, of which some say what they are mapped to."""
    type = MemRef(rng, element="f32", ranks=(2,), plain=True, space="")
    mapped = rng.random() < 0.5
    free = rng.sample(PROCESSORS[:6], 6)

    def level(body, depth):
        dims = rng.randrange(1, 4)
        inner = body.nested()
        names = ", ".join(inner.fresh("index") for _ in range(dims))
        finders = (lambda b: b.value("index"), lambda b: b.value("index"), step_of)
        bounds = [", ".join(find(body) for _ in range(dims)) for find in finders]
        body.add(f"scf.parallel ({names}) = ({bounds[0]}) to ({bounds[1]}) step ({bounds[2]}) {{")
        inner.rows(table("index | %r:T = arith.addi %a:T, %b:T : T\nindex | %r:T = arith.maxsi %a:T, %b:T : T"), rng.randrange(3))
        if depth:
            level(inner, depth - 1)
        else:
            value = inner.value("f32")
            inner.add(f"memref.store {value}, {body.values[str(type)][0]}{type.indices(inner)} : {type}")
        attribute = ""
        if mapped:
            maps = ", ".join(f"#gpu.loop_dim_map<processor = {free.pop() if free and rng.random() < 0.7 else 'sequential'}, "
                             "map = (d0) -> (d0), bound = (d0) -> (d0)>" for _ in range(dims))
            attribute = f" {{mapping = [{maps}]}}"
        body.add(f"}}{attribute}")

    def fill(body):
        for number in (0, 1, 4, 64):
            name = body.fresh("index")
            body.add(f"{name} = arith.constant {number} : index")
        for _ in range(rng.randrange(1, 3)):
            level(body, rng.randrange(0, 3))

    return function(rng, "parallel", [type, "index", "f32"], fill)


def affine(rng):
    type = MemRef(rng, element="f32", ranks=(3,), plain=True, space="")
    depth = rng.randrange(1, 5)

    def level(body, left):
        inner = body.nested()
        counter = inner.fresh("index")
        outer = body.values["index"][-1]
        low = rng.choice(["0", "2", f"affine_map<(d0) -> (d0)>({outer})"])
        high = rng.choice(["16", "affine_map<(d0) -> (d0 + 8)>(" + outer + ")", "64"])
        body.add(f"affine.for {counter} = {low} to {high}{rng.choice(['', ' step 2'])} {{")
        if left:
            level(inner, left - 1)
        else:
            choices = [counter, f"{counter} + {outer}", f"{counter} floordiv 2"]
            indices = "[" + ", ".join(rng.choice(choices) for _ in range(3)) + "]"
            value = f"%x{body.count[0]}"
            body.count[0] += 1
            inner.add(f"{value} = affine.load {body.values[str(type)][0]}{indices} : {type}")
            inner.add(f"affine.store {value}, {body.values[str(type)][0]}{indices} : {type}")
        body.add("}")

    return function(rng, "affine", [type, "index"], lambda body: level(body, depth))


def launch_operands(body, six=True):
    return [body.value("index") for _ in range(6)]


def launch(rng):
    """gpu.launch with values from outside, constants, calls and attributions."""
    type = MemRef(rng, element="f32", ranks=(1, 2), space="")
    device = table(SCALARS + (DEVICE if rng.random() < 0.5 else ""))
    asynchronous = rng.random() < 0.3
    calls = rng.random() < 0.3

    def fill(body):
        body.rows(table(SCALARS), rng.randrange(2, 8))
        for number in range(rng.randrange(1, 3)):
            gx, gy, gz, bx, by, bz = launch_operands(body)
            inner = body.nested()
            token, waits, cluster, memory = "", "", "", ""
            if asynchronous:
                waits = f"[{rng.choice(body.values['token'])}] " if body.values.get("token") else ""
                token = f"{body.fresh('token')} = "
                waits = f"async {waits}"
            if rng.random() < 0.2:
                sizes = [body.value("index") for _ in range(3)]
                cluster = "clusters(%cx, %cy, %cz) in " + "({})".format(
                    ", ".join(f"%n{axis}{number} = {size}" for axis, size in zip("xyz", sizes))) + " "
                cluster = cluster.replace("%cx, %cy, %cz", f"%cx{number}, %cy{number}, %cz{number}")
            if rng.random() < 0.3:
                memory = f" dynamic_shared_memory_size {body.value('i32')}"
            attributions = ""
            if rng.random() < 0.3:
                attributions = f" workgroup(%wg{number} : memref<32xf32, #gpu.address_space<workgroup>>)"
            if rng.random() < 0.2:
                attributions += f" private(%pr{number} : memref<2xi32, #gpu.address_space<private>>)"
            ids = [inner.fresh("index") for _ in range(12)]
            body.add(f"{token}gpu.launch {waits}{cluster}blocks({', '.join(ids[:3])}) in "
                     f"({ids[3]} = {gx}, {ids[4]} = {gy}, {ids[5]} = {gz}) threads({', '.join(ids[6:9])}) in "
                     f"({ids[9]} = {bx}, {ids[10]} = {by}, {ids[11]} = {bz}){memory}{attributions} {{")
            inner.rows(device, rng.randrange(1, 6))
            if rng.random() < 0.5:
                nest(inner, 1, lambda leaf: leaf.rows(device, 2))
            if calls:
                value = inner.value("f32")
                inner.add(f"{inner.fresh('f32')} = func.call @helper({value}) : (f32) -> f32")
            value = inner.value("f32")
            inner.add(f"memref.store {value}, {body.values[str(type)][0]}{type.indices(inner)} : {type}")
            inner.add("gpu.terminator")
            body.add("}")
        body.values.pop("token", None)

    text = function(rng, "launches", [type, "index", "f32", "i32"], fill)
    if calls:
        text += "\nfunc.func @helper(%x: f32) -> f32 {\n  %h = arith.negf %x : f32\n  return %h : f32\n}"
    return text


def kernels(rng):
    """A gpu.module with kernels and device functions."""
    rows = table(SCALARS + DEVICE + DEVICE + (MATH if rng.random() < 0.5 else "") + (VECTORS if rng.random() < 0.3 else ""))
    lines = [f"gpu.module @kernels{rng.choice(['', ' attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}'])} {{"]
    for number in range(rng.randrange(1, 3)):
        body = Body(rng, "    ")
        type = MemRef(rng, element="f32", ranks=(0, 1, 2), space=rng.choice(["", "1", "#gpu.address_space<global>"]))
        head = arguments(body, [type, "f32", "i32", "index"])
        attributions = ""
        shared = None
        if rng.random() < 0.4:
            shared = MemRef(rng, element="f32", ranks=(1, 2), plain=True, static=True, space="#gpu.address_space<workgroup>")
            attributions = f" workgroup({body.fresh(str(shared))} : {shared})"
        body.rows(rows, rng.randrange(2, 10))
        for _ in range(rng.randrange(0, 4)):
            access(body, body.values[str(type)][0], type)
        if shared:
            access(body, body.values[str(shared)][0], shared)
        known = rng.choice(["", "", " attributes {known_block_size = array<i32: 32, 4, 1>}",
                            " attributes {known_grid_size = array<i32: 8, 1, 1>, known_block_size = array<i32: 128, 1, 1>}"])
        lines += [f"  gpu.func @kernel{number}({head}){attributions} kernel{known} {{", *body.lines, "    gpu.return", "  }"]
    return "\n".join([*lines, "}"])


def host(rng):
    """Host code: buffers, copies, launches of a kernel in a binary, and waits, in the order of tokens or not."""
    body = Body(rng)
    type = MemRef(rng, element=rng.choice(["f32", "i32"]), ranks=(1, 2), plain=True, space="")
    head = arguments(body, [type, "index", "i32", "f32"])
    buffer = body.values[str(type)][0]
    asynchronous = rng.random() < 0.6
    token = None

    def step(text, result=""):
        """A statement that waits for the last one where there are tokens."""
        nonlocal token
        if not asynchronous:
            body.add(f"{result}{text.format(wait='')}" if not result else f"{result} = {text.format(wait='')}")
            return
        before = f"[{token}] " if token else ""
        if token is None:
            token = "%t0"
            body.count[0] += 1
            body.add(f"{token} = gpu.wait async")
            before = f"[{token}] "
        token = f"%t{body.count[0]}"
        body.count[0] += 1
        body.add(f"{result + ', ' if result else ''}{token} = {text.format(wait='async ' + before)}")

    dims = ", ".join(body.value("index") for size in type.sizes if size is None)
    if asynchronous:
        step(f"gpu.alloc {{wait}}({dims}) : {type}", "%device")
    else:
        host_shared = rng.choice(["", "host_shared "])
        body.add(f"%device = gpu.alloc {host_shared}({dims}) : {type}")
    value = body.value(type.element)
    if asynchronous:
        step(f"gpu.memset {{wait}}%device, {value} : {type}, {type.element}")
        step(f"gpu.memcpy {{wait}}%device, {buffer} : {type}, {type}")
    for _ in range(rng.randrange(1, 3)):
        sizes = [body.value("index") for _ in range(6)]
        memory = f" dynamic_shared_memory_size {body.value('i32')}" if rng.random() < 0.4 else ""
        passed = f"args(%device : {type}, %v2 : i32)" if rng.random() < 0.7 else "args(%v3 : f32)"
        kernel = "@binary::@kernel" if "device" in passed else "@binary::@other"
        step(f"gpu.launch_func {{wait}}{kernel} blocks in ({', '.join(sizes[:3])}) threads in ({', '.join(sizes[3:])})"
             f"{memory} {passed}")
    if asynchronous:
        step(f"gpu.memcpy {{wait}}{buffer}, %device : {type}, {type}")
        step(f"gpu.dealloc {{wait}}%device : {type}")
        body.add(f"gpu.wait [{token}]")
    else:
        body.add(f"gpu.dealloc %device : {type}")
    if rng.random() < 0.3:
        body.add("gpu.set_default_device %v2")
    return "\n".join(["module attributes {gpu.container_module} {",
                      'gpu.binary @binary [#gpu.object<#nvvm.target, bin = "code">]',
                      f"func.func @host({head}) {{", *body.lines, "  return", "}", "}"])


COMPOSERS = [
    ("scalars", 70, lambda rng: scalars(rng, SCALARS)),
    ("math", 30, lambda rng: scalars(rng, MATH + MATH + SCALARS)),
    ("complex", 20, lambda rng: scalars(rng, COMPLEX)),
    ("vectors", 40, lambda rng: scalars(rng, VECTORS)),
    ("memory", 90, memory),
    ("loops", 60, loops),
    ("branches", 20, branches),
    ("parallel", 50, parallel),
    ("affine", 20, affine),
    ("launch", 70, launch),
    ("kernels", 90, kernels),
    ("host", 40, host),
]


def composed_modules(seed):
    for name, count, compose in COMPOSERS:
        for number in range(count):
            yield f"{name}-{number}", compose(random.Random(f"{seed} {name} {number}"))
