"""Compiles the dispatches of bench/gpu.sh to modules for a GPU: gpu_modules.py BUILD FOLDER [TARGET]."""

import pathlib
import subprocess
import sys

MATMULS = [(n, element) for element in ("f32", "f16", "bf16") for n in (2048, 4096)]
ADD_ELEMENTS = 64 << 20  # 256 MiB of f32


def dispatch(types, op):
    loads = "".join(f"      %{i} = hal.interface.load.tensor @io::@arg{i}, offset = %zero : {t}\n"
                    for i, t in enumerate(types[:2]))
    return (f'hal.executable.variant "vulkan*" {{\n  module {{\n    func.func @main() {{\n'
            f"      %zero = arith.constant 0 : index\n{loads}"
            f'      %2 = "{op}"(%0, %1) : ({types[0]}, {types[1]}) -> {types[2]}\n'
            f"      hal.interface.store.tensor %2, @io::@ret0, offset = %zero : {types[2]}\n      return\n    }}\n"
            "    hal.interface private @io {\n"
            '      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"\n'
            '      hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"\n'
            '      hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"\n'
            "    }\n  }\n}\n")


def programs():
    for n, element in MATMULS:
        yield f"matmul_{element}_{n}", dispatch([f"tensor<{n}x{n}x{element}>"] * 3, "mhlo.dot")
    yield "add_f32", dispatch([f"tensor<{ADD_ELEMENTS}xf32>"] * 3, "mhlo.add")


def main():
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    target = sys.argv[3] if len(sys.argv) > 3 else "hopper"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in programs():
        source = folder / f"{name}.mlir"
        source.write_text(text)
        subprocess.check_call([build / "bin/tern-compile", source, "-o", folder / f"{name}.tern",
                               f"--vulkan-target={target}"])


if __name__ == "__main__":
    main()
