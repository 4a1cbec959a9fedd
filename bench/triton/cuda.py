"""As much of the CUDA driver as kernels need to be launched and timed, by ctypes: no toolkit, no package."""

import ctypes

import numpy as np

SHARED_SIZE = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
MULTIPROCESSORS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
POINTER = ctypes.c_void_p


class NodeParams(ctypes.Structure):
    """CUDA_KERNEL_NODE_PARAMS_v2"""
    _fields_ = [("function", POINTER), ("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("parameters", POINTER), ("extra", POINTER), ("kernel", POINTER), ("context", POINTER)]


class Driver:
    def __init__(self, path="libcuda.so.1"):
        self.library = ctypes.CDLL(path)
        self.call("cuInit", 0)
        device, self.context = ctypes.c_int(), POINTER()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)
        self.stream = POINTER()
        self.call("cuStreamCreate", ctypes.byref(self.stream), 1)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, device)
        self.name = name.value.decode()

    def call(self, symbol, *args):
        result = getattr(self.library, symbol)(*args)
        if result != 0:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(result, ctypes.byref(text))
            raise RuntimeError(f"{symbol}: {text.value.decode() if text.value else result}")

    def synchronize(self):
        self.call("cuStreamSynchronize", self.stream)

    # --- memory ---

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 16)))
        return address.value

    def free(self, address):
        self.call("cuMemFree_v2", ctypes.c_uint64(address))

    def upload(self, address, array):
        """In the order of the stream, which does not wait for copies of others."""
        self.call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(address), array.ctypes.data_as(POINTER), ctypes.c_size_t(array.nbytes),
                  self.stream)
        self.synchronize()

    def download(self, address, array):
        self.call("cuMemcpyDtoHAsync_v2", array.ctypes.data_as(POINTER), ctypes.c_uint64(address), ctypes.c_size_t(array.nbytes),
                  self.stream)
        self.synchronize()

    def fill(self, address, byte, size):
        self.call("cuMemsetD8Async", ctypes.c_uint64(address), ctypes.c_ubyte(byte), ctypes.c_size_t(size), self.stream)

    # --- kernels ---

    def load(self, image, name, shared):
        module, function = POINTER(), POINTER()
        self.call("cuModuleLoadDataEx", ctypes.byref(module), image, 0, None, None)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        if shared > 48 << 10:
            self.call("cuFuncSetAttribute", function, SHARED_SIZE, shared)
        return function

    def graph(self, function, grid, threads, shared, values, count):
        """`count` launches, one behind the other, without the host between them. `values` are numbers of ctypes."""
        graph, made, before = POINTER(), POINTER(), POINTER()
        self.call("cuGraphCreate", ctypes.byref(graph), 0)
        parameters = (POINTER * len(values))(*(ctypes.cast(ctypes.byref(value), POINTER) for value in values))
        node_params = NodeParams(function, (ctypes.c_uint * 3)(*grid), (ctypes.c_uint * 3)(threads, 1, 1), shared,
                                 ctypes.cast(parameters, POINTER))
        for i in range(count):
            node = POINTER()
            self.call("cuGraphAddKernelNode_v2", ctypes.byref(node), graph, ctypes.byref(before) if i else None,
                      ctypes.c_size_t(1 if i else 0), ctypes.byref(node_params))
            before = node
        self.call("cuGraphInstantiateWithFlags", ctypes.byref(made), graph, ctypes.c_ulonglong(0))
        self.call("cuGraphDestroy", graph)
        return made

    def run(self, graph):
        """Milliseconds that a graph takes."""
        start, end, milliseconds = POINTER(), POINTER(), ctypes.c_float()
        for event in (start, end):
            self.call("cuEventCreate", ctypes.byref(event), 0)
        self.call("cuEventRecord", start, self.stream)
        self.call("cuGraphLaunch", graph, self.stream)
        self.call("cuEventRecord", end, self.stream)
        self.synchronize()
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), start, end)
        for event in (start, end):
            self.call("cuEventDestroy_v2", event)
        return milliseconds.value

    def destroy(self, graph):
        self.call("cuGraphExecDestroy", graph)


def empty(element, shape):
    return np.empty(shape, {"f32": np.float32, "f16": np.float16, "bf16": np.uint16, "i32": np.int32, "i8": np.int8}.get(element, np.uint8))
