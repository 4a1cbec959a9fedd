"""Products of all sizes, forms and element types as functions of JAX, which bench/gpu/networks.py measures as `products`: what tiles do
not divide, rows that begin between multiples of 16 bytes, few rows and columns, batches, long sums."""

import jax
import jax.numpy as jnp

# Dimensions of the factors: rows, depth and columns by their letters.
FORMS = {"nn": ("mk", "kn"), "nt": ("mk", "nk"), "tn": ("km", "kn")}


class Numbers:
    """An argument of bytes, which np.random has to be told the limit of."""

    def __init__(self, shape):
        self.shape, self.dtype, self.limit = shape, jnp.dtype("int8"), 127


def product(form, sizes, element, batch=0, after=None):
    extents, lead = dict(zip("mkn", sizes)), (batch,) if batch else ()
    shapes = [(*lead, *(extents[c] for c in part)) for part in FORMS[form]]
    lhs, rhs = (len(lead) + part.index("k") for part in FORMS[form])
    dims = (((lhs,), (rhs,)), ((0,), (0,)) if batch else ((), ()))

    def function(a, b, *rest):
        result = jax.lax.dot_general(a, b, dims, preferred_element_type="int32" if element == "int8" else None)
        return after(result, *rest) if after else result

    def make():
        arguments = [Numbers(s) if element == "int8" else jax.ShapeDtypeStruct(s, element) for s in shapes]
        if after:
            arguments.append(jax.ShapeDtypeStruct((sizes[2],), element))
        return function, arguments
    return make


def named(prefix, form, sizes, element, **more):
    shape = "x".join(map(str, ([more["batch"]] if more.get("batch") else []) + list(sizes)))
    return f"{prefix}_{form}_{shape}", product(form, sizes, element, **more)


HALVES = [("nn", (4096, 4096, 4096)), ("nn", (4095, 4095, 4095)), ("nt", (4095, 4095, 4095)), ("tn", (4095, 4095, 4095)),
          ("nn", (4098, 4098, 4098)), ("nn", (8192, 768, 50257)), ("nt", (8192, 768, 50257)), ("nn", (4096, 4095, 4096)),
          ("nn", (4096, 4096, 4095)), ("nt", (4096, 4096, 4095)), ("nn", (2047, 2047, 2047)), ("nn", (1023, 1025, 1027)),
          ("nn", (511, 513, 515)), ("nn", (128, 4095, 4095)), ("nn", (333, 77, 1290)), ("nn", (300, 30000, 70))]
SOME = [("nn", (4095, 4095, 4095)), ("nn", (4096, 4096, 4096)), ("nt", (4096, 4096, 4096)), ("nn", (1023, 1025, 1027)),
        ("nn", (128, 4096, 4096)), ("nn", (64, 8192, 64))]
BYTES = [("nt", (4096, 4096, 4096)), ("nn", (4096, 4096, 4096)), ("nn", (8192, 8192, 8192)), ("nn", (4095, 4095, 4095))]
BATCHES = [("nn", (512, 512, 512)), ("nn", (197, 64, 197)), ("nt", (200, 200, 200))]


def gelu(x, bias):
    return jax.nn.gelu(x + bias, approximate=False)


PRODUCTS = dict([*(named("f16", form, sizes, "float16") for form, sizes in HALVES),
                 *(named("bf16", form, sizes, "bfloat16") for form, sizes in HALVES[1:2] + HALVES[5:6]),
                 *(named("tf32", form, sizes, "float32") for form, sizes in SOME),
                 *(named("i8", form, sizes, "int8") for form, sizes in BYTES),
                 *(named("f16", form, sizes, "float16", batch=32) for form, sizes in BATCHES),
                 named("gelu_f16", "nn", (4096, 1024, 4096), "float16", after=gelu),
                 named("gelu_f16", "nn", (4096, 1023, 4095), "float16", after=gelu)])
