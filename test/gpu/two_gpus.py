"""Host programs on the second of two NVIDIA GPUs: memory lies there, and kernels run there.

  two_gpus.py compile BUILD FOLDER     where the compiler is
  two_gpus.py run FOLDER               where two GPUs are: needs NumPy

Ends with 1 if something is wrong, and with 77 if there are no two GPUs.
"""

import ctypes
import pathlib
import subprocess
import sys

import numpy as np
from host_programs import load_runtime, make_descriptor, place_runtime, run_tool

PROGRAM = """
func.func @main(%device: i32, %m: memref<?xf32>) -> i64 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.set_default_device %device
  %n = memref.dim %m, %c0 : memref<?xf32>
  %d = gpu.alloc (%n) : memref<?xf32>
  gpu.memcpy %d, %m : memref<?xf32>, memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %v = memref.load %d[%bx] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %d[%bx] : memref<?xf32>
    gpu.terminator
  }
  gpu.memcpy %m, %d : memref<?xf32>, memref<?xf32>
  %address = memref.extract_aligned_pointer_as_index %d : memref<?xf32> -> index
  %result = arith.index_cast %address : index to i64
  return %result : i64
}
"""
DEVICE_ORDINAL = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL


def compile_programs(build, folder):
    place_runtime(build, folder)
    (folder / "two_gpus.mlir").write_text(PROGRAM)
    run_tool(build / "bin/tern-compile", folder / "two_gpus.mlir", "--target=cuda", "-o", folder / "two_gpus.o")
    run_tool("cc", "-shared", folder / "two_gpus.o", folder / "libtern_cuda_runtime.so.0", "-Wl,-rpath,$ORIGIN", "-o",
             folder / "libtwo_gpus.so")


def run(folder, device):
    """In a process of its own: the kernels are loaded for the device that is the default then."""
    runtime = load_runtime(folder)
    runtime.mgpuSetDefaultDevice(device)
    library, cuda = ctypes.CDLL(str(folder / "libtwo_gpus.so")), ctypes.CDLL("libcuda.so.1")
    library._mlir_ciface_main.restype = ctypes.c_uint64
    values = np.arange(100, dtype=np.float32)
    address = library._mlir_ciface_main(ctypes.c_int32(device), make_descriptor(values))
    ordinal = ctypes.c_int(-1)
    assert cuda.cuPointerGetAttribute(ctypes.byref(ordinal), DEVICE_ORDINAL, ctypes.c_uint64(address)) == 0
    assert ordinal.value == device, f"memory lies on device {ordinal.value}, not on {device}"
    np.testing.assert_array_equal(values, 2 * np.arange(100, dtype=np.float32))
    print(f"ok   device {device}")


def main():
    if sys.argv[1] == "compile":
        return compile_programs(pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve())
    folder = pathlib.Path(sys.argv[2]).resolve()
    if len(sys.argv) > 3:
        return run(folder, int(sys.argv[3]))
    cuda, count = ctypes.CDLL("libcuda.so.1"), ctypes.c_int()
    if cuda.cuInit(0) or cuda.cuDeviceGetCount(ctypes.byref(count)) or count.value < 2:
        sys.exit(77)
    failed = [device for device in (0, 1) if subprocess.run([sys.executable, __file__, "run", folder, str(device)], check=False).returncode]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
