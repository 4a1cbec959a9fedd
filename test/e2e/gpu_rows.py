"""Kernels whose speed is that of memory (rows, columns, transposes, element-wise with wide accesses), as CUDA gets them: run by
the interpreter in several orders against NumPy, checked for races without running them, and with each barrier taken out.

usage: TERN_RUN=... TERN_OPT=... gpu_rows.py [part of a case's name...]
"""

import numpy as np

import dispatch
import races

RNG = np.random.default_rng(5)
TARGET = races.MIDDLE


def memref(shape, element):
    return "memref<" + "".join(f"{d}x" for d in shape) + element + ">"


def generic(maps, iterators, inputs, outputs, body):
    """`inputs` and `outputs`: (name, type); `body`: lines that yield, on %a, %b ... and the outputs %p, %q."""
    dims = ", ".join(f"d{i}" for i in range(len(iterators)))
    attributes = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
    kinds = ", ".join('"parallel"' if i == "p" else '"reduction"' for i in iterators)
    ins = ", ".join(n for n, _ in inputs), ", ".join(t for _, t in inputs)
    outs = ", ".join(n for n, _ in outputs), ", ".join(t for _, t in outputs)
    names = [f"%{c}: {t[t.rindex('x') + 1:-1] if 'x' in t else t[7:-1]}" for c, (_, t) in
             list(zip("abcde", inputs)) + list(zip("pqr", outputs))]
    return (f"    linalg.generic {{indexing_maps = [{attributes}], iterator_types = [{kinds}]}}\n"
            f"        ins({ins[0]} : {ins[1]}) outs({outs[0]} : {outs[1]}) {{\n    ^bb0({', '.join(names)}):\n"
            + "".join(f"      {line}\n" for line in body) + "    }\n")


def fill(value, element, name, kind):
    constant = f"%c_{name[1:]}"
    return (f"    {constant} = arith.constant {value} : {element}\n"
            f"    linalg.fill ins({constant} : {element}) outs({name} : {kind})\n")


def module(buffers, temporaries, body):
    """`buffers`: name -> type, the last one is written."""
    text = 'module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {\n  func.func @main() {\n'
    for i, (name, kind) in enumerate(buffers):
        text += f'    {name} = iree.placeholder for "interface buffer" {{binding = @io::@b{i}}} : {kind}\n'
    text += "".join(f"    {name} = memref.alloca() : {kind}\n" for name, kind in temporaries)
    text += body + "    return\n  }\n  hal.interface private @io {\n"
    for i in range(len(buffers)):
        access = "Write|Discard" if i + 1 == len(buffers) else "Read"
        text += f'    hal.interface.binding @b{i}, set=0, binding={i}, type="StorageBuffer", access="{access}"\n'
    return text + "  }\n}\n"


def array(shape, element="f32"):
    if element in ("i8", "i32"):
        return dispatch.Array(RNG.integers(-50, 50, shape).astype({"i8": np.int8, "i32": np.int32}[element]), element)
    return dispatch.Array(RNG.standard_normal(shape).astype({"f32": np.float32, "f16": np.float16}[element]), element)


# --- rows ---

REDUCTIONS = {
    "add": ("0.0", "%s = arith.addf %p, %a : f32", lambda x, axes: x.sum(axes)),
    "maximum": ("0xFF800000", "%s = arith.maximumf %p, %a : f32", lambda x, axes: x.max(axes)),
}


def reduction(shape, axes, op="add"):
    kept = [d for d in range(len(shape)) if d not in axes]
    out = [shape[d] for d in kept]
    start, step, reference = REDUCTIONS[op]
    x, y = memref(shape, "f32"), memref(out, "f32")
    loops = ", ".join(f"d{d}" for d in range(len(shape)))
    body = fill(start, "f32", "%y", y) + generic(
        [loops, ", ".join(f"d{d}" for d in kept)], "".join("r" if d in axes else "p" for d in range(len(shape))),
        [("%x", x)], [("%y", y)], [step, "linalg.yield %s : f32"])
    data = array(shape)
    return (module([("%x", x), ("%y", y)], [], body), [data], "f32",
            reference(data.values.astype(np.float64), tuple(axes)).astype(np.float32))


def row_products(rows, columns):
    """Sums over j of x[i, j] * z[i, j]."""
    x, r = memref((rows, columns), "f32"), memref((rows,), "f32")
    body = fill("0.0", "f32", "%y", r) + generic(
        ["d0, d1", "d0, d1", "d0"], "pr", [("%x", x), ("%z", x)], [("%y", r)],
        ["%m = arith.mulf %a, %b : f32", "%s = arith.addf %p, %m : f32", "linalg.yield %s : f32"])
    data = [array((rows, columns)), array((rows, columns))]
    expected = np.einsum("ij,ij->i", *(d.values.astype(np.float64) for d in data))
    return module([("%x", x), ("%z", x), ("%y", r)], [], body), data, "f32", expected.astype(np.float32)


def softmax(rows, columns, axis=1):
    shape, n = ((rows, columns), rows) if axis == 1 else ((columns, rows), rows)
    x, r = memref(shape, "f32"), memref((n,), "f32")
    kept, kinds = ("d0", "pr") if axis == 1 else ("d1", "rp")
    body = fill("0.0", "f32", "%sum", r) + fill("0xFF800000", "f32", "%max", r)
    body += generic(["d0, d1", kept], kinds, [("%x", x)], [("%max", r)], ["%s = arith.maximumf %p, %a : f32", "linalg.yield %s : f32"])
    body += generic(["d0, d1", kept, "d0, d1"], "pp", [("%x", x), ("%max", r)], [("%e", x)],
                    ["%s = arith.subf %a, %b : f32", "%t = math.exp %s : f32", "linalg.yield %t : f32"])
    body += generic(["d0, d1", kept], kinds, [("%e", x)], [("%sum", r)], ["%s = arith.addf %p, %a : f32", "linalg.yield %s : f32"])
    body += generic(["d0, d1", kept, "d0, d1"], "pp", [("%e", x), ("%sum", r)], [("%y", x)],
                    ["%s = arith.divf %a, %b : f32", "linalg.yield %s : f32"])
    data = array(shape)
    e = np.exp(data.values.astype(np.float64) - data.values.max(axis, keepdims=True))
    return (module([("%x", x), ("%y", x)], [("%max", r), ("%sum", r), ("%e", x)], body), [data], "f32",
            (e / e.sum(axis, keepdims=True)).astype(np.float32))


def root_mean_square(rows, columns):
    """x / sqrt(mean(x^2)) * g."""
    x, r, c = memref((rows, columns), "f32"), memref((rows,), "f32"), memref((columns,), "f32")
    body = fill("0.0", "f32", "%sum", r)
    body += generic(["d0, d1", "d0"], "pr", [("%x", x)], [("%sum", r)],
                    ["%m = arith.mulf %a, %a : f32", "%s = arith.addf %p, %m : f32", "linalg.yield %s : f32"])
    body += generic(["d0", "d0"], "p", [("%sum", r)], [("%scale", r)],
                    [f"%n = arith.constant {float(columns)} : f32", "%m = arith.divf %a, %n : f32", "%s = math.sqrt %m : f32", "linalg.yield %s : f32"])
    body += generic(["d0, d1", "d0", "d1", "d0, d1"], "pp", [("%x", x), ("%scale", r), ("%g", c)], [("%y", x)],
                    ["%d = arith.divf %a, %b : f32", "%s = arith.mulf %d, %c : f32", "linalg.yield %s : f32"])
    data, gain = array((rows, columns)), array((columns,))
    values = data.values.astype(np.float64)
    expected = values / np.sqrt((values**2).mean(1, keepdims=True)) * gain.values
    return (module([("%x", x), ("%g", c), ("%y", x)], [("%sum", r), ("%scale", r)], body), [data, gain], "f32",
            expected.astype(np.float32))


def argmax(rows, columns):
    x, v, i = memref((rows, columns), "f32"), memref((rows,), "f32"), memref((rows,), "i32")
    body = fill("0xFF800000", "f32", "%v", v) + fill("0", "i32", "%y", i)
    body += generic(["d0, d1", "d0", "d0"], "pr", [("%x", x)], [("%v", v), ("%y", i)], [
        "%n = linalg.index 1 : index", "%j = arith.index_cast %n : index to i32", "%g = arith.cmpf ogt, %p, %a : f32",
        "%e = arith.cmpf oeq, %p, %a : f32", "%l = arith.cmpi slt, %q, %j : i32", "%f = arith.andi %e, %l : i1",
        "%k = arith.ori %g, %f : i1", "%s = arith.select %k, %p, %a : f32", "%t = arith.select %k, %q, %j : i32",
        "linalg.yield %s, %t : f32, i32"])
    data = array((rows, columns), "f32")
    data.values[:] = np.round(data.values * 2)  # so that several are largest
    return module([("%x", x), ("%y", i)], [("%v", v)], body), [data], "i32", data.values.argmax(1).astype(np.int32)


# --- maps ---

def transpose(shape, permutation, element="f32"):
    out = [shape[d] for d in permutation]
    x, y = memref(shape, element), memref(out, element)
    source = ", ".join(f"d{list(permutation).index(d)}" for d in range(len(shape)))
    loops = ", ".join(f"d{d}" for d in range(len(shape)))
    body = generic([source, loops], "p" * len(shape), [("%x", x)], [("%y", y)], [f"linalg.yield %a : {element}"])
    data = array(shape, element)
    return module([("%x", x), ("%y", y)], [], body), [data], element, data.values.transpose(permutation)


def crossed_sum(m, n):
    """y[i, j] = a[j, i] + b[i, j] + c[j] + d[i]: what is crossed, straight, and moves along one loop."""
    a, b, c, d = memref((n, m), "f32"), memref((m, n), "f32"), memref((n,), "f32"), memref((m,), "f32")
    body = generic(["d1, d0", "d0, d1", "d1", "d0", "d0, d1"], "pp", [("%x", a), ("%z", b), ("%u", c), ("%w", d)], [("%y", b)],
                   ["%s = arith.addf %a, %b : f32", "%t = arith.addf %c, %d : f32", "%v = arith.addf %s, %t : f32", "linalg.yield %v : f32"])
    data = [array((n, m)), array((m, n)), array((n,)), array((m,))]
    values = [x.values for x in data]
    expected = (values[0].T + values[1]) + (values[2][None, :] + values[3][:, None])
    return module([("%x", a), ("%z", b), ("%u", c), ("%w", d), ("%y", b)], [], body), data, "f32", expected


def addition(count, element):
    x = memref((count,), element)
    op = "addi" if element[0] == "i" else "addf"
    body = generic(["d0"] * 3, "p", [("%x", x), ("%z", x)], [("%y", x)], [f"%s = arith.{op} %a, %b : {element}", f"linalg.yield %s : {element}"])
    data = [array((count,), element), array((count,), element)]
    return module([("%x", x), ("%z", x), ("%y", x)], [], body), data, element, data[0].values + data[1].values


def padding(shape, low, high, element="f32"):
    out = [l + d + h for l, d, h in zip(low, shape, high)]
    x, y = memref(shape, element), memref(out, element)
    strides = [int(np.prod(out[d + 1:])) for d in range(len(out))]
    offset = sum(l * s for l, s in zip(low, strides))
    view = x[:-1] + f", strided<{strides}, offset: {offset}>>"
    value = "1" if element[0] == "i" else "1.0"
    body = fill(value, element, "%y", y)
    body += (f"    %s = memref.subview %y{list(low)} {list(shape)} {[1] * len(out)} : {y} to {view}\n"
             f"    linalg.copy ins(%x : {x}) outs(%s : {view})\n")
    data = array(shape, element)
    expected = np.pad(data.values, list(zip(low, high)), constant_values=1)
    return module([("%x", x), ("%y", y)], [], body), [data], element, expected


CASES = {
    "sum of short rows": reduction((37, 8), (1,)),
    "sum of rows of a subgroup": reduction((5, 200), (1,)),
    "sum of rows of a workgroup": reduction((3, 1500), (1,)),
    "sum of long rows": reduction((2, 9000), (1,)),
    "sum of odd rows": reduction((3, 2051), (1,)),
    "largest of all": reduction((700,), (0,), "maximum"),
    "sum of the outer and the inner dimension": reduction((5, 6, 44), (0, 2)),
    "sum of columns": reduction((100, 64), (0,)),
    "sum of odd columns": reduction((90, 7), (0,)),
    "sum of long columns": reduction((3000, 8), (0,)),
    "sum of the middle dimension": reduction((3, 50, 24), (1,)),
    "sum of the outer dimensions": reduction((6, 20, 12), (0, 1)),
    "products of rows": row_products(5, 400),
    "softmax of short rows": softmax(5, 40),
    "softmax of rows of a workgroup": softmax(2, 1200),
    "softmax of long rows": softmax(1, 9001),
    "softmax of columns": softmax(24, 30, axis=0),
    "root mean square": root_mean_square(4, 300),
    "argmax": argmax(6, 77),
    "argmax of a workgroup": argmax(2, 1100),
    "transpose": transpose((128, 64), (1, 0)),
    "transpose of odd sizes": transpose((67, 33), (1, 0)),
    "transpose of f16": transpose((80, 72), (1, 0), "f16"),
    "transpose of i8": transpose((48, 80), (1, 0), "i8"),
    "transpose with others": transpose((3, 40, 24), (2, 0, 1)),
    "transpose and more": crossed_sum(70, 36),
    "padding": padding((32, 128), (1, 4), (1, 4)),
    "padding of odd sizes": padding((7, 5, 33), (0, 2, 1), (3, 0, 2)),
    "padding of bytes": padding((40, 64), (1, 16), (0, 32), "i8"),
    "addition of odd size": addition(1027, "f32"),
    "addition of bytes": addition(4099, "i8"),
    "addition of halves": addition(2056, "f16"),
}

if __name__ == "__main__":
    dispatch.main([(name, races.kernel_case(text, inputs, element, expected, TARGET))
                   for name, (text, inputs, element, expected) in CASES.items()])
