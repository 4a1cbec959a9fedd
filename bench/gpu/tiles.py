"""How much the choice of tiles is worth: a product of 1024 x 1024 x 1024 in f32 with the tiles that tern chooses, beside the
same product with tiles of 8 x 8 x 4, as a `lowering_config` on the op asks for.

    bench/gpu/tiles.py BUILD FOLDER [TARGET]   where the compiler is; TARGET: cuda:sm_90a (default) or a Vulkan target
    bench/gpu/run.sh FOLDER --tiles                where the GPU is (TERN_DEVICE=vulkan for Vulkan); needs no PyTorch

Prints the times and their ratio, and fails if the results differ or the chosen tiles are less than twice as fast.
"""

import array
import ctypes
import pathlib
import random
import statistics
import subprocess
import sys

SIZE, BYTES = 1024, 4 << 20
NAMES = ("chosen", "8x8x4")
SMALL = "{lowering_config = {promote, tile_sizes = [[8, 8, 0], [], [1, 1, 0], [0, 0, 4]], workgroup_size = [8, 8, 1]}} "
TEXT = """hal.executable.variant "*" {
  module {
    func.func @matmul() {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %a = hal.interface.load.tensor @io::@a, offset = %c0 : TYPE
      %b = hal.interface.load.tensor @io::@b, offset = %c0 : TYPE
      %empty = tensor.empty() : TYPE
      %start = linalg.fill ins(%zero : f32) outs(%empty : TYPE) -> TYPE
      %r = linalg.matmul CONFIGins(%a, %b : TYPE, TYPE) outs(%start : TYPE) -> TYPE
      hal.interface.store.tensor %r, @io::@r, offset = %c0 : TYPE
      return
    }
    hal.interface private @io {
      hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @r, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
""".replace("TYPE", f"tensor<{SIZE}x{SIZE}xf32>")


def compile_modules(build, folder, target):
    kind, _, chip = target.partition(":")
    options = ["--target=cuda", f"--cuda-target={chip}"] if kind == "cuda" else ["--target=vulkan", f"--vulkan-target={target}"]
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        source = folder / f"tiles_{name}.mlir"
        source.write_text(TEXT.replace("CONFIG", SMALL if name != "chosen" else ""))
        subprocess.run([build / "bin/tern-compile", source, *options, "-o", source.with_suffix(".tern")], check=True)


class Bench:
    """A module's one dispatch, through bench/gpu/bench.c."""

    def __init__(self, library, device, path):
        self.library, self.handle = library, ctypes.c_void_p()
        self.call("load", device, str(path).encode(), ctypes.byref(self.handle), ctypes.byref(ctypes.c_double()))
        self.call("allocate", self.handle, ctypes.c_size_t(1))

    def call(self, name, *arguments):
        function = getattr(self.library, f"bench_{name}")
        function.restype = ctypes.c_char_p
        problem = function(*arguments)
        if problem:
            sys.exit(f"bench_{name}: {problem.decode()}")

    def write(self, binding, values):
        self.call("write", self.handle, ctypes.c_uint32(binding), (ctypes.c_char * BYTES).from_buffer(values))

    def read(self):
        values = array.array("f", bytes(BYTES))
        self.call("read", self.handle, ctypes.c_size_t(0), ctypes.c_uint32(2), (ctypes.c_char * BYTES).from_buffer(values))
        return values

    def microseconds(self):
        times = (ctypes.c_double * 5)()
        self.call("run", self.handle, ctypes.c_size_t(20), ctypes.c_size_t(5), times)
        return list(times)


def is_right(a, b, got):
    for place in random.sample(range(SIZE * SIZE), 200):
        row, column = divmod(place, SIZE)
        expected = sum(a[row * SIZE + k] * b[k * SIZE + column] for k in range(SIZE))
        if not abs(got[place] - expected) < 1e-3:
            return False
    return True


def run_modules(library_path, folder, device_name):
    library, device = ctypes.CDLL(library_path), ctypes.c_void_p()
    library.bench_open.restype = ctypes.c_char_p
    problem = library.bench_open(device_name.encode(), ctypes.byref(device))
    if problem:
        sys.exit(problem.decode())
    a, b = (array.array("f", (random.uniform(-1, 1) for _ in range(SIZE * SIZE))) for _ in range(2))
    benches, times = [Bench(library, device, folder / f"tiles_{name}.tern") for name in NAMES], [[], []]
    for bench in benches:
        for binding, values in enumerate((a, b, array.array("f", b"\xff" * BYTES))):
            bench.write(binding, values)
    for _ in range(3):  # in turns
        for bench, own in zip(benches, times):
            own += bench.microseconds()
    for name, bench in zip(NAMES, benches):
        if not is_right(a, b, bench.read()):
            sys.exit(f"the product with tiles {name} is wrong")
    chosen, small = map(statistics.median, times)
    print(f"chosen tiles {chosen:.1f} us, tiles of 8x8x4 {small:.1f} us: {small / chosen:.2f} times as fast")
    sys.exit(0 if small >= 2 * chosen else "the chosen tiles are less than twice as fast")


if __name__ == "__main__":
    if sys.argv[1].endswith(".so"):
        run_modules(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])
    else:
        compile_modules(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), (sys.argv[3:] or ["cuda:sm_90a"])[0])
