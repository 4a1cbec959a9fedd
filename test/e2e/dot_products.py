"""Products of narrow numbers in code for processors with instructions for dot products of bytes or bf16, or without, of all forms and
signs, against NumPy. Processors whose instructions this machine has not are left out.

usage: dot_products.py [PART-OF-A-NAME...]     environment: see program.py
"""

import pathlib
import platform
import re
import sys

import contractions
import numpy as np
import program
from program import Case, range_of, v

# What of each is in the code, as /proc/cpuinfo calls it.
PROCESSORS = {"haswell": {"avx2", "fma"}, "alderlake": {"avx2", "fma", "avx_vnni"}, "skylake-avx512": {"avx512bw", "avx512vl"},
              "cascadelake": {"avx512vl", "avx512_vnni"}, "cooperlake": {"avx512_vnni", "avx512_bf16"},
              "icelake-server": {"avx512_vnni", "avx512vbmi"}}
FORMS = {"": ("mk,kn->mn", (1, 0)), "right one transposed": ("mk,nk->mn", (1, 1)), "left one transposed": ("km,kn->mn", (0, 0)),
         "both transposed": ("km,nk->mn", (0, 1))}
RNG = np.random.default_rng(23)


def signs(name, m, k, n, elements, extremes=False):
    """i8 or ui8 times i8 or ui8 in linalg's words, for StableHLO has no products of both. `extremes`: all elements are the least or the
    largest."""
    a, b = (v(RNG.choice(range_of(e), shape) if extremes else RNG.integers(*range_of(e), shape, endpoint=True), e)
            for e, shape in zip(elements, ((m, k), (k, n))))
    start = RNG.integers(-(2**31), 2**31, (m, n))
    expected = (start + a.array.astype(np.int64) @ b.array.astype(np.int64)).astype(np.uint64).astype(np.uint32).view(np.int32)
    widen = ["arith.extui" if e == "ui8" else "arith.extsi" for e in elements]
    # What has no sign to the op.
    a, b = (v(x.array.view(np.int8)) for x in (a, b))
    text = f"""%r = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}} ins(%a0, %a1 : {a.type}, {b.type}) outs(%a2 : tensor<{m}x{n}xi32>) {{
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %p = {widen[0]} %x : i8 to i32
    %q = {widen[1]} %y : i8 to i32
    %s = arith.muli %p, %q : i32
    %t = arith.addi %acc, %s : i32
    linalg.yield %t : i32
  }} -> tensor<{m}x{n}xi32>"""
    return Case(f"{name} {elements[0]} by {elements[1]} {m}x{k}x{n}", text, [a, b, v(start.astype(np.int32))], [v(expected)])


def cases():
    for elements in ((x, y) for x in ("i8", "ui8") for y in ("i8", "ui8")):
        for m, k, n in ((64, 512, 64), (61, 1023, 509), (7, 130, 33), (300, 65, 70)):
            yield signs("signs", m, k, n, elements)
        yield signs("extremes", 31, 1500, 95, elements, extremes=True)
    for element in ("i8", "bf16"):
        # Few rows, or columns; what is deep, and what is not.
        for m, k, n in ((1, 512, 512), (2, 512, 512), (3, 77, 1000), (5, 4096, 40), (13, 33, 200), (24, 64, 8), (100, 100, 1), (200, 5, 200)):
            for name, (spec, contracting) in FORMS.items():
                sizes = {"m": m, "k": k, "n": n}
                lhs, rhs = (tuple(sizes[c] for c in part) for part in spec.partition("->")[0].split(","))
                yield contractions.dot_narrow(name, lhs, rhs, spec, contracting, element)
    yield from contractions.narrow_cases()


def main():
    if platform.machine() != "x86_64":
        print("0 passed, 0 failed: the processors are those of x86-64")
        return 0
    flags = set(re.search(r"^flags\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)[1].split())
    status = 0
    for program.processor, needed in PROCESSORS.items():
        if needed <= flags:
            print(f"{program.processor}: ", end="", flush=True)
            status |= program.run(cases())
    return status


if __name__ == "__main__":
    sys.exit(main())
