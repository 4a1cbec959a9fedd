"""bench/gpu/bench.c from Python: a module's one dispatch on a device."""

import ctypes


class Failure(Exception):
    pass


class Library:
    def __init__(self, path):
        self.functions = ctypes.CDLL(path)
        for name in ("open", "load", "allocate", "write", "read", "run", "launch"):
            getattr(self.functions, f"bench_{name}").restype = ctypes.c_char_p
        self.functions.bench_binding.restype = ctypes.c_bool

    def call(self, name, *arguments):
        problem = getattr(self.functions, f"bench_{name}")(*arguments)
        if problem:
            raise Failure(problem.decode())

    def open(self, uri):
        device = ctypes.c_void_p()
        self.call("open", uri.encode(), ctypes.byref(device))
        return device


class Module:
    """A module's one dispatch."""

    def __init__(self, library, device, path):
        self.library, self.handle, seconds = library, ctypes.c_void_p(), ctypes.c_double()
        try:
            library.call("load", device, str(path).encode(), ctypes.byref(self.handle), ctypes.byref(seconds))
        except Failure:
            self.close()
            raise
        self.load_milliseconds = seconds.value * 1e3
        self.bindings = []
        size, is_output = ctypes.c_size_t(), ctypes.c_bool()
        while library.functions.bench_binding(self.handle, len(self.bindings), ctypes.byref(size), ctypes.byref(is_output)):
            self.bindings.append((size.value, is_output.value))

    def close(self):
        self.library.functions.bench_unload(self.handle)

    def prepare(self, arrays, set_count):
        """Inputs, NumPy's arrays, in the order of the bindings that are read; what is written is poisoned."""
        self.library.call("allocate", self.handle, ctypes.c_size_t(set_count))
        rest = list(arrays)
        for i, (size, is_output) in enumerate(self.bindings):
            data = (ctypes.c_ubyte * size).from_buffer(bytearray(b"\xff") * size) if is_output else rest.pop(0)
            pointer = data if is_output else data.ctypes.data_as(ctypes.c_void_p)
            if not is_output and data.nbytes != size:
                raise Failure(f"binding {i} has {size} bytes, the input {data.nbytes}")
            self.library.call("write", self.handle, ctypes.c_uint32(i), pointer)

    def read(self, set_index, address, byte_count):
        """The output of a set, to an address."""
        index = next(i for i, (_, is_output) in enumerate(self.bindings) if is_output)
        if byte_count != self.bindings[index][0]:
            raise Failure("the output has another size")
        self.library.call("read", self.handle, ctypes.c_size_t(set_index), ctypes.c_uint32(index), ctypes.c_void_p(address))

    def run(self, repeats, rounds):
        """Microseconds of one dispatch, for each round."""
        times = (ctypes.c_double * rounds)()
        self.library.call("run", self.handle, ctypes.c_size_t(repeats), ctypes.c_size_t(rounds), times)
        return list(times)

    def launch(self, how, number):
        time = ctypes.c_double()
        self.library.call("launch", self.handle, how, ctypes.c_size_t(number), ctypes.byref(time))
        return time.value
