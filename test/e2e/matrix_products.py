"""Products by matrix instructions of CUDA devices at all sizes, against NumPy in float64, every element: tiles that are cut at every
end, results and factors with rows that begin anywhere, all orders of factors, batches, and element-wise ops behind them.

usage: matrix_products.py [PART-OF-A-NAME...]     environment: see dispatch.py; TERN_COMPILE

Each case says which instruction it is about, and fails if the compiler has taken another for sm_90a.
"""

import os
import subprocess
import tempfile

import dispatch
import numpy as np
from dispatch import RNG, Array, dispatch_text, tensor_type

FORMS = {"nn": "mk,kn->mn", "nt": "mk,nk->mn", "tn": "km,kn->mn", "tt": "km,nk->mn"}
WGMMA, MMA = "wgmma.mma_async", "mma.sync"
# Largest errors, of the largest result, that the rounding of factors, sums and results explains.
TOLERANCE = {"f16": 2e-3, "bf16": 1.2e-2, "f32": 3e-6, "tf32": 2e-3}


def numbers(shape, element):
    return Array(RNG.integers(-128, 128, shape) if element == "i8" else RNG.standard_normal(shape), element)


def instruction_of(text):
    with tempfile.TemporaryDirectory() as folder:
        source, output = f"{folder}/dispatch.mlir", f"{folder}/dispatch.ptx"
        with open(source, "w") as file:
            file.write(text)
        subprocess.run([os.environ["TERN_COMPILE"], source, "-o", output, "--target=cuda", "--cuda-target=sm_90a"], check=True)
        with open(output) as file:
            ptx = file.read()
    return next((i for i in (WGMMA, MMA) if i in ptx), "none")


def product(form, sizes, element, result=None, batch=0, has_more=False, instruction=WGMMA):
    """A case: `sizes` are m, k and n; `has_more`: a row and a matrix are added to the product."""
    kind = element
    element = "f32" if kind == "tf32" else kind
    result = result or element

    def attempt():
        extents = dict(zip("mkn", sizes), b=batch)
        spec = ",".join(("b" if batch else "") + part for part in FORMS[form].replace("->", ",").split(","))
        left, right, out = spec.split(",")
        inputs = [numbers([extents[c] for c in part], element) for part in (left, right)]
        expected = np.einsum(f"{left},{right}->{out}", *(x.values.astype(np.float64) for x in inputs), optimize=True)
        type_text = tensor_type(expected.shape, result)
        batches = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], " if batch else ""
        dims = f"#mhlo.dot<{batches}lhs_contracting_dimensions = [{left.index('k')}], rhs_contracting_dimensions = [{right.index('k')}]>"
        body = (f'%{"p" if has_more else "out0"} = "mhlo.dot_general"(%in0, %in1) {{dot_dimension_numbers = {dims}}} : '
                f"({inputs[0].type}, {inputs[1].type}) -> {type_text}\n")
        if has_more:
            inputs += [numbers(expected.shape[-1:], result), numbers(expected.shape, result)]
            body += f"""%b = "mhlo.broadcast_in_dim"(%in2) {{broadcast_dimensions = dense<{len(out) - 1}> : tensor<1xi64>}} : ({inputs[2].type}) -> {type_text}
              %s = mhlo.add %p, %b : {type_text}
              %out0 = mhlo.add %s, %in3 : {type_text}"""
            expected = expected + inputs[2].values + inputs[3].values
        text = dispatch_text([x.type for x in inputs], [type_text], body)
        if kind == "tf32":
            text = text.replace("func.func @main()", "func.func @main() attributes {tern.allow_tf32}", 1)
        got, taken = dispatch.run(text, inputs, [result])[0], instruction_of(text)
        if taken != instruction:
            return f"is computed by {taken}"
        if result == "i32":
            return dispatch.compare(got, expected, result)
        limit = TOLERANCE[kind if kind == "tf32" else result] * np.abs(expected).max() * (3 if has_more else 1)
        wrong = ~(np.abs(got - expected) <= limit)
        return f"{wrong.sum()} of {wrong.size} differ, first at {np.argwhere(wrong)[0]}" if wrong.any() else None
    words = [kind, form, "x".join(map(str, ([batch] if batch else []) + list(sizes))), "to " + result, "with more" if has_more else ""]
    return " ".join(w for w in words if w), attempt


def program(form, sizes, element):
    """A program whose factors have rows that begin anywhere, and are copied before."""
    def attempt():
        extents = dict(zip("mkn", sizes))
        left, right, out = FORMS[form].replace("->", ",").split(",")
        inputs = [numbers([extents[c] for c in part], element) for part in (left, right)]
        expected = np.einsum(f"{left},{right}->{out}", *(x.values.astype(np.float64) for x in inputs), optimize=True)
        result = tensor_type(expected.shape, element)
        text = (f"func.func @main(%a: {inputs[0].type}, %b: {inputs[1].type}) -> {result} {{\n  %r = stablehlo.dot_general %a, %b, "
                f"contracting_dims = [{left.index('k')}] x [{right.index('k')}] : ({inputs[0].type}, {inputs[1].type}) -> {result}\n"
                f"  return %r : {result}\n}}\n")
        got = dispatch.run(text, inputs, [element])[0]
        wrong = ~(np.abs(got - expected) <= TOLERANCE[element] * np.abs(expected).max())
        return f"{wrong.sum()} of {wrong.size} differ, first at {np.argwhere(wrong)[0]}" if wrong.any() else None
    return f"program {element} {form} {'x'.join(map(str, sizes))}", attempt


def cases():
    for element in ("f16", "bf16"):
        for sizes in ((129, 128, 131), (66, 136, 130), (257, 72, 515), (72, 104, 100)):
            yield product("nt", sizes, element)
        for form, sizes in (("nn", (129, 120, 136)), ("tn", (136, 127, 120)), ("tt", (72, 72, 515))):
            yield product(form, sizes, element)
            yield product(form, sizes, element, has_more=True)
        for n in (130, 131, 136):
            yield product("nt", (100, 72, n), element, has_more=True)
        yield product("nn", (129, 127, 131), element, instruction=MMA)
    yield product("nt", (71, 64, 101), "f16", batch=3)
    yield product("nt", (129, 128, 131), "f16", "f32")
    yield product("nt", (129, 128, 131), "tf32")
    yield product("nn", (128, 132, 136), "tf32")
    for form in ("nn", "nt", "tn"):
        yield program(form, (131, 16387, 259), "f16")


if __name__ == "__main__":
    dispatch.main(list(cases()))
