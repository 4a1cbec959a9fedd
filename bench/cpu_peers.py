"""The workers of bench/cpu.py that run XLA (through JAX) and IREE: cpu_peers.py xla|iree, run by a Python that has them.

They serve the commands of bench/cpu_worker.h:

  load run FILES INPUT...      xla: the program's text; iree: modules with commas between them, the fastest of which is taken
  load compile FILE INPUT...   what is timed is compiling the program's text and, for XLA, the first call
  build FILE OUTPUT FLAG...    iree: compiles to a module

Inputs are written as 2x3xf32=@x.bin.
"""

import os
import sys
import time

import numpy as np

TYPES = {"f16": "float16", "f32": "float32", "f64": "float64", "i1": "bool", "i8": "int8", "i32": "int32", "i64": "int64", "ui8": "uint8",
         "ui32": "uint32", "ui64": "uint64"}


def read_input(text):
    spec, path = text.split("=@")
    *dims, element = spec.split("x")
    if element == "bf16":
        import ml_dtypes  # comes with JAX
        dtype = ml_dtypes.bfloat16
    else:
        dtype = np.dtype(TYPES[element])
    return np.fromfile(path, dtype).reshape([int(d) for d in dims])


class Xla:
    def __init__(self):
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax
        from jax._src.lib import xla_client
        self.device = jax.devices()[0]
        self.client, self.put = self.device.client, jax.device_put
        self.devices, self.options = xla_client.DeviceList((self.device,)), xla_client.CompileOptions
        self.greeting = f"jaxlib {__import__('jaxlib').__version__}"

    def compile(self, path):
        with open(path, encoding="utf-8") as file:
            return self.client.compile_and_load(file.read(), self.devices, self.options())

    def load(self, kind, path, *inputs):
        arrays = [self.put(read_input(text)) for text in inputs]
        if kind == "compile":
            return lambda: self.run(self.compile(path), arrays)
        executable = self.compile(path)
        return lambda: self.run(executable, arrays)

    @staticmethod
    def run(executable, arrays):
        results = executable.execute(arrays)
        for result in results:
            result.block_until_ready()
        return results

    @staticmethod
    def arrays_of(results):
        return [np.asarray(result) for result in results]


class Iree:
    def __init__(self):
        from importlib import metadata

        from iree import runtime
        self.runtime, self.instance = runtime, runtime.VmInstance()
        cpus = sorted(os.sched_getaffinity(0))
        runtime.flags.parse_flags(f"--task_topology_cpu_ids={','.join(map(str, cpus))}")
        # Small programs are fastest where nothing is handed over to a worker, also if there are several.
        self.devices = [runtime.get_device(name) for name in ("local-sync", "local-task")]
        self.greeting = f"{metadata.version('iree-base-runtime')}"

    def load(self, kind, paths, *inputs):
        if kind == "compile":
            return lambda: compile_iree(paths, [])
        best = None
        for path in paths.split(","):
            for device in self.devices:
                call = self.bind(device, path, inputs)
                first = time_of(call)
                seconds = min(time_of(call) for _ in range(3 if first < 0.03 else 1))
                if best is None or seconds < best[0]:
                    best = (seconds, call)
        return best[1]

    def bind(self, device, path, inputs):
        runtime = self.runtime
        with open(path, "rb") as file:
            module = runtime.VmModule.copy_buffer(self.instance, file.read())
        context = runtime.VmContext(self.instance, [runtime.create_hal_module(self.instance, device), module])
        function, arguments = module.lookup_function("main"), runtime.VmVariantList(len(inputs))
        for text in inputs:
            arguments.push_ref(self.view(device, read_input(text), text.split("=")[0].split("x")[-1]))

        def call():
            results = runtime.VmVariantList(1)
            context.invoke(function, arguments, results)
            return results
        return call

    def view(self, device, array, element):
        kinds = self.runtime.HalElementType
        kind = {"f32": kinds.FLOAT_32, "bf16": kinds.BFLOAT_16, "i8": kinds.INT_8, "i32": kinds.INT_32, "i64": kinds.INT_64,
                "ui32": kinds.UINT_32, "i1": kinds.BOOL_8}[element]
        # The shape is the array's; what its elements are, only `kind` says.
        bits = array.view(np.uint16) if element == "bf16" else array
        return device.allocator.allocate_buffer_copy(self.runtime.MemoryType.DEVICE_LOCAL, self.runtime.BufferUsage.DEFAULT,
                                                     device, bits, kind)

    def arrays_of(self, results):
        views = [results.get_as_object(i, self.runtime.HalBufferView) for i in range(results.size)]
        return [np.frombuffer(view.map(), np.uint8) for view in views]


def compile_iree(path, flags):
    """The bytes of a module."""
    from iree.compiler.api import Invocation, Output, Session, Source  # noqa: F401
    session = Session()
    session.set_flags("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host", *flags)
    invocation = session.invocation()
    invocation.enable_console_diagnostics()
    if not invocation.parse_source(Source.open_file(session, path)) or not invocation.execute():
        raise RuntimeError("iree-compile refuses it")
    output = Output.open_membuffer()
    invocation.output_vm_bytecode(output)
    return bytes(output.map_memory())


SLICE = 5e-4  # seconds


def time_of(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def take_time(call, seconds):
    """As take_time() of bench/cpu_worker.c."""
    start, calls, elapsed = time.perf_counter(), 0, 0.0
    while elapsed < seconds / 10:
        call()
        calls += 1
        elapsed = time.perf_counter() - start
    if elapsed >= seconds:
        return elapsed / calls
    calls, slices = int(SLICE / (elapsed / calls)) + 1, []
    while not slices or time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        slices.append((time.perf_counter() - begin) / calls)
    return min(slices)


class Server:
    def __init__(self, peer):
        self.peer, self.call = peer, None

    def serve(self, command, *words):
        if command == "load":
            self.call = self.peer.load(*words)
        elif command == "check":
            for i, array in enumerate(self.peer.arrays_of(self.call())):
                array.tofile(f"{words[0]}/out{i}.bin")
        elif command == "time":
            return f"{take_time(self.call, float(words[0])):.12g}"
        elif command == "drop":
            self.call = None
        elif command == "build":
            with open(words[1], "wb") as file:
                file.write(compile_iree(words[0], words[2:]))
        return ""


def main():
    # What libraries print must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    server = Server({"xla": Xla, "iree": Iree}[sys.argv[1]]())
    print("ok", server.peer.greeting, file=answers, flush=True)
    for line in sys.stdin:
        try:
            print("ok", server.serve(*line.split()), file=answers, flush=True)
        except Exception as error:  # of whatever kind: the table says so, and goes on
            print("error", " ".join(f"{type(error).__name__} {error}".split())[:500], file=answers, flush=True)


if __name__ == "__main__":
    main()
