"""Compiles the dispatches of bench/gpu.sh to modules for a GPU: gpu_modules.py BUILD FOLDER [TARGET].

TARGET: a Vulkan target (default hopper), or cuda:CHIP such as cuda:sm_90a.
"""

import pathlib
import subprocess
import sys

MATMULS = [(n, element) for element in ("f32", "f16", "bf16") for n in (2048, 4096)]
ADD_ELEMENTS = 64 << 20  # 256 MiB of f32


def dispatch(types, op):
    loads = "".join(f"      %{i} = hal.interface.load.tensor @io::@arg{i}, offset = %zero : {t}\n"
                    for i, t in enumerate(types[:2]))
    return (f'hal.executable.variant "*" {{\n  module {{\n    func.func @main() {{\n'
            f"      %zero = arith.constant 0 : index\n{loads}"
            f'      %2 = "{op}"(%0, %1) : ({types[0]}, {types[1]}) -> {types[2]}\n'
            f"      hal.interface.store.tensor %2, @io::@ret0, offset = %zero : {types[2]}\n      return\n    }}\n"
            "    hal.interface private @io {\n"
            '      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"\n'
            '      hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"\n'
            '      hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"\n'
            "    }\n  }\n}\n")


def dense_layer(n, element):
    """A product, a row added to all of its rows, and what is below zero cut off: one kernel."""
    types = [f"tensor<{n}x{n}x{element}>"] * 2 + [f"tensor<{n}x{element}>", f"tensor<{n}x{n}x{element}>"]
    loads = "".join(f"      %{i} = hal.interface.load.tensor @io::@arg{i}, offset = %zero : {types[i]}\n" for i in range(3))
    bindings = "".join(f'      hal.interface.binding @arg{i}, set=0, binding={i}, type="StorageBuffer", access="Read"\n'
                       for i in range(3))
    return (f'hal.executable.variant "*" {{\n  module {{\n    func.func @main() {{\n'
            f"      %zero = arith.constant 0 : index\n{loads}"
            f'      %p = "mhlo.dot"(%0, %1) : ({types[0]}, {types[1]}) -> {types[3]}\n'
            f'      %b = "mhlo.broadcast_in_dim"(%2) {{broadcast_dimensions = dense<1> : tensor<1xi64>}} : ({types[2]}) -> {types[3]}\n'
            f"      %s = mhlo.add %p, %b : {types[3]}\n      %z = mhlo.constant dense<0.0> : {types[3]}\n"
            f"      %r = mhlo.maximum %s, %z : {types[3]}\n"
            f"      hal.interface.store.tensor %r, @io::@ret0, offset = %zero : {types[3]}\n      return\n    }}\n"
            f"    hal.interface private @io {{\n{bindings}"
            '      hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Write|Discard"\n'
            "    }\n  }\n}\n")


def programs():
    for n, element in MATMULS:
        yield f"matmul_{element}_{n}", dispatch([f"tensor<{n}x{n}x{element}>"] * 3, "mhlo.dot")
    for element in ("f16", "bf16"):
        yield f"dense_{element}_4096", dense_layer(4096, element)
    yield "add_f32", dispatch([f"tensor<{ADD_ELEMENTS}xf32>"] * 3, "mhlo.add")


def with_small_tiles(build, text):
    """The product with the tiles of the code-generation documents, 8 x 8 x 4, instead of those of the cost model."""
    config = ("{lowering_config = {tile_sizes = [[8, 8, 0], [], [], [0, 0, 4]], workgroup_size = [8, 8, 1], promote}} ")
    on_buffers = subprocess.run([build / "bin/tern-opt", "-", "--hlo-to-linalg-pipeline"], input=text, text=True,
                                check=True, capture_output=True).stdout
    return on_buffers.replace("linalg.matmul ", "linalg.matmul " + config)


def main():
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    target = sys.argv[3] if len(sys.argv) > 3 else "hopper"
    kind, _, chip = target.partition(":")
    options = ["--target=cuda", f"--cuda-target={chip}"] if kind == "cuda" else [f"--vulkan-target={target}"]
    folder.mkdir(parents=True, exist_ok=True)
    small = dispatch(["tensor<1024x1024xf32>"] * 3, "mhlo.dot")
    extra = [("matmul_f32_1024", small), ("matmul_f32_1024_8x8x4", with_small_tiles(build, small))]
    for name, text in [*programs(), *extra]:
        source = folder / f"{name}.mlir"
        source.write_text(text)
        subprocess.check_call([build / "bin/tern-compile", source, "-o", folder / f"{name}.tern", *options])


if __name__ == "__main__":
    main()
