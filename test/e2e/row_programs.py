"""Programs whose kernels are bound by memory: rows, columns, transposes. For suites that compile them; see ptx.py."""


def tensor(shape, element):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


def reduced(result, source, kind, init, op, dims, out):
    element = kind[kind.rindex("x") + 1:-1]
    return (f"  %{result} = stablehlo.reduce(%{source} init: %{init}) applies stablehlo.{op} across dimensions = {dims} : "
            f"({kind}, tensor<{element}>) -> {out}\n")


def spread(result, source, kind, dims, out):
    return f"  %{result} = stablehlo.broadcast_in_dim %{source}, dims = {dims} : ({kind}) -> {out}\n"


def apply(result, op, operands, kind):
    return f"  %{result} = stablehlo.{op} {', '.join('%' + o for o in operands)} : {kind}\n"


def function(inputs, out, body, result):
    args = ", ".join(f"%{n}: {t}" for n, t in inputs)
    return f"func.func @main({args}) -> {out} {{\n{NUMBERS}{body}  return %{result} : {out}\n}}\n"


NUMBERS = ("  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
           "  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n")


def widened(x, shape, element):
    """The input in f32, and the lines that make it so."""
    if element == "f32":
        return x, ""
    return "wide", f"  %wide = stablehlo.convert %{x} : ({tensor(shape, element)}) -> {tensor(shape, 'f32')}\n"


def narrowed(y, shape, element):
    if element == "f32":
        return y, ""
    return "narrow", f"  %narrow = stablehlo.convert %{y} : ({tensor(shape, 'f32')}) -> {tensor(shape, element)}\n"


def softmax(rows, columns, element="f32"):
    shape, f, r = (rows, columns), tensor((rows, columns), "f32"), tensor((rows,), "f32")
    x, body = widened("x", shape, element)
    body += reduced("m", x, f, "least", "maximum", [1], r) + spread("mb", "m", r, [0], f)
    body += apply("s", "subtract", [x, "mb"], f) + apply("e", "exponential", ["s"], f)
    body += reduced("t", "e", f, "zero", "add", [1], r) + spread("tb", "t", r, [0], f) + apply("y", "divide", ["e", "tb"], f)
    y, end = narrowed("y", shape, element)
    kind = tensor(shape, element)
    return function([("x", kind)], kind, body + end, y)


def layer_norm(rows, columns, element="f32"):
    shape, f, r, c = (rows, columns), tensor((rows, columns), "f32"), tensor((rows,), "f32"), tensor((columns,), "f32")
    x, body = widened("x", shape, element)
    body += f"  %n = stablehlo.constant dense<{float(columns)}> : {r}\n  %eps = stablehlo.constant dense<1.0e-5> : {r}\n"
    body += reduced("s", x, f, "zero", "add", [1], r) + apply("mean", "divide", ["s", "n"], r) + spread("mb", "mean", r, [0], f)
    body += apply("d", "subtract", [x, "mb"], f) + apply("q", "multiply", ["d", "d"], f)
    body += reduced("v", "q", f, "zero", "add", [1], r) + apply("w", "divide", ["v", "n"], r) + apply("u", "add", ["w", "eps"], r)
    body += apply("k", "rsqrt", ["u"], r) + spread("kb", "k", r, [0], f) + apply("l", "multiply", ["d", "kb"], f)
    body += spread("gb", "g", c, [1], f) + apply("o", "multiply", ["l", "gb"], f)
    body += spread("hb", "h", c, [1], f) + apply("y", "add", ["o", "hb"], f)
    y, end = narrowed("y", shape, element)
    kind = tensor(shape, element)
    return function([("x", kind), ("g", c), ("h", c)], kind, body + end, y)


def total(shape, dims, element="f32", op="add"):
    out = [d for i, d in enumerate(shape) if i not in dims]
    x, body = widened("x", shape, element)
    body += reduced("t", x, tensor(shape, "f32"), "zero" if op == "add" else "least", op, dims, tensor(out, "f32"))
    y, end = narrowed("t", out, element)
    return function([("x", tensor(shape, element))], tensor(out, element), body + end, y)


def transpose(shape, permutation, element="f32"):
    kind, out = tensor(shape, element), tensor([shape[d] for d in permutation], element)
    return function([("x", kind)], out, f"  %y = stablehlo.transpose %x, dims = {permutation} : ({kind}) -> {out}\n", "y")


PROGRAMS = {
    **{f"softmax_{r}x{c}_{e}": softmax(r, c, e) for e in ("f32", "f16", "bf16")
       for r, c in ((4096, 4096), (65536, 256), (1024, 65536), (4099, 2051))},
    **{f"layer_norm_{r}x{c}_{e}": layer_norm(r, c, e) for e in ("f32", "bf16") for r, c in ((4096, 4096), (2048, 16384))},
    **{f"sum_{'x'.join(map(str, s))}_{''.join(map(str, d))}_{e}": total(s, d, e) for e in ("f32", "f16")
       for s, d in (((4096, 4096), [1]), ((4096, 4096), [0]), ((65536, 256), [0]), ((32, 1000000), [1]), ((4099, 2051), [0]),
                    ((64, 512, 512), [0, 2]), ((64, 512, 512), [1]))},
    "maximum_4096x4096_1": total((4096, 4096), [1], op="maximum"),
    **{f"transpose_{'x'.join(map(str, s))}_{''.join(map(str, p))}_{e}": transpose(s, p, e) for e in ("f32", "f16", "i8", "f64")
       for s, p in (((4096, 4096), [1, 0]), ((4099, 2051), [1, 0]), ((8, 12, 512, 64), [0, 1, 3, 2]))},
}
