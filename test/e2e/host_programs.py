"""Host programs through tern-run and tern-compile: functions on memrefs and numbers that launch kernels of the gpu dialect, with the
kernels on the CPU, or on an NVIDIA GPU. Numbers are compared with NumPy.

usage: TERN_RUN=... TERN_COMPILE=... TERN_OPT=... [TERN_DEVICE=cuda] host_programs.py [part of a case's name...]
"""

import ctypes
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

DEVICE = os.environ.get("TERN_DEVICE", "cpu")
LIBRARIES = os.path.join(os.path.dirname(os.path.dirname(os.environ["TERN_RUN"])), "lib")
LLC = os.environ.get("LLC", "/usr/lib/llvm-22/bin/llc")
RUNTIME = {"cpu": "libtern_cpu_gpu_runtime.so", "cuda": "libtern_cuda_runtime.so"}[DEVICE]

CONSTANTS = "\n".join(f"%c{n} = arith.constant {n} : index" for n in (0, 1, 2, 4, 8, 32))

SAXPY = f"""
func.func @main(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) -> (f32, memref<?xf32>, i16) attributes {{llvm.emit_c_interface}} {{
  {CONSTANTS}
  %n = memref.dim %x, %c0 : memref<?xf32>
  %dx = gpu.alloc (%n) : memref<?xf32>
  %dy = gpu.alloc (%n) : memref<?xf32>
  gpu.memcpy %dx, %x : memref<?xf32>, memref<?xf32>
  gpu.memcpy %dy, %y : memref<?xf32>, memref<?xf32>
  %blocks = arith.ceildivui %n, %c32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {{
    %b = arith.muli %bx, %c32 : index
    %i = arith.addi %b, %tx : index
    %is_in = arith.cmpi ult, %i, %n : index
    scf.if %is_in {{
      %p = memref.load %dx[%i] : memref<?xf32>
      %q = memref.load %dy[%i] : memref<?xf32>
      %r = math.fma %a, %p, %q : f32
      memref.store %r, %dy[%i] : memref<?xf32>
    }}
    gpu.terminator
  }}
  gpu.memcpy %y, %dy : memref<?xf32>, memref<?xf32>
  %o = memref.alloc(%n) : memref<?xf32>
  gpu.memcpy %o, %dx : memref<?xf32>, memref<?xf32>
  gpu.dealloc %dx : memref<?xf32>
  gpu.dealloc %dy : memref<?xf32>
  %k = arith.constant -300 : i16
  return %a, %o, %k : f32, memref<?xf32>, i16
}}
"""

# Upstream's habits: what the program prints is all that it gives.
PRINTS = f"""
func.func @main() {{
  {CONSTANTS}
  %m = memref.alloc() : memref<2x4xf32>
  %r = memref.cast %m : memref<2x4xf32> to memref<*xf32>
  gpu.host_register %r : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {{
    %n = arith.addi %bx, %tx : index
    %i = arith.index_cast %n : index to i32
    %f = arith.sitofp %i : i32 to f32
    %s = gpu.all_reduce add %f uniform {{}} : (f32) -> (f32)
    memref.store %s, %m[%bx, %tx] : memref<2x4xf32>
    gpu.terminator
  }}
  call @printMemrefF32(%r) : (memref<*xf32>) -> ()
  %x = arith.constant 42 : i64
  %h = arith.constant 1.5 : f32
  call @printI64(%x) : (i64) -> ()
  call @printComma() : () -> ()
  call @printF32(%h) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}}
func.func private @printMemrefF32(memref<*xf32>) attributes {{llvm.emit_c_interface}}
func.func private @printI64(i64)
func.func private @printF32(f32)
func.func private @printComma()
func.func private @printNewline()
"""

ASYNC = f"""
func.func @total() -> i32 {{
  {CONSTANTS}
  %h = memref.alloc() : memref<8xi32>
  %five = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %a0, %f0 = async.execute -> !async.value<memref<8xi32>> {{
    %b = gpu.alloc () : memref<8xi32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {{
      %i = arith.index_cast %bx : index to i32
      %w = arith.addi %i, %five : i32
      memref.store %w, %b[%bx] : memref<8xi32>
      gpu.terminator
    }}
    async.yield %b : memref<8xi32>
  }}
  %a1 = async.execute [%a0] (%f0 as %b: !async.value<memref<8xi32>>) {{
    gpu.memcpy %h, %b : memref<8xi32>, memref<8xi32>
    async.yield
  }}
  async.await %a1 : !async.token
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %zero) -> i32 {{
    %e = memref.load %h[%i] : memref<8xi32>
    %u = arith.addi %t, %e : i32
    scf.yield %u : i32
  }}
  return %s : i32
}}
"""


def memset(element):
    return f"""
func.func @main(%m: memref<?x3x{element}>, %v: {element}) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x3x{element}>
  %d = gpu.alloc (%n) : memref<?x3x{element}>
  gpu.memset %d, %v : memref<?x3x{element}>, {element}
  gpu.memcpy %m, %d : memref<?x3x{element}>, memref<?x3x{element}>
  gpu.dealloc %d : memref<?x3x{element}>
  return
}}
"""


KERNELS = """
module attributes {gpu.container_module} {
  gpu.module @kernels TARGETS {
    gpu.func @triple(%a: memref<16xf32>) kernel attributes {
        spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} {
      %i = gpu.thread_id x
      %three = arith.constant 3.0 : f32
      %v = memref.load %a[%i] : memref<16xf32>
      %w = arith.mulf %v, %three : f32
      memref.store %w, %a[%i] : memref<16xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<16xf32>
    %t2 = gpu.memcpy async [%t1] %d, %a : memref<16xf32>, memref<16xf32>
    %t3 = gpu.launch_func async [%t2] @kernels::@triple blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%d : memref<16xf32>)
    %t4 = gpu.memcpy async [%t3] %a, %d : memref<16xf32>, memref<16xf32>
    %t5 = gpu.dealloc async [%t4] %d : memref<16xf32>
    gpu.wait [%t5]
    return
  }
}
"""
SPIRV = "#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>"


# Ops of other dialects, in the kernel and around it.
MIXED = """
func.func @main() {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4xf32>)
  %u = memref.cast %m : memref<4xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %p = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %v = vector.transfer_read %m[%c0], %p : memref<4xf32>, vector<4xf32>
    %w = math.exp %v : vector<4xf32>
    vector.transfer_write %w, %m[%c0] : vector<4xf32>, memref<4xf32>
    affine.for %i = 0 to 2 { %z = affine.load %m[%i] : memref<4xf32>
      affine.store %z, %m[%i] : memref<4xf32> }
    gpu.terminator
  }
  %vv = arith.constant dense<[1, 2]> : vector<2xi64>
  vector.print %vv : vector<2xi64>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
"""


def run(*command, text=None, fails=False):
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True, timeout=120, check=False)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stderr if fails else done.stdout


class Folder:
    """A program in a folder of its own, and runs of it."""

    def __init__(self, path, text):
        self.path, self.file = path, os.path.join(path, "program.mlir")
        with open(self.file, "w") as file:
            file.write(text)

    def run(self, *options, inputs=(), outputs=0, fails=False):
        for index, array in enumerate(inputs):
            np.save(f"{self.path}/in{index}.npy", array)
        words = [f"--input=@{self.path}/in{index}.npy" for index in range(len(inputs))]
        words += [f"--output=@{self.path}/out{index}.npy" for index in range(outputs)]
        said = run(os.environ["TERN_RUN"], self.file, f"--device={DEVICE}", *words, *options, fails=fails)
        return said if fails or not outputs else [np.load(f"{self.path}/out{index}.npy") for index in range(outputs)]


def saxpy_arrays():
    rng = np.random.default_rng(7)
    x, y = (rng.standard_normal(1001).astype(np.float32) for _ in range(2))
    return np.float32(1.25), x, y


def runs_functions(path):
    a, x, y = saxpy_arrays()
    scalar, copy, number, kept, result = Folder(path, SAXPY).run(inputs=(a, x, y), outputs=5)
    assert scalar == a and number == -300
    np.testing.assert_array_equal(copy, x)
    np.testing.assert_array_equal(kept, x)
    np.testing.assert_allclose(result, a * x + y, rtol=1e-6, atol=1e-6)


def prints_as_upstream_does(path):
    said = Folder(path, PRINTS).run("-e", "main", "--entry-point-result=void")
    lines = said.splitlines()
    assert re.fullmatch(r"Unranked Memref base@ = 0x[0-9a-f]+ rank = 2 offset = 0 sizes = \[2, 4\] strides = \[4, 1\] data = ", lines[0])
    assert lines[1:] == ["[[6,   6,   6,   6], ", " [10,   10,   10,   10]]", "42, 1.5"], said


def lowers_other_dialects(path):
    lines = Folder(path, MIXED).run().splitlines()
    assert lines[0] == "( 1, 2 )" and lines[2] == "[7.38906,  7.38906,  7.38906,  7.38906]", lines


def waits_for_async_regions(path):
    assert Folder(path, ASYNC).run("--function=total", "--entry-point-result=i32") == f"{sum(range(8)) + 40}\n"


def fills_memory(path):
    for element, dtype, value in (("f32", np.float32, -2.5), ("i32", np.int32, -7), ("i16", np.int16, 1234), ("f16", np.float16, 0.75)):
        (filled,) = Folder(path, memset(element)).run(inputs=(np.zeros((5, 3), dtype), dtype(value)), outputs=1)
        np.testing.assert_array_equal(filled, np.full((5, 3), value, dtype))
    said = Folder(path, memset("f64")).run(inputs=(np.zeros((5, 3)), np.float64(1)), fails=True)
    assert "error: 'gpu.memset' op cannot be made a call of the GPU runtime" in said, said
    assert "note: it fills elements of 16 and 32 bits" in said, said


def compiles_objects(path):
    folder = Folder(path, SAXPY)
    run(os.environ["TERN_COMPILE"], folder.file, f"--target={DEVICE}", "-o", f"{path}/host.o")
    run("cc", "-shared", f"{path}/host.o", f"{LIBRARIES}/{RUNTIME}", f"-Wl,-rpath,{LIBRARIES}", "-o", f"{path}/libhost.so")

    class Results(ctypes.Structure):
        _fields_ = [("scalar", ctypes.c_float), ("memref", ctypes.c_int64 * 5), ("number", ctypes.c_int16)]

    def descriptor(array):
        return (ctypes.c_int64 * 5)(array.ctypes.data, array.ctypes.data, 0, array.size, 1)

    a, x, y = saxpy_arrays()
    results, expected = Results(), a * x + y
    ctypes.CDLL(f"{path}/libhost.so")._mlir_ciface_main(ctypes.byref(results), ctypes.c_float(a), descriptor(x), descriptor(y))
    assert results.scalar == a and results.number == -300 and results.memref[3] == x.size
    np.testing.assert_allclose(y, expected, rtol=1e-6, atol=1e-6)
    run(os.environ["TERN_COMPILE"], folder.file, f"--target={DEVICE}", "-o", f"{path}/host.ll")
    with open(f"{path}/host.ll") as file:
        assert "mgpuLaunchKernel" in file.read()
    said = run(os.environ["TERN_COMPILE"], folder.file, "--target=vulkan", "-o", f"{path}/host.o", fails=True)
    assert "host programs are compiled for cpu or cuda, not for 'vulkan'" in said, said


def compiles_for_gpus(path):
    """Without one: the object has PTX for the processor asked for, which the driver compiles when it is loaded."""
    for text in (SAXPY, PRINTS, ASYNC, KERNELS.replace("TARGETS", "")):
        folder = Folder(path, text)
        run(os.environ["TERN_COMPILE"], folder.file, "--target=cuda", "--cuda-target=sm_90", "-o", f"{path}/host.ll")
        with open(f"{path}/host.ll") as file:
            code = file.read()
        assert ".target sm_90" in code and "@mgpuModuleLoadJIT(" in code and "llvm.global_ctors" in code
        run(os.environ["TERN_COMPILE"], folder.file, "--target=cuda", "-o", f"{path}/host.o")
        run("cc", "-shared", f"{path}/host.o", f"{LIBRARIES}/libtern_cuda_runtime.so", f"{LIBRARIES}/libtern_runner_utils.so",
            "-Wl,--no-undefined", "-o", f"{path}/libhost.so")


def compiles_for_processors(path):
    folder = Folder(path, SAXPY)
    words = [os.environ["TERN_COMPILE"], folder.file, "-o", f"{path}/host.o"]
    for processor in ("native", "x86-64-v3") if os.uname().machine == "x86_64" else ("native",):
        run(*words, f"--target-cpu={processor}")
    for option in ("--target-cpu=x86-64-v2,native", "--cuda-target=sm_80,sm_90"):
        said = run(*words, option, fails=True)
        assert "a host program is compiled for one processor, not for" in said, said


def check_triple(path, text):
    values = np.random.default_rng(3).standard_normal(16).astype(np.float32)
    (tripled,) = Folder(path, text).run(inputs=(values,), outputs=1)
    np.testing.assert_array_equal(tripled, values * np.float32(3))


def object_bytes(text, target):
    """What the object for a target holds, of the text of a gpu.binary."""
    literal = re.search(target + r'[^"]*"((?:[^"\\]|\\.)*)">', text).group(1)
    parts = re.split(rb"(\\[0-9A-Fa-f]{2}|\\.)", literal.encode("latin-1"))
    return b"".join(bytes([int(p[1:], 16)]) if len(p) == 3 and p[:1] == b"\\" else p[1:] if p[:1] == b"\\" else p for p in parts)


def runs_one_of_several_objects(path):
    """A module for Vulkan and the CPU, of whose binary the host takes the second object."""
    text = KERNELS.replace("TARGETS", f"[{SPIRV}, #tern.cpu_target]")
    passes = "--gpu-module-to-binary=format=bin handler='#gpu.select_object<#tern.cpu_target>'"
    binary = run(os.environ["TERN_OPT"], "-", passes, text=text)
    assert binary.count("#gpu.object<") == 2
    check_triple(path, binary)
    check_triple(path, text)  # tern-run compiles for the CPU alone


def bitcode_is_loadable(path):
    """Offloading objects hold bitcode, of which another compiler makes what the runtime loads."""
    text = KERNELS.replace("TARGETS", '[#tern.cpu_target, #nvvm.target<chip = "sm_80">]')
    binary = run(os.environ["TERN_OPT"], "-", "--gpu-module-to-binary=format=offloading", text=text)
    with open(f"{path}/cpu.bc", "wb") as file:
        file.write(object_bytes(binary, "#tern.cpu_target, offload"))
    with open(f"{path}/nvvm.bc", "wb") as file:
        file.write(object_bytes(binary, "sm_80\">, offload"))
    run(LLC, "-mcpu=sm_80", f"{path}/nvvm.bc", "-o", f"{path}/kernels.ptx")
    with open(f"{path}/kernels.ptx") as file:
        assert ".visible .entry triple(" in file.read()
    run(LLC, "-O2", "-filetype=obj", "-relocation-model=pic", f"{path}/cpu.bc", "-o", f"{path}/kernels.o")
    with open(f"{path}/kernels.o", "rb") as file:
        code = "".join(f"\\{byte:02X}" for byte in file.read())
    start, end = binary.index("gpu.binary"), binary.index("\n", binary.index("gpu.binary"))
    check_triple(path, f'{binary[:start]}gpu.binary @kernels [#gpu.object<#tern.cpu_target, "{code}">]{binary[end:]}')


def tells_what_is_wrong(path):
    a, x, y = saxpy_arrays()
    folder = Folder(path, SAXPY)
    said = folder.run(inputs=(a, x), fails=True)
    assert "has no value: expected 3 values but got 2" in said, said
    said = folder.run("--threads=2", inputs=(a, x, y), fails=True)
    assert "threads are a device's" in said, said
    said = folder.run(inputs=(a, x.astype(np.float64), y), fails=True)
    assert "argument 1 is of type memref<?xf32> but the input is of type 1001xf64" in said, said
    said = folder.run("--function=other", inputs=(a, x, y), fails=True)
    assert "'other': there is no public function of this name" in said, said
    said = folder.run("--entry-point-result=i32", inputs=(a, x, y), fails=True)
    assert "its result is not of the type that --entry-point-result says" in said, said
    too_large = PRINTS.replace("(%sx = %c4,", "(%sx = %big,").replace("%m = memref", "%big = arith.constant 4096 : index\n%m = memref", 1)
    said = Folder(path, too_large).run(fails=True)
    assert "mgpuLaunchKernel" in said and "calls of the GPU runtime have failed" in said, said


def refuses_what_it_cannot_run(path):
    constructor = """
llvm.mlir.global_ctors ctors = [@start], priorities = [0 : i32], data = [#llvm.zero]
llvm.func @start() {
  llvm.return
}
"""
    said = Folder(path, PRINTS + constructor).run(fails=True)
    assert "'llvm.mlir.global_ctors' op is not run in this process" in said, said
    said = Folder(path, PRINTS.replace("@main", "@one") + ASYNC).run(fails=True)
    assert "there are several functions and no main; choose one with --function=NAME" in said, said
    vectors = PRINTS.replace("func.func @main()", "func.func @main(%v: vector<4xf32>)")
    said = Folder(path, vectors).run(inputs=(np.zeros(4, np.float32),), fails=True)
    assert "argument 0 is of type vector<4xf32> but the input is of type 4xf32" in said, said
    said = Folder(path, PRINTS.replace("@printComma", "@printNobody")).run(fails=True)
    assert "printNobody" in said, said


ANYWHERE = (runs_functions, prints_as_upstream_does, waits_for_async_regions, fills_memory, compiles_objects)
ON_THE_CPU = (lowers_other_dialects, compiles_for_gpus, compiles_for_processors, runs_one_of_several_objects, bitcode_is_loadable, tells_what_is_wrong,
              refuses_what_it_cannot_run)


def main():
    cases = ANYWHERE + (ON_THE_CPU if DEVICE == "cpu" else ())
    failed = []
    for case in cases:
        if sys.argv[1:] and not any(part in case.__name__ for part in sys.argv[1:]):
            continue
        with tempfile.TemporaryDirectory() as path:
            try:
                case(path)
                print(f"ok   {case.__name__}")
            except AssertionError as error:
                failed.append(case.__name__)
                print(f"FAIL {case.__name__}: {error}")
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
