"""Products compiled with tiles of a tuning file have the same bits as without one, in all forms and of odd sizes, if they are no deeper than
512. Sums of floats that are deeper have pieces that the tiles decide, and are as exact as those.

Environment: TERN_RUN, TERN_COMPILE. What a product computes at all is contractions.py's to check.
"""

import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

FORMS = ("mk,kn->mn", "mk,nk->mn", "km,kn->mn", "bmk,bnk->bmn")
SHAPES = ((61, 509, 1023), (300, 530, 500), (257, 1030, 512))
DEEPEST = 512  # of products whose sums are one chain
ELEMENTS = (("f32", "f32"), ("bf16", "f32"), ("i8", "i32"))
# The least and the most of each value, and what cuts tiles at their ends.
VALUES = ("tile-m=32 tile-n=32 block-bytes=65536", "tile-m=48 tile-n=96", "tile-m=66 tile-n=1000 block-bytes=80000",
          "tile-m=65536 tile-n=256 block-bytes=262144", "tile-m=100 tile-n=1024")
RNG = np.random.default_rng(11)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"tuning.py: {' '.join(map(str, command))}: {done.stderr}")
    return done.stderr


def make_input(path, shape, element):
    if element == "i8":
        RNG.integers(-128, 128, shape).astype(np.int8).tofile(path)
        return
    values = RNG.uniform(-1, 1, shape).astype(np.float32)
    (values if element == "f32" else (values.view(np.uint32) >> 16).astype(np.uint16)).tofile(path)


class Product:
    def __init__(self, folder, form, shape, elements):
        self.folder = folder
        left, right, result = re.split(",|->", form)
        sizes = {**dict(zip("mnk", shape)), "b": 3}
        shapes = [[sizes[c] for c in letters] for letters in (left, right, result)]
        types = ["x".join(map(str, dims)) + "x" + element for dims, element in zip(shapes, (elements[0], elements[0], elements[1]))]
        a, b, r = (f"tensor<{t}>" for t in types)
        batch = "batching_dims = [0] x [0], " if "b" in left else ""
        (folder / "p.mlir").write_text(
            f"func.func @main(%a: {a}, %b: {b}) -> {r} {{\n"
            f"  %0 = stablehlo.dot_general %a, %b, {batch}contracting_dims = [{left.index('k')}] x [{right.index('k')}] : ({a}, {b}) -> {r}\n"
            f"  return %0 : {r}\n}}\n", encoding="utf-8")
        self.inputs = []
        for i in range(2):
            make_input(folder / f"in{i}.bin", shapes[i], elements[0])
            self.inputs.append(f"--input={types[i]}=@{folder}/in{i}.bin")

    def results(self, *options):
        """The bytes of the result, and what the compiler told."""
        told = run([os.environ["TERN_COMPILE"], self.folder / "p.mlir", "-o", self.folder / "p.tern", "--explain=full", *options])
        run([os.environ["TERN_RUN"], self.folder / "p.tern", "--function=main", f"--output=@{self.folder}/out.npy", *self.inputs])
        return (self.folder / "out.npy").read_bytes(), told


def is_right(plain, tuned, shape, elements):
    """Are these files of results the same, or, of deep sums of floats, as near to each other as sums in other orders are?"""
    if plain == tuned or elements[1] != "f32" or shape[2] <= DEEPEST:
        return plain == tuned
    a, b = (np.load(io.BytesIO(file)) for file in (plain, tuned))
    return np.abs(a - b).max() <= 32 * 2.0**-24 * np.sqrt(shape[2])


def main():
    failures = count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i, (form, shape, elements) in enumerate((f, s, e) for f in FORMS for s in SHAPES for e in ELEMENTS):
            product = Product(folder, form, shape, elements)
            plain, told = product.results()
            key = re.search("remark: tuning: (.*); not in the file", told)[1]
            # Each product has two of the rows, and all are seen with each element.
            for values in (VALUES[i % len(VALUES)], VALUES[(i + 2) % len(VALUES)]):
                (folder / "tuning").write_text(f"{key}: {values}\n", encoding="utf-8")
                tuned, told = product.results(f"--tuning-file={folder}/tuning")
                count += 1
                is_same = is_right(plain, tuned, shape, elements)
                if not is_same or "; as in the file" not in told:
                    print(f"{key}: {values}: {'not used' if is_same else 'differs'}")
                    failures += 1
    print(f"{count - failures} of {count} products have the same results")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
