"""Kernels at the gpu level, compiled for the CPU by --convert-gpu-to-cpu-runtime and run by libtern_cpu_gpu_runtime as host
code does it, against NumPy: workgroup memory, barriers, all-reduce, shuffles, math, dynamic workgroup memory, bare pointers, printing. And
host code of --gpu-to-llvm, linked to it.

usage: TERN_OPT=... TERN_TRANSLATE=... TERN_GPU_RUNTIME=.../libtern_cpu_gpu_runtime.so gpu_on_cpu.py
"""

import ctypes
import math
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

LLC = os.environ.get("LLC", "/usr/lib/llvm-22/bin/llc")
WORKGROUP = "#gpu.address_space<workgroup>"

TRANSPOSE = f"""
gpu.func @transpose(%a: memref<?x?xf32>, %b: memref<?x?xf32>) workgroup(%tile: memref<8x9xf32, {WORKGROUP}>) kernel {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %h = memref.dim %a, %c0 : memref<?x?xf32>
  %w = memref.dim %a, %c1 : memref<?x?xf32>
  %tx = gpu.thread_id x
  %ty = gpu.thread_id y
  %x = gpu.global_id x
  %y = gpu.global_id y
  %in_x = arith.cmpi slt, %x, %w : index
  %in_y = arith.cmpi slt, %y, %h : index
  %in = arith.andi %in_x, %in_y : i1
  cf.cond_br %in, ^load, ^wait
^load:
  %v = memref.load %a[%y, %x] : memref<?x?xf32>
  memref.store %v, %tile[%ty, %tx] : memref<8x9xf32, {WORKGROUP}>
  cf.br ^wait
^wait:
  gpu.barrier
  %bx = gpu.block_id x
  %by = gpu.block_id y
  %x0 = arith.muli %by, %c8 : index
  %y0 = arith.muli %bx, %c8 : index
  %x1 = arith.addi %x0, %tx : index
  %y1 = arith.addi %y0, %ty : index
  %out_x = arith.cmpi slt, %x1, %h : index
  %out_y = arith.cmpi slt, %y1, %w : index
  %out = arith.andi %out_x, %out_y : i1
  cf.cond_br %out, ^store, ^end
^store:
  %u = memref.load %tile[%tx, %ty] : memref<8x9xf32, {WORKGROUP}>
  memref.store %u, %b[%y1, %x1] : memref<?x?xf32>
  cf.br ^end
^end:
  gpu.return
}}
"""

SUM = """
gpu.func @sum(%a: memref<?xf32>, %r: memref<?xf32>, %scale: f32) kernel {
  %i = gpu.global_id x
  %b = gpu.block_id x
  %v = memref.load %a[%i] : memref<?xf32>
  %e = math.erf %v : f32
  %f = math.exp %e : f32
  %s = gpu.all_reduce add %f uniform {} : (f32) -> (f32)
  %p = arith.mulf %s, %scale : f32
  memref.store %p, %r[%b] : memref<?xf32>
  gpu.return
}
"""

LANES = """
gpu.func @lanes(%r: memref<?xi32>) kernel {
  %t = gpu.thread_id x
  %lane = gpu.lane_id
  %group = gpu.subgroup_id : index
  %c100 = arith.constant 100 : index
  %g = arith.muli %group, %c100 : index
  %n = arith.addi %g, %lane : index
  %v = arith.index_cast %n : index to i32
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %q, %ok = gpu.shuffle down %v, %o, %w : i32
  %m = arith.constant -1 : i32
  %z = arith.select %ok, %q, %m : i32
  memref.store %z, %r[%t] : memref<?xi32>
  gpu.return
}
"""

REVERSE = f"""
gpu.func @reverse(%r: memref<8xf64>) kernel {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes = gpu.dynamic_shared_memory : memref<?xi8, {WORKGROUP}>
  %memory = memref.view %bytes[%c0][] : memref<?xi8, {WORKGROUP}> to memref<8xf64, {WORKGROUP}>
  %t = gpu.thread_id x
  %n = gpu.block_dim x
  %v = memref.load %r[%t] : memref<8xf64>
  memref.store %v, %memory[%t] : memref<8xf64, {WORKGROUP}>
  gpu.barrier
  %last = arith.subi %n, %c1 : index
  %k = arith.subi %last, %t : index
  %u = memref.load %memory[%k] : memref<8xf64, {WORKGROUP}>
  memref.store %u, %r[%t] : memref<8xf64>
  gpu.return
}}
"""

SAY = """
gpu.func @say(%x: f32, %n: i16) kernel {
  %t = gpu.thread_id x
  %i = arith.index_cast %t : index to i64
  gpu.printf "thread %ld: %g %d\\n", %i, %x, %n : i64, f32, i16
  gpu.return
}
"""

DOUBLE = """
gpu.func @double(%a: memref<?xf32>) kernel {
  %i = gpu.global_id x
  %v = memref.load %a[%i] : memref<?xf32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %a[%i] : memref<?xf32>
  gpu.return
}
"""

HOST = """
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "CODE">]
  func.func @main(%a: memref<?xf32>) attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    %blocks = arith.divui %n, %c4 : index
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
    %t2 = gpu.memcpy async [%t1] %d, %a : memref<?xf32>, memref<?xf32>
    %t3 = gpu.launch_func async [%t2] @kernels::@double blocks in (%blocks, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%d : memref<?xf32>)
    %t4 = gpu.memcpy async [%t3] %a, %d : memref<?xf32>, memref<?xf32>
    %t5 = gpu.dealloc async [%t4] %d : memref<?xf32>
    gpu.wait [%t5]
    return
  }
}
"""


def run(*command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{command}\n{done.stderr}")
    return done.stdout


def compile_kernels(text, options=""):
    """The bytes of an object with the kernels."""
    lowered = run(os.environ["TERN_OPT"], "-", f"--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-cpu-runtime{options}))",
                  text="gpu.module @kernels {" + text + "}")
    # What lies in the gpu.module is a module of its own.
    body = lowered.split("gpu.module @kernels {", 1)[1].rsplit("}", 2)[0].replace(" attributes {gpu.kernel}", "")
    code = run(os.environ["TERN_TRANSLATE"], "-", "--mlir-to-llvmir", text="module {" + body + "}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernels.o")
        run(LLC, "-O2", "-filetype=obj", "-relocation-model=pic", "-o", path, "-", text=code)
        with open(path, "rb") as file:
            return file.read()


def link_host(text, folder):
    """A library of host code, linked to the runtime."""
    lowered = run(os.environ["TERN_OPT"], "-", "--gpu-to-llvm", text=text)
    code = run(os.environ["TERN_TRANSLATE"], "-", "--mlir-to-llvmir", text=lowered)
    path, runtime = os.path.join(folder, "host.o"), os.environ["TERN_GPU_RUNTIME"]
    run(LLC, "-O2", "-filetype=obj", "-relocation-model=pic", "-o", path, "-", text=code)
    library = os.path.join(folder, "libhost.so")
    run("cc", "-shared", path, runtime, f"-Wl,-rpath,{os.path.dirname(runtime)}", "-o", library, text="")
    return ctypes.CDLL(library)


def parts(array):
    """What a memref is as arguments of a kernel."""
    address = ctypes.c_void_p(array.ctypes.data)
    numbers = [0, *array.shape, *(stride // array.itemsize for stride in array.strides)]
    return [address, address, *map(ctypes.c_int64, numbers)]


class Runtime:
    """Kernels of one module."""

    def __init__(self, code):
        self.library = ctypes.CDLL(os.environ["TERN_GPU_RUNTIME"])
        for name in ("mgpuModuleLoad", "mgpuModuleGetFunction", "mgpuStreamCreate"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.module = ctypes.c_void_p(self.library.mgpuModuleLoad(code, ctypes.c_size_t(len(code))))
        assert self.module.value, "the module is not loaded"

    def launch(self, name, grid, block, arguments, shared=0):
        function = ctypes.c_void_p(self.library.mgpuModuleGetFunction(self.module, name.encode()))
        params = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
        stream = ctypes.c_void_p(self.library.mgpuStreamCreate())
        self.library.mgpuLaunchKernel(function, *map(ctypes.c_ssize_t, (*grid, *block)), ctypes.c_int32(shared), stream, params,
                                      None, ctypes.c_size_t(len(arguments)))
        self.library.mgpuStreamSynchronize(stream)
        self.library.mgpuStreamDestroy(stream)


def say():
    """Prints, in a process of its own."""
    Runtime(compile_kernels(SAY)).launch("say", (1, 1, 1), (2, 1, 1), [ctypes.c_float(1.5), ctypes.c_int16(-3)])


def main():
    if sys.argv[1:] == ["say"]:
        return say()
    runtime = Runtime(compile_kernels(TRANSPOSE + SUM + LANES))
    rng = np.random.default_rng(1)

    source = rng.random((13, 21), dtype=np.float32)
    target = np.full((21, 13), np.nan, np.float32)
    runtime.launch("transpose", (3, 2, 1), (8, 8, 1), parts(source) + parts(target))
    np.testing.assert_array_equal(target, source.T)

    values = rng.standard_normal(3 * 96).astype(np.float32)
    sums = np.full(3, np.nan, np.float32)
    runtime.launch("sum", (3, 1, 1), (96, 1, 1), parts(values) + parts(sums) + [ctypes.c_float(0.5)])
    terms = np.exp([math.erf(value) for value in values]).reshape(3, 96)
    np.testing.assert_allclose(sums, terms.sum(axis=1) / 2, rtol=1e-5)

    lanes = np.zeros(40, np.int32)
    runtime.launch("lanes", (1, 1, 1), (40, 1, 1), parts(lanes))
    expected = [-1 if i in (31, 39) else (i + 1) // 32 * 100 + (i + 1) % 32 for i in range(40)]
    np.testing.assert_array_equal(lanes, expected)

    for options in ("", "{use-bare-ptr-memref-call-conv=true}"):
        runtime = Runtime(compile_kernels(REVERSE, options))
        numbers = np.arange(8, dtype=np.float64)
        arguments = parts(numbers)[: 1 if options else None]
        runtime.launch("reverse", (1, 1, 1), (8, 1, 1), arguments, shared=64)
        np.testing.assert_array_equal(numbers, np.arange(8)[::-1])

    code = "".join(f"\\{byte:02X}" for byte in compile_kernels(DOUBLE))
    with tempfile.TemporaryDirectory() as folder:
        host = link_host(HOST.replace("CODE", code), folder)
        numbers = np.arange(12, dtype=np.float32)
        descriptor = struct.pack("PPqqq", numbers.ctypes.data, numbers.ctypes.data, 0, 12, 1)
        host._mlir_ciface_main(descriptor)
        np.testing.assert_array_equal(numbers, 2 * np.arange(12))

    said = run(sys.executable, __file__, "say", text="")
    assert said == "thread 0: 1.5 -3\nthread 1: 1.5 -3\n", said
    print("7 cases are right")


if __name__ == "__main__":
    main()
